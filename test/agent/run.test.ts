import { expect, it } from 'vitest'
import { z } from 'zod'
import { type AgentLimits, agentLimits } from '../../src/agent/limits.ts'
import { type AgentRequest, type AgentUsage, runAgent } from '../../src/agent/run.ts'
import { defineTool, type Tool, type ToolContext } from '../../src/agent/tool.ts'
import { InputError, ModelError } from '../../src/core/domain/errors.ts'
import type { MessageId, ThreadId, UserId } from '../../src/core/domain/ids.ts'
import { type Log, silentLog } from '../../src/core/ports/log.ts'
import { TestClock } from '../support/clock.ts'
import { ScriptedModel, toolCall } from '../support/scripted-model.ts'

const context: ToolContext = {
  userId: 1 as UserId,
  threadId: 2 as ThreadId,
  audience: 'private',
  timezone: 'Europe/Paris',
  language: 'en',
  now: new Date('2026-11-18T09:00:00Z'),
  answering: [7 as MessageId],
}

/** Says where the cup is, and notes for whom it was asked. */
function cupTool(asked: [ToolContext, unknown][] = []): Tool {
  return defineTool({
    name: 'find_cup',
    description: 'Finds the cup.',
    input: z.strictObject({ room: z.string().max(20), times: z.int().min(1).max(3).default(1) }),
    run: async (who, input) => {
      asked.push([who, input])
      if (input.room === 'attic') throw new InputError('There is no attic.')
      if (input.room === 'cellar') throw new Error('relation "cups" does not exist')
      return { where: `${input.room}, on the table` }
    },
  })
}

interface Setting extends Partial<AgentRequest> {
  readonly limits?: Partial<AgentLimits>
  readonly clock?: TestClock
  readonly log?: Log
}

function run(model: ScriptedModel, { limits, clock = new TestClock(), log = silentLog, ...request }: Setting = {}) {
  return runAgent(
    { model, clock, log, limits: { ...agentLimits, ...limits } },
    {
      messages: [{ role: 'user', content: 'Where is my cup?' }],
      toAnswer: 1,
      limit: Number.POSITIVE_INFINITY,
      tools: [cupTool()],
      context,
      signal: new AbortController().signal,
      ...request,
    },
  )
}

const inKitchen = toolCall('find_cup', { room: 'kitchen' })

it('answers without a tool, and shows the text as it grows', async () => {
  const shown: string[] = []
  const model = new ScriptedModel([{ text: ['I do', ' not', '', ' know.'], usage: { inputTokens: 10, outputTokens: 4 } }])
  expect(await run(model, { onText: (text) => shown.push(text) })).toEqual({
    text: 'I do not know.',
    toolCalls: [],
    resultTokens: 0,
    rounds: 1,
    usage: { inputTokens: 10, outputTokens: 4 },
  })
  expect(shown).toEqual(['I do', 'I do not', 'I do not know.'])
  expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(['find_cup'])
})

it('calls a tool and answers from what it gave', async () => {
  const shown: string[] = []
  const model = new ScriptedModel([{ text: 'Let me look.', calls: [inKitchen] }, { text: 'In the kitchen.' }])
  const answer = await run(model, { onText: (text) => shown.push(text) })
  expect(answer).toEqual({
    text: 'In the kitchen.',
    toolCalls: [{ call: inKitchen, output: '{"where":"kitchen, on the table"}', failed: false, ms: 0 }],
    resultTokens: 9,
    rounds: 2,
  })
  // What was said before the call is shown while it lasts, told to the model, and no part of the answer.
  expect(shown).toEqual(['Let me look.', 'In the kitchen.'])
  expect(model.requests[1]?.messages.slice(1)).toEqual([
    { role: 'assistant', content: 'Let me look.', toolCalls: [inKitchen] },
    { role: 'tool', content: '{"where":"kitchen, on the table"}', toolCallId: inKitchen.id },
  ])
})

it('gives a tool its user and audience from the turn, whatever the arguments say', async () => {
  const asked: [ToolContext, unknown][] = []
  const sly = toolCall('find_cup', { room: 'kitchen', userId: 99, audience: 'place:1' })
  const answer = await run(new ScriptedModel([{ calls: [sly, inKitchen] }, { text: 'ok' }]), { tools: [cupTool(asked)] })
  expect(asked).toEqual([[context, { room: 'kitchen', times: 1 }]])
  expect(answer.toolCalls[0]?.output).toContain('userId')
})

