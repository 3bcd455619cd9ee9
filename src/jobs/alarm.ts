import { setMaxListeners } from 'node:events'
import { systemClock } from '../core/clock.ts'

/** Wakes a loop that rests. A ring while the loop works is kept for its next rest. */
export interface Alarm {
  ring(): void
  /** Rings in `ms` milliseconds. */
  ringIn(ms: number): void
  /** Resolves at the next ring, after `longestMs` milliseconds, or when the alarm is stopped. */
  rest(longestMs: number): Promise<void>
  stop(): void
}

/** What a timer of Node.js can hold, in milliseconds. */
const longestTimer = 2 ** 31 - 1

export function createAlarm(): Alarm {
  const stopped = new AbortController()
  // Every delayed job waits on it.
  setMaxListeners(0, stopped.signal)
  let rung = false
  let wake = () => {}
  const ring = () => {
    rung = true
    wake()
  }
  return {
    ring,
    ringIn(ms) {
      void systemClock.sleep(Math.min(ms, longestTimer), stopped.signal).then(ring)
    },
    async rest(longestMs) {
      if (!rung && !stopped.signal.aborted) {
        const awake = new AbortController()
        wake = () => awake.abort()
        await systemClock.sleep(longestMs, awake.signal)
      }
      rung = false
    },
    stop() {
      stopped.abort()
      ring()
    },
  }
}
