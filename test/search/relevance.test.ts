import { describe, expect, test } from 'vitest'
import { InputError } from '../../src/core/domain/errors.ts'
import type { PlatformMessageId } from '../../src/core/domain/ids.ts'
import { searchConversation } from '../../src/search/search.ts'
import type { Store } from '../../src/store/store.ts'
import { deleteMessage } from '../../src/threads/messages/edit-message.ts'
import { directPlace, type TestPerson, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { english, french, german, japanese } from './small-talk.ts'
import { find, privately, searchDeps } from './support.ts'

/** A question, and what says its answer. */
type Asked = readonly [question: string, answer: string]

const hourMs = 3_600_000

/** Says some lines hours apart, in the order of an even mixture: the answers stand among the talk. */
async function sayMixed(person: TestPerson, talk: readonly string[], answers: readonly string[]): Promise<void> {
  const every = Math.ceil(talk.length / answers.length)
  const lines = answers.flatMap((answer, n) => [...talk.slice(n * every, (n + 1) * every), answer])
  const start = Date.parse('2026-10-01T08:00:00Z')
  for (const [n, line] of lines.entries()) await person.say(line, new Date(start + n * 5 * hourMs))
}

async function personWith(store: Store, talk: readonly string[], answers: readonly string[], language: string): Promise<TestPerson> {
  const person = await testPerson(store, { language })
  await sayMixed(person, talk, answers)
  return person
}

/** One who said the answers of a set amid talk. */
const personWhoSaid = (store: Store, talk: readonly string[], set: readonly Asked[], language: string): Promise<TestPerson> =>
  personWith(
    store,
    talk,
    set.map(([, answer]) => answer),
    language,
  )

describe.each<{ language: string; talk: readonly string[]; set: readonly Asked[] }>([
  {
    language: 'fr',
    talk: french,
    set: [
      ["C'était quoi le nom du restaurant à Nantes ?", 'Le restaurant de Nantes s’appelle La Cigale, il faut réserver'],
      ['Quand est-ce que je vois le dentiste ?', 'Rendez-vous chez la dentiste le 14 décembre à 9 h 30'],
      ['qui garde le chat pendant les vacances', 'Mireille gardera les chats quand nous serons en vacances'],
      ['code de la porte d’entrée', 'Le code de l’entrée est 58B12'],
      ['combien coûtait la chaudière ?', 'Le devis pour la chaudière : 4 200 euros, pose comprise'],
    ],
  },
  {
    language: 'de',
    talk: german,
    set: [
      ['Wie hieß der Arzt, den Jonas empfohlen hat?', 'Jonas empfiehlt die Ärztin Dr. Wiebke Harms in Altona'],
      ['Wo liegen die Schlüssel für den Keller?', 'Der Kellerschlüssel liegt unter dem Blumentopf, die Schlüssel fürs Rad im Keller'],
      ['Wann kommt der Handwerker wegen der Heizung?', 'Die Handwerker kommen am 3. Dezember und reparieren die Heizung'],
      ['Was hat das Fahrrad gekostet', 'Für das gebrauchte Fahrrad habe ich 340 Euro bezahlt'],
      ['welche Größe hat Papas Jacke', 'Papas Jacken kaufe ich immer in Größe 54'],
    ],
  },
  {
    language: 'japanese',
    talk: japanese,
    set: [
      ['京都のホテルの名前は？', '京都では鴨川沿いのホテル「月の宿」に泊まる予定'],
      ['歯医者の予約はいつ？', '歯医者は十二月三日の午後二時に予約した'],
      ['猫の薬', '猫に飲ませる薬は朝と晩に半錠ずつ'],
      ['パスポートはどこに置いた？', 'パスポートは机の二番目の引き出しにしまった'],
      ['WiFiのパスワード', 'WiFiのパスワードは冷蔵庫に貼ってある'],
    ],
  },
])('questions in $language', ({ language, talk, set }) => {
  test('find their answers', async () => {
    const store = await testStore()
    const person = await personWhoSaid(store, talk, set, language)
    for (const [question, answer] of set) {
      expect((await find(searchDeps(store), person, question))[0], question).toBe(answer)
    }
  })
})

describe('an unknown spelling', () => {
  const set: readonly Asked[] = [
    ['where does Katarzina live', 'Katarzyna has moved to Wroclaw, 12 Olive Street'],
    ['phone number of Schmid', 'The Schmidt family is at 555 0142'],
    ['what did Grzegrz cook', 'Grzegorz made beetroot soup for everyone'],
    ['when is the apointment', 'The appointment is on Thursday at four'],
    ['Tailscael address of the server', 'The server is at 100.64.0.7 in Tailscale'],
    ['the restaraunt with the terrace', 'That restaurant by the harbour has a heated terrace'],
    ['booking QX81744', 'Booking reference for the ferry: QX8174'],
  ]

  test('finds the most similar words and highlights them', async () => {
    const store = await testStore()
    const person = await personWhoSaid(store, english, set, 'en')
    const deps = searchDeps(store)
    // In so short a conversation a usual word is as rare as a name: a line that has it as it was asked may come before.
    for (const [question, answer] of set) expect((await find(deps, person, question)).slice(0, 3), question).toContain(answer)
    const { results } = await searchConversation(deps, privately(person), { query: 'Katarzina' })
    expect(results).toMatchObject([{ snippet: '**Katarzyna** has moved to Wroclaw, 12 Olive Street' }])
  })

  test('counts less than an exact word, and only if there is none', async () => {
    const store = await testStore()
    const answers = [
      'The Schmidt family is at 555 0142',
      'Katarzyna has a garden',
      'Bernadette has a garden',
      'Katarzina is how her card spells it',
    ]
    const person = await personWith(store, english, answers, 'en')
    const deps = searchDeps(store)
    expect((await find(deps, person, 'Katarsyna Bernadette'))[0]).toBe('Bernadette has a garden')
    expect(await find(deps, person, 'Katarzina')).toEqual(['Katarzina is how her card spells it'])
  })

  test('in the current question is still unknown', async () => {
    const store = await testStore()
    const person = await personWith(store, english, ['Katarzyna has a garden'], 'en')
    const asking = await person.say('what does Katarzina have?', '2026-11-18T08:00:00Z')
    const { results } = await searchConversation(searchDeps(store), privately(person), {
      query: asking.text,
      excludeMessageIds: [asking.id],
    })
    expect(results[0]).toMatchObject({ snippet: '**Katarzyna** has a garden' })
  })

  test('short and dissimilar words do not match', async () => {
    const store = await testStore()
    const person = await personWith(store, english, ['The cart is full', 'A marine biologist called'], 'en')
    for (const query of ['carz', 'submarine', 'zzzzzz']) expect(await find(searchDeps(store), person, query), query).toEqual([])
  })

  test('does not match words of deleted messages', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    const place = directPlace('deleting')
    const deps = searchDeps(store)
    await person.say('Katarzyna has a garden', '2026-11-17T08:00:00Z', { place, id: 'gone' })
    expect(await find(deps, person, 'Katarzina')).toHaveLength(1)
    await deleteMessage(deps, place, 'gone' as PlatformMessageId)
    expect(await find(deps, person, 'Katarzina')).toEqual([])
  })
})

