import { expect, test } from 'vitest'
import { planQuery } from '../../../src/search/retrieve/query-plan.ts'

const asked = (estimates: readonly number[]) => planQuery(['a', 'b', 'c', 'd'].slice(0, estimates.length), { estimates, limit: 4_000 })

test('rare terms are read in full, the rarest first, up to the limit together', () => {
  expect(asked([0, 3_000, 900])).toEqual([
    { query: 'a', inFull: 0 },
    { query: 'c', inFull: 2 },
    { query: 'b', inFull: 1 },
  ])
  expect(asked([2_000, 1_500, 1_000])).toEqual([
    { query: 'c', inFull: 2 },
    { query: 'b', inFull: 1 },
  ])
})

test('common terms are read in pairs, except the most common', () => {
  expect(asked([7_000, 9_000, 6_000, 200])).toEqual([{ query: 'd', inFull: 3 }, { query: 'c & (a | b) | a & (b)' }])
  expect(asked([5_000, 6_000, 400_000])).toEqual([{ query: 'a & (b)' }])
})

test('a common term is read alone if there is no other, unless it is too common', () => {
  expect(asked([9_000])).toEqual([{ query: 'a' }])
  expect(asked([9_000, 400_000])).toEqual([{ query: 'a' }])
  expect(asked([400_000])).toEqual([])
})