it.each([
  ['arguments that are not JSON', toolCall('find_cup', '{"room": kit'), /not JSON.*"room"/],
  ['arguments of the wrong shape', toolCall('find_cup', { room: 'kitchen', times: 9 }), /<=3.*at times.*Accepted: .*"room"/s],
  ['arguments that are no object', toolCall('find_cup', '[1]'), /Invalid arguments/],
  ['no arguments', toolCall('find_cup', ''), /room/],
  ['an unknown tool', toolCall('rm_rf', {}), /no tool with this name.*find_cup/],
  ['a refusal of the tool', toolCall('find_cup', { room: 'attic' }), /There is no attic\./],
  ['a fault in the tool', toolCall('find_cup', { room: 'cellar' }), /find_cup failed/],
])('returns %s to the model as an error, and goes on', async (_what, call, error) => {
  const model = new ScriptedModel([{ calls: [call] }, { text: 'Sorry.' }])
  const answer = await run(model)
  expect(answer.text).toBe('Sorry.')
  expect(JSON.parse(answer.toolCalls[0]!.output).error).toMatch(error)
  expect(answer.toolCalls[0]!.failed).toBe(true)
  expect(model.requests[1]?.messages.at(-1)).toEqual({ role: 'tool', content: answer.toolCalls[0]!.output, toolCallId: call.id })
})

it('keeps what broke inside a tool for the log', async () => {
  const logged: object[] = []
  const answer = await run(new ScriptedModel([{ calls: [toolCall('find_cup', { room: 'cellar' })] }, { text: 'Sorry.' }]), {
    log: { ...silentLog, error: (fields) => logged.push(fields) },
  })
  expect(answer.toolCalls[0]?.output).not.toContain('relation')
  expect(logged).toEqual([{ tool: 'find_cup', problem: 'relation "cups" does not exist' }])
})

it('takes null and empty arguments for ones that were omitted', async () => {
  const asked: [ToolContext, unknown][] = []
  await run(new ScriptedModel([{ calls: [toolCall('find_cup', { room: 'hall', times: null })] }, { text: 'ok' }]), {
    tools: [cupTool(asked)],
  })
  expect(asked[0]?.[1]).toEqual({ room: 'hall', times: 1 })
})

it('ends endless tool calls with an answer from what was found', async () => {
  const model = new ScriptedModel((request) =>
    request.tools.length > 0 ? { calls: [inKitchen] } : { text: 'As far as I saw, in the kitchen.' },
  )
  const answer = await run(model)
  expect(answer).toMatchObject({ text: 'As far as I saw, in the kitchen.', stoppedEarly: 'rounds', rounds: 9 })
  expect(answer.toolCalls).toHaveLength(8)
  expect(model.requests.at(-1)?.messages.at(-1)).toMatchObject({ role: 'system', content: expect.stringContaining('No more tools') })
})

it('fails plainly when a model calls tools even then', async () => {
  const model = new ScriptedModel([{ calls: [inKitchen] }])
  await expect(run(model)).rejects.toMatchObject({ name: 'ModelError', kind: 'truncated' })
  expect(model.requests).toHaveLength(10)
})

it('refuses calls beyond the limit of one round', async () => {
  const calls = Array.from({ length: 30 }, (_, index) => toolCall('find_cup', { room: 'kitchen' }, `call-${index}`))
  const asked: [ToolContext, unknown][] = []
  const answer = await run(new ScriptedModel([{ calls }, { text: 'ok' }]), { tools: [cupTool(asked)] })
  expect(asked).toHaveLength(16)
  expect(answer.toolCalls).toHaveLength(30)
  expect(answer.toolCalls.at(-1)?.output).toContain('at most 16')
})

it('keeps a bounded number of calls, however many there are', async () => {
  const calls = Array.from({ length: 10_000 }, (_, index) => toolCall('find_cup', { room: 'kitchen' }, `call-${index}`))
  const model = new ScriptedModel([{ calls }, { text: 'ok' }])
  expect((await run(model)).toolCalls).toHaveLength(32)
  const [, asked, ...results] = model.requests[1]!.messages
  expect(asked).toMatchObject({ toolCalls: calls.slice(0, 32) })
  expect(results.map((result) => result.role === 'tool' && result.toolCallId)).toEqual(calls.slice(0, 32).map(({ id }) => id))
})

it('cuts the error of a tool that quotes long arguments', async () => {
  const answer = await run(new ScriptedModel([{ calls: [toolCall('find_cup', { ['x'.repeat(5_000_000)]: 1 })] }, { text: 'ok' }]))
  expect(answer.toolCalls[0]!.output.length).toBeLessThan(agentLimits.toolOutputLength + 100)
  expect(answer.toolCalls[0]!.failed).toBe(true)
})

it('cuts a tool output that is too long in its middle', async () => {
  const long = defineTool({ name: 'read', description: '', input: z.object({}), run: async () => 'x'.repeat(1_000) })
  const answer = await run(new ScriptedModel([{ calls: [toolCall('read', {})] }, { text: 'ok' }]), {
    tools: [long],
    limits: { toolOutputLength: 100 },
  })
  expect(answer.toolCalls[0]?.output).toMatch(/^"x{49} … \[902 characters cut\] … x{49}"$/)
})

it('asks once more after an empty answer, then fails', async () => {
  expect((await run(new ScriptedModel([{ text: ' \n' }, { text: 'Here.' }]))).text).toBe('Here.')
  const silent = new ScriptedModel([{}])
  await expect(run(silent)).rejects.toMatchObject({ kind: 'truncated', message: expect.stringContaining('empty answer') })
  expect(silent.requests).toHaveLength(2)
})

