import { setMaxListeners } from 'node:events'
import { systemClock } from '../../core/ports/clock.ts'

/** Wakes a sleeping loop. A wake-up while the loop works is kept until it sleeps again. */
export interface WakeTimer {
  wake(): void
  /** Wakes the loop in `ms` milliseconds. */
  wakeIn(ms: number): void
  /** Resolves at the next wake-up, after `maxMs` milliseconds, or when the timer is stopped. */
  waitForWake(maxMs: number): Promise<void>
  stop(): void
}

/** The longest timer in Node.js, in ms. */
const maxTimerMs = 2 ** 31 - 1

export function createWakeTimer(): WakeTimer {
  const stopped = new AbortController()
  // Every delayed job listens to it.
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
