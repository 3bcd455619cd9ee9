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
async function openEmbedder(parts: SearchDeps, settings: Partial<EmbeddingConfig>): Promise<Embedder | undefined> {
  return (await openEmbeddings(parts, embeddingConfig(settings))).embedder()
}
const server = { baseUrl: 'http://127.0.0.1:9/v1', model: 'mine' }

test('without pgvector there is no embedder and one log line says why; with it, the configured one is used', async () => {
  const store = await testStore()
  const log = recordingLog()
  const parts = { store, clock: new TestClock(), log }
  const there = await addVectorColumns(store.db)
  const embedder = await openEmbedder(parts, { server })
  expect(embedder?.model).toBe(there ? 'mine' : undefined)
  expect(log.lines.map(({ message }) => message)).toEqual(there ? [] : [expect.stringContaining('no pgvector')])
  expect(await openEmbedder(parts, { use: 'off', server })).toBeUndefined()
})

test('a database that gets pgvector later stores vectors from the next start on', async (context) => {
  const parts = await vectorDeps(context, { store: await ownStore() })
  const { store } = parts
  await store.db.$executeRaw`DROP EXTENSION vector CASCADE`
  const person = await testPerson(store)
  await chunkOf(store, [await person.say('the car', '2026-11-01T09:00:00Z')])
  await openEmbedder(parts, { server })
  await openEmbedder(parts, { server })
  await embedPending(parts, never)
  expect(await store.db.embedding.findMany()).toMatchObject([{ state: 'ready' }])
  const indexes = await store.db.$queryRaw`SELECT indexname FROM pg_indexes WHERE indexname = 'embeddings_vector_idx'`
  expect(indexes).toHaveLength(1)
})

test('the model detected at the first start stays, whatever is available later', async (context) => {
  const parts = await vectorDeps(context)
  const listing = (id: string) => rawModelServer(answers(200, { data: [{ id }] }))
  const first = await listing('first-embedder')
  const second = await listing('second-embedder')
  expect((await openEmbedder(parts, { discover: [first.address, second.address] }))?.model).toBe('first-embedder')
  expect((await openEmbedder(parts, { discover: [second.address] }))?.model).toBe('first-embedder')
  expect(first.bodies).toHaveLength(1)
  // What is configured counts all the same, and leaves the choice as it was.
  expect((await openEmbedder(parts, { server }))?.model).toBe('mine')
  expect(await parts.store.db.embeddingChoice.findMany()).toMatchObject([{ model: 'first-embedder', baseUrl: `${first.address}/v1` }])
})

test('startup warns about vectors of another model', async (context) => {
  const parts = await vectorDeps(context)
  const log = recordingLog()
  const person = await testPerson(parts.store)
  await chunkOf(parts.store, [await person.say('the car', '2026-11-01T09:00:00Z')])
  await embedPending(parts, never)
  await openEmbedder({ ...parts, log }, { server: { ...server, model: 'meanings' } })
  expect(log.lines).toEqual([])
  await openEmbedder({ ...parts, log }, { server })
  expect(log.lines).toMatchObject([{ level: 'warn', message: expect.stringContaining('npm run embeddings -- rebuild') }])
})
