import type { LoopId, MessageId, ReminderId, UserId } from '../../core/domain/ids.ts'
import { findUserById, resolveTimezone } from '../../people/users.ts'
import type { Tx } from '../../store/store.ts'
import { type StoredNotice, storeNotice } from '../../threads/notify.ts'
import type { LoopDeps } from '../deps.ts'
import { formatReminder } from '../format-loop.ts'
import { loadLoopsById } from '../open-loop.ts'
import { scheduleNextOccurrence } from './schedule-reminder.ts'

/** How long to wait before another attempt if a user has no direct place, in ms. */
export const noPlaceDelayMs = 3_600_000

export interface DueReminder {
  readonly id: ReminderId
  readonly loopId: LoopId
  readonly userId: UserId
  readonly dueAt: Date
}

/** Posts a reminder with a time, and schedules the next occurrence of a repeated loop. The user's thread is locked. */
export async function postReminder(tx: Tx, deps: LoopDeps, { id, loopId, userId, dueAt }: DueReminder): Promise<StoredNotice | undefined> {
  // Another process may have posted it, and the user may have closed or moved it.
  const isWaiting = (await tx.reminder.count({ where: { id, state: 'waiting', dueAt, loop: { userId } } })) > 0
  const [loop] = await loadLoopsById(tx, [loopId])
  const user = await findUserById(tx, userId)
  if (!isWaiting || !loop || !user) return undefined
  const now = deps.clock.now()
  const timezone = resolveTimezone(user, deps.defaultTimezone)
  const notice = await storeNotice(tx, deps, userId, (translate) => ({
    ...formatReminder({ loop, dueAt, now, timezone }, translate),
    isOfToday: true,
  }))
  if (!notice) {
    await postponeReminders(tx, [id], new Date(now.getTime() + noPlaceDelayMs))
    return undefined
  }
  await markPosted(tx, [id], notice.messageId)
  await scheduleNextOccurrence(tx, { timezone, now }, loop)
  return notice
}

/** Records the message in which reminders were posted, and where. */
export async function markPosted(tx: Tx, ids: readonly ReminderId[], messageId: MessageId): Promise<void> {
  await tx.$executeRaw`
    UPDATE reminders r SET state = 'posted', message_id = m.id, place_ids = r.place_ids || m.place_id
    FROM messages m WHERE m.id = ${messageId} AND r.id = ANY(${[...ids]}::int[])`
}

export async function postponeReminders(tx: Tx, ids: readonly ReminderId[], postAt: Date): Promise<void> {
  await tx.reminder.updateMany({ where: { id: { in: [...ids] }, state: 'waiting' }, data: { postAt } })
}
