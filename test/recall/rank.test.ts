import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseQuery } from '../../src/recall/query.ts'
import { type Corpus, type RankedMessage, scoreMessage, scoreSummary, weightOf } from '../../src/recall/rank.ts'

const setting = { now: new Date('2026-11-18T09:00:00Z'), timezone: 'Europe/Paris' }
const corpus: Corpus = { messages: 1_000, averageLength: 10, frequencies: [5, 300] }
const message: RankedMessage = {
  own: [1, 0],
  length: 10,
  neighbours: [],
  role: 'user',
  day: '2026-10-01',
  text: 'the boat is red',
  cites: false,
  covered: false,
}
const boat = parseQuery('boat paint', setting)
const score = (change: Partial<RankedMessage>, query = boat) => scoreMessage(query, corpus, { ...message, ...change })

describe('the score of a message', () => {
  test('is between 0 and 1 for any evidence', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 300 }),
        fc.array(fc.nat(50), { minLength: 2, maxLength: 2 }),
        fc.integer({ min: 1, max: 5_000 }),
        (n, own, length) => {
          const value = scoreMessage(boat, { ...corpus, messages: n, frequencies: own }, { ...message, own, length })
          expect(value).toBeGreaterThanOrEqual(0)
          expect(value).toBeLessThan(1)
        },
      ),
    )
  })

  test('grows with more words, rarer words, and a shorter text', () => {
    expect(score({ own: [1, 1] })).toBeGreaterThan(score({}))
    expect(score({ own: [1, 0] })).toBeGreaterThan(score({ own: [0, 1] }))
    expect(score({ length: 5 })).toBeGreaterThan(score({ length: 200 }))
    expect(weightOf(corpus, 0)).toBeGreaterThan(weightOf(corpus, 1))
    expect(score({ own: [0, 0] })).toBe(0)
  })

  test('has a share of its neighbours, less from farther and from longer ones', () => {
    const beside = (distance: number, length = 5) => score({ own: [0, 0], neighbours: [{ own: [1, 0], length, distance }] })
    expect(beside(1)).toBeGreaterThan(beside(2))
    expect(beside(2)).toBeGreaterThan(beside(3))
    expect(beside(4)).toBe(0)
    expect(beside(1, 300)).toBeLessThan(beside(1))
    expect(beside(1)).toBeLessThan(score({}))
  })

  test('is lower for questions, for questions about the past, and for answers that repeat', () => {
    const statement = score({})
    const question = score({ text: 'is the boat red?' })
    const past = score({ text: 'did we say the boat is red?' })
    expect(statement).toBeGreaterThan(question)
    expect(question).toBeGreaterThan(past)
    expect(score({ role: 'assistant', cites: true })).toBeLessThan(score({ role: 'assistant' }))
    expect(score({ text: 'Boat paint?' })).toBeLessThan(past)
  })

  test('prefers a named day the more, the fewer days are named', () => {
    const on = (text: string, day: string) => score({ day }, parseQuery(`boat ${text}`, setting))
    expect(on('yesterday', '2026-11-17')).toBeGreaterThan(on('last week', '2026-11-10'))
    expect(on('last week', '2026-11-10')).toBeGreaterThan(on('in March', '2026-03-10'))
    expect(on('in March', '2026-03-10')).toBeGreaterThan(on('in March', '2026-04-10'))
  })

  test('is multiplied by 0.85 when its day summary covers it', () => {
    expect(score({ covered: true })).toBeCloseTo(score({}) * 0.85, 6)
  })
})

test('a summary without decisions says little to who asks for decisions', () => {
  const query = parseQuery('what did we decide last week?', setting)
  const summary = { counts: [1, 0], length: 80, day: '2026-11-10', decides: true }
  expect(scoreSummary(query, corpus, summary)).toBeGreaterThan(scoreSummary(query, corpus, { ...summary, decides: false }))
  expect(scoreSummary(query, corpus, summary)).toBeGreaterThan(scoreSummary(query, corpus, { ...summary, day: '2026-10-10' }))
})
