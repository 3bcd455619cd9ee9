import type { LoopId, ReminderId, UserId } from '../../core/domain/ids.ts'
import { translatorOf } from '../../core/messages/messages.ts'
import { dayLabelOf, endOfDay } from '../../core/ports/clock.ts'
import { findUserById, resolveTimezone } from '../../people/users.ts'
import type { Tx } from '../../store/store.ts'
import type { DigestLead } from '../../summaries/deps.ts'
import type { LoopDeps } from '../deps.ts'
import { formatDueList } from '../format-loop.ts'
import { loadLoopsById } from '../open-loop.ts'
import { markPosted } from './post-reminder.ts'
import { scheduleNextOccurrence } from './schedule-reminder.ts'

/** The maximum number of loops in the list. */
const maxListed = 10

/**
 * Returns the list of what is due today or overdue, for the head of a digest or as a message of its own. When it is posted, the loops
 * without a time count as reminded of. The user's thread is locked. Undefined if nothing is due.
 */
export async function loadDueList(
  tx: Tx,
  deps: Pick<LoopDeps, 'clock' | 'defaultTimezone'>,
  userId: UserId,
): Promise<DigestLead | undefined> {
  const user = await findUserById(tx, userId)
  if (!user) return undefined
  const now = deps.clock.now()
  const timezone = resolveTimezone(user, deps.defaultTimezone)
  const today = dayLabelOf(now, timezone)
  // A repeated loop is due with its next reminder.
  const due = await tx.$queryRaw<{ id: LoopId }[]>`
    SELECT l.id FROM open_loops l
    WHERE l.user_id = ${userId} AND l.state = 'open' AND l.due_day <= ${today} AND (l.repeat IS NULL OR EXISTS (
      SELECT 1 FROM reminders r WHERE r.loop_id = l.id AND r.state = 'waiting' AND r.due_at < ${endOfDay(today, timezone)}))
    ORDER BY l.due_day DESC, l.due_time NULLS LAST, l.id LIMIT ${maxListed + 1}`
  if (due.length === 0) return undefined
  const byId = new Map(
    (
      await loadLoopsById(
        tx,
        due.map(({ id }) => id),
      )
    ).map((loop) => [loop.id, loop]),
  )
  const loops = due.flatMap(({ id }) => byId.get(id) ?? [])
  const list = formatDueList(
    { loops: loops.slice(0, maxListed), hasMore: loops.length > maxListed, now, timezone },
    translatorOf(user.language),
  )
  return {
    ...list,
    async onPosted(tx, messageId) {
      const reminders = await tx.$queryRaw<{ id: ReminderId; loopId: LoopId }[]>`
        SELECT r.id, r.loop_id AS "loopId" FROM reminders r JOIN open_loops l ON l.id = r.loop_id
        WHERE l.user_id = ${userId} AND r.state = 'waiting' AND NOT r.is_timed AND r.due_at < ${endOfDay(today, timezone)}`
      const ids = reminders.map(({ id }) => id)
      await markPosted(tx, ids, messageId)
      // Counted from the end of the day, because today's occurrence has just been listed.
      // Counted from the end of the day, because today's occurrence has just been listed.
      const ends = { timezone, now: endOfDay(today, timezone) }
      const listed = reminders.map(({ loopId }) => loopId)
      for (const loop of await loadLoopsById(tx, listed)) await scheduleNextOccurrence(tx, ends, loop)
    },
  }
}
