import { LLMock } from '@copilotkit/aimock'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ModelError } from '../../../src/core/domain/errors.ts'
import type { ChatModel, ModelRequest } from '../../../src/core/ports/chat-model.ts'
import { systemClock } from '../../../src/core/ports/clock.ts'
import { silentLog } from '../../../src/core/ports/log.ts'
import { createOpenAiModel, type OpenAiModelSettings } from '../../../src/model/openai/chat-model.ts'
import { estimateTokens } from '../../../src/model/tokens.ts'
import { TestClock } from '../../support/clock.ts'
import { eventsOf, textOf } from '../../support/model-events.ts'
import { answers, DONE, rawModelServer, send, streams, textChunk } from '../../support/raw-model-server.ts'

const KEY = 'sk-very-secret-0123456789'

function modelAt(address: string, settings: Partial<OpenAiModelSettings> = {}, clock = systemClock): ChatModel {
  return createOpenAiModel(
    { clock, log: silentLog, countTokens: estimateTokens },
    {
      name: 'test-model',
      baseUrl: `${address}/v1`,
      apiKey: KEY,
      contextWindow: 8_000,
      idleTimeoutMs: 10_000,
      requestTimeoutMs: 10_000,
      ...settings,
    },
  )
}

const weather = { name: 'weather', description: 'The weather.', parameters: { type: 'object', properties: { city: { type: 'string' } } } }

function asks(content: string, more: Partial<ModelRequest> = {}): ModelRequest {
  return { messages: [{ role: 'user', content }], tools: [], maxOutputTokens: 500, ...more }
}

async function failure(model: ChatModel, signal?: AbortSignal): Promise<ModelError> {
  const error = await eventsOf(model, asks('hello'), signal).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ModelError)
  expect(`${(error as ModelError).message}`).not.toContain(KEY)
  return error as ModelError
}

