import { expect, test } from 'vitest'
import type { MessageId, SegmentId } from '../../src/core/ids.ts'
import { bestAround, bestMatches, neighboursIn } from '../../src/recall/matches.ts'
import { nearbyFrom } from '../../src/recall/nearby.ts'

const [boat, paint, beside, far] = [1, 2, 3, 4] as MessageId[] as [MessageId, MessageId, MessageId, MessageId]
const having = (id: MessageId, own: number[]) => ({ id, own, length: 5, segmentId: 1 as SegmentId })
// One names the boat, one the paint.
const found = [having(paint, [0, 1]), having(boat, [1, 0])]
const matches = new Map(found.map((match) => [match.id, match]))
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

test('the best messages are those with the rarest words', () => {
  expect(bestMatches(found, corpus, 10)).toEqual([boat, paint])
  expect(bestMatches(found, corpus, 1)).toEqual([boat])
})

test('a message without the words is the better the nearer it stands to them', () => {
  expect(bestAround([far, beside, boat], { matches, kinds: new Map(), corpus, nearby }, 10)).toEqual([boat, beside, far])
  expect(bestAround([far, beside], { matches, kinds: new Map(), corpus, nearby }, 1)).toEqual([beside])
})

test('a message with a kind of what is asked for stands among them by how sure that is', () => {
  const order = (sure: number) => bestAround([far, beside, boat], { matches, kinds: new Map([[far, [sure, 0]]]), corpus, nearby }, 10)
  expect(order(1)).toEqual([boat, far, beside])
  expect(order(0.01)).toEqual([boat, beside, far])
})

test('neighbours that have none of the words, or only repeat others, give nothing', () => {
  const near = [boat, far].map((id) => ({ id, distance: 1, before: true }))
  const asking = new Set([boat])
  expect(neighboursIn(matches, near, { asking, silent: new Set() })).toEqual([
    { own: [1, 0], length: 5, distance: 1, before: true, asks: true },
  ])
  expect(neighboursIn(matches, near, { asking, silent: new Set([boat]) })).toEqual([])
})
