import { expect, test } from 'vitest'
import type { Tool } from '../../../src/agent/tool.ts'
import { createTools } from '../../../src/agent/tools/index.ts'
import { answerThread } from '../../../src/conversation/turn/answer.ts'
import { systemClock } from '../../../src/core/ports/clock.ts'
import { silentLog } from '../../../src/core/ports/log.ts'
import { createOpenAiModel } from '../../../src/model/openai/chat-model.ts'
import { estimateTokens } from '../../../src/model/tokens.ts'
import { rawModelServer, streams, textChunk } from '../../support/raw-model-server.ts'
import { toolParts } from '../../support/tool-parts.ts'
import { harness, running, saidIn, turnsOf } from '../harness.ts'

const replyTokens = 1_024

interface SentBody {
  readonly messages: readonly {
    readonly role: string
    readonly content: string | null
    readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: string } }[]
  }[]
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
}

/** Counts what the model reads of a body. */
const tokensOf = ({ messages, tools }: SentBody) =>
  messages
    .flatMap(({ content, tool_calls = [] }) => [
      content ?? '',
      ...tool_calls.flatMap((call) => [call.function.name, call.function.arguments]),
    ])
    .reduce((sum, text) => sum + estimateTokens(text), 4 * messages.length + (tools ? estimateTokens(JSON.stringify(tools)) : 0))

/** Counts the whole body as it was sent, with the quotes and braces of its JSON. */
const bytesOf = ({ messages, tools }: SentBody) => estimateTokens(JSON.stringify({ messages, tools }))

/** A tool of the bot that returns very much, whatever it is called with. */
const withHugeOutput = (tool: Tool, output: unknown): Tool => ({ ...tool, run: async () => output })

const hugeOutputs: readonly (readonly [string, unknown])[] = [
  [
    'lists',
    {
      results: Array.from({ length: 400 }, (_, id) => ({
        message_id: 5_000 + id,
        snippet: `They said "yes" to ${'the plan '.repeat(20)}`,
      })),
    },
  ],
  ['one text', { summary_markdown: 'They decided on "blue". '.repeat(20_000) }],
  ['a language without spaces', { summary_markdown: '決めたことは青です。'.repeat(20_000) }],
]

/** Answers a question in a long conversation, with two calls in each of eight rounds, and then an answer. */
async function answerWith(contextWindow: number, output: unknown): Promise<{ bodies: readonly SentBody[]; said: readonly string[] }> {
  const server = await rawModelServer((response, request) => {
    const round = server.bodies.length
    const isLast = !('tools' in server.bodies.at(-1)!) || round > 8
    const calls = ['conversation_search', 'conversation_get'].map((name, index) => ({
      ...{ index, id: `${round}-${index}`, type: 'function' },
      function: { name, arguments: JSON.stringify({ query: 'plan '.repeat(100) }) },
    }))
    const answer = isLast
      ? [textChunk('Blue, it seems.', 'stop')]
      : [{ choices: [{ index: 0, delta: { tool_calls: calls }, finish_reason: 'tool_calls' }] }]
    return streams(...answer)(response, request)
  })
  const model = createOpenAiModel(
    { clock: systemClock, log: silentLog, countTokens: estimateTokens },
    { name: 'local', baseUrl: `${server.address}/v1`, contextWindow, idleTimeoutMs: 10_000, requestTimeoutMs: 10_000 },
  )
  const h = await harness({ model, abilities: { edit: false }, settings: { contextTokens: 16_000, replyTokens } })
  const tools = createTools({ ...h.deps, ...toolParts(h.store, h.clock) }).map((tool) => withHugeOutput(tool, output))
  const deps = { ...h.deps, tools, limits: { ...h.deps.limits, maxOutputTokens: replyTokens } }
  const ada = await h.person()
  for (let index = 0; index < 8; index++) await ada.writes(`line ${index}: ${'we talked about the plan and the paint. '.repeat(200)}`)
  await ada.writes('And which color did we choose in the end?')
  await answerThread(deps, ada.threadId, { signal: running() })
  const [turn] = await turnsOf(h)
  expect(turn).toMatchObject({ state: 'done' })
  return { bodies: server.bodies as unknown as SentBody[], said: await saidIn(h, ada.threadId) }
}

test.each([2_300, 4_096, 32_000].flatMap((window) => hugeOutputs.map(([kind, output]) => [window, kind, output] as const)))(
  'no request of a turn exceeds a window of %d tokens, with nine rounds and huge results: %s',
  async (window, _kind, output) => {
    const { bodies, said } = await answerWith(window, output)
    const sizes = bodies.map(tokensOf)
    for (const size of sizes) expect(size).toBeLessThanOrEqual(Math.min(window - replyTokens, 16_000))
    for (const body of bodies) expect(bytesOf(body)).toBeLessThanOrEqual(window)
    for (const { messages } of bodies) {
      expect(messages[0]).toMatchObject({ role: 'system', content: expect.stringContaining('You are Throughline') })
      expect(messages.some(({ role, content }) => role === 'user' && content?.includes('which color did we choose'))).toBe(true)
    }
    expect(bodies).toHaveLength(9)
    expect(bodies[0]!.tools?.map((tool) => tool.function.name).slice(0, 2)).toEqual(
      window > 2_300 ? ['conversation_search', 'conversation_get'] : ['conversation_search'],
    )
    expect(bodies.at(-1)!.messages.some(({ role }) => role === 'tool')).toBe(true)
    // The newest results have most of the room.
    expect(said.at(-1)).toContain('Blue, it seems.')
  },
  90_000,
)
