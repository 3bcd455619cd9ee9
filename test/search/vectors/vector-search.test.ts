import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ModelError } from '../../../src/core/domain/errors.ts'
import type { PlatformMessageId } from '../../../src/core/domain/ids.ts'
import { embedPending } from '../../../src/search/vectors/embed-pending.ts'
import { searchVectors, type VectorQuery } from '../../../src/search/vectors/vector-search.ts'
import { editMessage } from '../../../src/threads/messages/edit-message.ts'
import type { Scope } from '../../../src/threads/scope.ts'
import { directPlace, sharedPlace, type TestPerson, testPerson } from '../../support/conversation.ts'
import { recordingLog } from '../../support/recording-log.ts'
import { runs } from '../../support/runs.ts'
import { ScriptedEmbedder } from '../../support/scripted-embedder.ts'
import { privately, summarize } from '../support.ts'
import { chunkOf, never, type VectorTestDeps, vectorDeps } from './support.ts'

const all = { upTo: 2_147_483_647, segments: undefined, limit: 10 }
const find = (deps: VectorTestDeps, person: TestPerson, text: string, more: Partial<VectorQuery> = {}, scope: Scope = privately(person)) =>
  searchVectors(deps, scope, { ...all, text, ...more })

/** A person who speaks of a car and a boat on one day, of dinner on the next, each a chunk. */
async function conversation(deps: VectorTestDeps) {
  const { store } = deps
  const person = await testPerson(store)
  const car = await person.say('I bought a car', '2026-11-01T09:00:00Z')
  const boat = await person.say('We went sailing', '2026-11-01T10:00:00Z')
  const dinner = await person.say('The dinner was good', '2026-11-02T19:00:00Z')
  const ids = {
    car: await chunkOf(store, [car, await person.answer(car, 'A nice car')]),
    boat: await chunkOf(store, [boat]),
    dinner: await chunkOf(store, [dinner]),
  }
  await summarize(store, car, 'A vehicle and a ship.')
  return { person, messages: { car, boat, dinner }, ids }
}

test('finds paraphrases first, with their messages, and summaries separately', async (context) => {
  const deps = await vectorDeps(context)
  const { person, messages, ids } = await conversation(deps)
  await embedPending(deps, never)
  const found = await find(deps, person, 'the automobile')
  expect(found?.hits.map(({ chunkId }) => chunkId)).toEqual([ids.car, ids.dinner, ids.boat])
  expect(found?.hits[0]).toEqual({ chunkId: ids.car, messageIds: [messages.car.id, messages.car.id + 3], similarity: expect.closeTo(1, 2) })
  expect(found?.summaries).toEqual([{ segmentId: messages.car.segmentId, similarity: expect.closeTo(0.71, 1) }])
  expect(deps.embedder.calls.at(-1)).toEqual({ kind: 'query', texts: ['the automobile'] })
  expect((await find(deps, person, 'the automobile', { limit: 1 }))?.hits).toHaveLength(1)
})

test('respects days and the last change, and leaves out deleted messages', async (context) => {
  const deps = await vectorDeps(context)
  const { person, messages, ids } = await conversation(deps)
  await embedPending(deps, never)
  const chunksOf = async (more: Partial<VectorQuery>) => (await find(deps, person, 'car', more))?.hits.map(({ chunkId }) => chunkId)
  expect(await chunksOf({ segments: [messages.dinner.segmentId] })).toEqual([ids.dinner])
  expect(await chunksOf({ segments: [] })).toBeUndefined()
  expect(await chunksOf({ upTo: messages.boat.changeSeq })).toEqual([ids.car, ids.boat])
  expect((await find(deps, person, 'car', { upTo: messages.boat.changeSeq }))?.hits[0]?.messageIds).toEqual([messages.car.id])
  await deps.store.db.message.update({ where: { id: messages.boat.id }, data: { text: '', deletedAt: new Date() } })
  expect(await chunksOf({})).toEqual([ids.car, ids.dinner])
})

test('returns undefined without a query, without vectors, and with vectors of another model only', async (context) => {
  const deps = await vectorDeps(context)
  const { person } = await conversation(deps)
  expect(await find(deps, person, 'car')).toBeUndefined()
  expect(deps.embedder.calls).toEqual([])
  await embedPending(deps, never)
  expect(await find(deps, person, ' ')).toBeUndefined()
  expect(await find({ ...deps, embedder: new ScriptedEmbedder('another') }, person, 'car')).toBeUndefined()
  expect(await find(deps, person, 'car')).toBeDefined()
})

