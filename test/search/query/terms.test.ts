import { expect, test } from 'vitest'
import { computeImportance } from '../../../src/search/query/terms.ts'

test('names and common words have less importance', () => {
  const importance = computeImportance([['boat'], ['ann'], ['plan'], ['go', 'gone', 'went']], {
    names: new Set(['ann']),
    language: 'english',
  })
  expect(importance).toEqual([1, 0.1, 0.6, 0.6])
})
