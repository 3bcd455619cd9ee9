import { LLMock } from '@copilotkit/aimock'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/core/ports/clock.ts'
import { type Log, silentLog } from '../../src/core/ports/log.ts'
import type { ModelConfig } from '../../src/model/config.ts'
import { resolveModels } from '../../src/model/resolve-models.ts'
import { TestClock } from '../support/clock.ts'
import { eventsOf, textOf } from '../support/model-events.ts'
import { answers, type RawModelServer, rawModelServer, streams, textChunk } from '../support/raw-model-server.ts'
import { ScriptedModel } from '../support/scripted-model.ts'

const KEY = 'sk-very-secret-0123456789'
const offline = { chat: new ScriptedModel([{ text: 'an answer' }]), summary: new ScriptedModel([{ text: 'a summary' }]) }
const request = { messages: [{ role: 'user', content: 'hello' }], tools: [], maxOutputTokens: 100 } as const

function find(config: Partial<ModelConfig>, log: Log = silentLog) {
  return resolveModels({ clock: systemClock, log, offline }, { idleTimeoutMs: 5_000, requestTimeoutMs: 5_000, discover: [], ...config })
}

/** A server that lists these models, and answers with its name. */
function serverWith(...ids: readonly string[]): Promise<RawModelServer> {
  return rawModelServer((response, incoming) =>
    incoming.method === 'GET'
      ? answers(200, { object: 'list', data: ids.map((id) => ({ id, object: 'model' })) })(response, incoming)
      : streams(textChunk(`from ${ids[0]}`, 'stop'))(response, incoming),
  )
}

it('is offline when nothing is configured and nothing is there', async () => {
  const models = await find({ discover: ['http://127.0.0.1:1', 'not an address'] })
  expect(models).toMatchObject({ origin: 'offline', ...offline })
  expect(models.address).toBeUndefined()
})

it('finds a local server and takes its first model that can chat', async () => {
  const server = await serverWith('nomic-embed-text:latest', 'bge-m3', 'llama3.2:latest', 'qwen3:8b')
  const models = await find({ discover: ['http://127.0.0.1:1', `${server.address}/`] })
  expect(models).toMatchObject({
    origin: 'detected',
    address: `${server.address}/v1`,
    chat: { name: 'llama3.2:latest', contextWindow: 4_096 },
  })
  expect(models.summary).toBe(models.chat)
  expect(textOf(await eventsOf(models.chat, request))).toBe('from nomic-embed-text:latest')
  expect(server.bodies.at(-1)).toMatchObject({ model: 'llama3.2:latest' })
})

it('prefers the address that comes first', async () => {
  const [first, second] = [await serverWith('one'), await serverWith('two')]
  expect((await find({ discover: [second.address, first.address] })).chat.name).toBe('two')
})

it('passes over a server that has no chat model, is something else, or does not answer', async () => {
  const embeddings = await serverWith('nomic-embed-text')
  const website = await rawModelServer(answers(200, '<html>'))
  const refusing = await rawModelServer(answers(403, {}))
  expect((await find({ discover: [embeddings.address, website.address, refusing.address] })).origin).toBe('offline')

  let arrived = () => {}
  const asked = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const silent = await rawModelServer(() => arrived())
  const clock = new TestClock()
  const models = resolveModels(
    { clock, log: silentLog, offline },
    { idleTimeoutMs: 5_000, requestTimeoutMs: 5_000, discover: [silent.address] },
  )
  await asked
  clock.advance(300)
  expect((await models).origin).toBe('offline')
})

it('takes the models that were asked for where the local server has them', async () => {
  const server = await serverWith('llama3.2:latest', 'qwen3:latest')
  const models = await find({ discover: [server.address], chatModel: 'qwen3', summaryModel: 'llama3.2:latest', contextWindow: 12_000 })
  expect(models).toMatchObject({ chat: { name: 'qwen3:latest', contextWindow: 12_000 }, summary: { name: 'llama3.2:latest' } })
})

it('says so when it has to take another one', async () => {
  const warnings: object[] = []
  const server = await serverWith('llama3.2:latest')
  const models = await find({ discover: [server.address], chatModel: 'gpt-5' }, { ...silentLog, warn: (fields) => warnings.push(fields) })
  expect(models.chat.name).toBe('llama3.2:latest')
  expect(warnings).toContainEqual({ requestedModel: 'gpt-5', usedModel: 'llama3.2:latest' })
})

/** A server that lists one model with these fields, and answers these other requests. */
function serverOf(fields: object, others: Readonly<Record<string, object>> = {}): Promise<RawModelServer> {
  return rawModelServer((response, incoming) => {
    const body = incoming.url === '/v1/models' ? { data: [{ id: 'some-model', ...fields }] } : others[String(incoming.url)]
    return answers(body ? 200 : 404, body ?? {})(response, incoming)
  })
}

