import { describe, expect, test } from 'vitest'
import { importanceOf, namedIn, preferredAuthors } from '../../src/recall/importance.ts'

const authors = ['Ann', 'Bob', 'Chloé Martin', 'Al', 'Li Wei', "Pat O'Brien", 'Will', 'May']

const preferred = (query: string) => Object.fromEntries(preferredAuthors(query, namedIn(query, authors)))

describe('who is named', () => {
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
    ['when will we visit Ann?', { Ann: 1 }],
    ['Will you tell me what Ann recommended to Bob?', { Ann: 0.5 }],
    ['what did Will recommend to Bob?', { Will: 0.5 }],
    ['may I go?', {}],
    ['does May go?', { May: 1 }],
  ])('%s', (query, expected) => {
    expect(preferred(query)).toEqual(expected)
  })

  test('two of one name are not told apart', () => {
    const query = 'what did Martin say?'
    expect(preferredAuthors(query, namedIn(query, ['Chloé Martin', 'Paul Martin'])).size).toBe(0)
  })
})

test('names and ordinary words count for less', () => {
  const importance = importanceOf([['boat'], ['ann'], ['plan'], ['go', 'gone', 'went']], { names: new Set(['ann']), language: 'english' })
  expect(importance).toEqual([1, 0.1, 0.6, 0.6])
})
