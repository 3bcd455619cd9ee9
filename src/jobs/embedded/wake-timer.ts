import { setMaxListeners } from 'node:events'
import { systemClock } from '../../core/ports/clock.ts'

/** Wakes a loop that rests. A ring while the loop works is kept for its next rest. */
export interface WakeTimer {
  wake(): void
  /** Rings in `ms` milliseconds. */
  wakeIn(ms: number): void
  /** Resolves at the next ring, after `longestMs` milliseconds, or when the alarm is stopped. */
  waitForWake(maxMs: number): Promise<void>
  stop(): void
}

/** What a timer of Node.js can hold, in milliseconds. */
const maxTimerMs = 2 ** 31 - 1

export function createWakeTimer(): WakeTimer {
  const stopped = new AbortController()
  // Every delayed job waits on it.
  setMaxListeners(0, stopped.signal)
  let isWakePending = false
  let endWait = () => {}
  const requestWake = () => {
    isWakePending = true
    endWait()
  }
  return {
    wake: requestWake,
    wakeIn(ms) {
      void systemClock.sleep(Math.min(ms, maxTimerMs), stopped.signal).then(requestWake)
    },
    async waitForWake(maxMs) {
      if (!isWakePending && !stopped.signal.aborted) {
        const waitEnded = new AbortController()
        endWait = () => waitEnded.abort()
        await systemClock.sleep(maxMs, waitEnded.signal)
      }
      isWakePending = false
    },
    stop() {
      stopped.abort()
      requestWake()
    },
  }
}
