import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SearchInput } from '../../src/search/search.ts'
import { searchConversation } from '../../src/search/search.ts'
import type { Scope } from '../../src/threads/scope.ts'
import { sharedPlace, testPerson } from '../support/conversation.ts'
import { runs } from '../support/runs.ts'
import { testStore } from '../support/store.ts'
import { buildLongText, byDay, daysOf, importLines, messagesOf, search, summaryDaysOf } from './answers-first-support.ts'
import { privately, searchDeps, summarize } from './support.ts'

const dayMs = 86_400_000

/** Words of five letters, none of which is a form, a typo or a kind of another. */
const searchedWords = ['cabin', 'flute', 'tiger', 'bread', 'wrist'] as const
const otherWords = ['dusty', 'mixed', 'vague', 'hazel', 'linen', 'vivid'] as const

interface GeneratedMessage {
  readonly words: readonly string[]
  readonly role: 'user' | 'assistant'
  readonly minutesLater: number
}

const generatedMessage: fc.Arbitrary<GeneratedMessage> = fc.record({
  // No word twice in a message, so that only the set of words decides.
  words: fc.uniqueArray(fc.constantFrom(...searchedWords, ...otherWords), { minLength: 1, maxLength: 5 }),
  role: fc.constantFrom('user', 'user', 'assistant'),
  minutesLater: fc.constantFrom(0, 1, 5, 90),
})

test('a message ranks below one of the same day, author and length that has all of its matched words and more', async () => {
  const store = await testStore()
  let run = 0
  let compared = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(generatedMessage, { minLength: 5, maxLength: 14 }),
      fc.array(fc.uniqueArray(fc.constantFrom(...searchedWords), { minLength: 2, maxLength: 4 }), { minLength: 3, maxLength: 3 }),
      async (generated, queries) => {
        const person = await testPerson(store, { name: `order-${++run}` })
        let time = Date.parse('2026-11-10T06:00:00Z')
        const first = await person.say('dusty', new Date(time))
        const messages = new Map<number, GeneratedMessage>()
        for (const message of generated) {
          time += message.minutesLater * 60_000
          const text = message.words.join(' ')
          const stored =
            message.role === 'user'
              ? await person.say(text, new Date(time))
              : await person.answer(first, text, { at: new Date(time), role: 'assistant' })
          messages.set(stored.id, message)
        }
        for (const words of queries) {
          const query = words.join(' ')
          const ids = messagesOf(await search(store, person, { query, limit: 50 })).map(({ message_id }) => message_id as number)
          const rankOf = (id: number) => (ids.includes(id) ? ids.indexOf(id) : Number.POSITIVE_INFINITY)
          const matchesOf = (message: GeneratedMessage) => words.filter((word) => message.words.includes(word))
          for (const [better, more] of messages)
            for (const [worse, fewer] of messages) {
              const [all, some] = [matchesOf(more), matchesOf(fewer)]
              const isSuperset = some.length < all.length && some.every((word) => all.includes(word))
              if (!isSuperset || more.role !== fewer.role || more.words.length !== fewer.words.length) continue
              compared++
              expect(rankOf(better), `"${more.words.join(' ')}" before "${fewer.words.join(' ')}" for "${query}"`).toBeLessThan(
                rankOf(worse),
              )
            }
        }
      },
    ),
    { numRuns: runs(120), seed: 18, endOnFailure: true },
  )
  expect(compared).toBeGreaterThan(0)
}, 120_000)

test('one that shares all the matched words of a neighbour, and has more, ranks above it, however often the neighbours repeat them', async () => {
  const store = await testStore()
  let run = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...otherWords),
      fc.subarray(['cabin flute tiger', 'flute tiger', 'tiger cabin', 'cabin'], { minLength: 1 }),
      fc.boolean(),
      async (filler, crowd, isNewer) => {
        const person = await testPerson(store, { name: `crowd-${++run}` })
        const at = (minute: number) => new Date(Date.parse('2026-11-10T08:00:00Z') + minute * 60_000)
        const alone = await person.say('cabin flute tiger', at(isNewer ? 600 : 0))
        for (const [index, text] of crowd.entries()) await person.say(text, at(300 + index))
        const short = await person.say(`${filler} cabin flute`, at(310))
        for (const [index, text] of crowd.entries()) await person.say(text, at(320 + index))
        const found = messagesOf(await search(store, person, { query: 'cabin flute tiger', limit: 50 })).map(({ message_id }) => message_id)
        expect(found).toContain(alone.id)
        expect(found.indexOf(alone.id)).toBeLessThan(found.indexOf(short.id))
      },
    ),
    { numRuns: runs(60), seed: 18, endOnFailure: true },
  )
})

