import type { Clock } from '../../src/core/clock.ts'

/** A map that forgets what was set longest ago once it holds `limit` entries. */
export interface RecentMap<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  delete(key: string): void
}

export function recentMap<Value>(limit: number): RecentMap<Value> {
  const entries = new Map<string, Value>()
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      entries.delete(key)
      entries.set(key, value)
      const [oldest] = entries.size > limit ? entries.keys() : []
      if (oldest !== undefined) entries.delete(oldest)
    },
    delete: (key) => void entries.delete(key),
  }
}

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
    value.catch(() => found.get(key)?.value === value && found.delete(key))
    return value
  }
}
