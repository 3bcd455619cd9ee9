import { describe, expect, test } from 'vitest'
import type { DayRange } from '../../../src/core/dates/calendar.ts'
import { asksAboutPast, isAboutSpeaker, isQuestion, mentionsTime, soundsLikeDecision } from '../../../src/search/query/intent-cues.ts'
import { parseQuery } from '../../../src/search/query/parse-query.ts'

const setting = { now: new Date('2026-11-18T09:00:00Z'), timezone: 'Europe/Paris' }

test.each([
  ['what did we decide last week?', 'decide', '2026-11-09'],
  ['what did I say about the red boat on Tuesday', 'red boat', '2026-11-17'],
  ["qu'est-ce qu'on a décidé pour l'appartement la semaine dernière ?", 'décidé appartement', '2026-11-09'],
  ['was haben wir gestern über das Auto gesagt?', 'auto', '2026-11-17'],
  ['what happened yesterday?', '', '2026-11-17'],
  ['昨日のホテル', 'ホテル', '2026-11-17'],
  ['京都で先週決めたホテル', '京都 決め ホテル', '2026-11-09'],
])('%s', (text, topic, from) => {
  expect(parseQuery(text, setting)).toMatchObject({ topic, days: [{ from }] })
})

test('a named month is a period and a term', () => {
  expect(parseQuery('the trip in March', setting)).toMatchObject({
    topic: 'trip',
    dateWords: 'march',
    days: [{ from: '2026-03-01', to: '2026-03-31' }],
  })
})

test('a long past period is also a term; days and current periods are not', () => {
  const dateWords = (text: string) => parseQuery(text, setting).dateWords
  expect(dateWords('what did I start two years ago?')).toBe('two years ago')
  expect(dateWords('the trip last year')).toBe('last year')
  expect(dateWords('trips in 2019')).toBe('2019')
  expect(dateWords('qui est né il y a deux ans ?')).toBe('deux ans')
  expect(dateWords('photos il y a deux ans')).toBe('deux ans')
  // Numbers of days are in other dates, and signs in other words.
  expect(dateWords('what did we spend from 1 January to 31 March?')).toBe('january march')
  expect(dateWords('photos from Monday 5 January until Friday 6 March')).toBe('monday january friday march')
  expect(dateWords('costs between 2026-01-01 and 2026-06-30')).toBe('2026')
  expect(dateWords('what did we do during 2019?')).toBe('2019')
  expect(dateWords('去年の旅行')).toBe('')
  expect(dateWords('2年前の旅行')).toBe('')
  for (const text of ['what did we say two weeks ago?', 'the plan this year', 'in the last 3 months', 'on 2 May'])
    expect(dateWords(text), text).toBe('')
})

test.each([
  ['the party on Friday', 'friday'],
  ['la fête de vendredi', 'vendredi'],
  ['das Fest am Freitag, 6. März', 'freitag märz'],
  ['le 3 mai', 'mai'],
])('weekdays and months are also terms: %s', (text, dateWords) => {
  expect(parseQuery(text, setting).dateWords).toBe(dateWords)
})

test.each(['Was habe ich am 3. März erzählt?', "Qu'est-ce que j'ai raconté le 3 mars ?", 'what was I told on 3 March?'])(
  'what is said is a topic, to say it is not: %s',
  (text) => {
    expect(parseQuery(text, setting)).toMatchObject({ topic: '', days: [{ from: '2026-03-03', to: '2026-03-03' }] })
  },
)

test('the days of a query are listed, and so is a limit to one day, but not a longer one', () => {
  const lists = (text: string, limitedTo?: readonly [string, string]) =>
    parseQuery(text, { ...setting, ...(limitedTo && { limitedTo: { from: limitedTo[0], to: limitedTo[1] } as DayRange }) }).listsDays
  expect(lists('boat last week')).toBe(true)
  expect(lists('boat')).toBe(false)
  expect(lists('boat', ['2026-11-03', '2026-11-03'])).toBe(true)
  expect(lists('boat yesterday', ['2026-11-03', '2026-11-04'])).toBe(false)
  expect(lists('boat yesterday', ['2026-11-03', '2026-11-18'])).toBe(true)
  expect(lists('boat last week')).toBe(true)
  expect(lists('boat last year')).toBe(true)
})

