import { randomBytes } from 'node:crypto'
import { expect, type TestContext, test } from 'vitest'
import { systemRandom } from '../../../src/core/ports/random.ts'
import type { EmbeddingConfig } from '../../../src/model/embeddings/config.ts'
import type { EmbeddingChoiceDeps } from '../../../src/search/deps.ts'
import { searchConversation } from '../../../src/search/search.ts'
import { changeModel, type ModelSelection, trySelection } from '../../../src/search/vectors/change-model.ts'
import { embedPending } from '../../../src/search/vectors/embed-pending.ts'
import { loadEmbeddingStatus } from '../../../src/search/vectors/embedding-status.ts'
import { openEmbeddings } from '../../../src/search/vectors/open-embeddings.ts'
import type { Store } from '../../../src/store/store.ts'
import type { Scope } from '../../../src/threads/scope.ts'
import { testPerson } from '../../support/conversation.ts'
import { type EmbeddingServer, embeddingServer } from '../../support/embedding-server.ts'
import { embeddingConfig } from '../../support/embeddings.ts'
import { recordingLog } from '../../support/recording-log.ts'
import { ownStore } from '../../support/store.ts'
import { chunkOf, never, type VectorTestDeps, vectorDeps } from './support.ts'

interface Process extends EmbeddingChoiceDeps {
  readonly clock: VectorTestDeps['clock']
}

const encryptionKey = randomBytes(32)

/** A process on the same database; each opens what is in use for itself. */
async function processOn({ store, clock }: VectorTestDeps, settings: Partial<EmbeddingConfig> = {}): Promise<Process> {
  const log = recordingLog()
  const config = embeddingConfig({ encryptionKey, ...settings })
  return { store, clock, random: systemRandom, log, embeddings: await openEmbeddings({ store, clock, log }, config) }
}

/** A database with some texts. */
async function texts(context: TestContext, { count = 3, store }: { count?: number; store?: Store } = {}): Promise<VectorTestDeps> {
  const deps = await vectorDeps(context, store && { store })
  const person = await testPerson(deps.store)
  for (let n = 0; n < count; n++) await chunkOf(deps.store, [await person.say(`text ${n}`, new Date(Date.UTC(2026, 9, 1 + n, 9)))])
  return deps
}

const serverWish = ({ baseUrl }: EmbeddingServer, model: string, apiKey?: string): ModelSelection => ({
  use: 'server',
  baseUrl,
  model,
  ...(apiKey !== undefined && { apiKey }),
})
const change = (on: Process, wish: ModelSelection, isConfirmed = true) => changeModel(on, wish, { isConfirmed })
const models = async ({ store }: Process) =>
  (await store.db.embedding.findMany({ orderBy: { id: 'asc' } })).map(({ state, model }) => `${model} ${state}`)
const stored = ({ store }: Process) => store.db.embeddingChoice.findMany()

test('a model change takes effect once re-embedding is confirmed', async (context) => {
  const one = await processOn(await texts(context))
  const [first, second] = [await embeddingServer(3), await embeddingServer(5)]
  expect(await change(one, serverWish(first, 'first'))).toEqual({ texts: 3, model: 'first', isMade: true })
  await embedPending(one, never)
  expect(await models(one)).toEqual(Array(3).fill('first ready'))

  expect(await change(one, serverWish(second, 'second'), false)).toEqual({ texts: 3, model: 'second', isMade: false })
  expect(await models(one)).toEqual(Array(3).fill('first ready'))
  expect((await loadEmbeddingStatus(one.store, one.embeddings)).inUse).toMatchObject({ model: 'first' })

  expect(await change(one, serverWish(second, 'second'))).toEqual({ texts: 3, model: 'second', isMade: true })
  expect(await models(one)).toEqual(Array(3).fill('null pending'))
  await embedPending(one, never)
  expect(await models(one)).toEqual(Array(3).fill('second ready'))
  expect(second.texts()).toEqual([['hello'], ['hello'], ['text 2', 'text 1', 'text 0']])
  expect(await loadEmbeddingStatus(one.store, one.embeddings)).toMatchObject({
    use: 'server',
    baseUrl: second.baseUrl,
    model: 'second',
    inUse: { counts: { ready: 3, pending: 0, others: 0 } },
  })
})