test('does not find edited messages by their old text', async (context) => {
  const deps = await vectorDeps(context)
  const person = await testPerson(deps.store, { name: 'eva' })
  const boat = await person.say('We went sailing', '2026-11-01T10:00:00Z', { id: 'boat' })
  const other = await person.say('With the wind', '2026-11-01T10:01:00Z')
  const chunkId = await chunkOf(deps.store, [boat, other])
  await embedPending(deps, never)
  const found = async () => (await find(deps, person, 'the ship'))?.hits
  expect(await found()).toMatchObject([{ chunkId, messageIds: [boat.id, other.id] }])
  const editedAt = new Date('2026-11-01T11:00:00Z')
  await editMessage(deps, {
    place: directPlace('eva'),
    platformMessageId: 'boat' as PlatformMessageId,
    text: 'We stayed at home',
    editedAt,
  })
  expect(await found()).toMatchObject([{ chunkId, messageIds: [other.id] }])
})

test('never finds zero vectors or vectors of another length', async (context) => {
  const deps = await vectorDeps(context)
  const { person, ids } = await conversation(deps)
  await embedPending(deps, never)
  await deps.store.db
    .$executeRaw`UPDATE embeddings SET vector = array_fill(0::real, ARRAY[1024])::halfvec WHERE chunk_id = ${ids.boat} OR summary_id IS NOT NULL`
  await deps.store.db.$executeRaw`UPDATE embeddings SET dimensions = 4 WHERE chunk_id = ${ids.dinner}`
  expect(await find(deps, person, 'the ship')).toEqual({
    hits: [expect.objectContaining({ chunkId: ids.car, similarity: expect.any(Number) })],
    summaries: [],
  })
})

test('the next page reuses the query vector, even while the server is unavailable', async (context) => {
  const deps = await vectorDeps(context)
  const { person } = await conversation(deps)
  await embedPending(deps, never)
  const before = deps.embedder.calls.length
  const first = await find(deps, person, 'the automobile')
  // Some models give another vector each time.
  deps.embedder.vectors.set('the automobile', [0, 1, 0, 0, 0.1])
  expect(await find(deps, person, 'the automobile')).toEqual(first)
  expect(deps.embedder.calls).toHaveLength(before + 1)
  deps.embedder.failures.push(new ModelError('unavailable', 'The server is away.'))
  expect(await find(deps, person, 'another')).toBeUndefined()
  expect(await find(deps, person, 'the automobile')).toEqual(first)

  for (let n = 0; n < 200; n++) {
    deps.clock.advance(10_000)
    await find(deps, person, `query ${n}`)
  }
  expect(await find(deps, person, 'the automobile')).not.toEqual(first)
})

test('a query that cannot be embedded logs a warning without its text and returns undefined', async (context) => {
  const made = await vectorDeps(context)
  const log = recordingLog()
  const deps = { ...made, log }
  const { person } = await conversation(deps)
  await embedPending(deps, never)
  deps.embedder.vectors.set('secret nothing', [0, 0, 0, 0, 0])
  deps.embedder.failures.push(new ModelError('rejected', 'It is too long.'), new TypeError('a mistake of ours'))
  expect(await find(deps, person, 'secret car')).toBeUndefined()
  expect(await find(deps, person, 'secret car')).toBeUndefined()
  expect(await find(deps, person, 'secret nothing')).toBeUndefined()
  expect(log.lines.map(({ level }) => level)).toEqual(['warn', 'warn', 'warn'])
  expect(JSON.stringify(log.lines)).not.toContain('secret')
  // It was the queries' fault, so the next is tried.
  expect(await find(deps, person, 'secret car')).toBeDefined()
})

test('while the server is unavailable or hangs, one search in ten seconds waits for it, with one log line', async (context) => {
  const made = await vectorDeps(context)
  const log = recordingLog()
  const deps = { ...made, log }
  const { clock, embedder } = deps
  const { person } = await conversation(deps)
  await embedPending(deps, never)
  const before = embedder.calls.length
  embedder.failures.push(new ModelError('unavailable', 'The server is away.'))
  expect(await find(deps, person, 'secret car')).toBeUndefined()
  expect(await find(deps, person, 'secret car')).toBeUndefined()
  expect(embedder.calls).toHaveLength(before + 1)

  clock.advance(10_000)
  let answer = () => {}
  embedder.during = () => new Promise<void>((resolve) => (answer = resolve))
  const asleep = clock.sleeping
  const late = find(deps, person, 'secret car')
  await expect.poll(() => clock.sleeping).toBe(asleep + 1)
  clock.advance(2_000)
  expect(await late).toBeUndefined()
  expect(await find(deps, person, 'secret boat')).toBeUndefined()
  expect(embedder.calls).toHaveLength(before + 2)

  // It answers at last: for that query too, and others need not wait.
  embedder.during = () => {}
  answer()
  expect(await find(deps, person, 'secret car')).toBeDefined()
  expect(await find(deps, person, 'secret boat')).toBeDefined()
  expect(embedder.calls).toHaveLength(before + 3)
  expect(log.lines).toMatchObject([{ level: 'warn' }, { level: 'info' }])
  expect(JSON.stringify(log.lines)).not.toContain('secret')
})

