import type { Clock } from '../../src/core/clock.ts'
import { messageOf, PlatformError } from '../../src/core/errors.ts'
import { growingWaits } from '../../src/core/growing-waits.ts'
import { keyedQueue } from '../../src/core/keyed-queue.ts'
import type { Log } from '../../src/core/log.ts'
import type { InboundEvent, Inbox } from '../../src/core/platform.ts'

export interface IntakeParts {
  readonly inbox: Inbox
  readonly clock: Clock
  readonly log: Log
  /** Nothing reaches the inbox once it is aborted. */
  readonly signal: AbortSignal
}

export interface Intake {
  /** Those of one queue (a channel) are found and taken in order; `find` may ask Discord, and is asked again when it could not be reached. */
  add(queue: string, find: () => Promise<readonly InboundEvent[]>): void
  /** Resolves when the inbox is done with what it was given. */
  settled(): Promise<void>
}

/** The longest wait before an event is given to the inbox again; what came later in its channel waits with it. */
const longestWaitMs = 8000

/**
 * Takes events to the inbox. Discord's gateway knows no acknowledgement of a single event, so what the inbox refuses is kept
 * here and given again until it is taken.
 */
export function createIntake({ inbox, clock, log, signal }: IntakeParts): Intake {
  const inOrder = keyedQueue<string>()
  const working = new Set<Promise<void>>()
  // A stop waits for the inbox, and not for Discord.
  const stopped = new Promise<readonly InboundEvent[]>((resolve) => signal.addEventListener('abort', () => resolve([]), { once: true }))

  async function take(find: () => Promise<readonly InboundEvent[]>): Promise<void> {
    const events = await untilItWorks(() => Promise.race([find(), stopped]), 'Discord could not be asked about an event; trying again')
    for (const event of events ?? [])
      await untilItWorks(() => inbox(event), 'An event of Discord could not be stored; it will be tried again')
  }

  /** Undefined when stopped meanwhile, or when Discord refuses for good. */
  async function untilItWorks<T>(work: () => Promise<T>, otherwise: string): Promise<T | undefined> {
    const waits = growingWaits(longestWaitMs)
    while (!signal.aborted) {
      try {
        return await work()
      } catch (error) {
        const reason = messageOf(error)
        if (error instanceof PlatformError && (error.kind === 'unreachable' || error.kind === 'rejected')) {
          log.info({ reason }, 'Discord no longer shows this; it was passed over')
          return undefined
        }
        const waitMs = waits.next()
        log.error({ reason, waitMs }, otherwise)
        await clock.sleep(waitMs, signal)
      }
    }
    return undefined
  }

  return {
    add(queue, find) {
      if (signal.aborted) return
      const work = inOrder(queue, () => take(find))
      working.add(work)
      void work.then(() => working.delete(work))
    },
    async settled() {
      await Promise.all(working)
    },
  }
}