test('changing back halfway embeds only what the model has not embedded', async (context) => {
  const deps = await texts(context, { count: 40 })
  const one = await processOn(deps)
  const [first, second] = [await embeddingServer(3), await embeddingServer(5)]
  await change(one, serverWish(first, 'first'))
  await embedPending(one, never)
  await change(one, serverWish(second, 'second'))
  const half = new AbortController()
  second.requests.bodies.length = 0
  // The second of its calls for texts is not made any more.
  const aborting = {
    ...one.embeddings,
    async latest() {
      if (second.texts().length > 0) half.abort()
      return one.embeddings.latest()
    },
  }
  await embedPending({ ...one, embeddings: aborting }, half)
  expect((await models(one)).filter((row) => row === 'second ready')).toHaveLength(32)
  expect(await change(one, serverWish(second, 'second'), false)).toEqual({ texts: 8, model: 'second', isMade: false })
  expect(await change(one, serverWish(first, 'first'), false)).toEqual({ texts: 40, model: 'first', isMade: false })
  // Of the same name, and with vectors of another length: another model after all.
  second.answer = { dimensions: 4 }
  expect(await change(one, serverWish(second, 'second'), false)).toEqual({ texts: 40, model: 'second', isMade: false })
})

test('a model that does not answer with usable vectors changes nothing', async (context) => {
  const one = await processOn(await texts(context))
  const [good, bad] = [await embeddingServer(), await embeddingServer()]
  await change(one, serverWish(good, 'good'))
  await embedPending(one, never)
  const before = await stored(one)
  const wrong: readonly [EmbeddingServer['answer'], RegExp][] = [
    [{ status: 401 }, /rejects the API key \(401\)/],
    [{ status: 404 }, /has no model "bad"/],
    [{ status: 500 }, /./],
    [{ dimensions: 1_536 }, /vectors of 1536 numbers, but at most 1024 can be stored/],
    [{ dimensions: 0 }, /./],
  ]
  for (const [answer, says] of wrong) {
    bad.answer = answer
    await expect(trySelection(one, serverWish(bad, 'bad'))).rejects.toThrow(says)
    await expect(change(one, serverWish(bad, 'bad'))).rejects.toThrow(says)
  }
  await expect(change(one, { use: 'server', baseUrl: 'http://127.0.0.1:9/v1', model: 'bad' })).rejects.toMatchObject({
    kind: 'unavailable',
  })
  expect(await stored(one)).toEqual(before)
  expect(await models(one)).toEqual(Array(3).fill('good ready'))
  expect(await trySelection(one, serverWish(good, 'good'))).toEqual({ provider: 'server', model: 'good', dimensions: 3 })
})

test('a key is stored encrypted, survives a restart, and is sent to its own address only', async (context) => {
  const deps = await texts(context)
  const one = await processOn(deps)
  const [own, other] = [await embeddingServer(), await embeddingServer()]
  await change(one, serverWish(own, 'mine', 'sk-very-secret'))
  const [row] = await stored(one)
  expect(JSON.stringify(row)).not.toContain('sk-very-secret')
  expect(Buffer.from(row?.encryptedKey ?? '', 'base64url').includes('sk-very-secret')).toBe(false)
  expect(JSON.stringify(await loadEmbeddingStatus(one.store, one.embeddings))).not.toContain('secret')

  const later = await processOn(deps)
  await embedPending(later, never)
  await change(later, serverWish(own, 'mine-2'))
  expect(own.keys()).toEqual(Array(3).fill('sk-very-secret'))
  // As if somebody put another address into the database.
  await deps.store.db.embeddingChoice.updateMany({ data: { baseUrl: other.baseUrl } })
  await embedPending(await processOn(deps), never)
  await trySelection(await processOn(deps), serverWish(other, 'mine'))
  await change(later, serverWish(own, 'mine', 'sk-very-secret'))
  await trySelection(later, serverWish(other, 'mine'))
  expect(other.keys()).not.toContain('sk-very-secret')
})

