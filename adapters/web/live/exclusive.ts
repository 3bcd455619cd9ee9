/** Runs `run` one at a time. Calls during a run share one further run. Resolves after a complete run. */
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