describe('against a server that keeps to the protocol', () => {
  async function aimock(): Promise<LLMock> {
    const mock = new LLMock({ port: 0 })
    await mock.start()
    onTestFinished(() => mock.stop())
    return mock
  }

  it('streams an answer in deltas and gives the tokens it took', async () => {
    const mock = await aimock()
    mock.onMessage(
      'hello',
      { content: 'Hello there, how nice to see you.', usage: { prompt_tokens: 11, completion_tokens: 7 } },
      { chunkSize: 5 },
    )
    const events = await eventsOf(modelAt(mock.url), asks('hello'))
    expect(textOf(events)).toBe('Hello there, how nice to see you.')
    expect(events.filter(({ type }) => type === 'text').length).toBeGreaterThan(3)
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'stop', usage: { inputTokens: 11, outputTokens: 7 } })
  })

  it('shows images as data, and leaves a text alone as plain as it was', async () => {
    const server = await rawModelServer(streams(textChunk('A cat.', 'stop')))
    const images = [
      { name: 'cat.png', mediaType: 'image/png', content: Buffer.from('png') },
      { name: 'cat.webp', mediaType: 'image/webp', content: Buffer.from('webp') },
    ]
    const model = modelAt(server.address, { seesImages: true })
    expect(model.seesImages).toBe(true)
    await eventsOf(model, {
      ...asks(''),
      messages: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Hi' },
        { role: 'user', content: 'What is this?', images },
      ],
    })
    expect(server.bodies[0]!['messages']).toEqual([
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hi' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${Buffer.from('png').toString('base64')}` } },
          { type: 'image_url', image_url: { url: `data:image/webp;base64,${Buffer.from('webp').toString('base64')}` } },
        ],
      },
    ])
  })

  it('gives each tool call whole', async () => {
    const mock = await aimock()
    mock.onMessage('hello', {
      toolCalls: [
        { id: 'a', name: 'weather', arguments: '{"city":"Lyon"}' },
        { id: 'b', name: 'weather', arguments: '{"city":"Köln"}' },
      ],
    })
    const events = await eventsOf(modelAt(mock.url), asks('hello', { tools: [weather] }))
    expect(events.filter(({ type }) => type === 'tool-call')).toEqual([
      { type: 'tool-call', call: { id: 'a', name: 'weather', arguments: '{"city":"Lyon"}' } },
      { type: 'tool-call', call: { id: 'b', name: 'weather', arguments: '{"city":"Köln"}' } },
    ])
    expect(events.at(-1)).toMatchObject({ reason: 'tool-calls' })
  })

  it('sends the conversation in the protocol’s words', async () => {
    const mock = await aimock()
    mock.onMessage(/.*/, { content: 'It rains.' })
    await eventsOf(modelAt(mock.url), {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'weather?', name: 'Zoë <b> Müller' },
        { role: 'assistant', content: '', toolCalls: [{ id: 'a', name: 'weather', arguments: '{}' }] },
        { role: 'tool', content: 'rain', toolCallId: 'a' },
        { role: 'user', content: 'half a character: \ud83d' },
      ],
      tools: [weather],
      maxOutputTokens: 321,
    })
    expect(mock.getLastRequest()?.body).toMatchObject({
      model: 'test-model',
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 321,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'weather?', name: 'Zoë_b_Müller' },
        { role: 'assistant', content: '', tool_calls: [{ id: 'a', type: 'function', function: { name: 'weather', arguments: '{}' } }] },
        { role: 'tool', content: 'rain', tool_call_id: 'a' },
        { role: 'user', content: 'half a character: \ufffd' },
      ],
      tools: [{ type: 'function', function: weather }],
    })
  })

  it('says that an answer was cut off at the limit', async () => {
    const mock = await aimock()
    mock.onMessage('hello', { content: 'Once upon a', finishReason: 'length' })
    const events = await eventsOf(modelAt(mock.url), asks('hello'))
    expect(textOf(events)).toBe('Once upon a')
    expect(events.at(-1)).toMatchObject({ reason: 'length' })
  })

  it('names the wait when there are too many requests', async () => {
    const mock = await aimock()
    mock.onMessage('hello', { error: { message: `slow down, ${KEY}`, type: 'rate_limit_error' }, status: 429, retryAfter: 7 })
    expect(await failure(modelAt(mock.url))).toMatchObject({ kind: 'rate_limited', retryAfterMs: 7_000 })
  })

  it('takes an answer that is cut off in the middle for broken, never for whole', async () => {
    const mock = await aimock()
    mock.onMessage('hello', { content: 'A long answer that will not arrive in full.' }, { chunkSize: 4, truncateAfterChunks: 3 })
    expect((await failure(modelAt(mock.url))).kind).toBe('unavailable')
  })
})

