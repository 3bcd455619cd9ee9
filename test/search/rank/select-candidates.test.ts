import { expect, test } from 'vitest'
import type { MessageId, SegmentId } from '../../../src/core/domain/ids.ts'
import { selectTopInContext, selectTopMatches, toNeighborFeatures } from '../../../src/search/rank/select-candidates.ts'
import { buildNeighborLookup } from '../../../src/search/retrieve/candidates.ts'

const [boat, paint, beside, far] = [1, 2, 3, 4] as MessageId[] as [MessageId, MessageId, MessageId, MessageId]
const having = (id: MessageId, termHits: number[]) => ({ id, termHits, length: 5, segmentId: 1 as SegmentId })
// One names the boat, one the paint.
const found = [having(paint, [0, 1]), having(boat, [1, 0])]
const matches = new Map(found.map((match) => [match.id, match]))
const corpus = { averageLength: 5, weights: [3, 1] }
const lookupNeighbors = buildNeighborLookup(
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

test('the best messages have the rarest words', () => {
  expect(selectTopMatches(found, corpus, 10)).toEqual([boat, paint])
  expect(selectTopMatches(found, corpus, 1)).toEqual([boat])
})

test('a message without the words ranks higher the nearer it is to them', () => {
  expect(selectTopInContext([far, beside, boat], { matches, hyponymHits: new Map(), corpus, lookupNeighbors }, 10)).toEqual([
    boat,
    beside,
    far,
  ])
  expect(selectTopInContext([far, beside], { matches, hyponymHits: new Map(), corpus, lookupNeighbors }, 1)).toEqual([beside])
})

test('a message with a hyponym ranks by the weight of the hyponym', () => {
  const order = (sure: number) =>
    selectTopInContext([far, beside, boat], { matches, hyponymHits: new Map([[far, [sure, 0]]]), corpus, lookupNeighbors }, 10)
  expect(order(1)).toEqual([boat, far, beside])
  expect(order(0.01)).toEqual([boat, beside, far])
})

test('neighbors without the words, and those that repeat others, are ignored', () => {
  const near = [boat, far].map((id) => ({ id, distance: 1, before: true }))
  const asking = new Set([boat])
  expect(toNeighborFeatures(matches, near, { asking, ignored: new Set() })).toEqual([
    { termHits: [1, 0], length: 5, distance: 1, before: true, asks: true },
  ])
  expect(toNeighborFeatures(matches, near, { asking, ignored: new Set([boat]) })).toEqual([])
})
