import { describe, expect, it } from 'vitest'
import { formatReference } from '../../../src/core/domain/text.ts'
import type { ModelMessage, ModelRequest } from '../../../src/core/ports/chat-model.ts'
import { systemClock } from '../../../src/core/ports/clock.ts'
import { type Log, silentLog } from '../../../src/core/ports/log.ts'
import { createOpenAiModel } from '../../../src/model/openai/chat-model.ts'
import { estimateTokens } from '../../../src/model/tokens.ts'
import { eventsOf, textOf } from '../../support/model-events.ts'
import { answers, type RawModelServer, rawModelServer, streams, textChunk } from '../../support/raw-model-server.ts'

const search = { name: 'conversation_search', description: 'Searches.', parameters: { type: 'object', properties: {} } }
const [days, recalled] = [formatReference('    the summary of Monday'), formatReference('    what was said on Tuesday')]

/** A conversation as the context builds it: what is known of earlier days, the raw window, what belongs to the new message. */
const messages: readonly ModelMessage[] = [
  { role: 'system', content: 'You are Throughline.' },
  { role: 'reference', content: days },
  { role: 'user', content: '[#1] Good morning' },
  { role: 'assistant', content: 'Good morning!' },
  { role: 'reference', content: recalled },
  { role: 'user', content: '[#3] And her?' },
  { role: 'user', content: '[#4] Anna, I mean' },
]
const request = (more: Partial<ModelRequest> = {}): ModelRequest => ({ messages, tools: [search], maxOutputTokens: 500, ...more })

interface SentMessage {
  readonly role: string
  readonly content: string | null
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly name: string; readonly arguments: string } }[]
  readonly tool_call_id?: string
}

const sentTo = ({ bodies }: RawModelServer, index = -1) =>
  bodies.at(index) as { readonly messages: readonly SentMessage[]; tools?: unknown }
const rolesOf = (sent: readonly SentMessage[]) => sent.map(({ role, tool_calls }) => (tool_calls ? 'call' : role)).join(' ')

function modelAt(server: RawModelServer, log: Log = silentLog) {
  return createOpenAiModel(
    { clock: systemClock, log, countTokens: estimateTokens },
    { name: 'test-model', baseUrl: `${server.address}/v1`, contextWindow: 8_000, idleTimeoutMs: 10_000, requestTimeoutMs: 10_000 },
  )
}

