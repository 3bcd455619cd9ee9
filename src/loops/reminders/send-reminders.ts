import { Prisma } from '../../store/generated/client.ts'
import { isBeingErased } from '../../threads/thread.ts'
import type { LoopDeps } from '../deps.ts'
import { followUpReminders } from './follow-up-reminders.ts'
import { postDueList } from './post-due-list.ts'
import { postForUser } from './post-for-user.ts'
import { type DueReminder, postReminder } from './post-reminder.ts'

/** The maximum number of reminders sent per run, the earliest first. */
const maxSentPerRun = 100

/**
 * Sends the reminders that are due. Each is posted through the outbox in the transaction that marks it as posted, so it is sent once.
 * Scheduled. Relies on reminders_post_at_idx.
 */
export async function sendReminders(deps: LoopDeps): Promise<void> {
  await followUpReminders(deps)
  const due = await deps.store.db.$queryRaw<(DueReminder & { readonly isTimed: boolean })[]>`
    SELECT r.id, r.loop_id AS "loopId", l.user_id AS "userId", r.due_at AS "dueAt", r.is_timed AS "isTimed"
    FROM reminders r JOIN open_loops l ON l.id = r.loop_id JOIN users u ON u.id = l.user_id JOIN continuous_threads c ON c.user_id = u.id
    WHERE r.state = 'waiting' AND r.post_at <= ${deps.clock.now()} AND u.blocked_at IS NULL AND NOT ${isBeingErased(Prisma.sql`c.thread_id`)}
    ORDER BY r.post_at, r.id LIMIT ${maxSentPerRun}`
  for (const reminder of due.filter(({ isTimed }) => isTimed))
    await postForUser(deps, reminder.userId, (tx) => postReminder(tx, deps, reminder))
  for (const userId of new Set(due.flatMap((reminder) => (reminder.isTimed ? [] : reminder.userId))))
    await postForUser(deps, userId, (tx) => postDueList(tx, deps, userId))
}
