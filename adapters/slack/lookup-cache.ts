import { LRUCache } from 'lru-cache'
import type { Clock } from '../../src/core/ports/clock.ts'

export interface LookupCacheOptions {
  readonly clock: Clock
  readonly maxEntries: number
  /** In ms. */
  readonly ttlMs: number
}

/** Caches lookups for a while. Concurrent callers share one lookup. A failure is reported to the callers and not cached. */
export function createLookupCache<Value>(
  { clock, maxEntries, ttlMs }: LookupCacheOptions,
  load: (key: string) => Promise<Value>,
): (key: string) => Promise<Value> {
  const lookups = new LRUCache<string, Promise<Value>>({
    max: maxEntries,
    ttl: ttlMs,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  })
  return (key) => {
    const cached = lookups.get(key)
    if (cached) return cached
    const lookup = load(key)
    lookups.set(key, lookup)
    // The callers handle the failure.
    lookup.catch(() => lookups.peek(key) === lookup && lookups.delete(key))
    return lookup
  }
}
