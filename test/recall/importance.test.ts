import { describe, expect, test } from 'vitest'
import { importanceOf, namedIn, preferredAuthors } from '../../src/recall/importance.ts'

const authors = ['Ann', 'Bob', 'Chloé Martin', 'Al']

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
