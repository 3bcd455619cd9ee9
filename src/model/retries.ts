import type { ChatModel, ModelEvent, ModelRequest } from '../core/chat-model.ts'
import type { Clock } from '../core/clock.ts'
import { ModelError, messageOf } from '../core/errors.ts'
import type { Log } from '../core/log.ts'

export interface RetryLimits {
  /** Calls in all, the first one counted. */
  readonly attempts: number
  /** The wait before the second call, in ms; doubled for each one after. */
  readonly firstWaitMs: number
  /** The longest wait, in ms. A server that asks for a longer one gets no second call: whoever asked is told now. */
  readonly longestWaitMs: number
}

export const RETRY_LIMITS: RetryLimits = { attempts: 4, firstWaitMs: 500, longestWaitMs: 20_000 }

export interface RetryParts {
  readonly clock: Clock
  readonly log: Log
}

/** A model that is called again when a call fails before it gave anything. After the first event a failure stays one: text may have been shown. */
export function withRetries(parts: RetryParts, model: ChatModel, limits: RetryLimits = RETRY_LIMITS): ChatModel {
  return {
    name: model.name,
    contextWindow: model.contextWindow,
    seesImages: model.seesImages ?? false,
    countTokens: (text) => model.countTokens(text),
    async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
      for (let attempt = 1; ; attempt++) {
        let begun = false
        try {
          for await (const event of model.stream(request, signal)) {
            begun = true
            yield event
          }
          return
        } catch (error) {
          const wait = begun ? undefined : waitAfter(error, attempt, limits)
          if (wait === undefined) throw error
          parts.log.warn({ model: model.name, attempt, waitMs: wait, problem: messageOf(error) }, 'model call failed, trying again')
          await parts.clock.sleep(wait, signal)
          if (signal.aborted) throw new ModelError('cancelled', 'The answer was stopped.')
        }
      }
    },
  }
}

/** Milliseconds to wait before the next call; undefined when another one is of no use. */
export function waitAfter(error: unknown, attempt: number, limits: RetryLimits): number | undefined {
  if (!(error instanceof ModelError) || error.kind === 'rejected' || error.kind === 'cancelled') return undefined
  const asked = error.retryAfterMs ?? 0
  if (attempt >= limits.attempts || asked > limits.longestWaitMs) return undefined
  return Math.max(asked, Math.min(limits.firstWaitMs * 2 ** (attempt - 1), limits.longestWaitMs))
}
