import type OpenAI from 'openai'
import type { ChatModel, ModelEvent, ModelRequest } from '../core/chat-model.ts'
import type { Clock } from '../core/clock.ts'
import { ModelError } from '../core/errors.ts'
import { LATE, within } from '../core/within.ts'
import { ChunkReader } from './openai-chunks.ts'
import { type ModelServer, openAiClient } from './openai-client.ts'
import { modelErrorOf } from './openai-errors.ts'
import { requestBody } from './openai-request.ts'
import type { CountTokens } from './tokens.ts'

export const OPENAI_BASE_URL = 'https://api.openai.com/v1'

export interface OpenAiModel extends ModelServer {
  readonly name: string
  readonly seesImages?: boolean
  /** Tokens. */
  readonly contextWindow: number
  /** The longest pause between two chunks, in ms. */
  readonly idleTimeoutMs: number
  /** The longest wait for the response to begin, in ms. */
  readonly requestTimeoutMs: number
}

export interface OpenAiParts {
  readonly clock: Clock
  readonly countTokens: CountTokens
}

/** Usage follows the end of the answer at once or not at all; an answer that is whole does not wait longer for it, in ms. */
const USAGE_WAIT_MS = 2_000

/**
 * A model behind an OpenAI-compatible server. Works on the raw chunks of the stream, calls once and never retries.
 * An answer counts as whole only with its finish reason: a stream that ends without one is `truncated`.
 */
export function openAiModel(parts: OpenAiParts, model: OpenAiModel): ChatModel {
  const client = openAiClient(model)
  return {
    name: model.name,
    contextWindow: model.contextWindow,
    seesImages: model.seesImages ?? false,
    countTokens: parts.countTokens,
    stream: (request, signal) => streamAnswer({ ...parts, client, model }, request, signal),
  }
}

type Call = OpenAiParts & { readonly client: OpenAI; readonly model: OpenAiModel }

async function* streamAnswer(call: Call, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  const own = new AbortController()
  const either = AbortSignal.any([signal, own.signal])
  const reader = new ChunkReader(`call_${request.messages.length}_`)
  try {
    const chunks = await begin(call, request, either)
    for (;;) {
      const text = await nextText(call, chunks, reader)
      throwIfAborted(signal)
      if (text === undefined) break
      if (text !== '') yield { type: 'text', delta: text }
    }
    yield* end(reader)
  } catch (error) {
    throwIfAborted(signal)
    throw modelErrorOf(error, call.model.name)
  } finally {
    // Closes the connection when the answer failed, or when whoever reads it has stopped.
    own.abort()
  }
}

async function begin({ client, clock, model }: Call, request: ModelRequest, signal: AbortSignal): Promise<AsyncIterator<unknown>> {
  const body = requestBody(request, model.name, model.baseUrl === OPENAI_BASE_URL)
  const response = await within(clock, model.requestTimeoutMs, client.chat.completions.create(body, { signal }))
  if (response === LATE) {
    throw new ModelError('stalled', `The model server did not begin to answer within ${seconds(model.requestTimeoutMs)}.`)
  }
  return response[Symbol.asyncIterator]()
}

/** The text of the next chunk, possibly none; undefined at the end of the stream. */
async function nextText({ clock, model }: Call, chunks: AsyncIterator<unknown>, reader: ChunkReader): Promise<string | undefined> {
  const whole = reader.finishReason !== undefined
  try {
    const next = await within(clock, whole ? Math.min(USAGE_WAIT_MS, model.idleTimeoutMs) : model.idleTimeoutMs, chunks.next())
    if (next !== LATE) return next.done ? undefined : reader.read(next.value)
  } catch (error) {
    if (!whole) throw error
    return undefined
  }
  if (whole) return undefined
  throw new ModelError('stalled', `The model's answer stopped for more than ${seconds(model.idleTimeoutMs)}.`)
}

function* end(reader: ChunkReader): Generator<ModelEvent> {
  const usage = reader.usage && { usage: reader.usage }
  switch (reader.finishReason) {
    case undefined:
      throw new ModelError('truncated', "The model's answer broke off before its end.")
    case 'content_filter':
      throw new ModelError('rejected', 'The model provider withheld this answer (its content filter).')
    case 'error':
      throw new ModelError('unavailable', 'The model server failed while it was answering.')
    case 'length':
      // Calls that were cut off are none.
      yield { type: 'end', reason: 'length', ...usage }
      return
    default: {
      // Some servers say "stop" after tool calls too, or have words of their own, so the calls decide.
      const calls = reader.calls()
      for (const call of calls) yield { type: 'tool-call', call }
      yield { type: 'end', reason: calls.length > 0 ? 'tool-calls' : 'stop', ...usage }
    }
  }
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new ModelError('cancelled', 'The answer was stopped.')
}

function seconds(ms: number): string {
  return `${ms / 1000} s`
}
