import { expect, test } from 'vitest'
import { findLanguage, nameLanguage, toLanguageCode } from '../../../src/core/domain/languages.ts'

test.each([
  ['de', 'de'],
  ['pt-BR', 'pt'],
  ['pt_BR', 'pt'],
  ['zh-Hant-TW', 'zh'],
  ['nb-NO', 'no'],
  ['', undefined],
  ['und', undefined],
  ['*', undefined],
  ['klingon-speaker-with-a-long-tag', undefined],
  ["de'; DROP TABLE users", undefined],
])('the locale %j is of the language %j', (tag, language) => {
  expect(toLanguageCode(tag)).toBe(language)
})

test.each([
  ['de', 'de'],
  ['German', 'de'],
  [' deutsch ', 'de'],
  ['日本語', 'ja'],
  ['français', 'fr'],
  ['Klingon', undefined],
  ['', undefined],
])('%j names the language %j', (name, language) => {
  expect(findLanguage(name)).toBe(language)
})

test('languages are named in any language', () => {
  expect([nameLanguage('de'), nameLanguage('de', 'de'), nameLanguage('de', 'fr')]).toEqual(['German', 'Deutsch', 'allemand'])
})
