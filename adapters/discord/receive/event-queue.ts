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
  /** Nothing reaches the inbox once it is aborted. */
  readonly signal: AbortSignal
}

export interface DiscordEventQueue {
  /** Those of one queue (a channel) are found and taken in order; `find` may ask Discord, and is asked again when it could not be reached. */
  add(queueKey: string, loadEvents: () => Promise<readonly InboundEvent[]>): void
  /** Resolves when the inbox is done with what it was given. */
  drain(): Promise<void>
}

/** The longest wait before an event is given to the inbox again; what came later in its channel waits with it. */
const maxBackoffMs = 8000
/** After so many tries and milliseconds, an event is given up, if others can be stored meanwhile. */
const giveUpAfter = { attempts: 20, ms: 10 * 60_000 }

/**
 * Takes events to the inbox. Discord's gateway knows no acknowledgement of a single event, so what the inbox refuses is kept
 * here and given again until it is taken.
 */
export function createEventQueue({ inbox, clock, log, signal }: EventQueueOptions): DiscordEventQueue {
  const runInOrder = createKeyedQueue<string>()
  const running = new Set<Promise<void>>()
  // A stop waits for the inbox, and not for Discord.
  const stopped = new Promise<readonly InboundEvent[]>((resolve) => signal.addEventListener('abort', () => resolve([]), { once: true }))
  /** The last one that was stored and is stored in any case: the inbox may pass over the rest without a look at the database. */
  let probe: InboundEvent | undefined

  async function processEvents(loadEvents: () => Promise<readonly InboundEvent[]>): Promise<void> {
    for (const event of await loadWithRetry(loadEvents)) await storeWithRetry(event)
  }

  /** Nothing when stopped meanwhile, or when Discord refuses for good. */
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

  /** Returns when it is stored, given up, or stopped. */
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
   * What is refused because the database is away must not be lost. So one that was stored is stored once more, which does
   * no harm; only what is refused after that can never be stored.
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
