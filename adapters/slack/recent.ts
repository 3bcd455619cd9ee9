import type { Clock } from '../../src/core/clock.ts'
import { recentMap } from '../../src/core/recent-map.ts'

export interface Keeping {
  readonly clock: Clock
  readonly limit: number
  /** Milliseconds. */
  readonly keepMs: number
}

/** Looks something up once for all who ask, and keeps it for a while. A failure is told to those who asked, and not kept. */
export function kept<Value>({ clock, limit, keepMs }: Keeping, lookUp: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const found = recentMap<{ readonly value: Promise<Value>; readonly until: number }>(limit)
  return (key) => {
    const now = clock.now().getTime()
    const known = found.get(key)
    if (known && known.until > now) return known.value
    const value = lookUp(key)
    found.set(key, { value, until: now + keepMs })
    // Those who asked hear of it.
    value.catch(() => found.get(key)?.value === value && found.delete(key))
    return value
  }
}
