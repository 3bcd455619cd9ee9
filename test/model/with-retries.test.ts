import { expect, it } from 'vitest'
import { ModelError, type ModelErrorKind } from '../../src/core/domain/errors.ts'
import type { ChatModel } from '../../src/core/ports/chat-model.ts'
import { systemClock } from '../../src/core/ports/clock.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import { createOpenAiModel } from '../../src/model/openai/chat-model.ts'
import { estimateTokens } from '../../src/model/tokens.ts'
import { withRetries } from '../../src/model/with-retries.ts'
import { TestClock } from '../support/clock.ts'
import { eventsOf, textOf } from '../support/model-events.ts'
import { answers, rawModelServer, streams, textChunk } from '../support/raw-model-server.ts'
import { ScriptedModel, type Step } from '../support/scripted-model.ts'

const request = { messages: [{ role: 'user', content: 'hello' }], tools: [], maxOutputTokens: 100 } as const

/** A clock on which every wait is over at once, and written down. */
class HastyClock extends TestClock {
  readonly waits: number[] = []
  override sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.waits.push(ms)
    const slept = super.sleep(ms, signal)
    this.advance(ms)
    return slept
  }
}

function fails(kind: ModelErrorKind, retryAfterMs?: number): Step {
  return { error: new ModelError(kind, 'It failed.', retryAfterMs) }
}

function retrying(clock: TestClock, model: ChatModel): ChatModel {
  return withRetries({ clock, log: silentLog }, model)
}

it('tries again with growing waits until the model answers', async () => {
  const clock = new HastyClock()
  const model = new ScriptedModel([fails('unavailable'), fails('stalled'), fails('truncated'), { text: 'At last.' }])
  expect(textOf(await eventsOf(retrying(clock, model), request))).toBe('At last.')
  expect(clock.waits).toEqual([500, 1_000, 2_000])
})

it('gives up after four calls, with the last failure', async () => {
  const model = new ScriptedModel([fails('unavailable')])
  await expect(eventsOf(retrying(new HastyClock(), model), request)).rejects.toMatchObject({ kind: 'unavailable' })
  expect(model.requests).toHaveLength(4)
})

it('waits as long as the server asks, and gives up at once when that is too long', async () => {
  const clock = new HastyClock()
  const patient = new ScriptedModel([fails('rate_limited', 7_000), { text: 'Now.' }])
  expect(textOf(await eventsOf(retrying(clock, patient), request))).toBe('Now.')
  expect(clock.waits).toEqual([7_000])

  const busy = new ScriptedModel([fails('rate_limited', 3_600_000), { text: 'Never.' }])
  await expect(eventsOf(retrying(clock, busy), request)).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: 3_600_000 })
  expect(busy.requests).toHaveLength(1)
})

it.each(['rejected', 'cancelled'] as const)('never repeats a call that was %s', async (kind) => {
  const model = new ScriptedModel([fails(kind)])
  await expect(eventsOf(retrying(new HastyClock(), model), request)).rejects.toMatchObject({ kind })
  expect(model.requests).toHaveLength(1)
})

it('does not repeat a call that had begun to answer', async () => {
  const model = new ScriptedModel([{ text: 'The answer is', ...fails('truncated') }])
  await expect(eventsOf(retrying(new HastyClock(), model), request)).rejects.toMatchObject({ kind: 'truncated' })
  expect(model.requests).toHaveLength(1)
})

it('stops waiting when it is told to', async () => {
  const stop = new AbortController()
  const model = new ScriptedModel([fails('unavailable')])
  const answer = eventsOf(retrying(new TestClock(), model), request, stop.signal)
  await model.called()
  stop.abort()
  await expect(answer).rejects.toMatchObject({ kind: 'cancelled' })
  expect(model.requests).toHaveLength(1)
})

it('gets its answer from a server that failed once and then asked to wait', async () => {
  const server = await rawModelServer(
    answers(500, { error: { message: 'starting' } }),
    answers(429, { error: { message: 'busy' } }, { 'retry-after': '0.01' }),
    streams(textChunk('Here I am.', 'stop')),
  )
  const model = createOpenAiModel(
    { clock: systemClock, log: silentLog, countTokens: estimateTokens },
    { name: 'm', baseUrl: `${server.address}/v1`, contextWindow: 8_000, idleTimeoutMs: 5_000, requestTimeoutMs: 5_000 },
  )
  expect(textOf(await eventsOf(retrying(new HastyClock(), model), request))).toBe('Here I am.')
  expect(server.bodies).toHaveLength(3)
})
