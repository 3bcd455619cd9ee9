import { expect, test } from 'vitest'
import { ModelError } from '../../src/core/errors.ts'
import { embedItems } from '../../src/recall/vectors/items.ts'
import { countAgain, doAgain, workOff } from '../../src/recall/vectors/rebuild.ts'
import { embeddingCounts, hasOtherModels, vectorText } from '../../src/recall/vectors/table.ts'
import type { Store } from '../../src/store/store.ts'
import { testPerson } from '../support/conversation.ts'
import { ScriptedEmbedder } from '../support/scripted-embedder.ts'
import { summarize } from './support.ts'
import { chunkOf, never, vectorParts } from './vectors-support.ts'

const rows = (store: Store) => store.db.embedding.findMany({ orderBy: { id: 'asc' } })

/** Chunks of one message each, a day apart. */
async function chunks(store: Store, texts: readonly string[]): Promise<number[]> {
  const person = await testPerson(store)
  const ids: number[] = []
  for (const [index, text] of texts.entries())
    ids.push(await chunkOf(store, [await person.say(text, new Date(Date.UTC(2026, 9, 1 + index, 9)))]))
  return ids
}

test('every chunk and summary waits for its vector as soon as it is there, and again when its text changes', async (context) => {
  const parts = (await vectorParts()) ?? context.skip('no pgvector')
  const { store } = parts
  const person = await testPerson(store)
  const message = await person.say('The car is blue', '2026-11-01T09:00:00Z')
  const chunkId = await chunkOf(store, [message])
  await summarize(store, message, 'A blue car.')
  const { threadId, segmentId } = message
  const waiting = { state: 'pending', threadId, segmentId, audience: 'private', provider: null }
  expect(await rows(store)).toMatchObject([
    { chunkId, summaryId: null, ...waiting },
    { chunkId: null, summaryId: segmentId, ...waiting },
  ])

  await embedItems(parts, never)
  const ready = { state: 'ready', provider: 'server', model: 'meanings', dimensions: 5, error: null }
  expect(await rows(store)).toMatchObject([ready, ready])

  await store.db.transcriptChunk.update({ where: { id: chunkId }, data: { tokens: 2 } })
  await store.db.daySummary.update({ where: { segmentId }, data: { mode: 'manual' } })
  expect(await rows(store)).toMatchObject([ready, ready])
  await store.db.transcriptChunk.update({ where: { id: chunkId }, data: { text: 'The car is red' } })
  await store.db.daySummary.update({ where: { segmentId }, data: { markdown: 'A red car.' } })
  expect(await rows(store)).toMatchObject([
    { chunkId, ...waiting },
    { summaryId: segmentId, ...waiting },
  ])

  await store.db.daySegment.delete({ where: { id: segmentId } })
  expect(await rows(store)).toEqual([])
})

test('summaries come first, and new days before old ones', async (context) => {
  const parts = (await vectorParts()) ?? context.skip('no pgvector')
  const { store, embedder } = parts
  const person = await testPerson(store)
  for (const day of ['01', '02', '03']) {
    const message = await person.say(`chunk ${day}`, `2026-11-${day}T09:00:00Z`)
    await chunkOf(store, [message])
    if (day !== '03') await summarize(store, message, `summary ${day}`)
  }
  await embedItems(parts, never)
  expect(embedder.calls).toEqual([{ kind: 'document', texts: ['summary 02', 'summary 01', 'chunk 03', 'chunk 02', 'chunk 01'] }])
})

test('a text that changes, moves or goes while it is embedded gets no vector of the old one', async (context) => {
  const parts = (await vectorParts()) ?? context.skip('no pgvector')
  const { store, embedder } = parts
  const [changed, gone, kept] = await chunks(store, ['old text', 'gone text', 'kept text'])
  embedder.during = async () => {
    embedder.during = () => {}
    await store.db.transcriptChunk.update({ where: { id: changed! }, data: { text: 'new text' } })
    await store.db.transcriptChunk.delete({ where: { id: gone! } })
  }
  await embedItems(parts, never)
  expect(embedder.calls.map(({ texts }) => texts)).toEqual([['kept text', 'gone text', 'old text'], ['new text']])
  expect(await rows(store)).toMatchObject([
    { chunkId: kept, state: 'ready' },
    { chunkId: changed, state: 'ready' },
  ])
})

test('any number may work at once: each text is embedded once', async (context) => {
  const parts = (await vectorParts()) ?? context.skip('no pgvector')
  const texts = Array.from({ length: 100 }, (_, index) => `text ${index}`)
  await chunks(parts.store, texts)
  await Promise.all([1, 2, 3].map(() => embedItems(parts, never)))
  expect(parts.embedder.calls.flatMap(({ texts }) => texts).sort()).toEqual(texts.sort())
  expect(await embeddingCounts(parts.store.db)).toEqual({ pending: 0, ready: 100, error: 0 })
})