test('identifiers are found whole and by their parts', async () => {
  const set: readonly Asked[] = [
    ['ERR_4711', 'The nightly import stopped with ERR_4711 again'],
    ['what was error 4712', 'ERR_4712 only means that the disk was full'],
    ['foo_bar()', 'call foo_bar() before the window opens'],
    ['src/recall/parse-dates.ts', 'the bug sits in src/recall/parse-dates.ts, line 40'],
    ['ORD-20933', 'my order is ORD-20933, it ships on Monday'],
    ['nora@example.org', 'her new address is nora@example.org'],
    ['https://example.com/tickets/8841', 'the report is at https://example.com/tickets/8841?tab=log'],
    ['v2.14.1', 'we stay on v2.14.1 until spring'],
    ['#invoices channel', 'receipts belong in #invoices'],
  ]
  const store = await testStore()
  const person = await personWhoSaid(store, english, set, 'en')
  for (const [question, answer] of set) expect((await find(searchDeps(store), person, question))[0], question).toBe(answer)
})

test('quotes of any kind do not change the results', async () => {
  const answer = 'The song is called "Paper Lanterns", it’s by the Harbour Four'
  const store = await testStore()
  const person = await personWith(store, english, [answer], 'en')
  for (const query of [
    '"paper lanterns"',
    '“Paper Lanterns”',
    '»Paper Lanterns«',
    "'paper lanterns'",
    '"paper',
    `it's by "the Harbour Four`,
    '`paper` \'lanterns"',
  ])
    expect((await find(searchDeps(store), person, query))[0], query).toBe(answer)
})