it('keeps an answer that was cut off at the limit, and says so', async () => {
  expect(await run(new ScriptedModel([{ text: 'It all began', reason: 'length' }]))).toMatchObject({
    text: 'It all began',
    stoppedEarly: 'length',
  })
})

it('counts the tokens of all rounds, and does not guess when one is unknown', async () => {
  const usage = { inputTokens: 100, outputTokens: 10 }
  expect(
    (
      await run(
        new ScriptedModel([
          { calls: [inKitchen], usage },
          { text: 'ok', usage },
        ]),
      )
    ).usage,
  ).toEqual({ inputTokens: 200, outputTokens: 20 })
  expect((await run(new ScriptedModel([{ calls: [inKitchen] }, { text: 'ok', usage }]))).usage).toBeUndefined()
})

it('counts the cached tokens of all rounds, and does not guess when one is unknown', async () => {
  const usage = { inputTokens: 100, outputTokens: 10 }
  const cached = { ...usage, cachedTokens: 80 }
  const sumOf = async (first: typeof usage, last: typeof usage) =>
    (
      await run(
        new ScriptedModel([
          { calls: [inKitchen], usage: first },
          { text: 'ok', usage: last },
        ]),
      )
    ).usage
  expect(await sumOf(cached, cached)).toEqual({ inputTokens: 200, outputTokens: 20, cachedTokens: 160 })
  expect(await sumOf(cached, usage)).toEqual({ inputTokens: 200, outputTokens: 20 })
})

it('tells what was used as it goes, so that it is known of a run that fails', async () => {
  const usage = { inputTokens: 100, outputTokens: 10 }
  const told: AgentUsage[] = []
  const error = new ModelError('unavailable', 'down')
  const script = new ScriptedModel([{ calls: [inKitchen], usage }, { calls: [inKitchen] }, { error }])
  await expect(run(script, { onUsage: (soFar) => told.push(soFar) })).rejects.toBe(error)
  expect(told).toEqual([{ calls: 1 }, { calls: 1, usage }, { calls: 2, usage }, { calls: 2, usage }, { calls: 3, usage }])
})

it('passes on what the model’s client threw', async () => {
  const error = new ModelError('rejected', 'The model server rejects the API key.')
  await expect(run(new ScriptedModel([{ error }]))).rejects.toBe(error)
})

it('stops at once when it is told to, in the model and in a tool that hangs', async () => {
  const stop = new AbortController()
  const stalled = new ScriptedModel([{ text: 'Well', stall: true }])
  const answer = run(stalled, { signal: stop.signal })
  await stalled.called()
  stop.abort()
  await expect(answer).rejects.toMatchObject({ kind: 'cancelled' })

  const stopTool = new AbortController()
  const hanging = defineTool({
    name: 'hang',
    description: '',
    input: z.object({}),
    run: () => {
      stopTool.abort()
      return new Promise(() => {})
    },
  })
  const inTool = run(new ScriptedModel([{ calls: [toolCall('hang', {})] }]), { tools: [hanging], signal: stopTool.signal })
  await expect(inTool).rejects.toMatchObject({ kind: 'cancelled' })
})

it('gives up when the time is up, and says how long it was', async () => {
  const clock = new TestClock()
  const model = new ScriptedModel([{ text: 'Well', stall: true }])
  const answer = run(model, { clock, limits: { timeoutMs: 60_000 } })
  await model.called()
  clock.advance(60_000)
  await expect(answer).rejects.toMatchObject({ kind: 'stalled', message: 'The answer was not ready within 60 s.' })
})

it('asks without images for the rest of the answer when a request with them is refused, and says which', async () => {
  const image = (name: string) => ({ name, mediaType: 'image/png', content: Buffer.from(name) })
  const refused = new ModelError('rejected', 'No such pictures.')
  const model = new ScriptedModel([
    { text: 'I see', error: refused },
    { calls: [toolCall('find_cup', { room: 'kitchen' })] },
    { text: 'I cannot see it.' },
  ])
  const messages = [
    { role: 'system', content: 'You are helpful.' },
    { role: 'user', content: 'What are these?', images: [image('a.png'), image('b.png')] },
  ] as const
  expect((await run(model, { messages, tools: [cupTool()] })).text).toBe('I cannot see it.')
  const told = 'What are these?\n[picture a.png: the model server rejected it]\n[picture b.png: the model server rejected it]'
  expect(model.requests.map((request) => request.messages[1])).toEqual([
    messages[1],
    { role: 'user', content: told },
    { role: 'user', content: told },
  ])
})

it.each(['rejected', 'unavailable'] as const)(
  'does not ask again when a request %s is not about images, or was made without them',
  async (kind) => {
    const images = kind === 'rejected' ? {} : { images: [{ name: 'a.png', mediaType: 'image/png', content: Buffer.from('a') }] }
    const model = new ScriptedModel([{ error: new ModelError(kind, 'No.') }])
    await expect(run(model, { messages: [{ role: 'user', content: 'Hello', ...images }] })).rejects.toMatchObject({ kind })
    expect(model.requests).toHaveLength(1)
  },
)
