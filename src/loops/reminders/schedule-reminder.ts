import { type Due, findNextDay, toInstant } from '../../core/dates/due.ts'
import type { DayLabel, LoopId } from '../../core/domain/ids.ts'
import { dayLabelOf, timeOfDay } from '../../core/ports/clock.ts'
import type { Tx } from '../../store/store.ts'
import type { TimezoneChange } from '../../threads/deps.ts'
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

/**
 * Moves the waiting reminders of a user to the same days and times in another timezone. One whose time is past there is due at once. Those
 * counted from an instant stay.
 */
export async function moveRemindersToTimezone(tx: Tx, { userId, from, to }: TimezoneChange): Promise<void> {
  if (from === to) return
  const reminders = await tx.reminder.findMany({
    where: { loop: { userId, dueDay: { not: null } }, state: 'waiting', isFixed: false },
    select: { id: true, dueAt: true },
  })
  for (const { id, dueAt } of reminders) {
    const moved = toInstant({ day: dayLabelOf(dueAt, from), time: timeOfDay(dueAt, from) }, to)
    await tx.reminder.update({ where: { id }, data: { dueAt: moved, postAt: moved } })
  }
}
