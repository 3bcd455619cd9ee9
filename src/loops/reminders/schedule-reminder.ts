import { type Due, findNextDay, toInstant } from '../../core/dates/due.ts'
import type { DayLabel, LoopId, UserId } from '../../core/domain/ids.ts'
import { dayLabelOf } from '../../core/ports/clock.ts'
import type { Tx } from '../../store/store.ts'
import type { LoopDue, LoopWriteContext, OpenLoop } from '../open-loop.ts'

/** When loops without a time are listed if no digest listed them, HH:MM in the user's timezone. */
const listingTime = '09:00'

export interface ReminderPlan {
  readonly loopId: LoopId
  readonly due: LoopDue
  /** Schedules nothing that is past. Otherwise a past time is due at once. */
  readonly onlyAhead?: boolean
}

/** Replaces the waiting reminder of a loop. The thread of its user must be locked. */
export async function scheduleReminder(
  tx: Tx,
  { timezone, now }: Pick<LoopWriteContext, 'timezone' | 'now'>,
  { loopId, due, onlyAhead = false }: ReminderPlan,
): Promise<void> {
  await tx.reminder.deleteMany({ where: { loopId, state: 'waiting' } })
  const dueAt = findNextInstant(due, timezone, now)
  if (!dueAt || (onlyAhead && dueAt < now)) return
  const isFixed = due.isFixed ?? false
  await tx.reminder.create({ data: { loopId, dueAt, postAt: dueAt, isTimed: due.time !== undefined, isFixed, state: 'waiting' } })
}

/**
 * Returns when a loop is next due: for a repeated one the first occurrence from `now` on, for others the only one, which may be past.
 * Undefined if the rule has ended.
 */
function findNextInstant(due: Due, timezone: string, now: Date): Date | undefined {
  const instantOf = (day: DayLabel) => toInstant({ day, time: due.time ?? listingTime }, timezone)
  const first = instantOf(due.day)
  const { repeat } = due
  if (repeat === undefined || first > now) return first
  const rule = { ...due, repeat }
  // An occurrence of today may still be ahead.
  const yesterday = dayLabelOf(new Date(now.getTime() - 86_400_000), timezone)
  const after = [yesterday, due.day].sort().at(-1) as DayLabel
  for (let day = findNextDay(rule, after); day !== undefined; day = findNextDay(rule, day)) {
    const instant = instantOf(day)
    if (instant > now) return instant
  }
  return undefined
}

/** Schedules the next occurrence of a repeated loop, or closes the loop if its rule has ended. */
export async function scheduleNextOccurrence(
  tx: Tx,
  context: Pick<LoopWriteContext, 'timezone' | 'now'>,
  { id, due }: Pick<OpenLoop, 'id' | 'due'>,
): Promise<void> {
  if (!due?.repeat) return
  await scheduleReminder(tx, context, { loopId: id, due })
  const hasNext = (await tx.reminder.count({ where: { loopId: id, state: 'waiting' } })) > 0
  const ended = { state: 'done', closedAt: context.now, closingOrigin: 'request' }
  if (!hasNext) await tx.openLoop.updateMany({ where: { id, state: 'open' }, data: ended })
}

/** A user's timezone has changed. */
export interface TimezoneChange {
  readonly userId: UserId
  readonly timezone: string
  readonly now: Date
}

/** Moves the waiting reminders of a user to the same local times in another timezone. Those counted from an instant stay. */
export async function moveRemindersToTimezone(tx: Tx, { userId, timezone, now }: TimezoneChange): Promise<void> {
  const reminders = await tx.$queryRaw<{ id: number; dueAt: Date; day: DayLabel; time: string | null; repeat: string | null }[]>`
    SELECT r.id, r.due_at AS "dueAt", l.due_day AS day, l.due_time AS time, l.repeat FROM reminders r JOIN open_loops l ON l.id = r.loop_id
    WHERE l.user_id = ${userId} AND r.state = 'waiting' AND NOT r.is_fixed AND l.due_day IS NOT NULL`
  for (const { id, day, time, repeat } of reminders) {
    const dueAt = findNextInstant({ day, ...(time && { time }), ...(repeat && { repeat }) }, timezone, now)
    if (dueAt) await tx.reminder.update({ where: { id }, data: { dueAt, postAt: dueAt } })
    else await tx.reminder.delete({ where: { id } })
  }
}
