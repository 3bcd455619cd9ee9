import { expect, test } from 'vitest'
import { systemClock } from '../../../src/core/ports/clock.ts'
import { silentLog } from '../../../src/core/ports/log.ts'
import { hasBuiltInEmbedder } from '../../../src/model/embeddings/builtin-embedder.ts'
import { checkEmbeddings } from '../../../src/model/embeddings/check-embeddings.ts'
import type { EmbeddingConfig } from '../../../src/model/embeddings/config.ts'
import { createChosenEmbedder, createConfiguredEmbedder, detectEmbedder } from '../../../src/model/embeddings/resolve-embedder.ts'
import { answers, type RawModelServer, rawModelServer } from '../../support/raw-model-server.ts'

const parts = { clock: systemClock, log: silentLog }
const config = (settings: Partial<EmbeddingConfig>): EmbeddingConfig => ({ use: 'on', discover: [], requestTimeoutMs: 5_000, ...settings })

/** A server that lists these models, and embeds. */
const serverWith = (...ids: readonly string[]): Promise<RawModelServer> =>
  rawModelServer((response, incoming) =>
    answers(200, { data: incoming.method === 'GET' ? ids.map((id) => ({ id })) : [{ index: 0, embedding: [1, 0] }] })(response, incoming),
  )

test('the first local server with a model for embeddings is found, whatever else it has', async () => {
  const chatOnly = await serverWith('llama3.2', 'bge-reranker-v2-m3')
  const ollama = await serverWith('llama3.2', 'nomic-embed-text:latest', 'all-minilm')
  const discover = ['http://127.0.0.1:1', chatOnly.address, `${ollama.address}/`]
  expect(await detectEmbedder(parts, config({ discover }))).toEqual({
    provider: 'server',
    model: 'nomic-embed-text:latest',
    baseUrl: `${ollama.address}/v1`,
  })
})

test('without one it is the built-in model, where that is installed', async () => {
  const builtIn = { provider: 'builtin', model: 'universal-sentence-encoder-lite', baseUrl: null }
  expect(await detectEmbedder(parts, config({ discover: ['http://127.0.0.1:1'] }))).toEqual(hasBuiltInEmbedder() ? builtIn : undefined)
})

test('what is configured comes before anything that could be found', async () => {
  const server = { baseUrl: 'http://127.0.0.1:9/v1', model: 'mine' }
  expect(createConfiguredEmbedder(parts, config({ server }))).toMatchObject({ provider: 'server', model: 'mine' })
  expect(createConfiguredEmbedder(parts, config({ server: { ...server, baseUrl: 'https://api.openai.com/v1' } }))).toMatchObject({
    provider: 'openai',
  })
  expect(createConfiguredEmbedder(parts, config({}))).toBeUndefined()
})

test('a choice is the embedder it was, without looking again', async () => {
  const server = await serverWith('another-embedder')
  const choice = { provider: 'server', model: 'nomic-embed-text', baseUrl: `${server.address}/v1` } as const
  const embedder = createChosenEmbedder(parts, choice, config({}))
  expect(await embedder?.embed(['one'], { kind: 'query', signal: new AbortController().signal })).toEqual([[1, 0]])
  expect(server.bodies).toMatchObject([{ model: 'nomic-embed-text' }])
})

test('doctor says whether the embedding model answers, and what to do when it does not', async () => {
  const server = await serverWith('nomic-embed-text')
  const using = (model: string, baseUrl: string) => checkEmbeddings(parts, config({ server: { model, baseUrl } }))
  expect(await using('nomic-embed-text', `${server.address}/v1`)).toEqual({
    state: 'good',
    text: 'The embedding model nomic-embed-text works.',
  })
  expect(await using('mine', 'http://127.0.0.1:1/v1')).toMatchObject({
    state: 'problem',
    text: expect.stringContaining('cannot be reached'),
  })
  expect(await checkEmbeddings(parts, config({ discover: [server.address] }))).toMatchObject({
    state: 'good',
    text: expect.stringContaining('detected on this machine'),
  })
  expect(await checkEmbeddings(parts, config({ use: 'off' }))).toMatchObject({ state: 'note' })
})