const unheard = ['submarine', 'harpsichord', 'volcano']
const names = ['Mirela', 'Ludovica', 'Tomasz']

interface DayQuestions {
  readonly language: string
  readonly locale: string
  readonly topics: readonly string[]
  readonly said: readonly string[]
  readonly ask: readonly ((name: string, topic: string, date: string) => string)[]
  readonly formats: readonly ((day: string, month: string, year: string) => string)[]
}

const dayQuestions: readonly DayQuestions[] = [
  {
    language: 'en',
    locale: 'en',
    topics: [...unheard, 'cable car', 'lunch'],
    said: ['Back at my desk', 'Soup', 'I think so', 'The cable car is closed'],
    ask: [
      (name, _, date) => `Where was ${name} on ${date}?`,
      (name, topic, date) => `What did ${name} say about the ${topic} on ${date}?`,
      (_, topic, date) => `${topic} ${date}`,
      (name, _, date) => `${name} ${date}`,
      (_, __, date) => `What did I talk about on ${date}?`,
    ],
    formats: [(day, month, year) => `${day} ${month} ${year}`, (day, month, year) => `${month} ${day}, ${year}`],
  },
  {
    language: 'de',
    locale: 'de',
    topics: ['Seilbahn', 'Vulkan', 'Mittagessen'],
    said: ['Wieder im Büro', 'Suppe', 'Glaub schon', 'Die Seilbahn ist zu'],
    ask: [
      (name, _, date) => `Wo war ${name} am ${date}?`,
      (_, __, date) => `Was habe ich am ${date} erzählt?`,
      (name, topic, date) => `Was hat ${name} am ${date} über ${topic} gesagt?`,
    ],
    formats: [(day, month, year) => `${day}. ${month} ${year}`],
  },
  {
    language: 'fr',
    locale: 'fr',
    topics: ['téléphérique', 'volcan', 'déjeuner'],
    said: ['Retour au bureau', 'Soupe', 'Je crois', 'Le téléphérique est fermé'],
    ask: [
      (name, _, date) => `Où était ${name} le ${date} ?`,
      (_, __, date) => `Qu'est-ce que j'ai raconté le ${date} ?`,
      (name, topic, date) => `Qu'a dit ${name} sur ${topic} le ${date} ?`,
    ],
    formats: [(day, month, year) => `${day} ${month} ${year}`],
  },
]

test('a named day that has messages is found, whatever else the question names', async () => {
  const store = await testStore()
  let run = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...dayQuestions),
      fc.integer({ min: 40, max: 1_200 }),
      fc.nat(),
      fc.constantFrom(...names),
      fc.boolean(),
      fc.boolean(),
      async ({ language, locale, topics, said, ask, formats }, daysAgo, choice, name, isAuthor, isSaidElsewhere) => {
        const person = await testPerson(store, { name: `day-${++run}`, language })
        const time = Date.parse('2026-11-18T12:00:00Z') - daysAgo * dayMs
        const at = (dayOffset: number) => new Date(time + dayOffset * dayMs).toISOString()
        const topic = topics[choice % topics.length] ?? ''
        const author = isAuthor ? name : 'Bruno'
        const elsewhere = isSaidElsewhere ? `${name}, ${topic}` : (said[0] ?? '')
        await importLines(store, person, [
          [author, at(-20), elsewhere],
          [author, at(0), said[choice % said.length] ?? ''],
          ['Bruno', at(9), said[(choice + 1) % said.length] ?? ''],
        ])
        const part = (options: Intl.DateTimeFormatOptions) =>
          new Intl.DateTimeFormat(locale, { ...options, timeZone: 'Europe/Paris' }).format(time)
        const [day, month, year] = [String(new Date(time).getUTCDate()), part({ month: 'long' }), part({ year: 'numeric' })]
        const date = formats[choice % formats.length]?.(day, month, year) ?? ''
        const query = ask[choice % ask.length]?.(name, topic, date) ?? ''
        expect(daysOf(await search(store, person, { query, limit: 50 })), query).toContain(at(0).slice(0, 10))
      },
    ),
    { numRuns: runs(150), seed: 31, endOnFailure: true },
  )
}, 120_000)

