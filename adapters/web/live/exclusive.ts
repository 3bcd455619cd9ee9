/**
 * Returns a function that runs `run`, one run at a time. Calls during a run share one further run. Each call resolves after a run that
 * began after it.
 */
export function createExclusive(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const start = (): Promise<void> => {
    next = undefined
    running = run().finally(() => {
      running = undefined
    })
    return running
  }
  return () => {
    if (next) return next
    if (!running) return start()
    next = running.then(start)
    return next
  }
}
