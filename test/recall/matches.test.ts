import { expect, test } from 'vitest'
import type { MessageId, SegmentId } from '../../src/core/ids.ts'
import { bestAround, bestMatches, matchesOf, neighboursIn } from '../../src/recall/matches.ts'
import { nearbyFrom } from '../../src/recall/nearby.ts'

const [boat, paint, beside, far, other] = [1, 2, 3, 4, 5] as MessageId[] as [MessageId, MessageId, MessageId, MessageId, MessageId]
const posting = (ids: readonly MessageId[]) => ({
  frequency: ids.length,
  ids,
  lengths: ids.map(() => 5),
  segments: ids.map(() => 1 as SegmentId),
})
// Two messages name the boat, and one of them is left out; one names the paint.
const matches = matchesOf([posting([boat, other]), posting([paint])], new Set([other]))
const corpus = { averageLength: 5, weights: [3, 1] }
const nearby = nearbyFrom(
  new Map([
    [
      boat,
      [
        { id: beside, distance: 1, before: false },
        { id: far, distance: 4, before: false },
      ],
    ],
  ]),
)

test('the best messages are those with the rarest words, and what is left out is none of them', () => {
  expect(bestMatches(matches, corpus, 10)).toEqual([boat, paint])
  expect(bestMatches(matches, corpus, 1)).toEqual([boat])
})

test('a message without the words is the better the nearer it stands to them', () => {
  expect(bestAround([far, beside, boat], { matches, corpus, nearby }, 10)).toEqual([boat, beside, far])
  expect(bestAround([far, beside], { matches, corpus, nearby }, 1)).toEqual([beside])
})

test('neighbours that have none of the words, or only repeat others, give nothing', () => {
  const near = [boat, far].map((id) => ({ id, distance: 1, before: true }))
  const asking = new Set([boat])
  expect(neighboursIn(matches, near, { asking, silent: new Set() })).toEqual([
    { own: [1, 0], length: 5, distance: 1, before: true, asks: true },
  ])
  expect(neighboursIn(matches, near, { asking, silent: new Set([boat]) })).toEqual([])
})