test('a day named by an ISO date, by "yesterday" or by a weekday is found with any topic', async () => {
  const store = await testStore()
  let run = 0
  await fc.assert(
    fc.asyncProperty(
      // The searches are of Wednesday 18 November 2026.
      fc.constantFrom(
        ['2026-11-17', 'yesterday'],
        ['2026-11-13', 'last Friday'],
        ['2026-11-16', 'on Monday'],
        ['2026-03-03', '2026-03-03'],
      ),
      fc.constantFrom(...unheard, ...names),
      async ([label = '', words = ''], topic) => {
        const person = await testPerson(store, { name: `near-${++run}` })
        await person.say('Soup', `${label}T12:00:00Z`)
        await person.say('Back at my desk', '2026-11-02T12:00:00Z')
        for (const query of [`What about ${topic} ${words}?`, `${topic} ${words}`, `Did ${topic} come up ${words}?`])
          expect(daysOf(await search(store, person, query)), query).toContain(label)
      },
    ),
    { numRuns: runs(60), seed: 31, endOnFailure: true },
  )
})

test('a day summary is found by a word that only it contains', async () => {
  const store = await testStore()
  const summaryWords = ['theremin', 'glacier', 'harpsichord', 'reconciliation', 'Kowalczyk', 'zither', 'passport']
  let run = 0
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.constantFrom(...summaryWords), { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 8 }),
      fc.array(fc.constantFrom(...otherWords), { minLength: 1, maxLength: 4 }),
      fc.constantFrom(
        (word: string) => word,
        (word: string) => `When did we talk about the ${word}?`,
        (word: string) => `${word} and the submarine`,
      ),
      fc.boolean(),
      async (words, messagesPerDay, filler, ask, isCovered) => {
        const person = await testPerson(store, { name: `summary-${++run}` })
        for (const [index, word] of words.entries()) {
          let last = await person.say(filler.join(' '), `2026-11-0${index + 2}T08:00:00Z`)
          for (let count = 1; count < messagesPerDay; count++)
            last = await person.say(`${filler[count % filler.length]} ${count}`, `2026-11-0${index + 2}T08:${10 + count}:00Z`)
          const markdown = `## Summary\nA day about ${filler[0]} and the ${word}.\n\n## Goals\n- None\n\n## Decisions\n- None`
          await summarize(store, last, markdown, isCovered ? last.changeSeq : undefined)
        }
        for (const [index, word] of words.entries()) {
          const output = await search(store, person, ask(word))
          expect(summaryDaysOf(output), ask(word)).toEqual([`2026-11-0${index + 2}`])
          expect(output.results[0], ask(word)).toMatchObject({ kind: 'summary' })
        }
      },
    ),
    { numRuns: runs(60), seed: 18, endOnFailure: true },
  )
}, 120_000)

test('a message that shares a rare word with the question is found, whatever else is asked', async () => {
  const store = await testStore()
  const person = await testPerson(store)
  const rareWords = ['harpsichord', 'medlar', 'crampon', 'volcano']
  for (let index = 0; index < 40; index++)
    await person.say(`Work was good today, I think, number ${index}`, new Date(Date.parse('2026-10-01T08:00:00Z') + index * 3_600_000))
  const rare = new Map<string, number>()
  for (const [index, word] of rareWords.entries())
    rare.set(word, (await person.say(`The ${word} is back`, `2026-11-0${index + 2}T08:00:00Z`)).id)
  const talk = fc.constantFrom('good', 'work', 'think', 'today', 'emperor', 'antwerp', 'submarine', 'engineer', 'marzipan', 'did the')
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...rareWords),
      fc.array(talk, { maxLength: 8 }),
      fc.array(talk, { maxLength: 8 }),
      async (word, before, after) => {
        const query = [...before, word, ...after].join(' ')
        const ids = messagesOf(await search(store, person, { query })).map(({ message_id }) => message_id)
        expect(ids, query).toContain(rare.get(word))
      },
    ),
    { numRuns: runs(100), seed: 18, endOnFailure: true },
  )
})

