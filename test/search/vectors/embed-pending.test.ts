import { expect, test } from 'vitest'
import { ModelError } from '../../../src/core/domain/errors.ts'
import { embedAllPending, embedPending } from '../../../src/search/vectors/embed-pending.ts'
import {
  countEmbeddings,
  countTextsToRebuild,
  formatVector,
  hasOtherModels,
  resetForRebuild,
} from '../../../src/search/vectors/embedding-table.ts'
import type { Store } from '../../../src/store/store.ts'
import { testPerson } from '../../support/conversation.ts'
import { recordingLog } from '../../support/recording-log.ts'
import { ScriptedEmbedder } from '../../support/scripted-embedder.ts'
import { summarize } from '../support.ts'
import { chunkOf, never, using, type VectorTestDeps, vectorDeps } from './support.ts'

const rows = (store: Store) => store.db.embedding.findMany({ orderBy: { id: 'asc' } })

/** Chunks of one message each, a day apart. */
async function chunks(store: Store, texts: readonly string[]): Promise<number[]> {
  const person = await testPerson(store)
  const ids: number[] = []
  for (const [index, text] of texts.entries())
    ids.push(await chunkOf(store, [await person.say(text, new Date(Date.UTC(2026, 9, 1 + index, 9)))]))
  return ids
}

