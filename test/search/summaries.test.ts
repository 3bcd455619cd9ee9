import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Message } from '../../src/core/domain/messages.ts'
import { indexThread } from '../../src/search/index/update-index.ts'
import { searchConversation } from '../../src/search/search.ts'
import type { Store } from '../../src/store/store.ts'
import type { Scope } from '../../src/threads/scope.ts'
import { sharedPlace, testPerson } from '../support/conversation.ts'
import { runs } from '../support/runs.ts'
import { testStore } from '../support/store.ts'
import { english } from './small-talk.ts'
import { find, privately, searchDeps, summarize } from './support.ts'

const dayMs = 86_400_000

/** Words of no language and no message. */
const rareWord = fc.stringMatching(/^zq[bdfgk][aou][bdfgk]{2}[aou]$/)

describe('the summary of a day', () => {
  test('is found first by a word that only it contains, among many days and whatever else is asked', async () => {
    const store = await testStore()
    const deps = searchDeps(store)
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(rareWord, { minLength: 70, maxLength: 75 }),
        fc.array(fc.constantFrom(...english), { minLength: 5, maxLength: 5 }),
        fc.nat(69),
        async (rareWords, said, which) => {
          const person = await testPerson(store, { name: `summaries-${++run}` })
          const days: Message[] = []
          for (const [n, rare] of rareWords.entries()) {
            days.push(await person.say(said[n % said.length] ?? '', new Date(Date.parse('2026-08-01T08:00:00Z') + n * dayMs)))
            await summarize(store, days[n]!, `## Summary\nTalked about the ${rare} and other things.`)
          }
          const { results } = await searchConversation(deps, privately(person), { query: `what did we say about the ${rareWords[which]}?` })
          expect(results[0]).toMatchObject({ kind: 'summary', day_segment_id: days[which]?.segmentId })
          expect(results).toHaveLength(1)
        },
      ),
      { numRuns: runs(4), interruptAfterTimeLimit: 40_000 },
    )
  }, 120_000)

  test('is found among the days searched only', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    await summarize(store, await person.say('hello', '2026-11-10T08:00:00Z'), 'The kayak.')
    await summarize(store, await person.say('hello', '2026-11-11T08:00:00Z'), 'Another kayak.')
    expect(await find(searchDeps(store), person, { query: 'kayak', until: '2026-11-10' })).toEqual(['The kayak.'])
    expect(await find(searchDeps(store), person, { query: 'kayak' })).toHaveLength(2)
  })

  test('makes its words known, so that they are not taken for misspelled ones', async () => {
    const store = await testStore()
    const person = await testPerson(store)
    const day = await person.say('Melissa plays the cello', '2026-11-10T08:00:00Z')
    expect(await find(searchDeps(store), person, 'Mellisa')).toEqual(['Melissa plays the cello'])
    await summarize(store, day, 'Mellisa called.')
    expect(await find(searchDeps(store), person, 'Mellisa')).toEqual(['Mellisa called.'])
  })

  test('is no longer found by its old words once it is rewritten, in any process', async () => {
    const store = await testStore()
    const deps = searchDeps(store)
    const person = await testPerson(store)
    const day = await person.say('hello', '2026-11-10T08:00:00Z')
    await summarize(store, day, 'Bought a walrus.')
    expect(await find(deps, person, 'walrus')).toEqual(['Bought a walrus.'])
    await summarize(store, day, 'Bought a heron.')
    expect(await indexedWords(store)).toEqual([''])
    expect(await find(deps, person, 'walrus')).toEqual([])
    expect(await find(deps, person, 'heron')).toEqual(['Bought a heron.'])
    await store.db.daySummary.delete({ where: { segmentId: day.segmentId } })
    expect(await indexedWords(store)).toEqual([])
    expect(await find(deps, person, 'heron')).toEqual([])
  })

  test('is found on a later page where the first page had it, though it is rewritten in between', async () => {
    const store = await testStore()
    const deps = searchDeps(store)
    const person = await testPerson(store)
    for (let n = 1; n <= 3; n++)
      await summarize(store, await person.say('hello', `2026-11-0${n}T08:00:00Z`), `A kayak${', and a canoe'.repeat(n)}.`)
    const first = await searchConversation(deps, privately(person), { query: 'kayak', limit: 1 })
    const days = await store.db.daySegment.findMany({ orderBy: { dayLabel: 'asc' } })
    for (const { id } of days) await store.db.daySummary.update({ where: { segmentId: id }, data: { markdown: 'Nothing at all.' } })
    const second = await searchConversation(deps, privately(person), { query: 'kayak', limit: 5, cursor: first.next_cursor ?? '' })
    expect([...first.results, ...second.results].map(({ day_segment_id: id }) => id).sort()).toEqual(days.map(({ id }) => id).sort())
  })

  test('is stemmed in the language that it was written in, whatever that of the user is now', async () => {
    const store = await testStore()
    const deps = searchDeps(store)
    const person = await testPerson(store)
    const day = await person.say('hello', '2026-11-10T08:00:00Z')
    await summarize(store, day, 'Les chevaux sont beaux.')
    expect(await find(deps, person, 'cheval')).toEqual([])
    await store.db.daySummary.update({
      where: { segmentId: day.segmentId },
      data: { markdown: 'Les chevaux sont grands.', language: 'fr' },
    })
    expect(await find(deps, person, 'cheval')).toEqual(['Les chevaux sont grands.'])
  })

  test('follows its day into another thread, and is found there only', async () => {
    const store = await testStore()
    const deps = searchDeps(store)
    const [anna, eve] = [await testPerson(store, { name: 'anna' }), await testPerson(store, { name: 'eve' })]
    await eve.say('hello', '2026-11-09T08:00:00Z')
    const day = await anna.say('hello', '2026-11-10T08:00:00Z')
    await summarize(store, day, 'The walrus.')
    expect(await find(deps, anna, 'walrus')).toEqual(['The walrus.'])
    // As when two accounts are merged.
    await store.db.message.delete({ where: { id: day.id } })
    await store.db.daySegment.update({ where: { id: day.segmentId }, data: { threadId: eve.threadId } })
    expect(await indexedWords(store)).toEqual([''])
    expect(await find(deps, eve, 'walrus')).toEqual(['The walrus.'])
    expect(await find(deps, anna, 'walrus')).toEqual([])
  })

  test('is indexed in batches, within the limit of a search, and by two concurrent runs', async () => {
    const store = await testStore()
    const deps = searchDeps(store)
    const person = await testPerson(store)
    for (let n = 0; n < 50; n++)
      await summarize(store, await person.say('hello', new Date(Date.parse('2026-08-01T08:00:00Z') + n * dayMs)), `Thing ${n}.`)
    expect(await indexThread(deps, person.threadId, { maxMessages: 30 })).toMatchObject({ complete: false })
    expect((await indexedWords(store)).filter((terms) => terms !== '')).toHaveLength(40)
    await Promise.all([indexThread(deps, person.threadId), indexThread(deps, person.threadId)])
    expect((await indexedWords(store)).filter((terms) => terms.includes("'thing'"))).toHaveLength(50)
  })

  test('is found neither in a shared place nor by another user', async () => {
    const store = await testStore()
    const deps = searchDeps(store)
    const [anna, eve] = [await testPerson(store, { name: 'anna' }), await testPerson(store, { name: 'eve' })]
    const place = sharedPlace('garden')
    const open = await anna.say('hello', '2026-11-10T08:00:00Z', { place })
    await eve.say('hello', '2026-11-10T08:00:00Z', { place })
    await summarize(store, open, 'The walrus.')
    const inFront: Scope = { ...privately(anna), audience: open.audience }
    for (const input of [{ query: 'walrus' }, { query: 'walrus', day: '2026-11-10' }]) {
      const kinds = async (scope: Scope) => (await searchConversation(deps, scope, input)).results.map(({ kind }) => kind)
      expect(await kinds(privately(anna))).toContain('summary')
      expect(await kinds(inFront)).not.toContain('summary')
      expect(await kinds(privately(eve))).not.toContain('summary')
    }
  })
})

test('the words of summaries that a search may not see are not known', async () => {
  const store = await testStore()
  const deps = searchDeps(store)
  const [anna, eve] = [await testPerson(store, { name: 'anna' }), await testPerson(store, { name: 'eve' })]
  const open = await anna.say('Melissa plays the cello', '2026-11-10T08:00:00Z', { place: sharedPlace('garden') })
  await summarize(store, await eve.say('hello', '2026-11-10T08:00:00Z'), 'Mellisa called.')
  expect(await find(deps, eve, 'Mellisa')).toEqual(['Mellisa called.'])
  expect(await find(deps, anna, 'Mellisa')).toEqual(['Melissa plays the cello'])
  await summarize(store, open, 'Mellisa called.')
  expect(await find(deps, anna, 'Mellisa')).toEqual(['Mellisa called.'])
  const { results } = await searchConversation(deps, { ...privately(anna), audience: open.audience }, { query: 'Mellisa' })
  expect(results).toMatchObject([{ kind: 'message', message_id: open.id }])
})

async function indexedWords(store: Store): Promise<string[]> {
  const rows = await store.db.$queryRaw<{ terms: string }[]>`SELECT terms::text AS terms FROM summary_index`
  return rows.map(({ terms }) => terms)
}