test('asks for decisions, unless the decision of others is the topic', () => {
  const forDecisions = (text: string) => parseQuery(text, setting).isAboutDecisions
  for (const text of [
    'what did we decide?',
    'our decisions of last week',
    'decisions today',
    'our decision to book the boat',
    'when was the decision to move made?',
  ])
    expect(forDecisions(text), text).toBe(true)
  expect(forDecisions("what does she think about Ann's decision to move?")).toBe(false)
})

test('the days of the arguments replace those of the query', () => {
  const limitedTo = { from: '2026-11-03', to: '2026-11-03' } as ReturnType<typeof parseQuery>['days'][number]
  expect(parseQuery('boat last week', { ...setting, limitedTo }).days).toEqual([limitedTo])
})

test('repeated days count once, and the number of days is limited', () => {
  expect(parseQuery('today '.repeat(166), setting).days).toEqual([{ from: '2026-11-18', to: '2026-11-18' }])
  const days = Array.from({ length: 20 }, (_, n) => `2026-10-${n + 10}`).join(' ')
  expect(parseQuery(days, setting).days).toHaveLength(8)
})

test('removes characters that the database rejects, and composes accents', () => {
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

  test('recognizes questions about the past', () => {
    expect(asksAboutPast('What did we decide about the flat?')).toBe(true)
    expect(asksAboutPast("qu'est-ce qu'on a décidé hier ?")).toBe(true)
    expect(asksAboutPast('Which flat shall we take?')).toBe(false)
    expect(asksAboutPast('We decided last week.')).toBe(false)
  })

  test.each([
    'We decided on Elm Street.',
    "Let's go with Astro",
    "OK we'll take the blue one",
    "let's take the blue one",
    'I’ll go with the oak table',
    "we'll take two of them",
    "ok, let's do Thursday",
    "Let's do 7:30pm then",
    "we'll pick the smaller one",
    "let's use Postgres",
    'Agreed, 14 May.',
    'On prend le train.',
    'ok, prenons le bleu',
    'je vais prendre la bleue',
    "j'opte pour le chêne",
    'je pars sur la table en chêne',
    'ok, on fait jeudi',
    'Disons jeudi.',
    "C'est décidé !",
    'Wir nehmen die Wohnung.',
    'dann nehmen wir das blaue',
    'lass uns das blaue nehmen',
    'Ich entscheide mich für den Eichentisch',
    'ok, machen wir Donnerstag',
    'Lass uns Donnerstag machen',
  ])('a decision: %s', (text) => {
    expect(soundsLikeDecision(text)).toBe(true)
  })

  test.each([
    'Did we decide on Elm Street?',
    'I had soup.',
    'The undecided voters',
    "let's see",
    "let's talk tomorrow",
    "let's talk on Thursday",
    'let me take a look',
    "I'll take a closer look",
    "let's take a break",
    "we'll take it from there",
    "I'll take you to the station",
    "I'll pick the kids up at four",
    "let's go for a walk",
    "let's do the dishes",
    "let's take the blue one?",
    'Il pleut.',
    'on verra jeudi',
    'voyons',
    'on en parle demain',
    'on prend un café',
    'prenons le temps',
    'je vais prendre une douche',
    'mal sehen',
    'lass uns morgen reden',
    'Lass uns am Donnerstag reden',
    'lass mich mal schauen',
    'nehmen wir an, es regnet',
    'ich nehme an',
    'lass uns mehr Zeit nehmen',
    'wir nehmen uns Zeit',
  ])('no decision: %s', (text) => {
    expect(soundsLikeDecision(text)).toBe(false)
  })

  test.each(['on Mon', 'next tue', 'Monday', 'le mardi', 'am Sonntag', 'two weeks ago'])('says when: %s', (text) => {
    expect(mentionsTime(text)).toBe(true)
  })

  test.each(["c'est mon anniversaire", 'tu tues le temps', 'the sun sat on the wed dress'])('does not say when: %s', (text) => {
    expect(mentionsTime(text)).toBe(false)
  })
})

test.each([
  ['What did the doctor tell us?', true],
  ['WHAT DID THE DOCTOR TELL US?', true],
  ['Which of my boats leaks?', true],
  ['Which US state was Sam in?', false],
  ['Who moved to the US?', false],
  ['What did you suggest to me?', false],
  ['You wanted to bring something up before I leave', false],
  ['What did you promise us?', false],
])('%s is about oneself: %s', (query, expected) => {
  expect(isAboutSpeaker(query)).toBe(expected)
})