test('among many vectors, the index finds the nearest of the caller', async (context) => {
  const deps = await vectorDeps(context)
  const { store, embedder } = deps
  if (store.engine !== 'pglite') return context.skip('so many are compared one by one here')
  const { person, messages, ids } = await conversation(deps)
  await embedPending(deps, never)
  const other = await testPerson(store)
  const theirs = await other.say('I bought a car', '2026-11-01T09:00:00Z')
  // Straight into the tables, and without the time that adding each to the index takes.
  await store.db.$executeRaw`DROP INDEX embeddings_vector_idx`
  for (const [{ threadId, segmentId }, count] of [
    [messages.car, 2_010],
    [theirs, 500],
  ] as const)
    await store.db.$executeRaw`
      INSERT INTO transcript_chunks (thread_id, segment_id, audience, position, first_message_id, last_message_id, message_ids, change_seq, hash, text, tokens)
      SELECT ${threadId}::int, ${segmentId}::int, 'private', n, 1, 1, '{}', 1, 'filler ' || n, 'filler', 1 FROM generate_series(1, ${count}::int) n`
  await store.db.$executeRaw`
    UPDATE embeddings SET state = 'ready', provider = ${embedder.provider}, model = ${embedder.model}, dimensions = 5,
      vector = (SELECT array_agg(sin(embeddings.id * k * 12.9898)) || array_fill(0::float8, ARRAY[994]) FROM generate_series(1, 30) k)::real[]::halfvec(1024)
    WHERE state = 'pending'`
  await store.db
    .$executeRaw`CREATE INDEX embeddings_vector_idx ON embeddings USING hnsw ((vector::vector(1024)) vector_cosine_ops) WHERE chunk_id IS NOT NULL`
  const found = await find(deps, person, 'the automobile', { limit: 50 })
  expect(found?.hits[0]).toMatchObject({ chunkId: ids.car, similarity: expect.closeTo(1, 2) })
  expect(found?.summaries).toHaveLength(1)
})

test('a user finds what they said, and in a shared place what was said there, and nothing else (property)', async (context) => {
  const deps = await vectorDeps(context)
  const { store } = deps
  const ana = await testPerson(store, { name: 'ana' })
  const ben = await testPerson(store, { name: 'ben' })
  const places = [directPlace('ana'), sharedPlace('kitchen'), sharedPlace('garage')]
  let hour = 0
  const said = fc.record({
    who: fc.constantFrom(ana, ben),
    where: fc.constantFrom(0, 1, 2),
    text: fc.constantFrom('a car', 'a boat', 'dinner', 'the budget'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(said, { minLength: 1, maxLength: 6 }), async (lines) => {
      const before = await find(deps, ana, 'automobile', { limit: 1_000 })
      let added = 0
      for (const { who, where, text } of lines) {
        const place = where === 0 ? directPlace(who === ana ? 'ana' : 'ben') : places[where]!
        const message = await who.say(text, new Date(Date.UTC(2026, 9, 1, hour++)), { place })
        await chunkOf(store, [message])
        if (who === ana) added++
      }
      await embedPending(deps, never)
      const after = await find(deps, ana, 'automobile', { limit: 1_000 })
      expect(after?.hits.length ?? 0).toBe((before?.hits.length ?? 0) + added)
      const shared = await store.db.place.findMany({ where: { kind: 'shared' } })
      for (const { id } of shared) {
        const scope: Scope = { ...privately(ana), audience: `place:${id}` as Scope['audience'] }
        const seen = await find(deps, ana, 'automobile', { limit: 1_000 }, scope)
        expect(seen?.summaries ?? []).toEqual([])
        const ids = seen?.hits.flatMap(({ messageIds }) => messageIds) ?? []
        const rows = await store.db.message.findMany({ where: { placeId: id }, select: { id: true } })
        expect(new Set(ids)).toEqual(new Set(rows.map((message) => message.id)))
      }
    }),
    { numRuns: runs(8) },
  )
})
