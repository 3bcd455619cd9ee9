import { messageOf } from '../core/domain/errors.ts'
import type { Broadcast, BroadcastEvent } from '../core/ports/broadcast.ts'
import type { Log } from '../core/ports/log.ts'

/** News within one process. Listeners are called soon after `publish`, never inside it. */
export function createLocalBroadcast(log: Log): Broadcast {
  const listeners = new Set<(news: BroadcastEvent) => void>()
  const notify = (listener: (news: BroadcastEvent) => void, news: BroadcastEvent) => {
    try {
      listener(news)
    } catch (error) {
      log.error({ error, type: news.type }, `Who listens to news failed: ${messageOf(error)}`)
    }
  }
  return {
    publish(news) {
      queueMicrotask(() => {
        for (const listener of listeners) notify(listener, news)
      })
    },
    subscribe(listener) {
      // Wrapped, so that one function that listens twice is two listeners.
      const ownListener = (news: BroadcastEvent) => listener(news)
      listeners.add(ownListener)
      return () => listeners.delete(ownListener)
    },
    async close() {
      listeners.clear()
    },
  }
}
