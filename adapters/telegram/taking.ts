import type { Clock } from '../../src/core/clock.ts'
import { messageOf } from '../../src/core/errors.ts'
import { keyedQueue } from '../../src/core/keyed-queue.ts'
import type { Log } from '../../src/core/log.ts'
import type { InboundEvent } from '../../src/core/platform.ts'
import { chatOf, readUpdate, type TelegramUpdate, updateNumber } from './updates.ts'

/** Takes an update to the inbox, and says what it was. Rejects when the update must be delivered again. */
export type Take = (update: TelegramUpdate) => Promise<readonly InboundEvent[]>

export interface TakingParts {
  readonly clock: Clock
  readonly log: Log
  readonly take: Take
}

/** After so many tries and milliseconds, an update is given up, if others can be stored meanwhile. */
const patience = { tries: 20, ms: 10 * 60_000 }

interface Refusals {
  readonly firstAt: number
  tries: number
}

/**
 * Takes batches of updates that come again as long as some of theirs were not taken: those of one chat in order, and
 * what follows one that was refused waits with it. Returns the numbers of those that are still to be taken.
 */
export function createTaking({ clock, log, take }: TakingParts, signal: AbortSignal) {
  const inOrder = keyedQueue<number | undefined>()
  /** Of the last batch. */
  let taken = new Set<number>()
  let refusals = new Map<number, Refusals>()

  return async function takeBatch(batch: readonly unknown[]): Promise<readonly number[]> {
    const numbers = new Set(batch.map(updateNumber))
    taken = new Set([...taken].filter((number) => numbers.has(number)))
    refusals = new Map([...refusals].filter(([number]) => numbers.has(number)))
    const updates = batch.flatMap(read)
    const refusing = new Set<number | undefined>()
    const open = () => updates.filter(({ update_id }) => !taken.has(update_id))
    await Promise.all(
      open().map((update) =>
        inOrder(chatOf(update), async () => {
          if (signal.aborted || refusing.has(chatOf(update))) return
          if (!(await tryToTake(update))) refusing.add(chatOf(update))
        }),
      ),
    )
    if (!signal.aborted) await giveUp(open().filter(isOverdue), updates)
    return open().map(({ update_id }) => update_id)
  }

  /** What cannot be read is done with. */
  function read(raw: unknown): readonly TelegramUpdate[] {
    const update = readUpdate(raw)
    if (update) return [update]
    const number = updateNumber(raw)
    if (number !== undefined && !taken.has(number)) {
      log.warn({ update: number }, 'A Telegram update could not be read and was passed over')
      taken.add(number)
    }
    return []
  }

  /** What it was; undefined when it was refused. */
  async function tryToTake(update: TelegramUpdate): Promise<readonly InboundEvent[] | undefined> {
    const { update_id: number } = update
    try {
      const events = await take(update)
      taken.add(number)
      return events
    } catch (error) {
      log.error({ update: number, reason: messageOf(error) }, 'A Telegram update could not be stored; it will be asked for again')
      const refused = refusals.get(number) ?? { firstAt: clock.now().getTime(), tries: 0 }
      refusals.set(number, { ...refused, tries: refused.tries + 1 })
      return undefined
    }
  }

  function isOverdue({ update_id }: TelegramUpdate): boolean {
    const { tries = 0, firstAt = 0 } = refusals.get(update_id) ?? {}
    return tries >= patience.tries && clock.now().getTime() - firstAt >= patience.ms
  }

  /**
   * An update that can never be stored would hold up all that come after the next hundred. But what is refused because the
   * database is away must not be lost: so another one is taken, which may have been taken before, and does no harm; only
   * what is refused once more after that is given up.
   */
  async function giveUp(overdue: readonly TelegramUpdate[], updates: readonly TelegramUpdate[]): Promise<void> {
    if (overdue.length === 0) return
    const others = updates.filter((update) => !overdue.includes(update))
    const isTaken = ({ update_id }: TelegramUpdate) => taken.has(update_id)
    if (!(await canStore([...others.filter(isTaken), ...others.filter((update) => !isTaken(update))]))) return
    for (const update of overdue) {
      if (await tryToTake(update)) continue
      taken.add(update.update_id)
      log.error({ update: update.update_id }, 'A Telegram update was refused for too long, while others were stored: it is given up')
    }
  }

  /** Whether the inbox stores what is stored in any case: it may pass over the rest without a look at the database. */
  async function canStore(witnesses: readonly TelegramUpdate[]): Promise<boolean> {
    for (const witness of witnesses) {
      const events = await tryToTake(witness)
      if (!events) return false
      if (events.some((event) => event.type === 'action' || ('addressed' in event && event.addressed))) return true
    }
    return false
  }
}