test('what a killed process had taken is taken again after a while', async (context) => {
  const parts = (await vectorParts()) ?? context.skip('no pgvector')
  await chunks(parts.store, ['a text'])
  parts.embedder.failures.push(new Error('the end of the process'))
  await expect(embedItems(parts, never)).rejects.toThrow('the end')
  await embedItems(parts, never)
  expect(parts.embedder.calls).toHaveLength(1)
  parts.clock.advance(10 * 60_000)
  await embedItems(parts, never)
  expect(await rows(parts.store)).toMatchObject([{ state: 'ready' }])
})

test('a server that is away is asked again with growing waits, and given up some day', async (context) => {
  const parts = (await vectorParts()) ?? context.skip('no pgvector')
  const { store, clock, embedder } = parts
  await chunks(store, ['a text'])
  embedder.during = () => {
    throw new ModelError('unavailable', 'The server is away.')
  }
  const waits: number[] = []
  for (;;) {
    await embedItems(parts, never)
    const [row] = await rows(store)
    if (row!.state === 'error') break
    expect(row).toMatchObject({ state: 'pending', error: 'The server is away.' })
    waits.push(row!.notBefore!.getTime() - clock.now().getTime())
    // Before its time, nothing is asked.
    const calls = embedder.calls.length
    await embedItems(parts, never)
    expect(embedder.calls).toHaveLength(calls)
    clock.set(row!.notBefore!)
  }
  expect(waits.slice(0, 3)).toEqual([30_000, 60_000, 120_000])
  expect(Math.max(...waits)).toBe(6 * 3_600_000)
  expect(embedder.calls).toHaveLength(12)
  embedder.during = () => {}
  expect(await countAgain(parts, 'errors')).toBe(1)
  await doAgain(parts, 'errors')
  await embedItems(parts, never)
  expect(await rows(store)).toMatchObject([{ state: 'ready', error: null, attempts: 0 }])
})

test('a server that asks to wait is left alone as long as it says', async (context) => {
  const parts = (await vectorParts()) ?? context.skip('no pgvector')
  await chunks(parts.store, ['a text'])
  parts.embedder.failures.push(new ModelError('rate_limited', 'Too many.', 3_600_000))
  await embedItems(parts, never)
  const [row] = await rows(parts.store)
  expect(row!.notBefore!.getTime() - parts.clock.now().getTime()).toBe(3_600_000)
})

test('one text that is refused is an error by itself, and the others have their vectors', async (context) => {
  const parts = (await vectorParts()) ?? context.skip('no pgvector')
  const ids = await chunks(parts.store, ['one', 'refused', 'three'])
  parts.embedder.during = (texts) => {
    if (texts.includes('refused')) throw new ModelError('rejected', 'It is too long.')
  }
  await embedItems(parts, never)
  expect(await rows(parts.store)).toMatchObject([
    { chunkId: ids[0], state: 'ready' },
    { chunkId: ids[1], state: 'error', error: 'It is too long.' },
    { chunkId: ids[2], state: 'ready' },
  ])
})

test('a stop gives back what was taken', async (context) => {
  const parts = (await vectorParts()) ?? context.skip('no pgvector')
  await chunks(parts.store, ['a text'])
  parts.embedder.failures.push(new ModelError('cancelled', 'Stopped.'))
  await embedItems(parts, never)
  expect(await rows(parts.store)).toMatchObject([{ state: 'pending', notBefore: null, attempts: 0 }])
})

test('another model makes everything anew, after it was counted, and what the old one is at finds nothing to write to', async (context) => {
  const parts = (await vectorParts()) ?? context.skip('no pgvector')
  const { store } = parts
  await chunks(store, ['one', 'two'])
  await embedItems(parts, never)
  await chunks(store, ['three'])
  const next = { ...parts, embedder: new ScriptedEmbedder('another') }
  expect(await hasOtherModels(store.db, parts.embedder)).toBe(false)
  expect(await hasOtherModels(store.db, next.embedder)).toBe(true)
  expect(await countAgain(next, 'everything')).toBe(3)
  parts.embedder.during = async () => {
    parts.embedder.during = () => {}
    await doAgain(next, 'everything')
    await workOff(next, never.signal, () => {})
  }
  await embedItems(parts, never)
  expect((await rows(store)).map(({ model, state }) => `${model} ${state}`)).toEqual(Array(3).fill('another ready'))
  expect(await hasOtherModels(store.db, next.embedder)).toBe(false)
})

test('working off tells how far it is, and why it ended early', async (context) => {
  const parts = (await vectorParts()) ?? context.skip('no pgvector')
  await chunks(
    parts.store,
    Array.from({ length: 40 }, (_, index) => `text ${index}`),
  )
  const told: number[] = []
  parts.embedder.during = () => {
    if (parts.embedder.calls.length === 2) throw new ModelError('unavailable', 'The server is away.')
  }
  expect(await workOff(parts, never.signal, (done) => told.push(done))).toEqual({ done: 32, problem: 'The server is away.' })
  expect(told).toEqual([32, 32])
})

test('vectors are filled up with zeros to 1,024 numbers, and longer ones are an error', () => {
  expect(JSON.parse(vectorText([0.5, -1]))).toEqual([0.5, -1, ...Array(1_022).fill(0)])
  expect(() => vectorText(Array<number>(1_025).fill(1))).toThrow(/1025 numbers/)
})
