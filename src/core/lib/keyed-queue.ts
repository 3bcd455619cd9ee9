/** Runs the work of one key in the order it came, and that of different keys at the same time. */
export function createKeyedQueue<Key>(): <T>(key: Key, work: () => Promise<T>) => Promise<T> {
  const last = new Map<Key, Promise<unknown>>()
  return (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work)
    // Whoever asked for the work is told of its failure by `mine`; the next in the queue only waits for its end.
    const done = mine.catch(() => undefined)
    last.set(key, done)
    void done.then(() => last.get(key) === done && last.delete(key))
    return mine
  }
}
