import { APIError, type OpenAI } from 'openai'
import { ModelError } from '../../core/domain/errors.ts'
import type { ChatModel, ModelEvent, ModelRequest } from '../../core/ports/chat-model.ts'
import { type Clock, late, withTimeout } from '../../core/ports/clock.ts'
import type { Log } from '../../core/ports/log.ts'
import type { TokenCounter } from '../tokens.ts'
import { createOpenAiClient, type ModelServer } from './client.ts'
import { toModelError } from './errors.ts'
import { toRequestBody } from './request.ts'
import { StreamParser } from './stream-parser.ts'

export const openaiBaseUrl = 'https://api.openai.com/v1'

export interface OpenAiModelSettings extends ModelServer {
  readonly name: string
  readonly seesImages?: boolean
  /** In tokens. */
  readonly contextWindow: number
  /** In ms. The longest allowed pause between two chunks. */
  readonly idleTimeoutMs: number
  /** In ms. The longest wait for the response to begin. */
  readonly requestTimeoutMs: number
}

export interface OpenAiModelOptions {
  readonly clock: Clock
  readonly log: Log
  readonly countTokens: TokenCounter
}

/** In ms. Usage follows the end of the answer at once or not at all. A complete answer waits no longer than this for it. */
const usageWaitMs = 2_000

/** An answer is cut off at this many characters per allowed token, whatever the server sends. */
const charactersPerToken = 4

/**
 * Creates a model behind an OpenAI-compatible server. Parses the raw chunks of the stream, makes one call and never retries. An answer is
 * complete only with a finish reason. A stream that ends without one is `truncated`. If the server says that it accepts no tools, repeats the
 * call without them, and makes all later calls without them.
 */
export function createOpenAiModel(options: OpenAiModelOptions, model: OpenAiModelSettings): ChatModel {
  const call: OpenAiCall = { ...options, client: createOpenAiClient(model), model, server: { acceptsTools: true } }
  return {
    name: model.name,
    contextWindow: model.contextWindow,
    seesImages: model.seesImages ?? false,
    countTokens: options.countTokens,
    stream: (request, signal) => streamAnswer(call, request, signal),
  }
}

type OpenAiCall = OpenAiModelOptions & {
  readonly client: OpenAI
  readonly model: OpenAiModelSettings
  /** What is known of the server from its answers. */
  readonly server: { acceptsTools: boolean }
}

async function* streamAnswer(call: OpenAiCall, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  const ownAbort = new AbortController()
  const anySignal = AbortSignal.any([signal, ownAbort.signal])
  const reader = new StreamParser(`call_${request.messages.length}_`, request.maxOutputTokens * charactersPerToken)
  try {
    const chunks = await openStream(call, request, anySignal)
    while (!reader.isFull) {
      const text = await nextText(call, chunks, reader)
      throwIfAborted(signal)
      if (text === undefined) break
      if (text !== '') yield { type: 'text', delta: text }
    }
    yield* finishAnswer(reader)
  } catch (error) {
    throwIfAborted(signal)
    throw toModelError(error, call.model.name)
  } finally {
    // Closes the connection if the answer failed or the reader stopped.
    ownAbort.abort()
  }
}

async function openStream(call: OpenAiCall, request: ModelRequest, signal: AbortSignal): Promise<AsyncIterator<unknown>> {
  const { client, clock, log, model, server } = call
  const { acceptsTools } = server
  const body = toRequestBody(request, { model: model.name, isOpenAi: model.baseUrl === openaiBaseUrl, acceptsTools })
  const response = await withTimeout(clock, model.requestTimeoutMs, client.chat.completions.create(body, { signal })).catch(
    (error: unknown) => {
      if (!acceptsTools || !body.tools || !isToolRefusal(error)) throw error
      return undefined
    },
  )
  if (!response) {
    server.acceptsTools = false
    log.warn({ model: model.name }, 'the model server accepts no tools, so the model can look nothing up; continuing without tools')
    return openStream(call, request, signal)
  }
  if (response === late) {
    throw new ModelError('stalled', `The model server did not start answering within ${formatSeconds(model.requestTimeoutMs)}.`)
  }
  return response[Symbol.asyncIterator]()
}

/**
 * Returns whether a server says that the model, or the server as it was started, knows no tools. Ollama: "… does not support tools".
 * llama.cpp: "tools param requires --jinja flag". vLLM: '"auto" tool choice requires …'. OpenRouter: "No endpoints found that support tool use".
 */
function isToolRefusal(error: unknown): boolean {
  if (!(error instanceof APIError) || error.status === undefined || error.status === 429) return false
  return /\bsupports? (?:\w+ )?(?:tool|function)|\b(?:tools?|functions?)\b[^.]*?\b(?:requires?|not supported|unsupported)\b/i.test(
    error.message,
  )
}

/** Returns the text of the next chunk, which may be empty, or undefined at the end of the stream. */
async function nextText({ clock, model }: OpenAiCall, chunks: AsyncIterator<unknown>, reader: StreamParser): Promise<string | undefined> {
  const isComplete = reader.finishReason !== undefined
  try {
    const next = await withTimeout(clock, isComplete ? Math.min(usageWaitMs, model.idleTimeoutMs) : model.idleTimeoutMs, chunks.next())
    if (next !== late) return next.done ? undefined : reader.read(next.value)
  } catch (error) {
    if (!isComplete) throw error
    return undefined
  }
  if (isComplete) return undefined
  throw new ModelError('stalled', `The model's answer paused for more than ${formatSeconds(model.idleTimeoutMs)}.`)
}

function* finishAnswer(reader: StreamParser): Generator<ModelEvent> {
  const usage = reader.usage && { usage: reader.usage }
  switch (reader.finishReason) {
    case undefined:
      throw new ModelError('truncated', "The model's answer broke off before its end.")
    case 'content_filter':
      throw new ModelError('rejected', 'The content filter of the model provider withheld this answer.')
    case 'error':
      throw new ModelError('unavailable', 'The model server failed while it was answering.')
    case 'length':
      // Truncated calls are dropped.
      yield { type: 'end', reason: 'length', ...usage }
      return
    default: {
      // Some servers report "stop" or reasons of their own after tool calls, so the presence of calls decides.
      const calls = reader.calls()
      for (const call of calls) yield { type: 'tool-call', call }
      yield { type: 'end', reason: calls.length > 0 ? 'tool-calls' : 'stop', ...usage }
    }
  }
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new ModelError('cancelled', 'The answer was cancelled.')
}

function formatSeconds(ms: number): string {
  return `${ms / 1000} s`
}
