import type { UserMerge } from '../../core/ports/personal-data.ts'
import type { Tx } from '../../store/store.ts'
import { loadReaderTimezone } from '../../threads/days/day-segment.ts'
import { moveRemindersToTimezone } from '../reminders/schedule-reminder.ts'

/**
 * Moves the loops of one user to another. Of open ones that say the same, the older one stays, with its due time or, if it has none, that of
 * the other. Reminders keep their local times.
 */
export async function mergeLoops(tx: Tx, { from, into }: UserMerge): Promise<void> {
  if (from.threadId !== undefined) {
    const timezone = await loadReaderTimezone(tx, { userId: from.userId, threadId: from.threadId })
    await moveRemindersToTimezone(tx, { userId: from.userId, from: timezone, to: await loadReaderTimezone(tx, into) })
  }
  // Relies on open_loops_gist_key.
  const same = await tx.$queryRaw<{ kept: number; dropped: number }[]>`
    SELECT CASE WHEN a.created_at <= b.created_at THEN a.id ELSE b.id END AS kept, CASE WHEN a.created_at <= b.created_at THEN b.id ELSE a.id END AS dropped
    FROM open_loops a JOIN open_loops b ON b.audience = a.audience AND b.gist = a.gist AND b.state = 'open'
    WHERE a.user_id = ${from.userId} AND a.state = 'open' AND b.user_id = ${into.userId} ORDER BY kept`
  for (const { kept, dropped } of same) {
    const { dueDay } = await tx.openLoop.findUniqueOrThrow({ where: { id: kept }, select: { dueDay: true } })
    if (dueDay === null) await takeDue(tx, { from: dropped, into: kept })
    await tx.openLoop.delete({ where: { id: dropped } })
  }
  await tx.openLoop.updateMany({ where: { userId: from.userId }, data: { userId: into.userId } })
}

/** Gives a loop the due time of another one, with its reminders. */
async function takeDue(tx: Tx, { from, into }: { readonly from: number; readonly into: number }): Promise<void> {
  const due = await tx.openLoop.findUniqueOrThrow({ where: { id: from }, select: { dueDay: true, dueTime: true, repeat: true } })
  await tx.openLoop.update({ where: { id: into }, data: due })
  await tx.reminder.updateMany({ where: { loopId: from }, data: { loopId: into } })
}
