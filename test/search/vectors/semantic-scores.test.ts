import { expect, test } from 'vitest'
import { ModelError } from '../../../src/core/domain/errors.ts'
import { type SearchInput, searchConversation } from '../../../src/search/search.ts'
import { embedPending } from '../../../src/search/vectors/embed-pending.ts'
import { sharedPlace, type TestPerson, testPerson } from '../../support/conversation.ts'
import { privately, summarize, texts } from '../support.ts'
import { chunkOf, never, type VectorTestDeps, vectorDeps } from './support.ts'

const ask = (deps: VectorTestDeps, person: TestPerson, input: SearchInput | string) =>
  searchConversation(deps, privately(person), typeof input === 'string' ? { query: input } : input)

/** Somebody with one message a chunk, of a language without a thesaurus: only the meaning brings other words together. */
async function whoSaid(deps: VectorTestDeps, ...said: readonly string[]): Promise<TestPerson> {
  const person = await testPerson(deps.store, { language: 'ja' })
  for (const [index, text] of said.entries())
    await chunkOf(deps.store, [await person.say(text, new Date(Date.UTC(2026, 10, 2 + index, 9)))])
  await embedPending(deps, never)
  return person
}

test('finds paraphrases and reports the semantic signal', async (context) => {
  const deps = await vectorDeps(context)
  const person = await whoSaid(deps, 'The automobile is at the garage', 'Tea with lemon')
  const found = await ask(deps, person, 'vehicle')
  expect(found.signals).toEqual({ fts: true, semantic: true })
  expect(texts(found)).toEqual(['The automobile is at the garage'])
  const { embeddings: _, ...byWords } = deps
  expect(await searchConversation(byWords, privately(person), { query: 'vehicle' })).toMatchObject({
    results: [],
    signals: { fts: true, semantic: false },
  })
})

test('finds summaries by meaning', async (context) => {
  const deps = await vectorDeps(context)
  const person = await testPerson(deps.store)
  await summarize(deps.store, await person.say('Hello', '2026-11-02T09:00:00Z'), '## Topics\nThe ship was painted.')
  await embedPending(deps, never)
  expect((await ask(deps, person, 'boat')).results).toMatchObject([{ kind: 'summary', day_label: '2026-11-02' }])
})

test('ranks matches by words and meaning above matches by one of them', async (context) => {
  const deps = await vectorDeps(context)
  const person = await whoSaid(deps, 'A ship in a bottle', 'A boat in a bottle')
  expect(texts(await ask(deps, person, 'boat'))).toEqual(['A boat in a bottle', 'A ship in a bottle'])
})

test('in a shared place, private messages do not match by meaning', async (context) => {
  const deps = await vectorDeps(context)
  const person = await whoSaid(deps, 'The automobile is at the garage')
  const { audience } = await person.say('Hello all', '2026-11-02T10:00:00Z', { place: sharedPlace('harbour') })
  const scope = { ...privately(person), audience }
  expect(await searchConversation(deps, scope, { query: 'vehicle' })).toMatchObject({
    results: [],
    signals: { fts: true, semantic: false },
  })
})

test('without the embedding server, searches words only and reports it', async (context) => {
  const deps = await vectorDeps(context)
  const person = await whoSaid(deps, 'The automobile is at the garage')
  deps.embedder.failures.push(new ModelError('unavailable', 'no server'))
  const found = await ask(deps, person, 'garage vehicle')
  expect(found.signals).toEqual({ fts: true, semantic: false })
  expect(texts(found)).toEqual(['The automobile is at the garage'])
})

test('pages are consistent while texts are embedded and when the model recovers between them', async (context) => {
  const deps = await vectorDeps(context)
  const person = await whoSaid(deps, 'A car', 'A vehicle', 'An automobile', 'A car and a car')
  const whole = await ask(deps, person, { query: 'car', limit: 50 })
  expect(texts(whole)).toHaveLength(4)
  const paged: string[] = []
  for (let cursor: string | undefined, page = 0; page < 9; page++) {
    const found = await ask(deps, person, { query: 'car', limit: 1, ...(cursor && { cursor }) })
    paged.push(...texts(found))
    cursor = found.next_cursor
    if (cursor === undefined) break
    const later = await person.say(`automobile ${page}`, new Date(Date.UTC(2026, 10, 3, 10, page)))
    await chunkOf(deps.store, [later])
    await deps.store.db.$executeRaw`UPDATE transcript_chunks SET text = text || ' ship' WHERE thread_id = ${person.threadId}`
    await embedPending(deps, never)
  }
  expect(paged).toEqual(texts(whole))

  const query = 'car ship'
  deps.embedder.failures.push(new ModelError('unavailable', 'no server'))
  const first = await ask(deps, person, { query, limit: 1 })
  expect(first.signals.semantic).toBe(false)
  deps.clock.advance(60_000)
  const second = await ask(deps, person, { query, limit: 1, cursor: first.next_cursor ?? '' })
  expect(second.signals.semantic).toBe(false)
  expect((await ask(deps, person, { query })).signals.semantic).toBe(true)
})

test('a search that started with embeddings does not continue without them, unless its first page is cached', async (context) => {
  const deps = await vectorDeps(context)
  const person = await whoSaid(deps, 'A car', 'A vehicle')
  const { next_cursor: cursor = '' } = await ask(deps, person, { query: 'car', limit: 1 })
  const { embeddings: _, ...byWords } = deps
  const goOn = (store: typeof deps.store) =>
    searchConversation({ ...byWords, store }, privately(person), { query: 'car', limit: 1, cursor })
  expect((await goOn(deps.store)).signals.semantic).toBe(true)
  // As another process has it.
  await expect(goOn({ ...deps.store })).rejects.toThrow(/Start it again without the cursor/)
})
