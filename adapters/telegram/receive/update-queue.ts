import { messageOf } from '../../../src/core/domain/errors.ts'
import { createKeyedQueue } from '../../../src/core/lib/keyed-queue.ts'
import type { Clock } from '../../../src/core/ports/clock.ts'
import type { Log } from '../../../src/core/ports/log.ts'
import type { InboundEvent } from '../../../src/core/ports/platform.ts'
import { getChatId, parseUpdate, parseUpdateId, type TelegramUpdate } from '../payloads.ts'

/** Passes an update to the inbox and returns its events. Rejects if the update must be delivered again. */
export type UpdateHandler = (update: TelegramUpdate) => Promise<readonly InboundEvent[]>

export interface UpdateQueueOptions {
  readonly clock: Clock
  readonly log: Log
  readonly handleUpdate: UpdateHandler
}

/** An update is given up after this many attempts and ms, if others can be stored meanwhile. */
const giveUpAfter = { attempts: 20, ms: 10 * 60_000 }

interface FailedUpdate {
  readonly firstFailedAt: number
  attempts: number
}

/**
 * Processes batches of updates, which come again until all of theirs are stored: those of one chat in order, and later ones wait for a
 * rejected one. Returns the numbers of those that are still to be stored.
 */
export function createUpdateQueue({ clock, log, handleUpdate }: UpdateQueueOptions, signal: AbortSignal) {
  const runInOrder = createKeyedQueue<number | undefined>()
  /** Of the last batch. */
  let handledIds = new Set<number>()
  let failures = new Map<number, FailedUpdate>()

  return async function takeBatch(batch: readonly unknown[]): Promise<readonly number[]> {
    const ids = new Set(batch.map(parseUpdateId))
    handledIds = new Set([...handledIds].filter((updateId) => ids.has(updateId)))
    failures = new Map([...failures].filter(([updateId]) => ids.has(updateId)))
    const updates = batch.flatMap(readOrSkip)
    const blockedChats = new Set<number | undefined>()
    const pendingUpdates = () => updates.filter(({ update_id }) => !handledIds.has(update_id))
    await Promise.all(
      pendingUpdates().map((update) =>
        runInOrder(getChatId(update), async () => {
          if (signal.aborted || blockedChats.has(getChatId(update))) return
          if (!(await tryHandle(update))) blockedChats.add(getChatId(update))
        }),
      ),
    )
    if (!signal.aborted) await giveUp(pendingUpdates().filter(isOverdue), updates)
    return pendingUpdates().map(({ update_id }) => update_id)
  }

  /** Unreadable updates are skipped. */
  function readOrSkip(raw: unknown): readonly TelegramUpdate[] {
    const update = parseUpdate(raw)
    if (update) return [update]
    const updateId = parseUpdateId(raw)
    if (updateId !== undefined && !handledIds.has(updateId)) {
      log.warn({ update: updateId }, 'A Telegram update could not be read and was passed over')
      handledIds.add(updateId)
    }
    return []
  }

  /** Returns the events, undefined if the update was rejected. */
  async function tryHandle(update: TelegramUpdate): Promise<readonly InboundEvent[] | undefined> {
    const { update_id: updateId } = update
    try {
      const events = await handleUpdate(update)
      handledIds.add(updateId)
      return events
    } catch (error) {
      log.error({ update: updateId, reason: messageOf(error) }, 'A Telegram update could not be stored; it will be asked for again')
      const previous = failures.get(updateId) ?? { firstFailedAt: clock.now().getTime(), attempts: 0 }
      failures.set(updateId, { ...previous, attempts: previous.attempts + 1 })
      return undefined
    }
  }

  function isOverdue({ update_id }: TelegramUpdate): boolean {
    const { attempts = 0, firstFailedAt = 0 } = failures.get(update_id) ?? {}
    return attempts >= giveUpAfter.attempts && clock.now().getTime() - firstFailedAt >= giveUpAfter.ms
  }

  /**
   * An update that can never be stored would block everything after the next hundred. But one that is rejected because the database is
   * unavailable must not be lost. So another update is tried, possibly one that was stored before, which does no harm. Only what is
   * rejected again after that is given up.
   */
  async function giveUp(overdue: readonly TelegramUpdate[], updates: readonly TelegramUpdate[]): Promise<void> {
    if (overdue.length === 0) return
    const others = updates.filter((update) => !overdue.includes(update))
    const isHandled = ({ update_id }: TelegramUpdate) => handledIds.has(update_id)
    if (!(await canStoreOthers([...others.filter(isHandled), ...others.filter((update) => !isHandled(update))]))) return
    for (const update of overdue) {
      if (await tryHandle(update)) continue
      handledIds.add(update.update_id)
      log.error({ update: update.update_id }, 'A Telegram update was refused for too long, while others were stored: it is given up')
    }
  }

  /** Whether the inbox stores messages. It may skip other events without using the database. */
  async function canStoreOthers(probes: readonly TelegramUpdate[]): Promise<boolean> {
    for (const probe of probes) {
      const events = await tryHandle(probe)
      if (!events) return false
      if (events.some((event) => event.type === 'action' || ('addressed' in event && event.addressed))) return true
    }
    return false
  }
}
