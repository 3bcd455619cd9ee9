import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createQuickTest, TextIndex } from '../../../src/core/dates/patterns.ts'

const mayMatch = (pattern: string, text: string): boolean => createQuickTest(pattern)(new TextIndex(text))

test.each([
  ['on {monday}', 'on tuesday'],
  ['(?:monday|friday) week', 'monday'],
  ['(?:monday|friday) week', 'this week'],
  ['(?<day>monday) (?:a|b)?x{2}', 'sunday axx'],
  ['(?:0?[1-9]|[12]\\d)th', 'the fourth'],
  ['(?:ab|c(?:de|fg))', 'ab'.slice(1)],
  ['(?=xyz)may', 'march'],
])('%s cannot match in: %s', (pattern, text) => {
  expect(mayMatch(pattern, text)).toBe(false)
})

test.each([
  ['(?:on )?monday', 'monday'],
  ['mondays?', 'monday'],
  ['monday(?:abc)*', 'monday'],
  ['monday{0,2}', 'monda'],
  ['(?<!on )monday', 'monday'],
  ['monday(?! week)', 'monday'],
  ['a|', ''],
  ['(?:a|b?)c', 'c'],
  ['\\d{1,2}/\\d', '3/4'],
  ['[[\\p{L}\\p{N}]--[\\p{scx=Han}]]x\\p{L}y', 'axby'],
  ['3月\\s{0,5}1日', '3月1日'],
])('%s may match in: %s', (pattern, text) => {
  expect(new RegExp(pattern, 'v').test(text)).toBe(true)
  expect(mayMatch(pattern, text)).toBe(true)
})

test('a text in which a pattern matches always passes', () => {
  const atom = fc.constantFrom('a', 'b', '1', '\\d', '[12]', '[ab]', '.', '\\s', 'ab1')
  const quantifier = fc.constantFrom('', '', '?', '*', '+', '{0,2}', '{1,2}')
  const { pattern } = fc.letrec<{ pattern: string; piece: string }>((tie) => ({
    piece: fc.oneof(
      { depthSize: 'small' },
      fc.tuple(atom, quantifier).map(([part, times]) => `(?:${part})${times}`),
      atom,
      fc.tuple(fc.constantFrom('(?:', '(?=', '(?!', '(?<=', '(?<!'), tie('pattern')).map(([opening, inside]) => `${opening}${inside})`),
    ),
    pattern: fc
      .array(fc.array(tie('piece'), { maxLength: 3 }), { minLength: 1, maxLength: 3 })
      .map((branches) => branches.map((branch) => branch.join('')).join('|')),
  }))
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', '2', ' ', 'c'), maxLength: 12 })
  fc.assert(
    fc.property(pattern, text, (source, written) => {
      fc.pre(new RegExp(source, 'v').test(written))
      expect(mayMatch(source, written)).toBe(true)
    }),
    { numRuns: 3_000 },
  )
})
