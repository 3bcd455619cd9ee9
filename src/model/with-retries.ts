import { ModelError, messageOf } from '../core/domain/errors.ts'
import type { ChatModel, ModelEvent, ModelRequest } from '../core/ports/chat-model.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Log } from '../core/ports/log.ts'

export interface RetryLimits {
  /** Calls in all, the first one counted. */
  readonly attempts: number
  /** The wait before the second call, in ms; doubled for each one after. */
  readonly firstDelayMs: number
  /** The longest wait, in ms. A server that asks for a longer one gets no second call: whoever asked is told now. */
  readonly maxDelayMs: number
}

export const defaultRetryLimits: RetryLimits = { attempts: 4, firstDelayMs: 500, maxDelayMs: 20_000 }

export interface ModelDeps {
  readonly clock: Clock
  readonly log: Log
}

/** A model that is called again when a call fails before it gave anything. After the first event a failure stays one: text may have been shown. */
export function withRetries(deps: ModelDeps, model: ChatModel, limits: RetryLimits = defaultRetryLimits): ChatModel {
  return {
    name: model.name,
    contextWindow: model.contextWindow,
    seesImages: model.seesImages ?? false,
    countTokens: (text) => model.countTokens(text),
    async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
      for (let attempt = 1; ; attempt++) {
        let hasStarted = false
        try {
          for await (const event of model.stream(request, signal)) {
            hasStarted = true
            yield event
          }
          return
        } catch (error) {
          const delayMs = hasStarted ? undefined : computeRetryDelayMs(error, attempt, limits)
          if (delayMs === undefined) throw error
          deps.log.warn({ model: model.name, attempt, waitMs: delayMs, problem: messageOf(error) }, 'model call failed, trying again')
          await deps.clock.sleep(delayMs, signal)
          if (signal.aborted) throw new ModelError('cancelled', 'The answer was stopped.')
        }
      }
    },
  }
}

/** Milliseconds to wait before the next call; undefined when another one is of no use. */
export function computeRetryDelayMs(error: unknown, attempt: number, limits: RetryLimits): number | undefined {
  if (!(error instanceof ModelError) || error.kind === 'rejected' || error.kind === 'cancelled') return undefined
  const requestedMs = error.retryAfterMs ?? 0
  if (attempt >= limits.attempts || requestedMs > limits.maxDelayMs) return undefined
  return Math.max(requestedMs, Math.min(limits.firstDelayMs * 2 ** (attempt - 1), limits.maxDelayMs))
}
