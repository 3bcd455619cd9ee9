/** Creates a queue that runs work of one key in order, and work of different keys in parallel. */
export function createKeyedQueue<Key>(): <T>(key: Key, work: () => Promise<T>) => Promise<T> {
  const last = new Map<Key, Promise<unknown>>()
  return (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work)
    // `mine` reports a failure to the caller. The next in the queue only waits for the end.
    const done = mine.catch(() => undefined)
    last.set(key, done)
    void done.then(() => last.get(key) === done && last.delete(key))
    return mine
  }
}
