import { createHash } from 'node:crypto'
import { PlatformError } from '../../src/core/domain/errors.ts'
import type { Clock } from '../../src/core/ports/clock.ts'
import type { Budget, RateLimits } from '../../src/core/ports/rate-limits.ts'

/** A limit that a call counts toward: so many calls within a time, such as to one chat. */
export interface CallLimit {
  readonly budget: Budget
  /** What the budget is for, such as a chat. Empty for all calls with the token. */
  readonly key: string
  /** What a call costs. 1 if absent. With 0, a call only waits while the budget is used up. */
  readonly points?: number
}

export interface CallLimiter {
  /**
   * Waits until a call may be made. Throws PlatformError('deferred') if that takes longer than `maxWaitMs`, so that the caller can do
   * something else meanwhile. Two seconds by default.
   */
  acquire(limits: readonly CallLimit[], maxWaitMs?: number): Promise<void>
  /** Counts a call that was made, even beyond the limit. */
  count(limit: CallLimit): Promise<void>
  /** Delays further calls, in every process, after the platform asked to wait. */
  delay(limits: readonly CallLimit[], ms: number): Promise<void>
}

export interface CallLimiterOptions {
  /** Limits are counted separately for each token. */
  readonly token: string
  readonly rateLimits: RateLimits
  readonly clock: Clock
}

const defaultMaxWaitMs = 2_000

export function createCallLimiter({ token, rateLimits, clock }: CallLimiterOptions): CallLimiter {
  // The keys are stored in Redis, so they must not contain the token.
  const tokenId = createHash('sha256').update(token).digest('base64url').slice(0, 12)
  const keyOf = ({ key }: CallLimit) => `${tokenId}/${key}`

  async function acquireOne(limit: CallLimit, maxWaitMs: number): Promise<void> {
    for (let waitedMs = 0; ; ) {
      const waitMs = await rateLimits.spend(limit.budget, keyOf(limit), limit.points)
      if (waitMs === 0) return
      if (waitedMs + waitMs > maxWaitMs)
        throw new PlatformError('deferred', `Our rate limit ${limit.budget.name} is reached. The call waits ${waitMs} ms.`, waitMs)
      await clock.sleep(waitMs)
      waitedMs += waitMs
    }
  }

  return {
    async acquire(limits, maxWaitMs = defaultMaxWaitMs) {
      for (const limit of limits) await acquireOne(limit, maxWaitMs)
    },
    async count(limit) {
      await rateLimits.spend(limit.budget, keyOf(limit), limit.points)
    },
    async delay(limits, ms) {
      for (const limit of limits) await rateLimits.block(limit.budget, keyOf(limit), ms)
    },
  }
}
