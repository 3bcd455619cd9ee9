import type { Clock } from '../ports/clock.ts'

export const late = Symbol('late')

/** What `work` gives, or LATE when that takes longer than `ms`; the work itself goes on, and its failure is then nobody's. */
export async function withTimeout<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T | typeof late> {
  const settled = new AbortController()
  try {
    return await Promise.race([work, clock.sleep(ms, settled.signal).then((): typeof late => late)])
  } finally {
    settled.abort()
  }
}
