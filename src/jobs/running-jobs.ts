import { systemClock } from '../core/ports/clock.ts'

/** The attempts that run in this process. */
export interface RunningJobs {
  /** Runs `work` and tracks it until it ends. Its signal is aborted when the shutdown grace period is over. */
  run(work: (signal: AbortSignal) => Promise<void>): Promise<void>
  /** Waits up to `graceMs` for all of them, aborts their signals, and waits briefly for the rest. */
  drain(graceMs: number): Promise<void>
}

/** Longer than a handler has to react to its signal. What still runs then waits for an unavailable queue. */
const abortGraceMs = 2_000

export function createRunningJobs(): RunningJobs {
  // One signal per attempt, so that its listeners go away with it.
  const running = new Map<AbortController, Promise<void>>()
  let isAborted = false

  return {
    run(work) {
      const abortController = new AbortController()
      if (isAborted) abortController.abort()
      const remove = () => void running.delete(abortController)
      const promise = work(abortController.signal)
      running.set(abortController, promise.then(remove, remove))
      return promise
    },
    async drain(graceMs) {
      await waitForAll(graceMs)
      isAborted = true
      for (const abortController of running.keys()) abortController.abort()
      await waitForAll(abortGraceMs)
    },
  }

  async function waitForAll(ms: number): Promise<void> {
    const timeout = new AbortController()
    await Promise.race([Promise.all(running.values()), systemClock.sleep(ms, timeout.signal)])
    timeout.abort()
  }
}