test('a configured key is used for any model at its address', async (context) => {
  const [own, other] = [await embeddingServer(), await embeddingServer()]
  const one = await processOn(await texts(context), { server: { baseUrl: own.baseUrl, model: 'configured', apiKey: 'sk-configured' } })
  await trySelection(one, serverWish(own, 'another'))
  await trySelection(one, serverWish(other, 'another'))
  expect(own.keys()).toEqual(['sk-configured'])
  expect(other.keys()).not.toContain('sk-configured')
})

test('a missing or different encryption key is reported, and search by words works', async (context) => {
  const deps = await texts(context)
  const server = await embeddingServer()
  const without = embeddingConfig()
  const bare = { ...(await processOn(deps)), embeddings: await openEmbeddings({ ...deps, log: recordingLog() }, without) }
  await expect(change(bare, serverWish(server, 'mine', 'sk-secret'))).rejects.toThrow(/Set ENCRYPTION_KEY/)
  expect(server.texts()).toEqual([])
  await change(await processOn(deps), serverWish(server, 'mine', 'sk-secret'))
  for (const later of [bare, await processOn(deps, { encryptionKey: randomBytes(32) })]) {
    await deps.clock.advance(24 * 3_600_000)
    await embedPending(later, never)
    expect(await models(later)).toEqual(Array(3).fill('null pending'))
    expect((await loadEmbeddingStatus(later.store, later.embeddings)).inUse?.counts.outage).toMatch(
      /cannot be decrypted with the current ENCRYPTION_KEY/,
    )
    // Saved anew with no key, it is one without a key.
    expect(await trySelection(later, serverWish(server, 'mine'))).toMatchObject({ model: 'mine' })
    expect(server.keys().at(-1)).not.toBe('sk-secret')
  }
})

test('when switched off, nothing is embedded and all vectors are kept for later', async (context) => {
  const one = await processOn(await texts(context))
  const server = await embeddingServer()
  await change(one, serverWish(server, 'mine', 'sk-kept'))
  await embedPending(one, never)
  expect(await change(one, { use: 'off' }, false)).toEqual({ texts: 0, isMade: true })
  expect(await loadEmbeddingStatus(one.store, one.embeddings)).toMatchObject({ use: 'off', inUse: undefined })
  const calls = server.texts().length
  await embedPending(one, never)
  expect(server.texts()).toHaveLength(calls)
  expect(await loadEmbeddingStatus(one.store, one.embeddings)).toMatchObject({ baseUrl: server.baseUrl, model: 'mine', hasKey: true })
  expect(await change(one, serverWish(server, 'mine'), false)).toEqual({ texts: 0, model: 'mine', isMade: true })
  expect(server.keys()).toEqual(Array(3).fill('sk-kept'))
  expect(await loadEmbeddingStatus(one.store, one.embeddings)).toMatchObject({
    use: 'server',
    inUse: { model: 'mine', counts: { ready: 3 } },
  })
})

