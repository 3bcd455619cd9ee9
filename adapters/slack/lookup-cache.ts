import { createLruMap } from '../../src/core/lib/lru-map.ts'
import type { Clock } from '../../src/core/ports/clock.ts'

export interface LookupCacheOptions {
  readonly clock: Clock
  readonly maxEntries: number
  /** Milliseconds. */
  readonly ttlMs: number
}

/** Looks something up once for all who ask, and keeps it for a while. A failure is told to those who asked, and not kept. */
export function createLookupCache<Value>(
  { clock, maxEntries, ttlMs }: LookupCacheOptions,
  load: (key: string) => Promise<Value>,
): (key: string) => Promise<Value> {
  const entries = createLruMap<{ readonly value: Promise<Value>; readonly until: number }>(maxEntries)
  return (key) => {
    const now = clock.now().getTime()
    const cached = entries.get(key)
    if (cached && cached.until > now) return cached.value
    const value = load(key)
    entries.set(key, { value, until: now + ttlMs })
    // Those who asked hear of it.
    value.catch(() => entries.get(key)?.value === value && entries.delete(key))
    return value
  }
}
