import fc from 'fast-check'
import { DateTime } from 'luxon'
import { describe, expect, test } from 'vitest'
import { searchConversation } from '../../src/search/search.ts'
import type { Store } from '../../src/store/store.ts'
import { importMessages } from '../../src/threads/messages/import-messages.ts'
import { type TestPerson, testPerson } from '../support/conversation.ts'
import { runs } from '../support/runs.ts'
import { testStore } from '../support/store.ts'
import { find, privately, searchDeps, summarize } from './support.ts'

/** Says what each author said at a time. */
async function sayAs(
  store: Store,
  person: TestPerson,
  said: readonly (readonly [author: string, text: string, at: string])[],
): Promise<void> {
  const messages = said.map(([author, text, at]) => ({ author, text, role: 'user' as const, sentAt: new Date(at), externalId: at }))
  await importMessages(searchDeps(store), { userId: person.userId, timezone: person.timezone, messages })
}

describe('a named day', () => {
  const lines = ['The cat is back', 'Milk is out', 'hello']

  /** How people name a day. */
  const dayNames = [
    (day: DateTime) => `on ${day.toFormat('d MMMM yyyy')}`,
    (day: DateTime) => `on ${day.toFormat('MMM d, yyyy')}`,
    (day: DateTime) => `on ${day.toISODate()}`,
    (day: DateTime) => `le ${day.setLocale('fr').toFormat('d MMMM yyyy')}`,
    (day: DateTime) => `am ${day.setLocale('de').toFormat('d. MMMM yyyy')}`,
    (day: DateTime) => `in ${day.toFormat('MMMM yyyy')}`,
    (day: DateTime) => `from ${day.minus({ days: 2 }).toFormat('d MMMM')} to ${day.toFormat('d MMMM yyyy')}`,
    (day: DateTime) => `in ${day.year}`,
  ]

  test('that has messages lists them all, whatever else is asked', async () => {
    const store = await testStore()
    const deps = searchDeps(store)
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 3, max: 600 }),
        fc.constantFrom(...dayNames),
        fc.constantFrom(
          'where was Elise',
          'xylophone lessons',
          'was habe ich geträumt',
          'où est la clé',
          'what happened',
          'Milk and xylophones',
        ),
        async (daysAgo, nameDay, question) => {
          const person = await testPerson(store, { name: `days-${++run}`, timezone: 'UTC' })
          const day = DateTime.fromJSDate(deps.clock.now(), { zone: 'UTC' }).minus({ days: daysAgo }).startOf('day')
          for (const [n, text] of lines.entries()) await person.say(text, day.plus({ hours: 8 + n }).toJSDate())
          await person.say('Another year', day.minus({ years: 2 }).toJSDate())
          const found = await find(deps, person, { query: `${question} ${nameDay(day)}?`, limit: 50 })
          expect([...found].sort()).toEqual([...lines].sort())
          if (question.startsWith('Milk')) expect(found[0]).toBe('Milk is out')
        },
      ),
      { numRuns: runs(40), seed: 5, interruptAfterTimeLimit: 40_000 },
    )
  }, 120_000)

  test('lists its summary too, after the messages that match', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    await person.say('The cat is back', '2026-03-03T08:00:00Z')
    await summarize(store, await person.say('Milk is out', '2026-03-03T18:00:00Z'), 'A quiet day.')
    const deps = searchDeps(store)
    expect(await find(deps, person, 'Was habe ich am 3. März erzählt?')).toEqual(['Milk is out', 'The cat is back', 'A quiet day.'])
    expect(await find(deps, person, 'xylophone on 3 March')).toEqual(['A quiet day.', 'Milk is out', 'The cat is back'])
    expect(await find(deps, person, 'milk on 3 March')).toEqual(['Milk is out', 'A quiet day.', 'The cat is back'])
    expect(await find(deps, person, { query: 'xylophone', day: '2026-03-03' })).toHaveLength(3)
    // A longer limit is no name.
    expect(await find(deps, person, { query: 'xylophone', since: '2026-03-03' })).toEqual([])
  })

  test('gives a message the same score whatever else is found', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    const alone = await person.say('The cat is back', '2026-03-03T08:00:00Z')
    const scoreOf = async () => {
      const { results } = await searchConversation(searchDeps(store), privately(person), { query: 'xylophone on 3 March', limit: 50 })
      return results.find((result) => result.kind === 'message' && result.message_id === alone.id)?.score
    }
    const before = await scoreOf()
    expect(before).toBeGreaterThan(0)
    for (let n = 0; n < 5; n++) await person.say('A xylophone', `2026-03-03T1${n}:00:00Z`)
    expect(await scoreOf()).toBe(before)
  })
})

describe('weekdays and months', () => {
  test('are words too, for what is said on other days, but count less than the day itself', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    await person.say('The party is on Friday', '2026-11-11T08:00:00Z')
    await person.say('The cat is back', '2026-11-13T08:00:00Z')
    await person.say('Milk is out', '2026-11-12T08:00:00Z')
    const deps = searchDeps(store)
    expect(await find(deps, person, 'what happened on Friday?')).toEqual(['The cat is back', 'The party is on Friday'])
    await person.say('Exams start in March', '2026-02-02T08:00:00Z')
    await person.say('The river is high', '2026-03-05T08:00:00Z')
    expect(await find(deps, person, 'what happened in March?')).toEqual(['The river is high', 'Exams start in March'])
  })

  test('are not taken for misspelled words', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    await person.say('Marc has a boat', '2026-02-02T08:00:00Z')
    expect(await find(searchDeps(store), person, 'what happened in March?')).toEqual([])
  })
})

describe('the name of an author', () => {
  const said = [
    ['Elise', 'The train was late', '2026-03-03T08:00:00Z'],
    ['Bob', 'Milk is out', '2026-03-03T20:00:00Z'],
    ['Elise', 'The river is high', '2026-04-04T08:00:00Z'],
    ['Bob', 'Elise is in Rome', '2026-05-05T08:00:00Z'],
  ] as const

  test.each(['Where was Elise on 3 March?', 'what did Elise say on 3 March 2026?', "Qu'est-ce qu'Elise a raconté le 3 mars ?"])(
    'and a day ask for what that author said then: %s',
    async (query) => {
      const store = await testStore()
      const person = await testPerson(store)
      await sayAs(store, person, said)
      const { results } = await searchConversation(searchDeps(store), privately(person), { query })
      expect(results[0]).toMatchObject({ author: 'Elise', day_label: '2026-03-03' })
      expect(results[0]?.score).toBeGreaterThan(0.5)
      expect(results.find((result) => result.kind === 'message' && result.author === 'Bob')?.score).toBeLessThan(0.2)
    },
  )

  test('is a word if no day is named', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    await sayAs(store, person, [...said, ['Elise', 'So sunny here', '2026-05-05T08:10:00Z']])
    const { results } = await searchConversation(searchDeps(store), privately(person), { query: 'Where is Elise?' })
    expect(results).toContainEqual(expect.objectContaining({ snippet: '**Elise** is in Rome' }))
    expect(results.find((result) => result.kind === 'message' && result.author === 'Bob')?.score).toBeGreaterThan(0.1)
  })

  test('who is told something does not limit the day to that author', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    await sayAs(store, person, said)
    const found = await find(searchDeps(store), person, 'what did I tell Elise on 3 March?')
    expect(found.slice(0, 2)).toEqual(['Milk is out', 'The train was late'])
  })
})