test('selecting the configuration restores its model', async (context) => {
  const deps = await texts(context)
  const [configured, chosen] = [await embeddingServer(), await embeddingServer()]
  const one = await processOn(deps, { server: { baseUrl: configured.baseUrl, model: 'configured' } })
  expect(await loadEmbeddingStatus(one.store, one.embeddings)).toMatchObject({ use: 'configured', inUse: { model: 'configured' } })
  await change(one, serverWish(chosen, 'chosen'))
  // The page stands above the configuration, also after a restart.
  const restarted = await processOn(deps, { server: { baseUrl: configured.baseUrl, model: 'configured' } })
  expect((await restarted.embeddings.embedder())?.model).toBe('chosen')
  expect(await change(restarted, { use: 'configured' })).toEqual({ texts: 3, model: 'configured', isMade: true })
  expect((await restarted.embeddings.embedder())?.model).toBe('configured')
  expect(await stored(restarted)).toEqual([])
  // But for what it forbids.
  const forbidden = await processOn(deps, { use: 'off' })
  await expect(change(forbidden, serverWish(chosen, 'chosen'))).rejects.toThrow(/EMBEDDINGS=off/)
  expect(await loadEmbeddingStatus(forbidden.store, forbidden.embeddings)).toMatchObject({ obstacle: 'off', inUse: undefined })
})

test('other processes follow within seconds and store no vector of the previous model', async (context) => {
  const deps = await texts(context)
  const [page, worker] = [await processOn(deps), await processOn(deps)]
  const [first, second] = [await embeddingServer(3), await embeddingServer(5)]
  await change(page, serverWish(first, 'first'))
  expect((await worker.embeddings.embedder())?.provider).toBe('builtin')
  await deps.clock.advance(5_000)
  expect((await worker.embeddings.embedder())?.model).toBe('first')

  // The change comes while the worker waits for the vectors of the first model.
  first.meanwhile = () => change(page, serverWish(second, 'second'))
  await embedPending(worker, never)
  expect(first.texts().at(-1)).toEqual(['text 2', 'text 1', 'text 0'])
  expect(await models(worker)).toEqual(Array(3).fill('second ready'))

  // And when it comes just after the worker looked which model it is, before it takes the texts.
  await change(page, serverWish(first, 'first'))
  let looks = 0
  const late = {
    ...worker.embeddings,
    async latest() {
      const embedder = await worker.embeddings.latest()
      if (++looks === 1) await change(page, serverWish(second, 'second'))
      return embedder
    },
  }
  await embedPending({ ...worker, embeddings: late }, never)
  expect(await models(worker)).toEqual(Array(3).fill('second ready'))
})

test('texts added during a change keep no vector of the previous model', async (context) => {
  const deps = await texts(context)
  const [page, worker] = [await processOn(deps), await processOn(deps)]
  const [first, second] = [await embeddingServer(3), await embeddingServer(5)]
  await change(page, serverWish(first, 'first'))
  await embedPending(worker, never)
  // Between the choice and the setting back of what there is, another text comes, and the worker goes to it at once.
  const { store } = page
  let came = false
  const meddling: typeof store = {
    ...store,
    async transaction(work) {
      const done = await store.transaction(work)
      if (!came) {
        came = true
        const person = await testPerson(store, { name: 'late' })
        await chunkOf(store, [await person.say('text that comes late', '2026-11-02T09:00:00Z')])
        await embedPending(worker, never)
      }
      return done
    },
  }
  await changeModel({ ...page, store: meddling }, serverWish(second, 'second'), { isConfirmed: true })
  await embedPending(worker, never)
  expect(await models(page)).toEqual(Array(4).fill('second ready'))
  expect(first.texts().flat()).not.toContain('text that comes late')
})

test('every process knows the reason of an outage until recovery or a new choice', async (context) => {
  const deps = await texts(context)
  const [page, worker] = [await processOn(deps), await processOn(deps)]
  const server = await embeddingServer()
  await change(page, serverWish(server, 'mine'))
  const { answer } = server
  server.answer = { status: 500 }
  await embedPending(worker, never)
  expect((await loadEmbeddingStatus(page.store, page.embeddings)).inUse?.counts).toMatchObject({
    pending: 3,
    error: 0,
    failing: 0,
    outage: expect.stringMatching(/./),
  })
  server.answer = answer
  await embedPending(worker, never)
  expect((await loadEmbeddingStatus(page.store, page.embeddings)).inUse?.counts).toMatchObject({ pending: 3 })
  await deps.clock.advance(1)
  await change(page, serverWish(server, 'mine'))
  await embedPending(worker, never)
  expect((await loadEmbeddingStatus(page.store, page.embeddings)).inUse?.counts).toMatchObject({ pending: 0, ready: 3, outage: null })
})