describe('natural-language dates', () => {
  // Several say the same: the day alone tells which is meant.
  const said = {
    '2026-02-27T18:00:00Z': 'Went running in the rain',
    '2026-03-28T22:30:00Z': 'Went running by the river',
    '2026-03-29T20:00:00Z': 'Went running with Lea',
    '2026-10-24T21:30:00Z': 'Went running around the lake',
    '2026-10-25T22:30:00Z': 'Went running through the woods',
    '2026-10-31T12:00:00Z': 'Went running at noon',
    '2026-11-02T12:00:00Z': 'Went running in new shoes',
  }

  test.each([
    // Over the end of a month.
    ['2026-11-01T10:00:00Z', 'where did I go running yesterday', 'Went running at noon'],
    ['2026-11-04T10:00:00Z', 'running last week', 'Went running at noon'],
    ['2026-11-04T10:00:00Z', 'running on Saturday', 'Went running at noon'],
    ['2026-11-04T10:00:00Z', 'running two days ago', 'Went running in new shoes'],
    ['2026-03-01T10:00:00Z', 'running two days ago', 'Went running in the rain'],
    ['2026-03-01T10:00:00Z', 'running last month', 'Went running in the rain'],
    // The night in which a clock in Paris goes back: its day has 25 hours.
    ['2026-10-26T10:00:00Z', 'running yesterday', 'Went running through the woods'],
    ['2026-10-26T10:00:00Z', 'running two days ago', 'Went running around the lake'],
    ['2026-10-26T10:00:00Z', 'running last Saturday', 'Went running around the lake'],
    // And the one in which it goes forward: 22:30 in London is 23:30 in Paris, of the same day.
    ['2026-03-30T08:00:00Z', 'running yesterday', 'Went running with Lea'],
    ['2026-03-30T08:00:00Z', 'running two days ago', 'Went running by the river'],
  ])('asked at %s: %s', async (now, question, answer) => {
    const store = await testStore()
    const person = await testPerson(store, { timezone: 'Europe/Paris' })
    for (const [n, line] of english.entries()) await person.say(line, new Date(Date.parse('2026-02-20T09:00:00Z') + n * 7 * 24 * hourMs))
    for (const [at, line] of Object.entries(said)) if (at < now) await person.say(line, at)
    expect((await find(searchDeps(store, now), person, question))[0]).toBe(answer)
  })
})

describe('unusual queries', () => {
  const hostile = [
    'a',
    '?',
    '7',
    '猫',
    '🙂',
    "'; DROP TABLE messages; --",
    "') OR 1=1 --",
    '$1 $2 :name {query}',
    '%s %n %_%',
    "garden:* & !tomato | 'x' <-> y",
    '((((((((((',
    'garden\\',
    "\\'garden\\' ''''",
    'garden\u0000tomato',
    '\ud800 garden \udfff',
    '\u202egarden\u202c',
    '<script>alert(1)</script> <b',
    'g\u0301\u0301\u0301\u0301arden',
    '[#1] [#999999999999999999999]',
    '99999999999999999999999999',
    'on 99.99.9999 and 2026-02-31 and in 300000 years',
    'a'.repeat(10_000),
    'ab '.repeat(3_333),
    '"'.repeat(10_000),
    '東'.repeat(10_000),
    Array.from({ length: 1_400 }, (_, n) => `w${n}xyz`)
      .join(' ')
      .slice(0, 10_000),
    'yesterday '.repeat(1_000),
  ]

  test('return results', async () => {
    const store = await testStore()
    const person = await personWith(store, english, ['The tomatoes in the garden are red'], 'en')
    const deps = searchDeps(store)
    const before = await store.db.message.count()
    for (const query of hostile) {
      const { results, total_estimate } = await searchConversation(deps, privately(person), { query })
      expect(results.length, query.slice(0, 50)).toBeLessThanOrEqual(total_estimate)
    }
    for (const query of [
      "garden'; DROP TABLE messages; --",
      'garden:*',
      'garden\u0000tomatoes',
      '<b>garden</b>',
      `garden ${'('.repeat(9_000)}`,
    ])
      expect((await find(deps, person, query))[0], query.slice(0, 50)).toBe('The tomatoes in the garden are red')
    expect(await store.db.message.count()).toBe(before)
  })

  test('or one sentence about the error', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    for (const query of ['', '  \n\t ', '\u0000\u0001']) {
      const refused = searchConversation(searchDeps(store), privately(person), { query })
      await expect(refused).rejects.toThrow(InputError)
      await expect(refused).rejects.toThrow('Nothing to search for. Pass some words, a day, or both.')
    }
    await expect(searchConversation(searchDeps(store), privately(person), { query: 'a'.repeat(10_001) })).rejects.toThrow(
      'at most 10,000 characters',
    )
  })
})
