import { expect, test } from 'vitest'
import { hasOtherForms } from '../../../src/search/query/terms.ts'
import { addOtherForms, findAccentedSpellings } from '../../../src/search/query/word-forms.ts'

const formsOf = (lexeme: string, vocabulary: readonly string[], language: string, isOfLanguage = true) =>
  addOtherForms([[lexeme]], { lexemes: vocabulary.join('\n'), language, isOfLanguage })[0]

test.each([
  ['a part finds its wholes', 'teig', ['hefeteig', 'teigrolle', 'tag', 'steig'], ['teig', 'hefeteig', 'teigrolle']],
  ['a whole finds its parts', 'hefeteig', ['teig', 'hefe', 'ei', 'feteig'], ['hefeteig', 'hefe', 'teig']],
  ['a short word is no part', 'ei', ['eier', 'spiegelei'], ['ei']],
  ['an ending of two letters is no part', 'teig', ['teige', 'teigen'], ['teig']],
])('German: %s', (_, lexeme, vocabulary, forms) => {
  expect(formsOf(lexeme, vocabulary, 'de')).toEqual(forms)
})

test('in texts of any language, a long part finds its wholes, and a short one does not', () => {
  expect(formsOf('tisch', ['tischlerei', 'fantastisch'], 'de', false)).toEqual(['tisch', 'tischlerei', 'fantastisch'])
  expect(formsOf('dom', ['petersdom', 'wisdom'], 'de', false)).toEqual(['dom'])
})

test.each([
  ['de', 'rad', 'fahrrad motorrad radieschen grad kamerad', 'fahrrad motorrad'],
  ['de', 'tur', 'haustur autotur kultur natur reparatur', 'haustur autotur'],
  ['de', 'tag', 'geburtstag vertrag vortrag beitrag', 'geburtstag'],
  ['de', 'bad', 'freibad badminton', 'freibad'],
  ['de', 'see', 'bodense these', 'bodense'],
  ['de', 'ort', 'transport antwort wohnort', ''],
  ['de', 'tor', 'doktor direktor', ''],
  ['de', 'bar', 'wunderbar', ''],
  ['de', 'ol', 'olivenol alkohol', ''],
  ['de', 'fahrrad', 'rad', 'rad'],
  ['de', 'dom', 'kondom random wisdom petersdom kaiserdom', 'petersdom kaiserdom'],
  ['de', 'tag', 'montag dienstag donnerstag freitag samstag sonntag feiertag', 'feiertag'],
  ['de', 'montag', 'tag', ''],
  ['de', 'abend', 'sonnabend feierabend', 'feierabend'],
  ['de', 'woch', 'mittwoch ferienwoch', 'ferienwoch'],
  ['de', 'bus', 'globus kolumbus reisebus', 'reisebus'],
  ['de', 'gen', 'morgen kollagen', ''],
  ['de', 'see', 'ostse kaffee nordse', 'ostse nordse'],
  ['de', 'tur', 'hoftur zugtur natur', 'hoftur zugtur'],
  ['de', 'rad', 'laufrad rennrad', 'laufrad rennrad'],
  ['de', 'bad', 'kur kurbad zurbad', 'kurbad'],
  ['nl', 'dag', 'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag verjaardag', 'verjaardag'],
  ['nl', 'bus', 'globus schoolbus', 'schoolbus'],
  ['sv', 'lördag', 'dag', ''],
  ['nl', 'bal', 'voetbal', 'voetbal'],
  ['nl', 'fiets', 'racefiets fietspomp', 'racefiets fietspomp'],
  ['sv', 'bil', 'lastbil', ''],
])('%s: "%s" among "%s" finds "%s"', (language, lexeme, vocabulary, forms) => {
  const found = formsOf(lexeme, vocabulary.split(' '), language)?.slice(1)
  expect(found?.toSorted()).toEqual(forms.split(' ').filter(Boolean).toSorted())
})

test.each([
  ['the article', 'سيار', ['بالسيار', 'السيار', 'سفر']],
  ['a preposition', 'لسيارت', ['سيار', 'سفر']],
  ['a pronoun', 'كاميرا', ['كاميرت', 'قلم']],
])('Arabic: a word is found without %s that is written together with it', (_, lexeme, vocabulary) => {
  expect(formsOf(lexeme, vocabulary, 'ar')).toEqual([lexeme, ...vocabulary.slice(0, -1).sort((a, b) => a.length - b.length)])
})

test('words that the query has itself are not added to another term', () => {
  expect(addOtherForms([['hefeteig'], ['teig']], { lexemes: 'teig\nhefeteig\nhefe', language: 'de', isOfLanguage: true })).toEqual([
    ['hefeteig', 'hefe'],
    ['teig'],
  ])
})

test('at most the twelve shortest forms are added', () => {
  const vocabulary = Array.from({ length: 30 }, (_, n) => `${'x'.repeat(3 + n)}teig`)
  expect(formsOf('teig', vocabulary, 'de')).toEqual(['teig', ...vocabulary.slice(0, 12)])
})

test('other languages have no other forms', () => {
  expect(['de', 'nl', 'sv', 'ar', 'en', 'fr', 'ja'].filter(hasOtherForms)).toEqual(['de', 'nl', 'sv', 'ar'])
})

test.each([
  ['demenag', ['déménag', 'demande'], ['déménag']],
  ['ete', ['été', 'tété'], ['été']],
  ['muench', ['münch', 'munch'], ['münch']],
  ['strasse', ['straße', 'strauß'], ['straße']],
  ['elev', ['eleve', 'élève', 'éléve'], []],
  ['мой', ['мои', 'мой'], []],
])('%s is also spelled as the accented words among %s', (lexeme, vocabulary, spellings) => {
  const found = findAccentedSpellings([lexeme], vocabulary.join('\n'))
  expect(found.get(lexeme) ?? [lexeme]).toEqual([lexeme, ...spellings])
})
