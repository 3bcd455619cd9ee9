import { expect, test } from 'vitest'
import { systemClock } from '../../../src/core/ports/clock.ts'
import type { Embedder } from '../../../src/core/ports/embedder.ts'
import { createOpenAiEmbedder, type OpenAiEmbedderSettings } from '../../../src/model/embeddings/openai-embedder.ts'
import { TestClock } from '../../support/clock.ts'
import { modelFailure as failure, KEY } from '../../support/model-failure.ts'
import { answers, rawModelServer } from '../../support/raw-model-server.ts'

function embedderAt(address: string, settings: Partial<OpenAiEmbedderSettings> = {}, clock = systemClock): Embedder {
  return createOpenAiEmbedder(
    { clock },
    { baseUrl: `${address}/v1`, apiKey: KEY, model: 'embedder-test', requestTimeoutMs: 10_000, ...settings },
  )
}

const embedded = (
  embedder: Embedder,
  texts: readonly string[],
  kind: 'query' | 'document' = 'document',
  signal = new AbortController().signal,
) => embedder.embed(texts, { signal, kind })

const vectors = (...list: readonly (readonly number[])[]) =>
  answers(200, { object: 'list', data: list.map((embedding, index) => ({ object: 'embedding', index, embedding })) })

test('the server gets the texts, the model and the key, and is asked for numbers', async () => {
  const server = await rawModelServer(vectors([1, 0], [0, 1]))
  const embedder = embedderAt(server.address)
  expect(await embedded(embedder, ['one', 'two'])).toEqual([
    [1, 0],
    [0, 1],
  ])
  expect(server.bodies).toEqual([{ model: 'embedder-test', input: ['one', 'two'], encoding_format: 'float' }])
  expect(server.headers[0]!.authorization).toBe(`Bearer ${KEY}`)
  expect(embedder).toMatchObject({ provider: 'server', model: 'embedder-test' })
})

test('vectors are in the order of the texts, whatever order they come in', async () => {
  const data = [
    { index: 1, embedding: [0, 1] },
    { index: 0, embedding: [1, 0] },
  ]
  const server = await rawModelServer(answers(200, { data }))
  expect(await embedded(embedderAt(server.address), ['one', 'two'])).toEqual([
    [1, 0],
    [0, 1],
  ])
})

test('a model that returns vectors of any length is asked for 1,024 numbers, and others are not asked', async () => {
  const server = await rawModelServer(vectors([1]))
  await embedded(embedderAt(server.address, { model: 'text-embedding-3-large' }), ['one'])
  await embedded(embedderAt(server.address, { model: 'bge-m3' }), ['one'])
  expect(server.bodies.map(({ dimensions }) => dimensions)).toEqual([1_024, undefined])
})

test.each([
  ['nomic-embed-text:latest', 'search_query: one', 'search_document: one'],
  ['intfloat/e5-large-v2', 'query: one', 'passage: one'],
  ['mxbai-embed-large', 'Represent this sentence for searching relevant passages: one', 'one'],
  ['text-embedding-3-small', 'one', 'one'],
])('%s is told questions and passages apart as it was trained to', async (model, query, document) => {
  const server = await rawModelServer(vectors([1]))
  await embedded(embedderAt(server.address, { model }), ['one'], 'query')
  await embedded(embedderAt(server.address, { model }), ['one'], 'document')
  expect(server.bodies.map(({ input }) => input)).toEqual([[query], [document]])
})

test('a text that is longer than the window is cut, and never in the middle of a character', async () => {
  const server = await rawModelServer(vectors([1]))
  await embedded(embedderAt(server.address, { model: 'all-minilm' }), [`x${'👋'.repeat(2_000)}`])
  const [input] = server.bodies[0]!['input'] as string[]
  expect(input!.length).toBeLessThan(2_000)
  expect(input!.isWellFormed()).toBe(true)
})

test.each([
  ['too few', vectors([1])],
  ['numbered wrong', answers(200, { data: [0, 0].map((index) => ({ index, embedding: [1] })) })],
  ['no numbers', answers(200, { data: [0, 1].map((index) => ({ index, embedding: 'AACAPw==' })) })],
  ['no list', answers(200, { ok: true })],
])('vectors that are %s are not taken', async (_, answer) => {
  const server = await rawModelServer(answer)
  expect(await failure(embedded(embedderAt(server.address), ['one', 'two']))).toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('no embedding'),
  })
})

test('a vector that is none is left to whoever keeps vectors, so that the other texts have theirs', async () => {
  const data = [[1, null], [], [0, 'one']].map((embedding, index) => ({ index, embedding }))
  const server = await rawModelServer(answers(200, { data }))
  expect(await embedded(embedderAt(server.address), ['one', 'two', 'three'])).toEqual([[1, Number.NaN], [], [0, Number.NaN]])
})

test('vectors that are too long are an error that says what to do', async () => {
  const server = await rawModelServer(vectors(Array<number>(1_025).fill(1)))
  expect((await failure(embedded(embedderAt(server.address), ['one']))).message).toMatch(/1025 numbers.*1024.*shorter/)
})

test.each([
  [400, {}, 'rejected', /rejected/],
  [413, {}, 'rejected', /rejected/],
  [422, {}, 'rejected', /rejected/],
  [401, {}, 'unavailable', /rejects the API key/],
  [404, {}, 'unavailable', /has no model/],
  [402, {}, 'unavailable', /rejected/],
  [429, { error: { code: 'insufficient_quota' } }, 'unavailable', /credit/],
  [429, {}, 'rate_limited', /limits requests/],
  [500, {}, 'unavailable', /failed/],
])('%i %j is "%s": only what the texts are to blame for is for good', async (status, body, kind, message) => {
  const server = await rawModelServer(answers(status, body))
  expect(await failure(embedded(embedderAt(server.address), ['one']))).toMatchObject({ kind, message: expect.stringMatching(message) })
  expect(server.bodies).toHaveLength(1)
})

test('texts are sent to no other address than the one that was named', async () => {
  const other = await rawModelServer(vectors([1, 0]))
  const server = await rawModelServer(answers(307, {}, { location: `${other.address}/v1/embeddings` }))
  expect(await failure(embedded(embedderAt(server.address), ['one']))).toMatchObject({ kind: 'unavailable' })
  expect(server.bodies).toHaveLength(1)
  expect(other.bodies).toEqual([])
})

test('a server that is not there, one that says nothing, and a call that is stopped', async () => {
  expect(await failure(embedded(embedderAt('http://127.0.0.1:1'), ['one']))).toMatchObject({ kind: 'unavailable' })

  const clock = new TestClock()
  let closed = false
  const slow = await rawModelServer((response) => response.on('close', () => (closed = true)))
  const late = failure(embedded(embedderAt(slow.address, {}, clock), ['one']))
  await expect.poll(() => slow.bodies.length).toBe(1)
  clock.advance(10_000)
  expect(await late).toMatchObject({ kind: 'stalled' })
  await expect.poll(() => closed).toBe(true)

  const stop = new AbortController()
  const stopped = failure(embedded(embedderAt(slow.address), ['one'], 'query', stop.signal))
  await expect.poll(() => slow.bodies.length).toBe(2)
  stop.abort()
  expect(await stopped).toMatchObject({ kind: 'cancelled' })
})
