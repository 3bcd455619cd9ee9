import type { Clock } from './clock.ts'

export const LATE = Symbol('late')

/** What `work` gives, or LATE when that takes longer than `ms`; the work itself goes on, and its failure is then nobody's. */
export async function within<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T | typeof LATE> {
  const settled = new AbortController()
  try {
    return await Promise.race([work, clock.sleep(ms, settled.signal).then((): typeof LATE => LATE)])
  } finally {
    settled.abort()
  }
}
