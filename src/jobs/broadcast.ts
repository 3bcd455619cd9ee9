import type { Broadcast, News } from '../core/broadcast.ts'
import { messageOf } from '../core/errors.ts'
import type { Log } from '../core/log.ts'

/** News within one process. Listeners are called soon after `publish`, never inside it. */
export function createBroadcast(log: Log): Broadcast {
  const listeners = new Set<(news: News) => void>()
  const tell = (listener: (news: News) => void, news: News) => {
    try {
      listener(news)
    } catch (error) {
      log.error({ error, type: news.type }, `Who listens to news failed: ${messageOf(error)}`)
    }
  }
  return {
    publish(news) {
      queueMicrotask(() => {
        for (const listener of listeners) tell(listener, news)
      })
    },
    subscribe(listener) {
      // Wrapped, so that one function that listens twice is two listeners.
      const own = (news: News) => listener(news)
      listeners.add(own)
      return () => listeners.delete(own)
    },
    async close() {
      listeners.clear()
    },
  }
}
