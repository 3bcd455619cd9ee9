import { expect, test } from 'vitest'
import { nameLanguage } from '../../../src/core/domain/languages.ts'
import { findLanguage } from '../../../src/core/messages/find-language.ts'
import { catalogueLanguages } from '../../../src/core/messages/messages.ts'

test.each(catalogueLanguages)('each language of the catalogue is found by its name in %s', (inLanguage) => {
  for (const code of catalogueLanguages) {
    const name = nameLanguage(code, inLanguage)
    for (const written of [name, name.toUpperCase(), `  ${name}. `, name.normalize('NFD')])
      expect(findLanguage(written), written).toBe(code)
  }
})

test.each([
  ['de', 'de'],
  ['DE', 'de'],
  ['de_AT', 'de'],
  ['pt-BR', 'pt'],
  ['PT-br', 'pt'],
  ['zh-TW', 'zh'],
  ['zh-Hant', 'zh'],
  ['zh_hant_hk', 'zh'],
  ['deu', 'de'],
  ['nb', 'no'],
  [' deutsch ', 'de'],
  ['German', 'de'],
  ['anglais', 'en'],
  ['Englisch', 'en'],
  ['inglés', 'en'],
  ['ingles', 'en'],
  ['英語', 'en'],
  ['английский', 'en'],
  ['espanol', 'es'],
  ['francais', 'fr'],
  ['PORTUGUÊS', 'pt'],
  ['Brazilian Portuguese', 'pt'],
  ['português (Brasil)', 'pt'],
  ['Portugiesisch (Brasilien)', 'pt'],
  ['繁體中文', 'zh'],
  ['简体中文', 'zh'],
  ['日本語', 'ja'],
  ['العربية', 'ar'],
  ['niederländisch', 'nl'],
  ['украинский', 'uk'],
  ['Filipino', 'tl'],
])('%j names the language %j', (name, language) => {
  expect(findLanguage(name)).toBe(language)
})

test.each(['Klingon', '', ' ', '-', 'xx', 'q', 'pt BR please', 'x'.repeat(5_000), '*', '12'])('%j names no language', (name) => {
  expect(findLanguage(name)).toBeUndefined()
})
