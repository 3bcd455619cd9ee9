import type { Redis } from 'ioredis'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Budget, RateLimits } from '../core/ports/rate-limits.ts'

export interface RateLimitsOptions {
  /** If absent, each process counts for itself. */
  readonly redis?: Redis
  /** Prefix of every key in Redis. */
  readonly prefix?: string
}

/** The longest block in seconds, one day. Whoever asks for a longer one is asked again after that. */
const longestBlock = 86_400

/** Returns whole seconds. The library would block forever for less than one, and Redis takes no fractions. */
const toBlockSeconds = (ms: number) => Math.min(longestBlock, Math.max(1, Math.ceil(ms / 1_000) || 1))

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
    async refund(budget, key, points) {
      await limiterOf(budget).reward(key, points)
    },
    async block(budget, key, ms) {
      const limiter = limiterOf(budget)
      const seconds = toBlockSeconds(ms)
      const current = await limiter.get(key)
      // A longer wait that is already known stays.
      if (current && current.consumedPoints > budget.points && current.msBeforeNext > seconds * 1_000) return
      await limiter.block(key, seconds)
    },
  }
}