test.each<{ results: string; group: (input: SearchInput) => SearchInput }>([
  { results: 'results', group: (input) => input },
  { results: 'results grouped by day', group: byDay },
])(
  'passages and summaries of other users and audiences never appear in $results, and change none',
  async ({ group }) => {
    const store = await testStore()
    const deps = searchDeps(store)
    const secretWords = ['theremin', 'glacier', 'harpsichord', 'zither']
    const secret = fc.constantFrom(...secretWords)
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          mine: secret,
          summary: secret,
          hers: secret,
          asked: secret,
          position: fc.nat(19),
          hour: fc.integer({ min: 7, max: 20 }),
        }),
        async ({ mine, summary, hers, asked, position, hour }) => {
          const [anna, eve] = [await testPerson(store, { name: `anna ${++run}` }), await testPerson(store, { name: `eve ${run}` })]
          const [garden, cellar] = [sharedPlace(`garden ${run}`), sharedPlace(`cellar ${run}`)]
          const at = (day: string) => `2026-11-${day}T${String(hour).padStart(2, '0')}:00:00Z`
          const open = await anna.say(buildLongText(20, { [position]: `The ${asked} is for everyone.` }), at('10'), { place: garden })
          const openAnswer = await anna.say('Soup', at('11'), { place: garden })
          const inFront: Scope = { ...privately(anna), audience: open.audience }
          const inputs: SearchInput[] = [
            { query: asked },
            { query: `which days were about the ${asked}?`, limit: 50 },
            { query: `"${asked}"` },
            { query: `What did Anna say about the ${asked} on 10 November 2026?` },
            { query: 'What happened on 11 November 2026?' },
            { query: 'nothing -soup', recency_days: 30 },
            { query: `${secretWords.join(' ')} soup`, limit: 50 },
            { query: '', day: '2026-11-10', limit: 50 },
          ]
          const answers = async (scope: Scope) => {
            const given = []
            for (const input of inputs) given.push(await searchConversation(deps, scope, group(input)))
            return given
          }
          const before = await answers(inFront)

          const secretText = (word: string) => buildLongText(20, { [position]: `The ${word} is a secret.` })
          const hidden = [
            await anna.say(secretText(mine), at('10')),
            await anna.say('A secret glacier', at('11'), { place: cellar }),
            await eve.say(secretText(hers), at('10'), { place: cellar }),
            await eve.say(secretText(hers), at('12')),
          ]
          await summarize(store, open, `## Summary\nThe secret of the ${summary}.\n\n## Decisions\n- A secret ${mine}`)
          await summarize(store, hidden[3]!, `## Summary\nThe secret of the ${hers}.`)

          const shown = await answers(inFront)
          expect(shown).toEqual(before)
          for (const output of shown) {
            expect(summaryDaysOf(output)).toEqual([])
            expect(JSON.stringify(output.results)).not.toContain('secret')
            for (const { message_id } of messagesOf(output)) expect([open.id, openAnswer.id]).toContain(message_id)
          }
          // Eve's rows are not Anna's, even in private.
          const ofEve = hidden.slice(2).map(({ id }) => id)
          const inPrivate = await answers(privately(anna))
          for (const output of inPrivate) for (const { message_id } of messagesOf(output)) expect(ofEve).not.toContain(message_id)
          expect([...new Set(inPrivate.flatMap(summaryDaysOf))]).toEqual(['2026-11-10'])
        },
      ),
      { numRuns: runs(40), seed: 18, endOnFailure: true },
    )
  },
  240_000,
)
