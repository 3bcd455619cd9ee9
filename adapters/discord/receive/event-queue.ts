import { messageOf, PlatformError } from '../../../src/core/domain/errors.ts'
import { createBackoff } from '../../../src/core/lib/backoff.ts'
import { createKeyedQueue } from '../../../src/core/lib/keyed-queue.ts'
import type { Clock } from '../../../src/core/ports/clock.ts'
import type { Log } from '../../../src/core/ports/log.ts'
import type { InboundEvent, Inbox } from '../../../src/core/ports/platform.ts'

export interface EventQueueOptions {
  readonly inbox: Inbox
  readonly clock: Clock
  readonly log: Log
  /** Once aborted, nothing reaches the inbox. */
  readonly signal: AbortSignal
}

export interface DiscordEventQueue {
  /**
   * Events of one queue (a channel) are loaded and stored in order. `loadEvents` may call Discord, and is retried if Discord is
   * unavailable.
   */
  add(queueKey: string, loadEvents: () => Promise<readonly InboundEvent[]>): void
  /** Resolves when the inbox is done with what it was given. */
  drain(): Promise<void>
}

/** The longest backoff before an event is retried. Later events of its channel wait with it. */
const maxBackoffMs = 8000
/** An event is given up after this many attempts and ms, if others can be stored meanwhile. */
const giveUpAfter = { attempts: 20, ms: 10 * 60_000 }

/**
 * Passes events to the inbox. Discord's gateway has no acknowledgement per event, so events that the inbox rejects are kept here and
 * retried.
 */
export function createEventQueue({ inbox, clock, log, signal }: EventQueueOptions): DiscordEventQueue {
  const runInOrder = createKeyedQueue<string>()
  const running = new Set<Promise<void>>()
  // A shutdown waits for the inbox, but not for Discord.
  const stopped = new Promise<readonly InboundEvent[]>((resolve) => signal.addEventListener('abort', () => resolve([]), { once: true }))
  /** The last stored message: the inbox may skip other events without using the database. */
  let probe: InboundEvent | undefined

  async function processEvents(loadEvents: () => Promise<readonly InboundEvent[]>): Promise<void> {
    for (const event of await loadWithRetry(loadEvents)) await storeWithRetry(event)
  }

  /** Empty if stopped meanwhile, or if Discord rejects the call for good. */
  async function loadWithRetry(loadEvents: () => Promise<readonly InboundEvent[]>): Promise<readonly InboundEvent[]> {
    const retryBackoff = createBackoff(maxBackoffMs)
    while (!signal.aborted) {
      try {
        return await Promise.race([loadEvents(), stopped])
      } catch (error) {
        const reason = messageOf(error)
        if (error instanceof PlatformError && (error.kind === 'unreachable' || error.kind === 'rejected')) {
          log.info({ reason }, 'Discord no longer shows this; it was passed over')
          return []
        }
        const waitMs = retryBackoff.next()
        log.error({ reason, waitMs }, 'Discord could not be asked about an event; trying again')
        await clock.sleep(waitMs, signal)
      }
    }
    return []
  }

  /** Returns once the event is stored, given up, or stopped. */
  async function storeWithRetry(event: InboundEvent): Promise<void> {
    const retryBackoff = createBackoff(maxBackoffMs)
    const firstAt = clock.now().getTime()
    for (let attempts = 1; !signal.aborted; attempts += 1) {
      if (await tryStore(event)) return
      const isOverdue = attempts >= giveUpAfter.attempts && clock.now().getTime() - firstAt >= giveUpAfter.ms
      if (isOverdue && (await canStoreOthers()) && !signal.aborted) {
        if (!(await tryStore(event)))
          log.error(toLogFields(event), 'An event of Discord was refused for too long, while others were stored: it is given up')
        return
      }
      await clock.sleep(retryBackoff.next(), signal)
    }
  }

  async function tryStore(event: InboundEvent): Promise<boolean> {
    try {
      await inbox(event)
      if (event.type === 'action' || (event.type === 'message' && event.addressed)) probe = event
      return true
    } catch (error) {
      log.error({ ...toLogFields(event), reason: messageOf(error) }, 'An event of Discord could not be stored; it will be tried again')
      return false
    }
  }

  /**
   * An event rejected because the database is unavailable must not be lost. So a stored event is stored again, which does no harm. Only
   * what is
   * rejected after that can never be stored.
   */
  async function canStoreOthers(): Promise<boolean> {
    return probe !== undefined && tryStore(probe)
  }

  return {
    add(queueKey, loadEvents) {
      if (signal.aborted) return
      const work = runInOrder(queueKey, () => processEvents(loadEvents))
      running.add(work)
      void work.then(() => running.delete(work))
    },
    async drain() {
      await Promise.all(running)
    },
  }
}

function toLogFields(event: InboundEvent): { readonly event: string; readonly id?: string } {
  return { event: event.type, ...('id' in event && { id: event.id }) }
}
