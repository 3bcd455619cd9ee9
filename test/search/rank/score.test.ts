import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DayLabel } from '../../../src/core/domain/ids.ts'
import { parseQuery } from '../../../src/search/query/parse-query.ts'
import { type MessageFeatures, scoreMessage, scoreSummary } from '../../../src/search/rank/score.ts'
import {
  type Corpus,
  computeContextEvidence,
  computeDayEvidence,
  computeMaxWeight,
  computeQueryCoverage,
  computeTermWeights,
} from '../../../src/search/rank/word-evidence.ts'

const setting = { now: new Date('2026-11-18T09:00:00Z'), timezone: 'Europe/Paris' }
const rarity = { messages: 1_000, frequencies: [5, 300], importance: [1, 1] }
const corpus: Corpus = { averageLength: 10, weights: computeTermWeights(rarity), maxWeight: computeMaxWeight(rarity.messages) }
const message: Omit<MessageFeatures, 'words'> = {
  hyponymHits: undefined,
  termHits: [1, 0],
  length: 10,
  neighbors: [],
  dayEvidence: 0,
  semanticScore: 0,
  role: 'user',
  day: '2026-10-01' as DayLabel,
  text: 'the boat is red',
  cites: false,
  covered: false,
  authorPreference: 0,
  isBrowsed: false,
}
const boat = parseQuery('boat paint', setting)
const scoresOf = (change: Partial<MessageFeatures>, query = boat, of = corpus) => {
  const changed = { ...message, ...change }
  return scoreMessage(query, of.averageLength, { ...changed, words: computeContextEvidence(of, changed) })
}
const score = (change: Partial<MessageFeatures>, query = boat) => scoresOf(change, query).score