test('of two owners who choose at the same time, the second gets an error', async (context) => {
  const deps = await texts(context)
  const [one, two] = [await processOn(deps), await processOn(deps)]
  const [first, second] = [await embeddingServer(), await embeddingServer()]
  await deps.clock.advance(1)
  // The second saves while the first is tried.
  first.meanwhile = () => change(two, serverWish(second, 'second'))
  await expect(change(one, serverWish(first, 'first'))).rejects.toThrow(/Someone else has changed the model in the meantime/)
  expect((await one.embeddings.latest())?.model).toBe('second')
})

test('vectors of another model are counted separately and rebuilt when the choice is saved', async (context) => {
  const deps = await texts(context)
  const [before, after] = [await embeddingServer(3), await embeddingServer(3)]
  const one = await processOn(deps, { server: { baseUrl: before.baseUrl, model: 'before' } })
  await embedPending(one, never)
  const restarted = await processOn(deps, { server: { baseUrl: after.baseUrl, model: 'after' } })
  await embedPending(restarted, never)
  expect((await loadEmbeddingStatus(restarted.store, restarted.embeddings)).inUse).toMatchObject({
    model: 'after',
    counts: { ready: 0, others: 3, pending: 0 },
  })
  await change(restarted, { use: 'configured' })
  await embedPending(restarted, never)
  expect((await loadEmbeddingStatus(restarted.store, restarted.embeddings)).inUse).toMatchObject({ counts: { ready: 3, others: 0 } })
})

test('the key is never logged', async (context) => {
  const one = await processOn(await texts(context))
  const server = await embeddingServer()
  await change(one, serverWish(server, 'mine', 'sk-very-secret'))
  server.answer = { status: 401 }
  await embedPending(one, never)
  await expect(change(one, serverWish(server, 'mine', 'sk-very-secret'))).rejects.toThrow()
  expect(JSON.stringify((one.log as ReturnType<typeof recordingLog>).lines)).not.toContain('secret')
  expect((one.log as ReturnType<typeof recordingLog>).lines.length).toBeGreaterThan(1)
})

test('without pgvector no model can be chosen, with an error, and search by words works', async (context) => {
  const deps = await texts(context, { store: await ownStore() })
  const { db } = deps.store
  await db.$executeRaw`DROP EXTENSION vector CASCADE`
  await db.$executeRaw`CREATE OR REPLACE FUNCTION add_vectors() RETURNS BOOLEAN LANGUAGE sql AS 'SELECT FALSE'`
  const server = await embeddingServer()
  const bare = await processOn(deps, { server: { baseUrl: server.baseUrl, model: 'mine' } })
  expect(await loadEmbeddingStatus(bare.store, bare.embeddings)).toMatchObject({ obstacle: 'no-pgvector', inUse: undefined })
  for (const wish of [serverWish(server, 'mine'), { use: 'builtin' }, { use: 'off' }, { use: 'configured' }] as const)
    await expect(change(bare, wish)).rejects.toThrow(/pgvector 0\.8 or newer is not available.*Install it/)
  await embedPending(bare, never)
  expect(server.texts()).toEqual([])
  const { threadId } = await db.message.findFirstOrThrow()
  const { userId } = await db.continuousThread.findFirstOrThrow({ where: { threadId } })
  const scope = { userId, threadId, audience: 'private' } as Scope
  const found = await searchConversation(bare, scope, { query: 'text' })
  expect([found.results.length, found.signals]).toEqual([3, { fts: true, semantic: false }])
})
