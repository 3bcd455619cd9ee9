import { expect, test } from 'vitest'
import { plainFileName, plainName, stripInvisible } from '../../../src/core/domain/text.ts'

test.each([
  ['\u202Egpj.exe\u202C', 'gpj.exe'],
  ['Ad\u200Ba\u2060 \uFEFFKing', 'Ada King'],
  ['\u2066Ada\u2069\u200F', 'Ada'],
  ['Ada\u{E0049}\u{E0067}\u{E006E}', 'Ada'],
  ['a\u200Db', 'ab'],
  ['\u3164Ada\u115F\u1160\uFFA0', 'Ada'],
  ['A\u034Fd\u180Ba\uFE0F\u{E0101}', 'Ada'],
  ['Ada\uFFF9x\uFFFA\uFFFB', 'Adax'],
  ['a\uFE0F\u200D😀', 'a😀'],
  ['❤\u200B\uFE0F', '❤'],
  ['❤️‍🔥 1️⃣ ✌🏽️', '❤️‍🔥 1️⃣ ✌🏽️'],
  ['葛\u{E0100}城', '葛\u{E0100}城'],
  ['Ada\u2028King\u0085\u0007!', 'Ada King !'],
  ['👩‍👩‍👧 family', '👩‍👩‍👧 family'],
  ['🏳️‍🌈', '🏳️‍🌈'],
  ['José 北京 Ελένη', 'José 北京 Ελένη'],
])('%j reads %j', (name, plain) => {
  expect(stripInvisible(name)).toBe(plain)
  expect(plainName(name)).toBe(plain)
})

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\ada\\notes.txt', 'notes.txt'],
  ['/tmp/report.pdf', 'report.pdf'],
  ['..', ''],
  ['folder/', ''],
  ['a\u0000b\nc.txt', 'a b c.txt'],
  ['photo\u202Egnp.exe', 'photognp.exe'],
  ['report.pdf', 'report.pdf'],
])('the file %j is called %j', (name, plain) => expect(plainFileName(name)).toBe(plain))