describe('the score of a message', () => {
  test('is between 0 and 1 for any evidence', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 300 }),
        fc.array(fc.nat(50), { minLength: 2, maxLength: 2 }),
        fc.integer({ min: 1, max: 5_000 }),
        (n, termHits, length) => {
          const weights = computeTermWeights({ ...rarity, messages: n, frequencies: termHits })
          for (const value of Object.values(scoresOf({ termHits, length }, boat, { ...corpus, weights }))) {
            expect(value).toBeGreaterThanOrEqual(0)
            expect(value).toBeLessThan(1)
          }
        },
      ),
    )
  })

  test('grows with more words, rarer words, and a shorter text', () => {
    expect(score({ termHits: [1, 1] })).toBeGreaterThan(score({}))
    expect(score({ termHits: [1, 0] })).toBeGreaterThan(score({ termHits: [0, 1] }))
    expect(score({ length: 5 })).toBeGreaterThan(score({ length: 200 }))
    expect(score({ termHits: [0, 0] })).toBe(0)
  })

  test('grows with a hyponym and its weight, but less than with the word', () => {
    expect(score({ termHits: [0, 0], hyponymHits: [1, 0] })).toBeGreaterThan(score({ termHits: [0, 0], hyponymHits: [0.2, 0] }))
    expect(score({ termHits: [0, 0], hyponymHits: [0.2, 0] })).toBeGreaterThan(0)
    expect(score({ termHits: [0, 0], hyponymHits: [1, 0] })).toBeLessThan(score({}))
  })

  test('includes a share of neighbors, less of distant and long ones', () => {
    const beside = (distance: number, length = 5) =>
      score({ termHits: [0, 0], neighbors: [{ termHits: [1, 0], length, distance, before: true, asks: false }] })
    expect(beside(1)).toBeGreaterThan(beside(2))
    expect(beside(2)).toBeGreaterThan(beside(3))
    expect(beside(5)).toBe(0)
    expect(beside(1, 300)).toBeLessThan(beside(1))
    expect(beside(1)).toBeLessThan(score({}))
  })

  test('is lower for questions, questions about the past and repeated answers', () => {
    const statement = score({})
    const question = score({ text: 'is the boat red?' })
    const past = score({ text: 'did we say the boat is red?' })
    expect(statement).toBeGreaterThan(question)
    expect(question).toBeGreaterThan(past)
    expect(score({ role: 'assistant', cites: true })).toBeLessThan(score({ role: 'assistant' }))
    expect(score({ text: 'Boat paint?' })).toBeLessThan(past)
  })

  test('takes more from the question that it answers', () => {
    const beside = (asks: boolean) =>
      score({ termHits: [0, 0], neighbors: [{ termHits: [1, 0], length: 5, distance: 1, before: true, asks }] })
    expect(beside(true)).toBeGreaterThan(beside(false))
  })

  test('is higher on a day with more of the words, and for the named author', () => {
    expect(score({ dayEvidence: 2 })).toBeGreaterThan(score({ dayEvidence: 1 }))
    const days = computeDayEvidence(
      { importance: [1, 1, 0.1] },
      new Map(Object.entries({ rare: [2, 1, 0], usual: [0, 1, 0], named: [0, 0, 3] })),
    )
    expect(days.get('rare')).toBeGreaterThan(days.get('usual') ?? 0)
    expect(days.get('usual')).toBeGreaterThan(days.get('named') ?? 0)
    expect(score({ authorPreference: 1 })).toBeGreaterThan(score({ authorPreference: 0.5 }))
    expect(score({ authorPreference: 0.5 })).toBeGreaterThan(score({}))
    expect(score({ termHits: [0, 0], authorPreference: 1 })).toBe(0)
  })

  test('is higher for a text with a time, if the query asks when', () => {
    const when = parseQuery('when did we paint the boat?', setting)
    expect(score({ text: 'the boat was painted last Friday' }, when)).toBeGreaterThan(score({ text: 'the boat was painted red' }, when))
  })

  test('is low for a reply of the assistant, if the query is about the speaker', () => {
    const mine = parseQuery('my boat paint', setting)
    expect(score({ role: 'assistant' }, mine)).toBeLessThan(score({}, mine) / 2)
    expect(score({ role: 'assistant' })).toBe(score({}))
  })

  test('gets half the evidence on the days just after a named day long ago, and only there', () => {
    const of = (day: string) => score({ day: day as DayLabel }, parseQuery('boat on 3 March 2026', setting))
    expect(of('2026-03-03')).toBeGreaterThan(of('2026-03-04'))
    expect(of('2026-03-04')).toBeGreaterThan(of('2026-03-02'))
    expect(of('2026-03-02')).toBe(of('2026-03-20'))
    const yesterday = (day: string) => score({ day: day as DayLabel }, parseQuery('boat yesterday', setting))
    expect(yesterday('2026-11-18')).toBe(yesterday('2026-11-10'))
  })

  test('prefers a named day more, the fewer days are named', () => {
    const on = (text: string, day: string) => score({ day: day as DayLabel }, parseQuery(`boat ${text}`, setting))
    expect(on('yesterday', '2026-11-17')).toBeGreaterThan(on('last week', '2026-11-10'))
    expect(on('last week', '2026-11-10')).toBeGreaterThan(on('in March', '2026-03-10'))
    expect(on('in March', '2026-03-10')).toBeGreaterThan(on('in March', '2026-04-10'))
  })

  test('is higher with a semantic score, with and without the words', () => {
    expect(score({ semanticScore: 0.3 })).toBeGreaterThan(score({}))
    expect(score({ termHits: [0, 0], semanticScore: 0.3 })).toBeGreaterThan(score({ termHits: [0, 0], semanticScore: 0.1 }))
  })

  test('is multiplied by 0.85 when its day summary covers it', () => {
    expect(score({ covered: true })).toBeCloseTo(score({}) * 0.85, 6)
  })
})

test('a summary without decisions scores low for a query about decisions', () => {
  const query = parseQuery('what did we decide last week?', setting)
  const summary = { counts: [1, 0], length: 80, day: '2026-11-10' as DayLabel, hasDecision: true, semanticScore: 0 }
  expect(scoreSummary(query, corpus, summary).score).toBeGreaterThan(scoreSummary(query, corpus, { ...summary, hasDecision: false }).score)
  expect(scoreSummary(query, corpus, summary).score).toBeGreaterThan(
    scoreSummary(query, corpus, { ...summary, day: '2026-10-10' as DayLabel }).score,
  )
})

test('query coverage counts hyponyms by weight, and no term more than once', () => {
  const even = { weights: [1, 1] }
  expect([
    computeQueryCoverage(even, [1, 0]),
    computeQueryCoverage(even, [3, 0]),
    computeQueryCoverage(even, [0, 1], [0.5, 1]),
    computeQueryCoverage(even, [0, 0]),
  ]).toEqual([0.5, 0.5, 0.75, 0])
  expect(computeQueryCoverage({ ...even, weights: [] }, [])).toBe(1)
})
