import type { ThreadId, UserId } from '../../core/domain/ids.ts'
import type { UserMerge } from '../../core/ports/personal-data.ts'
import { rereadSessionsSince } from '../../sessions/reread-sessions.ts'
import type { Tx } from '../../store/store.ts'
import { loadReaderTimezone } from '../../threads/days/day-segment.ts'
import { moveRemindersToTimezone } from '../reminders/schedule-reminder.ts'

/**
 * Moves the loops of one user to another. Of open ones that say the same, the one stated first stays, with its due time or, if it has none, that of
 * the other. Reminders keep their local times. Sessions of one user that came after loops of the other are read again, because they may
 * close them.
 */
export async function mergeLoops(tx: Tx, { from, into, now }: UserMerge): Promise<void> {
  if (from.threadId !== undefined) {
    const timezone = await loadReaderTimezone(tx, { userId: from.userId, threadId: from.threadId })
    await moveRemindersToTimezone(tx, { userId: from.userId, from: timezone, to: await loadReaderTimezone(tx, into) })
    await rereadSessionsAfterLoops(tx, { userId: from.userId, threadId: into.threadId, now })
    await rereadSessionsAfterLoops(tx, { userId: into.userId, threadId: from.threadId, now })
  }
  // Relies on open_loops_gist_key.
  const same = await tx.$queryRaw<{ ids: [kept: number, dropped: number] }[]>`
    SELECT array_agg(l.id ORDER BY COALESCE(m.sent_at, l.created_at), m.platform_order, l.id) AS ids
    FROM open_loops l LEFT JOIN messages m ON m.id = l.source_message_id
    WHERE l.user_id IN (${from.userId}, ${into.userId}) AND l.state = 'open' GROUP BY l.audience, l.gist HAVING count(*) = 2`
  for (const {
    ids: [kept, dropped],
  } of same) {
    const { dueDay } = await tx.openLoop.findUniqueOrThrow({ where: { id: kept }, select: { dueDay: true } })
    if (dueDay === null) await takeDue(tx, { from: dropped, into: kept })
    await tx.openLoop.delete({ where: { id: dropped } })
  }
  await tx.openLoop.updateMany({ where: { userId: from.userId }, data: { userId: into.userId } })
}

/** Has the sessions of a thread read again that came after the first loop of a user. */
async function rereadSessionsAfterLoops(
  tx: Tx,
  { userId, threadId, now }: { readonly userId: UserId; readonly threadId: ThreadId; readonly now: Date },
): Promise<void> {
  const [first] = await tx.$queryRaw<{ since: Date | null }[]>`
    SELECT min(COALESCE(m.sent_at, l.created_at)) AS since FROM open_loops l LEFT JOIN messages m ON m.id = l.source_message_id
    WHERE l.user_id = ${userId}`
  if (first?.since) await rereadSessionsSince(tx, { threadId, since: first.since, now })
}

/** Gives a loop the due time of another one, with its reminders. */
async function takeDue(tx: Tx, { from, into }: { readonly from: number; readonly into: number }): Promise<void> {
  const due = await tx.openLoop.findUniqueOrThrow({ where: { id: from }, select: { dueDay: true, dueTime: true, repeat: true } })
  await tx.openLoop.update({ where: { id: into }, data: due })
  await tx.reminder.updateMany({ where: { loopId: from }, data: { loopId: into } })
}
