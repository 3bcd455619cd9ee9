import type { Clock } from '../ports/clock.ts'

export const late = Symbol('late')

/** Returns the result of `work`, or `late` if it takes longer than `ms`. The work continues, but its failure is then ignored. */
export async function withTimeout<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T | typeof late> {
  const settled = new AbortController()
  try {
    return await Promise.race([work, clock.sleep(ms, settled.signal).then((): typeof late => late)])
  } finally {
    settled.abort()
  }
}

/** Returns the delay in ms after a number of consecutive failures, counted from 1. Doubles with each failure, up to `longestMs`. */
export function computeBackoffMs(failures: number, { firstMs, longestMs = Number.POSITIVE_INFINITY }: BackoffOptions): number {
  return Math.min(longestMs, firstMs * 2 ** (failures - 1))
}

export interface BackoffOptions {
  readonly firstMs: number
  readonly longestMs?: number
}

/** Counts failures and returns the delay after each: 1, 2, 4 … seconds, up to `longestMs`. */
export function createBackoff(longestMs: number): { next(): number; reset(): void } {
  let failures = 0
  return {
    next: () => computeBackoffMs(++failures, { firstMs: 1_000, longestMs }),
    reset: () => {
      failures = 0
    },
  }
}

/** The shortest and the longest wait that a platform's request is taken for, in ms: one second and one day. */
const shortestWaitMs = 1_000
const longestWaitMs = 86_400_000

/**
 * Converts the seconds that a platform asks to wait to ms. A missing or impossible number counts as one second, and a huge one as one day.
 */
export function toWaitMs(seconds: unknown): number {
  const ms = Number(seconds ?? 0) * 1_000
  return ms > shortestWaitMs ? Math.min(ms, longestWaitMs) : shortestWaitMs
}
