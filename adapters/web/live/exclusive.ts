/**
 * Returns a function that runs `run`, one run at a time, each after `gather`. Calls before a run begins share it. Each call resolves after a
 * run that began after it. Neither may reject.
 */
export function createExclusive(run: () => Promise<void>, gather: () => Promise<void>): () => Promise<void> {
  let running = Promise.resolve()
  let next: Promise<void> | undefined
  const start = () => {
    next = undefined
    running = run()
    return running
  }
  return () => {
    next ??= running.then(gather).then(start)
    return next
  }
}
