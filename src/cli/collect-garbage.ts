import { Session } from 'node:inspector/promises'

/**
 * Frees the memory that only the start needed, and returns it to the system, which takes a tenth of a second. V8 waits until more is needed,
 * and a bot that waits for messages needs none. Its own `gc()` keeps the space of new objects at its size: 32 MB after a start.
 */
export async function collectGarbage(): Promise<void> {
  const session = new Session()
  try {
    session.connect()
    await session.post('HeapProfiler.collectGarbage')
  } finally {
    session.disconnect()
  }
}
