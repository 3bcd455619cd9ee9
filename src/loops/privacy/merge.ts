import type { UserMerge } from '../../core/ports/personal-data.ts'
import type { Tx } from '../../store/store.ts'
import { moveRemindersToTimezone } from '../reminders/schedule-reminder.ts'

/** Moves the loops of one user to another. Of open ones that say the same, the older one stays, and its due time. */
export async function mergeLoops(tx: Tx, { from, into, now }: UserMerge): Promise<void> {
  // Relies on open_loops_gist_key.
  await tx.$executeRaw`
    DELETE FROM open_loops l USING open_loops a JOIN open_loops b ON b.audience = a.audience AND b.gist = a.gist AND b.state = 'open'
    WHERE a.user_id = ${from.userId} AND a.state = 'open' AND b.user_id = ${into.userId}
      AND l.id = CASE WHEN (a.created_at, a.id) < (b.created_at, b.id) THEN b.id ELSE a.id END`
  await tx.openLoop.updateMany({ where: { userId: from.userId }, data: { userId: into.userId } })
  const users = await tx.user.findMany({ where: { id: { in: [from.userId, into.userId] } }, select: { id: true, timezone: true } })
  const timezoneOf = (userId: number) => users.find(({ id }) => id === userId)?.timezone
  const timezone = timezoneOf(into.userId) ?? timezoneOf(from.userId)
  if (timezone) await moveRemindersToTimezone(tx, { userId: into.userId, timezone, now })
}
