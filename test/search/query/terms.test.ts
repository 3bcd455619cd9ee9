import { expect, test } from 'vitest'
import { computeImportance } from '../../../src/search/query/terms.ts'

test('names and common words have less importance', () => {
  const importance = computeImportance([['boat'], ['ann'], ['plan'], ['go', 'gone', 'went']], {
    names: new Set(['ann']),
    language: 'en',
  })
  expect(importance).toEqual([1, 0.1, 0.6, 0.6])
})

test('words that only describe the talk have less importance than its topic', () => {
  const names = new Set<string>()
  expect(computeImportance([['boat'], ['discuss'], ['convers'], ['across']], { names, language: 'en' })).toEqual([1, 0.6, 0.6, 0.6])
  expect(computeImportance([['bateau'], ['parl']], { names, language: 'fr' })).toEqual([1, 0.6])
  expect(computeImportance([['boot'], ['gesproch']], { names, language: 'de' })).toEqual([1, 0.6])
})
