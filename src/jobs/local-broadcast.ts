import { messageOf } from '../core/domain/errors.ts'
import type { Broadcast, BroadcastEvent } from '../core/ports/broadcast.ts'
import type { Log } from '../core/ports/log.ts'

/** Broadcasts within one process. Calls listeners soon after `publish`, never during it. */
export function createLocalBroadcast(log: Log): Broadcast {
  const listeners = new Set<(news: BroadcastEvent) => void>()
  const notify = (listener: (news: BroadcastEvent) => void, news: BroadcastEvent) => {
    try {
      listener(news)
    } catch (error) {
      log.error({ error, type: news.type }, `A subscriber of an event failed: ${messageOf(error)}`)
    }
  }
  return {
    publish(news) {
      queueMicrotask(() => {
        for (const listener of listeners) notify(listener, news)
      })
    },
    subscribe(listener) {
      // Wrapped, so that a function that is subscribed twice is called twice.
      const ownListener = (news: BroadcastEvent) => listener(news)
      listeners.add(ownListener)
      return () => listeners.delete(ownListener)
    },
    async close() {
      listeners.clear()
    },
  }
}
