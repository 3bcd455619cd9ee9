import type { Clock } from '../ports/clock.ts'

export const late = Symbol('late')

/** Returns what `work` returns, or `late` if that takes longer than `ms`. The work continues, and its failure is then ignored. */
export async function withTimeout<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T | typeof late> {
  const settled = new AbortController()
  try {
    return await Promise.race([work, clock.sleep(ms, settled.signal).then((): typeof late => late)])
  } finally {
    settled.abort()
  }
}
