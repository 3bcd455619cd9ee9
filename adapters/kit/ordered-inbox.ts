import AsyncLock from 'async-lock'
import { messageOf, PlatformError } from '../../src/core/domain/errors.ts'
import { type Clock, createBackoff } from '../../src/core/ports/clock.ts'
import type { Log } from '../../src/core/ports/log.ts'
import type { InboundEvent, Inbox } from '../../src/core/ports/platform.ts'

export interface OrderedInboxOptions {
  /** The platform's name for logs, such as "Telegram". */
  readonly platform: string
  readonly inbox: Inbox
  readonly clock: Clock
  readonly log: Log
  /** Once aborted, no further event reaches the inbox. */
  readonly signal: AbortSignal
}

/** Events, or a function that loads them from the platform. The function may throw PlatformError, and is called again if that may help. */
export type EventSource = readonly InboundEvent[] | (() => Promise<readonly InboundEvent[]>)

/** What must be stored in order, such as a chat. Work with several keys waits for all earlier work with any of them, and later work for it. */
export type InboxKey = string | string[]

/**
 * Stores events in the inbox. Events with the same key, such as a chat, are stored in order, and events with different keys in parallel.
 */
export interface OrderedInbox {
  /**
   * For platforms that redeliver unacknowledged events. Runs `work` after all earlier work with the same key. The `store` passed to it
   * rejects if the inbox does, or once stopped.
   */
  run(key: InboxKey, work: (store: Inbox) => Promise<void>): Promise<void>
  /**
   * For platforms that do not redeliver events. Retries with exponential backoff, while later events with the same key wait. Resolves with
   * true once the events are stored or given up, or with false once stopped.
   */
  storeWithRetry(key: InboxKey, source: EventSource): Promise<boolean>
  /** Resolves when no event is being stored. */
  drain(): Promise<void>
}

const maxBackoffMs = 8_000
/** An event is given up after at least this many attempts and ms, provided that others can be stored. */
const giveUpAfter = { attempts: 20, ms: 10 * 60_000 }

export function createOrderedInbox({ platform, inbox, clock, log, signal }: OrderedInboxOptions): OrderedInbox {
  const lock = new AsyncLock({ maxPending: Number.POSITIVE_INFINITY })
  const running = new Set<Promise<unknown>>()
  // A shutdown waits for the inbox, but not for the platform.
  const stopped = new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }))
  /** The events waiting to be stored, with their keys, in order. */
  const waiting = new Set<{ readonly key: InboxKey; readonly event: InboundEvent }>()
  let lastStored: InboundEvent | undefined

  function runInOrder<T>(key: InboxKey, work: () => Promise<T>): Promise<T> {
    const result = lock.acquire(key, work)
    // The caller handles a failure. Here the result is only awaited.
    const finished = result.catch(() => undefined).finally(() => running.delete(finished))
    running.add(finished)
    return result
  }

  async function storeOnce(event: InboundEvent): Promise<void> {
    if (signal.aborted) throw new Error('the bot is shutting down')
    await inbox(event)
  }

  async function storeAll(key: InboxKey, source: EventSource): Promise<boolean> {
    const events = typeof source === 'function' ? await loadWithRetry(source) : source
    if (!events) return false
    for (const event of events) if (!(await storeUntilSettled(key, event))) return false
    return true
  }

  /** Returns the loaded events. Undefined if stopped in the meantime. Empty if the platform no longer shows the events. */
  async function loadWithRetry(loadEvents: () => Promise<readonly InboundEvent[]>): Promise<readonly InboundEvent[] | undefined> {
    const backoff = createBackoff(maxBackoffMs)
    while (!signal.aborted) {
      try {
        return await Promise.race([loadEvents(), stopped])
      } catch (error) {
        const reason = messageOf(error)
        if (error instanceof PlatformError && (error.kind === 'unreachable' || error.kind === 'rejected')) {
          log.info({ reason }, `${platform} no longer shows a message; skipped it`)
          return []
        }
        const waitMs = backoff.next()
        log.error({ reason, waitMs }, `${platform} could not be queried about an event; trying again`)
        await clock.sleep(waitMs, signal)
      }
    }
    return undefined
  }

  /** Stores an event, with retries. Returns true once the event is stored or given up, or false if stopped before that. */
  async function storeUntilSettled(key: InboxKey, event: InboundEvent): Promise<boolean> {
    const backoff = createBackoff(maxBackoffMs)
    const firstAt = clock.now().getTime()
    for (let attempts = 1; !signal.aborted; attempts += 1) {
      if (await tryStore(event)) return true
      const isOverdue = attempts >= giveUpAfter.attempts && clock.now().getTime() - firstAt >= giveUpAfter.ms
      if (isOverdue && (await canStoreOthers(key, event)) && !signal.aborted) {
        if (!(await tryStore(event)))
          log.error(toLogFields(event), `A ${platform} event was rejected for too long while others were stored; discarded it`)
        return true
      }
      await clock.sleep(backoff.next(), signal)
    }
    return false
  }

  async function tryStore(event: InboundEvent): Promise<boolean> {
    try {
      await inbox(event)
      if (isAlwaysStored(event)) lastStored = event
      return true
    } catch (error) {
      log.error({ ...toLogFields(event), reason: messageOf(error) }, `A ${platform} event could not be stored; trying again`)
      return false
    }
  }

  /**
   * Whether events other than the failed one can be stored. An event that was rejected because the database is unavailable must not be
   * lost. So another event is stored as a test: the last stored one, which is idempotent, or otherwise a waiting one, preferably with
   * another key to keep the order. If the failed event is rejected again after that, it can never be stored, and would block its key for
   * good.
   */
  async function canStoreOthers(key: InboxKey, failed: InboundEvent): Promise<boolean> {
    const others = [...waiting].filter(({ event }) => event !== failed && isAlwaysStored(event))
    const probe = lastStored ?? (others.find((other) => other.key !== key) ?? others[0])?.event
    return probe !== undefined && tryStore(probe)
  }

  return {
    run: (key, work) => runInOrder(key, () => work(storeOnce)),
    async storeWithRetry(key, source) {
      const entries = (typeof source === 'function' ? [] : source).map((event) => ({ key, event }))
      for (const entry of entries) waiting.add(entry)
      try {
        return await runInOrder(key, () => storeAll(key, source))
      } finally {
        for (const entry of entries) waiting.delete(entry)
      }
    },
    async drain() {
      await Promise.all(running)
    },
  }
}

/** Whether storing the event always uses the database. The inbox may skip other events without using it. */
const isAlwaysStored = (event: InboundEvent): boolean => event.type === 'action' || (event.type === 'message' && event.addressed)

function toLogFields(event: InboundEvent): { readonly event: string; readonly id?: string } {
  return { event: event.type, ...('id' in event && { id: event.id }) }
}
