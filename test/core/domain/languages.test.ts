import { expect, test } from 'vitest'
import { nameLanguage, toLanguageCode } from '../../../src/core/domain/languages.ts'

test.each([
  ['de', 'de'],
  ['pt-BR', 'pt'],
  ['pt_BR', 'pt'],
  ['zh-Hant-TW', 'zh'],
  ['nb-NO', 'no'],
  ['fil-PH', 'tl'],
  ['', undefined],
  ['und', undefined],
  ['*', undefined],
  ['klingon-speaker-with-a-long-tag', undefined],
  ["de'; DROP TABLE users", undefined],
])('the locale %j is of the language %j', (tag, language) => {
  expect(toLanguageCode(tag)).toBe(language)
})

test('languages are named in any language', () => {
  expect([nameLanguage('de'), nameLanguage('de', 'de'), nameLanguage('de', 'fr')]).toEqual(['German', 'Deutsch', 'allemand'])
})
