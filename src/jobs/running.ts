import { systemClock } from '../core/clock.ts'

/** The tries that run in this process just now. */
export interface Running {
  /** Runs `work` and counts it until it ends. Its signal is aborted when the process stops and will wait no longer. */
  run(work: (signal: AbortSignal) => Promise<void>): Promise<void>
  /** Waits up to `graceMs` for all of them, then aborts their signals, and waits a moment for what that leaves to end. */
  end(graceMs: number): Promise<void>
}

/** Longer than a handler has to heed its signal: what is still not over then waits for a queue that is away. */
const afterAbortMs = 2_000

export function createRunning(): Running {
  // One signal for each, so that whatever listens to it goes when the try is over.
  const works = new Map<AbortController, Promise<void>>()
  let aborted = false

  return {
    run(work) {
      const abort = new AbortController()
      if (aborted) abort.abort()
      const over = () => void works.delete(abort)
      const working = work(abort.signal)
      works.set(abort, working.then(over, over))
      return working
    },
    async end(graceMs) {
      await allWithin(graceMs)
      aborted = true
      for (const abort of works.keys()) abort.abort()
      await allWithin(afterAbortMs)
    },
  }

  async function allWithin(ms: number): Promise<void> {
    const waited = new AbortController()
    await Promise.race([Promise.all(works.values()), systemClock.sleep(ms, waited.signal)])
    waited.abort()
  }
}
