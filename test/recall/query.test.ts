import { describe, expect, test } from 'vitest'
import { asksAboutPast, isQuestion, soundsLikeDecision } from '../../src/recall/cues.ts'
import { parseQuery } from '../../src/recall/query.ts'

const setting = { now: new Date('2026-11-18T09:00:00Z'), timezone: 'Europe/Paris' }

test.each([
  ['what did we decide last week?', 'decide', '2026-11-09'],
  ['what did I say about the red boat on Tuesday', 'red boat', '2026-11-17'],
  ["qu'est-ce qu'on a décidé pour l'appartement la semaine dernière ?", 'décidé appartement', '2026-11-09'],
  ['was haben wir gestern über das Auto gesagt?', 'auto', '2026-11-17'],
  ['what happened yesterday?', '', '2026-11-17'],
])('%s', (text, topic, from) => {
  expect(parseQuery(text, setting)).toMatchObject({ topic, days: [{ from }] })
})

test('a month named is both a period and a word', () => {
  expect(parseQuery('the trip in March', setting)).toMatchObject({
    topic: 'trip',
    monthNames: 'march',
    days: [{ from: '2026-03-01', to: '2026-03-31' }],
  })
})

test('days given beside the query stand in for those it names', () => {
  const limitedTo = { from: '2026-11-03', to: '2026-11-03' } as ReturnType<typeof parseQuery>['days'][number]
  expect(parseQuery('boat last week', { ...setting, limitedTo }).days).toEqual([limitedTo])
})

test('a day named over and over is named once, and of many days some', () => {
  expect(parseQuery('today '.repeat(166), setting).days).toEqual([{ from: '2026-11-18', to: '2026-11-18' }])
  const days = Array.from({ length: 20 }, (_, n) => `2026-10-${n + 10}`).join(' ')
  expect(parseQuery(days, setting).days).toHaveLength(8)
})

test('what no database takes is left out, and accents are composed', () => {
  expect(parseQuery('a\u0000caf\u0065\u0301 \ud800 bar', setting).text).toBe('a café bar')
})

describe('cues', () => {
  test.each(['Where is the key?', 'what did we decide last week', 'où est la clé', 'Wann fahren wir'])('a question: %s', (text) => {
    expect(isQuestion(text)).toBe(true)
  })

  test.each(['The key is here.', 'What a day! We won.', 'Can you see it?\nHere is the whole text.', 'How to do it is clear now. We go.'])(
    'no question: %s',
    (text) => {
      expect(isQuestion(text)).toBe(false)
    },
  )

  test('a question about the past asks for what others said', () => {
    expect(asksAboutPast('What did we decide about the flat?')).toBe(true)
    expect(asksAboutPast("qu'est-ce qu'on a décidé hier ?")).toBe(true)
    expect(asksAboutPast('Which flat shall we take?')).toBe(false)
    expect(asksAboutPast('We decided last week.')).toBe(false)
  })

  test.each([
    'We decided on Elm Street.',
    "Let's go with Astro",
    "OK we'll take the blue one",
    'Agreed, 14 May.',
    'On prend le train.',
    "C'est décidé !",
    'Wir nehmen die Wohnung.',
  ])('a decision: %s', (text) => {
    expect(soundsLikeDecision(text)).toBe(true)
  })

  test.each(['Did we decide on Elm Street?', 'I had soup.', 'The undecided voters', 'Il pleut.'])('no decision: %s', (text) => {
    expect(soundsLikeDecision(text)).toBe(false)
  })
})
