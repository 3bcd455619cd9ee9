import { systemClock } from '../core/ports/clock.ts'

/** The tries that run in this process just now. */
export interface RunningJobs {
  /** Runs `work` and counts it until it ends. Its signal is aborted when the process stops and will wait no longer. */
  run(work: (signal: AbortSignal) => Promise<void>): Promise<void>
  /** Waits up to `graceMs` for all of them, then aborts their signals, and waits a moment for what that leaves to end. */
  drain(graceMs: number): Promise<void>
}

/** Longer than a handler has to heed its signal: what is still not over then waits for a queue that is away. */
const abortGraceMs = 2_000

export function createRunningJobs(): RunningJobs {
  // One signal for each, so that whatever listens to it goes when the try is over.
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
