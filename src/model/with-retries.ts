import { ModelError, messageOf } from '../core/domain/errors.ts'
import type { ChatModel, ModelEvent, ModelRequest } from '../core/ports/chat-model.ts'
import { type BackoffOptions, type Clock, computeBackoffMs } from '../core/ports/clock.ts'
import type { Log } from '../core/ports/log.ts'

export interface RetryLimits {
  /** The total number of calls, including the first. */
  readonly attempts: number
  /** If a server asks for a longer delay than `longestMs`, the call fails at once. */
  readonly backoff: Required<BackoffOptions>
}

export const defaultRetryLimits: RetryLimits = { attempts: 4, backoff: { firstMs: 500, longestMs: 20_000 } }

export interface ModelDeps {
  readonly clock: Clock
  readonly log: Log
}

/**
 * Wraps a model so that calls that fail before their first event are retried. After the first event, a failure is final, because text may
 * have been shown.
 */
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
          if (signal.aborted) throw new ModelError('cancelled', 'The answer was cancelled.')
        }
      }
    },
  }
}

/** Returns the delay in ms before the next call, or undefined if another call is pointless. */
export function computeRetryDelayMs(error: unknown, attempt: number, limits: RetryLimits): number | undefined {
  if (!(error instanceof ModelError) || error.kind === 'rejected' || error.kind === 'cancelled') return undefined
  const requestedMs = error.retryAfterMs ?? 0
  if (attempt >= limits.attempts || requestedMs > limits.backoff.longestMs) return undefined
  return Math.max(requestedMs, computeBackoffMs(attempt, limits.backoff))
}
