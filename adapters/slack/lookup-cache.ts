import { createLruMap } from '../../src/core/lib/lru-map.ts'
import type { Clock } from '../../src/core/ports/clock.ts'

export interface LookupCacheOptions {
  readonly clock: Clock
  readonly maxEntries: number
  /** In ms. */
  readonly ttlMs: number
}

/** Caches lookups for a while. Concurrent callers share one lookup. Failures are reported to them and not cached. */
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
    // The callers handle the failure.
    value.catch(() => entries.get(key)?.value === value && entries.delete(key))
    return value
  }
}
