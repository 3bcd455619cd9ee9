import type { SessionId } from '../core/domain/ids.ts'
import { enqueue } from '../jobs/job-list.ts'
import type { SessionDeps } from './deps.ts'
import { failStuckSessions } from './end-attempt.ts'
import { updateChangedThreads } from './update-sessions.ts'

/**
 * Derives the sessions of changed threads, closes those that are over by enqueueing them, and enqueues those that are to be tried again.
 * Sessions that are stuck in processing count as failed. Scheduled.
 */
export async function processSessions(deps: SessionDeps): Promise<void> {
  await updateChangedThreads(deps)
  await failStuckSessions(deps)
  for (const sessionId of await findDueSessions(deps)) await enqueue(deps, 'process-session', { sessionId })
}

/** Returns the sessions to process now, longest due first. Relies on sessions_due_at_idx. */
async function findDueSessions({ store, clock, sessionSettings }: SessionDeps): Promise<SessionId[]> {
  const sessions = await store.db.session.findMany({
    where: { dueAt: { lte: clock.now() }, state: { in: ['active', 'failed'] } },
    orderBy: [{ dueAt: 'asc' }, { id: 'asc' }],
    take: sessionSettings.maxQueuedPerRun,
    select: { id: true },
  })
  return sessions.map(({ id }) => id as SessionId)
}
