import { describe, expect, test } from 'vitest'
import type { DayLabel, MessageId, SegmentId } from '../../../src/core/domain/ids.ts'
import { groupByDay, keyOf, orderResults } from '../../../src/search/rank/rank.ts'
import type { RankedResult } from '../../../src/search/rank/ranking.ts'

/** A message with a score and a density. The higher the id, the newer. */
function result(id: number, score: number, density: number, change: { day?: string; hasRareTerm?: boolean } = {}): RankedResult {
  return {
    kind: 'message',
    id: id as MessageId,
    segmentId: 1 as SegmentId,
    day: (change.day ?? `2026-10-0${id}`) as DayLabel,
    score,
    density,
    queryCoverage: 1,
    hasRareTerm: change.hasRareTerm ?? false,
    text: '',
    covered: false,
  }
}

const idsOf = (results: readonly RankedResult[]) => results.map(({ id }) => id)
const order = (found: readonly RankedResult[], isSpread = false) => orderResults(found, { isSpread })

/** Nine results. The later ones have lower scores but higher densities. */
const nine = Array.from({ length: 9 }, (_, index) => result(index + 1, 0.9 - index / 10, 0.1 + index / 100))

describe('the order of results', () => {
  test('has the six highest scores first, then the highest densities', () => {
    expect(idsOf(order(nine.toReversed()).results)).toEqual([1, 2, 3, 4, 5, 6, 9, 8, 7])
  })

  test('has scores that never rise', () => {
    const scores = order(nine).results.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  })

  test('keeps the leaders of the first page, even if one of them is gone', () => {
    const { leaders } = order(nine)
    const later = orderResults(nine.slice(1), { isSpread: false, leaders })
    expect(idsOf(later.results)).toEqual([2, 3, 4, 5, 6, 9, 8, 7])
  })

  test('puts the newer day first on a tie', () => {
    expect(idsOf(order([result(1, 0.5, 0.5), result(2, 0.5, 0.5)]).results)).toEqual([2, 1])
  })

  test('gives the last place among the leaders to a rare word that the others lack', () => {
    const rare = result(9, 0.05, 0.2, { hasRareTerm: true })
    expect(idsOf(order([...nine.slice(0, 8), rare]).results).slice(0, 6)).toEqual([1, 2, 3, 4, 5, 9])
    // Unless it hardly matches for its length, or a leader has a rare word itself.
    const diluted = result(9, 0.05, 0.01, { hasRareTerm: true })
    expect(idsOf(order([...nine.slice(0, 8), diluted]).results).slice(0, 6)).toEqual([1, 2, 3, 4, 5, 6])
    const withRare = [result(1, 0.9, 0.1, { hasRareTerm: true }), ...nine.slice(1, 8), rare]
    expect(idsOf(order(withRare).results).slice(0, 6)).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('takes at most two strong results of a day before weaker ones of other days, if it is spread', () => {
    const oneDay = Array.from({ length: 6 }, (_, index) => result(index + 1, 0.8, 0.5, { day: '2026-10-01' }))
    const others = [result(7, 0.3, 0.5), result(8, 0.3, 0.5), result(9, 0.3, 0.5)]
    expect(
      new Set(
        order([...oneDay, ...others], true)
          .results.slice(0, 6)
          .map(({ day }) => day),
      ).size,
    ).toBe(4)
    expect(
      new Set(
        order([...oneDay, ...others])
          .results.slice(0, 6)
          .map(({ day }) => day),
      ).size,
    ).toBe(1)
  })
})

test('grouped by day, only the first result of each day is left', () => {
  const results = [result(1, 0.5, 0.5), result(2, 0.4, 0.5, { day: '2026-10-01' }), result(3, 0.3, 0.5)]
  expect(groupByDay(results).map(keyOf)).toEqual(['message 1', 'message 3'])
})
