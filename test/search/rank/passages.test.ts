import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findPassageHits, raiseAboveSubsets } from '../../../src/search/rank/word-evidence.ts'

test('the best passage is the window with the largest weight of distinct terms', () => {
  // The first two terms are common and repeated at the start. The others are rare and close to each other at the end.
  expect(findPassageHits([[1, 5, 9, 900], [2, 6], [880], [910]], [1, 1, 3, 3])).toEqual([1, 0, 1, 1])
  expect(findPassageHits([[1], [900]], [1, 2])).toEqual([0, 1])
  expect(findPassageHits([[], []], [1, 1])).toEqual([0, 0])
})

test('no window has more weight than the best passage', () => {
  const positions = fc.array(fc.array(fc.integer({ min: 1, max: 1_000 }), { maxLength: 6 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(positions, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 5, maxLength: 5 }), (ofTerms, weights) => {
      const weigh = (hits: readonly number[]) => hits.reduce((sum, hit, term) => sum + hit * (weights[term] ?? 0), 0)
      const best = weigh(findPassageHits(ofTerms, weights))
      const windows = ofTerms
        .flat()
        .map((start) => ofTerms.map((at) => +at.some((position) => position >= start && position < start + 200)))
      expect(best).toBe(Math.max(0, ...windows.map(weigh)))
    }),
  )
})

test('a message is raised above those of its group that have only some of its terms', () => {
  const message = (group: string, termHits: readonly number[], strength: number) => ({
    group,
    termHits,
    evidence: { strength, density: strength },
  })
  const raised = raiseAboveSubsets([
    message('a', [1, 1, 0], 1),
    message('a', [1, 0, 0], 5),
    message('a', [0, 0, 1], 7),
    message('a', [1, 1, 1], 2),
    message('b', [1, 1, 0], 1),
  ]).map(({ strength }) => strength)
  expect(raised[0]).toBeGreaterThan(5)
  expect(raised.slice(1, 3)).toEqual([5, 7])
  expect(raised[3]).toBeGreaterThan(7)
  expect(raised[4]).toBe(1)
})
