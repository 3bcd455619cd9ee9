import { expect, test } from 'vitest'
import type { Embedder } from '../../../src/core/ports/embedder.ts'
import type { EmbeddingConfig } from '../../../src/model/embeddings/config.ts'
import type { SearchDeps } from '../../../src/search/deps.ts'
import { embedPending } from '../../../src/search/vectors/embed-pending.ts'
import { addVectorColumns } from '../../../src/search/vectors/embedding-table.ts'
import { openEmbeddings } from '../../../src/search/vectors/open-embeddings.ts'
import { TestClock } from '../../support/clock.ts'
import { testPerson } from '../../support/conversation.ts'
import { embeddingConfig } from '../../support/embeddings.ts'
import { answers, rawModelServer } from '../../support/raw-model-server.ts'
import { recordingLog } from '../../support/recording-log.ts'
import { ownStore, testStore } from '../../support/store.ts'
import { chunkOf, never, vectorDeps } from './support.ts'

/** The embedder that is in use after a start. */
async function openEmbedder(deps: SearchDeps, settings: Partial<EmbeddingConfig>): Promise<Embedder | undefined> {
  return (await openEmbeddings(deps, embeddingConfig(settings))).embedder()
}
const server = { baseUrl: 'http://127.0.0.1:9/v1', model: 'mine' }

test('without pgvector there is no embedder and one log line says why; with it, the configured one is used', async () => {
  const store = await testStore()
  const log = recordingLog()
  const deps = { store, clock: new TestClock(), log }
  const there = await addVectorColumns(store.db)
  const embedder = await openEmbedder(deps, { server })
  expect(embedder?.model).toBe(there ? 'mine' : undefined)
  expect(log.lines.map(({ message }) => message)).toEqual(there ? [] : [expect.stringContaining('pgvector 0.8 or newer is not available')])
  expect(await openEmbedder(deps, { use: 'off', server })).toBeUndefined()
})

test('a database that gets pgvector later stores vectors from the next start on', async (context) => {
  const deps = await vectorDeps(context, { store: await ownStore() })
  const { store } = deps
  await store.db.$executeRaw`DROP EXTENSION vector CASCADE`
  const person = await testPerson(store)
  await chunkOf(store, [await person.say('the car', '2026-11-01T09:00:00Z')])
  await openEmbedder(deps, { server })
  await openEmbedder(deps, { server })
  await embedPending(deps, never)
  expect(await store.db.embedding.findMany()).toMatchObject([{ state: 'ready' }])
  const indexes = await store.db.$queryRaw`SELECT indexname FROM pg_indexes WHERE indexname = 'embeddings_vector_idx'`
  expect(indexes).toHaveLength(1)
})

test('the model detected at the first start stays, whatever is available later', async (context) => {
  const deps = await vectorDeps(context)
  const listing = (id: string) => rawModelServer(answers(200, { data: [{ id }] }))
  const first = await listing('first-embedder')
  const second = await listing('second-embedder')
  expect((await openEmbedder(deps, { discover: [first.address, second.address] }))?.model).toBe('first-embedder')
  expect((await openEmbedder(deps, { discover: [second.address] }))?.model).toBe('first-embedder')
  expect(first.bodies).toHaveLength(1)
  // What is configured counts all the same, and leaves the choice as it was.
  expect((await openEmbedder(deps, { server }))?.model).toBe('mine')
  expect(await deps.store.db.embeddingChoice.findMany()).toMatchObject([{ model: 'first-embedder', baseUrl: `${first.address}/v1` }])
})

test('startup warns about vectors of another model', async (context) => {
  const deps = await vectorDeps(context)
  const log = recordingLog()
  const person = await testPerson(deps.store)
  await chunkOf(deps.store, [await person.say('the car', '2026-11-01T09:00:00Z')])
  await embedPending(deps, never)
  await openEmbedder({ ...deps, log }, { server: { ...server, model: 'meanings' } })
  expect(log.lines).toEqual([])
  await openEmbedder({ ...deps, log }, { server })
  expect(log.lines).toMatchObject([{ level: 'warn', message: expect.stringContaining('npx throughline embeddings rebuild') }])
})