test('every new or changed chunk and summary is pending', async (context) => {
  const deps = await vectorDeps(context)
  const { store } = deps
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

  await embedPending(deps, never)
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

test('summaries are embedded first, and new days before old ones', async (context) => {
  const deps = await vectorDeps(context)
  const { store, embedder } = deps
  const person = await testPerson(store)
  for (const day of ['01', '02', '03']) {
    const message = await person.say(`chunk ${day}`, `2026-11-${day}T09:00:00Z`)
    await chunkOf(store, [message])
    if (day !== '03') await summarize(store, message, `summary ${day}`)
  }
  await embedPending(deps, never)
  expect(embedder.calls).toEqual([{ kind: 'document', texts: ['summary 02', 'summary 01', 'chunk 03', 'chunk 02', 'chunk 01'] }])
})

test('a text that changes, moves or is deleted while it is embedded gets no vector of the old text', async (context) => {
  const deps = await vectorDeps(context)
  const { store, embedder } = deps
  const [changed, gone, kept] = await chunks(store, ['old text', 'gone text', 'kept text'])
  embedder.during = async () => {
    embedder.during = () => {}
    await store.db.transcriptChunk.update({ where: { id: changed! }, data: { text: 'new text' } })
    await store.db.transcriptChunk.delete({ where: { id: gone! } })
  }
  await embedPending(deps, never)
  expect(embedder.calls.map(({ texts }) => texts)).toEqual([['kept text', 'gone text', 'old text'], ['new text']])
  expect(await rows(store)).toMatchObject([
    { chunkId: kept, state: 'ready' },
    { chunkId: changed, state: 'ready' },
  ])
})

test('concurrent workers embed each text once', async (context) => {
  const deps = await vectorDeps(context)
  const texts = Array.from({ length: 70 }, (_, index) => `text ${index}`)
  await chunks(deps.store, texts)
  await Promise.all([1, 2, 3].map(() => embedPending(deps, never)))
  expect(deps.embedder.calls.flatMap(({ texts }) => texts).sort()).toEqual(texts.sort())
  expect(await countEmbeddings(deps.store.db, deps.embedder)).toMatchObject({ pending: 0, ready: 70, error: 0 })
})

test('the claims of a killed process expire', async (context) => {
  const deps = await vectorDeps(context)
  await chunks(deps.store, ['a text'])
  deps.embedder.failures.push(new Error('the end of the process'))
  await expect(embedPending(deps, never)).rejects.toThrow('the end')
  await embedPending(deps, never)
  expect(deps.embedder.calls).toHaveLength(1)
  deps.clock.advance(10 * 60_000)
  await embedPending(deps, never)
  expect(await rows(deps.store)).toMatchObject([{ state: 'ready' }])
})

/** The server is away until the test brings it back. */
function away({ embedder }: VectorTestDeps, error = new ModelError('unavailable', 'The server is away.')): { back(): void } {
  embedder.during = () => {
    throw error
  }
  return {
    back: () => {
      embedder.during = () => {}
    },
  }
}

test('a day of outage gives up no text: retries back off, and all texts are embedded on recovery', async (context) => {
  const made = await vectorDeps(context)
  const log = recordingLog()
  const deps = { ...made, log }
  const { store, clock, embedder } = deps
  await chunks(
    store,
    Array.from({ length: 34 }, (_, index) => `text ${index}`),
  )
  const server = away(deps)
  const start = clock.now().getTime()
  const tried: number[] = []
  for (let calls = 0; clock.now().getTime() < start + 24 * 3_600_000; clock.advance(30_000)) {
    await embedPending(deps, never)
    if (embedder.calls.length > calls) tried.push(clock.now().getTime() - start)
    calls = embedder.calls.length
  }
  const waits = tried.slice(1).map((time, index) => time - tried[index]!)
  expect(waits.slice(0, 6)).toEqual([30_000, 60_000, 120_000, 240_000, 480_000, 900_000])
  expect(Math.max(...waits)).toBe(900_000)
  // After the first failure only a word is asked for.
  expect(embedder.calls[0]!.texts).toHaveLength(32)
  expect(embedder.calls.slice(1).every(({ texts }) => texts.length === 1 && texts[0] === 'hello')).toBe(true)
  expect(new Set((await rows(store)).map(({ state, attempts }) => `${state} ${attempts}`))).toEqual(new Set(['pending 0']))
  expect(await countEmbeddings(store.db, embedder)).toMatchObject({ failing: 0, problem: null, outage: 'The server is away.' })
  // Once an hour.
  expect(log.lines.every(({ level }) => level === 'warn')).toBe(true)
  expect(log.lines.length).toBeGreaterThan(12)
  expect(log.lines.length).toBeLessThanOrEqual(24)

  server.back()
  clock.advance(900_000)
  await embedPending(deps, never)
  expect(await countEmbeddings(store.db, deps.embedder)).toMatchObject({ pending: 0, ready: 34, error: 0 })
  expect(embedder.calls.slice(-3).map(({ texts }) => texts.length)).toEqual([1, 32, 2])
  expect(log.lines.at(-1)).toMatchObject({ level: 'info', message: expect.stringContaining('again') })
})

test.for([
  ['rate_limited', 'Too many.'],
  ['stalled', 'No answer.'],
  ['unavailable', 'The key is wrong.'],
  ['rejected', 'It refuses everything, as a setting is wrong.'],
] as const)('a server that fails with "%s" for every text gives up none', async ([kind, message], context) => {
  const deps = await vectorDeps(context)
  await chunks(deps.store, ['one', 'two'])
  away(deps, new ModelError(kind, message))
  for (let tries = 0; tries < 30; tries++) {
    await embedPending(deps, never)
    deps.clock.advance(3_600_000)
  }
  expect(await countEmbeddings(deps.store.db, deps.embedder)).toMatchObject({ pending: 2, error: 0, failing: 0 })
  expect(await embedAllPending(deps, never.signal, () => {})).toMatchObject({ problem: message })
})

test('a server with retry-after is not called before then', async (context) => {
  const deps = await vectorDeps(context)
  await chunks(
    deps.store,
    Array.from({ length: 34 }, (_, index) => `text ${index}`),
  )
  deps.embedder.failures.push(new ModelError('rate_limited', 'Too many.', 3_600_000))
  await embedPending(deps, never)
  deps.clock.advance(3_599_000)
  await embedPending(deps, never)
  expect(deps.embedder.calls).toHaveLength(1)
  deps.clock.advance(1_000)
  await embedPending(deps, never)
  expect(await countEmbeddings(deps.store.db, deps.embedder)).toMatchObject({ ready: 34 })
})

test('a text that breaks the server is retried with backoff and delays no other', async (context) => {
  const deps = await vectorDeps(context)
  const { store, clock, embedder } = deps
  const ids = await chunks(store, ['one', 'poison', 'three'])
  embedder.during = (texts) => {
    if (texts.includes('poison')) throw new ModelError('unavailable', 'The server failed (500).')
  }
  await embedPending(deps, never)
  const states = async () => (await rows(store)).map(({ chunkId, state, attempts }) => [chunkId, state, attempts])
  const [one, poison, three] = ids
  expect(await states()).toEqual([
    [one, 'ready', 0],
    [poison, 'pending', 1],
    [three, 'ready', 0],
  ])
  const tries = () => embedder.calls.filter(({ texts }) => texts.includes('poison')).length
  const before = tries()
  for (let minutes = 0; minutes < 12 * 60; minutes += 5) {
    clock.advance(5 * 60_000)
    await embedPending(deps, never)
  }
  expect(tries() - before).toBeGreaterThan(40)
  expect(tries() - before).toBeLessThan(60)
  expect(await countEmbeddings(store.db, deps.embedder)).toMatchObject({
    pending: 1,
    error: 0,
    failing: 1,
    problem: 'The server failed (500).',
  })
  await chunks(store, ['a new text'])
  await embedPending(deps, never)
  expect(await countEmbeddings(store.db, deps.embedder)).toMatchObject({ ready: 3 })
  // Who asks for it has it tried at once.
  embedder.during = () => {}
  expect(await countTextsToRebuild(store, deps.embedder, 'errors')).toBe(1)
  await resetForRebuild(deps, 'errors')
  await embedPending(deps, never)
  expect(await countEmbeddings(store.db, deps.embedder)).toEqual({
    pending: 0,
    ready: 4,
    others: 0,
    error: 0,
    failing: 0,
    problem: null,
    outage: null,
  })
}, 60_000)

test.for<[string, number[]]>([
  ['all zeros', [0, 0, 0, 0, 0]],
  ['not numbers', [1, Number.NaN, 0, 0, 0]],
  ['infinite', [1, Number.POSITIVE_INFINITY, 0, 0, 0]],
  ['too short', [1, 0]],
  ['too long', [1, 0, 0, 0, 0, 0]],
  ['empty', []],
])('a vector that is %s is rejected as an error of its text, and not stored', async ([_, vector], context) => {
  const deps = await vectorDeps(context)
  const { store, embedder } = deps
  const [one, odd, three] = await chunks(store, ['one', 'odd', 'three'])
  embedder.vectors.set('odd', vector)
  await embedPending(deps, never)
  expect(await rows(store)).toMatchObject([
    { chunkId: one, state: 'ready' },
    { chunkId: odd, state: 'error', error: expect.stringMatching(/returned a vector/) },
    { chunkId: three, state: 'ready' },
  ])
})

test('a different model of the same name gives up no text, and the error says what to do', async (context) => {
  const deps = await vectorDeps(context)
  const { store, embedder } = deps
  await chunks(store, ['one'])
  await embedPending(deps, never)
  await chunks(store, ['two'])
  for (const text of ['two', 'hello']) embedder.vectors.set(text, [1, 2, 3])
  expect(await embedAllPending(deps, never.signal, () => {})).toEqual({
    done: 0,
    problem: expect.stringMatching(/3 numbers\. Its other vectors have 5.*rebuild/),
  })
  expect(await countEmbeddings(store.db, deps.embedder)).toMatchObject({ pending: 1, ready: 1, error: 0 })
})

test('vectors are stored at length 1, so that half precision holds the smallest and the largest', async (context) => {
  const deps = await vectorDeps(context)
  deps.embedder.vectors.set('tiny', [1e-9, 0, 0, 0, 1e-9])
  deps.embedder.vectors.set('huge', [1e300, 0, 0, 0, 1e300])
  await chunks(deps.store, ['tiny', 'huge'])
  await embedPending(deps, never)
  const norms = await deps.store.db.$queryRaw<{ norm: number }[]>`SELECT l2_norm(vector)::float8 AS norm FROM embeddings`
  expect(norms.map(({ norm }) => norm)).toEqual([expect.closeTo(1, 2), expect.closeTo(1, 2)])
})

test('a rejected text is an error by itself, and the others are embedded', async (context) => {
  const deps = await vectorDeps(context)
  const ids = await chunks(deps.store, ['one', 'refused', 'three'])
  deps.embedder.during = (texts) => {
    if (texts.includes('refused')) throw new ModelError('rejected', 'It is too long.')
  }
  await embedPending(deps, never)
  expect(await rows(deps.store)).toMatchObject([
    { chunkId: ids[0], state: 'ready' },
    { chunkId: ids[1], state: 'error', error: 'It is too long.' },
    { chunkId: ids[2], state: 'ready' },
  ])
})

test('a shutdown releases the claimed texts', async (context) => {
  const deps = await vectorDeps(context)
  await chunks(deps.store, ['a text'])
  deps.embedder.failures.push(new ModelError('cancelled', 'Stopped.'))
  await embedPending(deps, never)
  expect(await rows(deps.store)).toMatchObject([{ state: 'pending', notBefore: null, attempts: 0 }])
})

test('a new model embeds everything again, and a worker with the old one stores nothing', async (context) => {
  const deps = await vectorDeps(context)
  const { store } = deps
  await chunks(store, ['one', 'two'])
  await embedPending(deps, never)
  await chunks(store, ['three'])
  const next = { ...deps, ...using(new ScriptedEmbedder('another')) }
  expect(await hasOtherModels(store.db, deps.embedder)).toBe(false)
  expect(await hasOtherModels(store.db, next.embedder)).toBe(true)
  expect(await countTextsToRebuild(store, next.embedder, 'everything')).toBe(3)
  deps.embedder.during = async () => {
    deps.embedder.during = () => {}
    await resetForRebuild(next, 'everything')
    await embedAllPending(next, never.signal, () => {})
  }
  await embedPending(deps, never)
  expect((await rows(store)).map(({ model, state }) => `${model} ${state}`)).toEqual(Array(3).fill('another ready'))
  expect(await hasOtherModels(store.db, next.embedder)).toBe(false)
})

test('embedAllPending reports progress and why it ended early', async (context) => {
  const deps = await vectorDeps(context)
  await chunks(
    deps.store,
    Array.from({ length: 40 }, (_, index) => `text ${index}`),
  )
  const told: number[] = []
  deps.embedder.during = () => {
    if (deps.embedder.calls.length >= 2) throw new ModelError('unavailable', 'The server is away.')
  }
  expect(await embedAllPending(deps, never.signal, (done) => told.push(done))).toEqual({ done: 32, problem: 'The server is away.' })
  expect(told).toEqual([32, 32])
})

test('vectors are padded with zeros to 1,024 numbers, and longer ones are an error', () => {
  expect(JSON.parse(formatVector([0.5, -1]))).toEqual([0.5, -1, ...Array(1_022).fill(0)])
  expect(() => formatVector(Array<number>(1_025).fill(1))).toThrow(/1025 numbers/)
})
