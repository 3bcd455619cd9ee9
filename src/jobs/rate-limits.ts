import type { Redis } from 'ioredis'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Budget, RateLimits } from '../core/ports/rate-limits.ts'

export interface RateLimitsOptions {
  /** If absent, each process counts for itself. */
  readonly redis?: Redis
  /** Prefix of every key in Redis. */
  readonly prefix?: string
}

/** Creates rate limits with fixed windows. If Redis fails, this process counts for itself until Redis is back. */
export function createRateLimits({ redis, prefix = 'throughline' }: RateLimitsOptions = {}): RateLimits {
  const limiters = new Map<string, RateLimiterAbstract>()

  function limiterOf({ name, points, perMs }: Budget): RateLimiterAbstract {
    const known = limiters.get(name)
    if (known) return known
    const options = { keyPrefix: `${prefix}:limit:${name}`, points, duration: perMs / 1_000 }
    const memory = new RateLimiterMemory(options)
    const limiter = redis ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory }) : memory
    limiters.set(name, limiter)
    return limiter
  }

  return {
    async spend(budget, key, points = 1) {
      try {
        await limiterOf(budget).consume(key, points)
        return 0
      } catch (error) {
        if (error instanceof RateLimiterRes) return Math.max(1, error.msBeforeNext)
        throw error
      }
    },
    async block(budget, key, ms) {
      await limiterOf(budget).block(key, ms / 1_000)
    },
  }
}