describe('against a server that does not', () => {
  it.each([
    ['negative', { prompt_tokens: -5, completion_tokens: 3 }, undefined],
    ['absurd', { prompt_tokens: 5, completion_tokens: 4e12 }, undefined],
    ['infinite', { prompt_tokens: 1e308, completion_tokens: 3 }, undefined],
    ['written', { prompt_tokens: '5', completion_tokens: '3' }, undefined],
    ['fractional', { prompt_tokens: 5.4, completion_tokens: 2.6 }, { inputTokens: 5, outputTokens: 3 }],
  ])('takes %s token counts as unknown or rounds them', async (_, usage, expected) => {
    const server = await rawModelServer(streams({ choices: [{ delta: { content: 'Hi.' }, finish_reason: 'stop' }], usage }))
    const end = (await eventsOf(modelAt(server.address), asks('hello'))).at(-1)
    expect(end).toEqual({ type: 'end', reason: 'stop', ...(expected && { usage: expected }) })
  })

  it.each([
    ['a number', 3, 3],
    ['all of the prompt', 5, 5],
    ['none', 0, 0],
    ['null', null, undefined],
    ['a negative number', -1, undefined],
    ['more than the prompt', 6, undefined],
    ['words', 'three', undefined],
  ])('takes the cached part of a prompt as reported, or as unknown: %s', async (_, cached_tokens, cachedTokens) => {
    const usage = { prompt_tokens: 5, completion_tokens: 3, prompt_tokens_details: { cached_tokens } }
    const server = await rawModelServer(streams({ choices: [{ delta: { content: 'Hi.' }, finish_reason: 'stop' }], usage }))
    const end = (await eventsOf(modelAt(server.address), asks('hello'))).at(-1)
    const expected = { inputTokens: 5, outputTokens: 3, ...(cachedTokens !== undefined && { cachedTokens }) }
    expect(end).toEqual({ type: 'end', reason: 'stop', usage: expected })
  })

  it('cuts off an answer at four characters per allowed token, and reads no further', async () => {
    const megabyte = textChunk('x'.repeat(1_000_000))
    const server = await rawModelServer(
      streams(textChunk('Long: '), megabyte, megabyte, megabyte, megabyte, megabyte, textChunk('end', 'stop')),
    )
    const events = await eventsOf(modelAt(server.address), asks('hello', { maxOutputTokens: 100 }))
    expect(textOf(events)).toBe(`Long: ${'x'.repeat(394)}`)
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'length' })
  })

  it('cuts off an answer of 5 MB in a single event, and gives up on an event that never ends', async () => {
    const begin = 'data: {"choices":[{"delta":{"content":"'
    const rest = '"},"finish_reason":"stop"}]}\n\n'
    const megabyte = 'x'.repeat(1_000_000)
    const fiveMegabytes = Array.from({ length: 5 }, () => megabyte)
    const server = await rawModelServer(streams(begin, ...fiveMegabytes, rest), (response) => {
      send(response, begin)
      const sendMore = () => !response.destroyed && response.write(megabyte, sendMore)
      sendMore()
    })
    const events = await eventsOf(modelAt(server.address), asks('hello', { maxOutputTokens: 100 }))
    expect(textOf(events)).toBe('x'.repeat(400))
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'length' })
    expect(await failure(modelAt(server.address))).toMatchObject({ kind: 'unavailable' })
  })

  it.each([
    ['thinks', { choices: [{ delta: { reasoning_content: 'Hmm' } }] }],
    ['sends nothing', {}],
    ['sends what it should not', 42],
  ])('stops reading a server that %s without end', async (_what, chunk) => {
    const server = await rawModelServer((response) => {
      const sendMore = () => {
        for (let count = 0; count < 100; count++) send(response, chunk)
        if (!response.destroyed) response.write(': more\n\n', sendMore)
      }
      sendMore()
    })
    expect(await eventsOf(modelAt(server.address), asks('hello', { maxOutputTokens: 100 }))).toEqual([{ type: 'end', reason: 'length' }])
  })

  it('cuts off tool calls in the same way, and drops them', async () => {
    const call = (text: string) => ({
      choices: [{ delta: { tool_calls: [{ index: 0, function: { name: 'weather', arguments: text } }] } }],
    })
    const empty = { choices: [{ delta: { tool_calls: Array.from({ length: 1_000 }, (_, index) => ({ index, id: `${index}` })) } }] }
    for (const chunks of [[call('{"city":"'), call('x'.repeat(5_000_000))], [empty]]) {
      const server = await rawModelServer(streams(...chunks, { choices: [{ finish_reason: 'tool_calls' }] }))
      const events = await eventsOf(modelAt(server.address), asks('hello', { maxOutputTokens: 100, tools: [weather] }))
      expect(events).toEqual([{ type: 'end', reason: 'length' }])
    }
  })

  it('reads chunks without choices, role, finish reason or usage, and unknown ones', async () => {
    const server = await rawModelServer(
      streams(
        {},
        { choices: [] },
        { choices: null },
        { choices: [{ delta: { content: 'Good ' } }] },
        42,
        { choices: [{}] },
        ': a comment\n\n',
        {
          choices: [{ delta: { content: '' } }],
        },
        { choices: [{ delta: { content: 'day' } }], usage: null },
        { choices: [{ finish_reason: 'stop' }], usage: { prompt_tokens: 'many' } },
      ),
    )
    const events = await eventsOf(modelAt(server.address), asks('hello'))
    expect(textOf(events)).toBe('Good day')
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'stop' })
  })

  it('sends the key, and nothing it finds in the environment', async () => {
    process.env['OPENAI_ORG_ID'] = 'org-of-someone'
    process.env['OPENAI_PROJECT_ID'] = 'project-of-someone'
    const server = await rawModelServer(streams(textChunk('Hi.', 'stop')))
    await eventsOf(modelAt(server.address), asks('hello'))
    expect(server.headers[0]?.authorization).toBe(`Bearer ${KEY}`)
    expect(JSON.stringify(server.headers[0])).not.toContain('of-someone')
  })

  it('puts tool calls together whose deltas have no index', async () => {
    const call = (value: object) => ({ choices: [{ delta: { tool_calls: [value] } }] })
    const server = await rawModelServer(
      streams(
        call({ id: 'a', function: { name: 'weather', arguments: '{"city":' } }),
        call({ function: { arguments: '"Lyon"}' } }),
        call({ id: 'b', function: { name: 'weather', arguments: '{"city":"Köln"}' } }),
        { choices: [{ delta: {}, finish_reason: 'stop' }] },
      ),
    )
    const events = await eventsOf(modelAt(server.address), asks('hello'))
    expect(events).toEqual([
      { type: 'tool-call', call: { id: 'a', name: 'weather', arguments: '{"city":"Lyon"}' } },
      { type: 'tool-call', call: { id: 'b', name: 'weather', arguments: '{"city":"Köln"}' } },
      { type: 'end', reason: 'tool-calls' },
    ])
  })

  it('tells calls apart that all have index 0, gives ids to those without, and takes arguments that are objects', async () => {
    const call = (...values: object[]) => ({ choices: [{ delta: { tool_calls: values } }] })
    const server = await rawModelServer(
      streams(
        call(
          { index: 0, id: 'a', function: { name: 'one', arguments: '{}' } },
          { index: 0, id: 'b', function: { name: 'two', arguments: '{}' } },
        ),
        call({ function: { name: 'three', arguments: { city: 'Lyon' } } }),
        call({ function: { name: 'four', arguments: '{}' } }),
        { choices: [{ delta: {}, finish_reason: 'tool_calls' }] },
      ),
    )
    const calls = (await eventsOf(modelAt(server.address), asks('hello')))
      .filter((event) => event.type === 'tool-call')
      .map(({ call }) => call)
    expect(calls.map(({ name }) => name)).toEqual(['one', 'two', 'three', 'four'])
    expect(calls[2]?.arguments).toBe('{"city":"Lyon"}')
    expect(new Set(calls.map(({ id }) => id)).size).toBe(4)
  })

  it('counts a stream that ends without a finish reason as truncated', async () => {
    const server = await rawModelServer(streams(textChunk('It was a dark and')))
    expect(await failure(modelAt(server.address))).toMatchObject({ kind: 'truncated' })
  })

  it('keeps an answer that is finished when the connection breaks after it', async () => {
    const server = await rawModelServer((response) => {
      send(response, textChunk('Done.', 'stop'))
      response.socket?.end()
    })
    expect(textOf(await eventsOf(modelAt(server.address), asks('hello')))).toBe('Done.')
  })

  it('does not wait for a server that never closes a finished answer', async () => {
    const clock = new TestClock()
    const server = await rawModelServer((response) => send(response, textChunk('Done.', 'stop'), DONE))
    const events = modelAt(server.address, {}, clock).stream(asks('hello'), new AbortController().signal)[Symbol.asyncIterator]()
    expect((await events.next()).value).toEqual({ type: 'text', delta: 'Done.' })
    const end = events.next()
    clock.advance(2_000)
    expect((await end).value).toEqual({ type: 'end', reason: 'stop' })
  })

  it('gives up on a stream that stalls', async () => {
    const clock = new TestClock()
    let closed = () => {}
    const hungUp = new Promise<void>((resolve) => {
      closed = resolve
    })
    const server = await rawModelServer((response) => {
      response.on('close', () => closed())
      send(response, textChunk('Hm'))
    })
    const events = modelAt(server.address, { idleTimeoutMs: 30_000 }, clock)
      .stream(asks('hello'), new AbortController().signal)
      [Symbol.asyncIterator]()
    expect((await events.next()).value).toEqual({ type: 'text', delta: 'Hm' })
    const next = events.next()
    clock.advance(30_000)
    await expect(next).rejects.toMatchObject({ kind: 'stalled', message: expect.stringContaining('30 s') })
    await hungUp
  })

  it('gives up on a server that does not begin', async () => {
    const clock = new TestClock()
    let arrived = () => {}
    const asked = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const server = await rawModelServer(() => arrived())
    const error = failure(modelAt(server.address, { requestTimeoutMs: 60_000 }, clock))
    await asked
    clock.advance(60_000)
    expect(await error).toMatchObject({ kind: 'stalled' })
  })

  it('stops when it is told to, before the first byte and in the middle', async () => {
    const stop = new AbortController()
    let closed = () => {}
    const hungUp = new Promise<void>((resolve) => {
      closed = resolve
    })
    const server = await rawModelServer((response) => {
      response.on('close', () => closed())
      send(response, textChunk('Hm'))
    })
    const events = modelAt(server.address).stream(asks('hello'), stop.signal)[Symbol.asyncIterator]()
    await events.next()
    const next = events.next()
    stop.abort()
    await expect(next).rejects.toMatchObject({ name: 'ModelError', kind: 'cancelled' })
    await hungUp
    expect(await failure(modelAt(server.address), stop.signal)).toMatchObject({ kind: 'cancelled' })
  })

  it('hangs up when nobody reads on', async () => {
    let closed = () => {}
    const hungUp = new Promise<void>((resolve) => {
      closed = resolve
    })
    const server = await rawModelServer((response) => {
      response.on('close', () => closed())
      send(response, textChunk('Hm'))
    })
    for await (const _ of modelAt(server.address).stream(asks('hello'), new AbortController().signal)) break
    await hungUp
  })

  it.each([
    ['a server error', answers(500, { error: { message: 'secret internals' } }), 'unavailable'],
    ['a page in place of an answer', answers(502, '<html>'), 'unavailable'],
    ['chunks that are not JSON', streams('data: {"choices": [\n\n'), 'unavailable'],
    ['an error inside the stream', streams(textChunk('Hm'), { error: { message: 'overloaded', type: 'server_error' } }), 'unavailable'],
    ['too many requests inside the stream', streams({ error: { message: 'x', code: 'rate_limit_exceeded' } }), 'rate_limited'],
    ['an answer that is not a stream', answers(200, { choices: [{ message: { content: 'whole' } }] }), 'truncated'],
    ['a wrong key', answers(401, { error: { message: `Incorrect API key provided: ${KEY}` } }), 'rejected'],
    ['an unknown model', answers(404, { error: { code: 'model_not_found' } }), 'rejected'],
    [
      'a request that is too long',
      answers(400, { error: { code: 'context_length_exceeded', message: 'you wrote: my diary' } }),
      'rejected',
    ],
    ['no credit left', answers(429, { error: { code: 'insufficient_quota' } }), 'rejected'],
    ['a withheld answer', streams(textChunk('', 'content_filter')), 'rejected'],
  ] as const)('tells what %s means', async (_what, answer, kind) => {
    const server = await rawModelServer(answer)
    const error = await failure(modelAt(server.address))
    expect(error.kind).toBe(kind)
    expect(error.message).toMatch(/^[A-Z].*\.$/)
    expect(`${error.message} ${String(error.cause)}`).not.toMatch(/diary|internals/)
    expect(server.bodies).toHaveLength(1)
  })

  it('says that nobody is there', async () => {
    expect(await failure(modelAt('http://127.0.0.1:1'))).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('cannot be reached'),
    })
  })

  it('reads a wait given in milliseconds or as a date', async () => {
    const date = 'Sat, 21 Nov 2026 10:00:00 GMT'
    const server = await rawModelServer(
      answers(429, {}, { 'retry-after-ms': '1500' }),
      answers(503, {}, { date, 'retry-after': 'Sat, 21 Nov 2026 10:00:09 GMT' }),
      answers(429, {}, { 'retry-after': 'soon' }),
    )
    const model = modelAt(server.address)
    expect(await failure(model)).toMatchObject({ kind: 'rate_limited', retryAfterMs: 1_500 })
    expect(await failure(model)).toMatchObject({ kind: 'unavailable', retryAfterMs: 9_000 })
    expect((await failure(model)).retryAfterMs).toBeUndefined()
  })
})