const shownByOllama = (parameters: string, trained = 131_072) => ({
  '/api/show': { parameters, model_info: { 'general.architecture': 'llama', 'llama.context_length': trained } },
})

it.each([
  ['context_length', () => serverOf({ context_length: 65_536 }), 65_536],
  ['max_model_len', () => serverOf({ max_model_len: 8_192 }), 8_192],
  ['max_context_length', () => serverOf({ max_context_length: 16_384 }), 16_384],
  [
    'loaded_context_length, which precedes what is possible',
    () => serverOf({ max_context_length: 16_384, loaded_context_length: 4_096 }),
    4_096,
  ],
  ['n_ctx', () => serverOf({ n_ctx: 12_288 }), 12_288],
  ['meta.n_ctx, which precedes the trained window', () => serverOf({ meta: { n_ctx: 2_048, n_ctx_train: 32_768 } }), 2_048],
  ['meta.n_ctx_train', () => serverOf({ meta: { n_ctx_train: 32_768 } }), 32_768],
  [
    'the properties of llama.cpp, which precede the trained window',
    () => serverOf({ meta: { n_ctx_train: 32_768 } }, { '/props': { default_generation_settings: { n_ctx: 8_192 } } }),
    8_192,
  ],
  ["Ollama's num_ctx", () => serverOf({}, shownByOllama('stop "x"\nnum_ctx                        16384')), 16_384],
])('reads the window from %s', async (_name, start, window) => {
  const server = await start()
  for (const config of [{ baseUrl: `${server.address}/v1`, chatModel: 'some-model' }, { discover: [server.address] }]) {
    const { chat, assumedWindows } = await find(config)
    expect(chat).toMatchObject({ name: 'some-model', contextWindow: window })
    expect(assumedWindows).toBeUndefined()
  }
})

it.each([
  ['an unknown model of a configured server', () => serverOf({}), 32_000],
  ['a model of Ollama without num_ctx', () => serverOf({}, shownByOllama('stop "x"')), 4_096],
  ['a small model of Ollama', () => serverOf({}, shownByOllama('', 2_048)), 2_048],
])('assumes a window for %s, and says so', async (_name, start, contextWindow) => {
  const warnings: string[] = []
  const log = { ...silentLog, warn: (_fields: object, message: string) => warnings.push(message) }
  const config = { baseUrl: `${(await start()).address}/v1`, chatModel: 'some-model' }
  const models = await find(config, log)
  expect(models).toMatchObject({ chat: { contextWindow }, assumedWindows: [{ model: 'some-model', contextWindow }] })
  expect(warnings.join()).toContain('Set MODEL_CONTEXT_WINDOW to the right number.')
  expect(await find({ ...config, contextWindow: 5_000 })).toMatchObject({ chat: { contextWindow: 5_000 } })
})

it('uses what is configured and looks for nothing else', async () => {
  const local = await serverWith('llama3.2')
  const mock = new LLMock({ port: 0 })
  mock.onMessage('hello', { content: 'from the configured one' })
  await mock.start()
  onTestFinished(() => mock.stop())
  const models = await find({
    apiKey: KEY,
    baseUrl: `${mock.url}/v1/`,
    chatModel: 'gpt-4o',
    summaryModel: 'gpt-4o-mini',
    discover: [local.address],
  })
  expect(models).toMatchObject({ origin: 'configured', chat: { name: 'gpt-4o', contextWindow: 128_000 }, summary: { name: 'gpt-4o-mini' } })
  expect(textOf(await eventsOf(models.chat, request))).toBe('from the configured one')
  expect(models.chat.countTokens('The quick brown fox.')).toBe(5)
  expect(local.bodies).toHaveLength(0)
})

it('has a default for a key alone, without a call', async () => {
  const models = await find({ apiKey: KEY })
  expect(models).toMatchObject({
    origin: 'configured',
    address: 'https://api.openai.com/v1',
    chat: { name: 'gpt-4.1-mini', contextWindow: 1_047_576 },
  })
})

it('asks a configured server what it has when no model was named', async () => {
  const server = await serverWith('text-embedding-3-small', 'mistral-small')
  expect((await find({ baseUrl: `${server.address}/v1`, apiKey: KEY })).chat.name).toBe('mistral-small')
  expect(server.headers[0]?.authorization).toBe(`Bearer ${KEY}`)
})

it('starts even when that server is down, and says what to set', async () => {
  const warnings: string[] = []
  const models = await find(
    { baseUrl: 'http://127.0.0.1:1/v1' },
    { ...silentLog, warn: (fields, message) => warnings.push(JSON.stringify(fields) + message) },
  )
  expect(models.origin).toBe('configured')
  expect(warnings.join()).toContain('CHAT_MODEL')
})