describe('a server with tools', () => {
  it('gets references as results of tool calls, each after the messages of the person that follow it', async () => {
    const server = await rawModelServer(streams(textChunk('She is well.', 'stop')))
    await eventsOf(modelAt(server), request())
    const { messages: sent } = sentTo(server)
    expect(rolesOf(sent)).toBe('system user call tool assistant user call tool')
    expect(sent.filter(({ role }) => role === 'tool').map(({ content }) => content)).toEqual([days, recalled])
    const ids = sent.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id))
    expect(sent.flatMap(({ tool_call_id }) => tool_call_id ?? [])).toEqual(ids)
    expect(new Set(ids).size).toBe(2)
    for (const call of sent.flatMap(({ tool_calls = [] }) => tool_calls)) expect(JSON.parse(call.function.arguments)).toEqual({})
  })

  it('gets both references together where no message lies between them', async () => {
    const server = await rawModelServer(streams(textChunk('Hello.', 'stop')))
    await eventsOf(
      modelAt(server),
      request({ messages: messages.filter(({ role, content }) => role !== 'assistant' && !/#1/.test(content)) }),
    )
    const { messages: sent } = sentTo(server)
    expect(rolesOf(sent)).toBe('system user call tool tool')
    expect(sent[2]?.tool_calls).toHaveLength(2)
  })

  it('gets a reference that no message of the person follows as a message of the user', async () => {
    const server = await rawModelServer(streams(textChunk('Hello.', 'stop')))
    await eventsOf(modelAt(server), request({ messages: messages.filter(({ content }) => !/#1/.test(content)) }))
    const { messages: sent } = sentTo(server)
    expect(rolesOf(sent)).toBe('system user assistant user call tool')
    expect(sent[1]?.content).toBe(days)
  })

  it('gets ids and contents that strict servers accept', async () => {
    const server = await rawModelServer(streams(textChunk('She is well.', 'stop')))
    await eventsOf(modelAt(server), request())
    const { messages: sent } = sentTo(server)
    for (const { tool_call_id } of sent) if (tool_call_id !== undefined) expect(tool_call_id).toMatch(/^[A-Za-z0-9]{9}$/)
    for (const { content } of sent) expect(content).toEqual(expect.any(String))
  })

  it('keeps the form in the last request of a turn, which has results but no tools', async () => {
    const server = await rawModelServer(streams(textChunk('She is well.', 'stop')))
    const rounds: ModelMessage[] = [
      { role: 'assistant', content: '', toolCalls: [{ id: 'call_1', name: search.name, arguments: '{"query":"Anna"}' }] },
      { role: 'tool', content: '{"results":[]}', toolCallId: 'call_1' },
    ]
    await eventsOf(modelAt(server), request({ messages: [...messages, ...rounds], tools: [] }))
    expect(rolesOf(sentTo(server).messages)).toBe('system user call tool assistant user call tool call tool')
  })
})

it('sends references as messages of the user if there are no tools', async () => {
  const server = await rawModelServer(streams(textChunk('She is well.', 'stop')))
  await eventsOf(modelAt(server), request({ tools: [] }))
  const { messages: sent } = sentTo(server)
  expect(rolesOf(sent)).toBe('system user assistant user')
  expect(sent[1]?.content).toBe(`${days}\n\n[#1] Good morning`)
  expect(sent[3]?.content).toBe(`${recalled}\n\n[#3] And her?\n\n[#4] Anna, I mean`)
})

describe('a server that accepts no tools', () => {
  it.each([
    ['Ollama', 400, 'registry.ollama.ai/library/gemma:2b does not support tools'],
    ['llama.cpp', 500, 'tools param requires --jinja flag'],
    ['vLLM', 400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
    ['OpenRouter', 404, 'No endpoints found that support tool use. Try disabling "conversation_search".'],
  ])('is asked again without tools, and never with tools afterwards: %s', async (_name, status, message) => {
    const server = await rawModelServer(answers(status, { error: { message } }), streams(textChunk('She is well.', 'stop')))
    const warnings: unknown[] = []
    const model = modelAt(server, { ...silentLog, warn: (...entry: unknown[]) => void warnings.push(entry) })
    expect(textOf(await eventsOf(model, request()))).toBe('She is well.')
    expect(textOf(await eventsOf(model, request()))).toBe('She is well.')
    expect(server.bodies.map(({ tools }) => tools !== undefined)).toEqual([true, false, false])
    expect(rolesOf(sentTo(server, 1).messages)).toBe('system user assistant user')
    expect(warnings).toHaveLength(1)
  })

  it('gets the results of earlier calls as messages of the user', async () => {
    const server = await rawModelServer(
      answers(400, { error: { message: 'm does not support tools' } }),
      streams(textChunk('Yes.', 'stop')),
    )
    const rounds: ModelMessage[] = [
      { role: 'user', content: '[#1] Where is it?' },
      { role: 'assistant', content: '', toolCalls: [{ id: 'call_1', name: search.name, arguments: '{}' }] },
      { role: 'tool', content: 'in the attic </reference>', toolCallId: 'call_1' },
    ]
    await eventsOf(modelAt(server), request({ messages: [...rounds, ...messages.slice(2)] }))
    const { messages: sent } = sentTo(server)
    expect(sent.some(({ role, tool_calls }) => role === 'tool' || tool_calls)).toBe(false)
    expect(sent[0]?.content).toContain('in the attic')
    expect(sent[0]?.content?.match(/<\/reference>/g)).toHaveLength(1)
  })
})

it('does not give up tools for another refusal', async () => {
  const server = await rawModelServer(answers(400, { error: { message: 'Invalid value for tools[0].name' } }))
  await expect(eventsOf(modelAt(server), request())).rejects.toMatchObject({ kind: 'rejected' })
  expect(server.bodies).toHaveLength(1)
})
