import { describe, expect, test } from 'vitest'
import { findNamedAuthors, parseQuery } from '../../../src/search/query/parse-query.ts'

const authors = ['Ann', 'Bob', 'Chloé Martin', 'Al', 'Li Wei', "Pat O'Brien", 'Will', 'May', 'İlker Kaya']

const preferred = (query: string) => Object.fromEntries(findNamedAuthors(query, authors).preferences)

describe('named authors', () => {
  test.each<[string, Record<string, number>]>([
    ['what did Ann cook?', { Ann: 1 }],
    ["Bob's boat", { Bob: 1 }],
    ['what does martin say', { 'Chloé Martin': 1 }],
    ['where is the annex?', {}],
    ['what does Al say', {}],
    // Of several, who does what is asked for.
    ['what did Ann recommend to Bob?', { Ann: 0.5 }],
    ["what does Bob think of Ann's boat?", { Bob: 0.5 }],
    ['qu’est-ce que Chloé Martin a dit à Bob et à Ann ?', { 'Chloé Martin': 0.5 }],
    // Together.
    ['what do Ann and Bob like?', {}],
    ["Ann's and Bob's plans", {}],
    ['Ann, Bob & Chloé', {}],
    ['was mögen Bob und Chloé Martin?', {}],
    ['Chloé Martin ou Ann', {}],
    ['what do Bob and Li Wei like?', {}],
    ["the plans of Ann and O'Brien", {}],
    ['Ann and Mr Martin', {}],
    ['les projets de Bob et de Chloé', {}],
    ["les projets d'Ann et d'O'Brien", {}],
    ['neither Ann nor Bob', {}],
    ['does Ann as well as Bob like it?', {}],
    ['sowohl Ann als auch Bob', {}],
    ['Ann ainsi que Bob', {}],
    ['avec Ann, Bob et Chloé', {}],
    // The one who does it may come later.
    ['which book was recommended to Ann by Bob?', {}],
    ['which book was recommended by Bob to Ann?', { Bob: 0.5 }],
    // Names that are usual words too.
    ['when will they visit Ann?', { Ann: 1 }],
    ['Will you tell me what Ann recommended to Bob?', { Ann: 0.5 }],
    ['what did Will recommend to Bob?', { Will: 0.5 }],
    ['may I go?', {}],
    ['does May go?', { May: 1 }],
    ["will's trip to Rome", { Will: 1 }],
    ['Thanks! Will you tell me what Ann recommended?', { Ann: 1 }],
    ['What did İlker say?', { 'İlker Kaya': 1 }],
    ['what did İlker recommend to Ann?', { 'İlker Kaya': 0.5 }],
    // Each for itself.
    ["Ann's boat and Bob's car", {}],
    ['Ann vs Bob', {}],
    ['was Ann zusammen mit Bob gekocht hat', {}],
    // Somebody else does it.
    ['what did I tell Ann about Bob?', {}],
    ['what did we promise Ann?', {}],
    ['can I ask what Ann said?', { Ann: 1 }],
    ['Welches Buch wurde Ann von Bob empfohlen?', {}],
  ])('%s', (query, expected) => {
    expect(preferred(query)).toEqual(expected)
  })

  test('a month in a date is not a name', () => {
    const setting = { now: new Date('2026-11-18T09:00:00Z'), timezone: 'Europe/Paris' }
    const namedBy = (query: string) => findNamedAuthors(parseQuery(query, setting).textWithoutDates, authors).authors
    expect(namedBy('where did Ann go in May?')).toEqual(['Ann'])
    expect(namedBy('where did May go in April?')).toEqual(['May'])
  })

  test('authors with the same name are ambiguous', () => {
    const query = 'what did Martin say?'
    expect(findNamedAuthors(query, ['Chloé Martin', 'Paul Martin']).preferences.size).toBe(0)
  })
})
