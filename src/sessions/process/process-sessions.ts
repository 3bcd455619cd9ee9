import { enqueue } from '../../jobs/job-list.ts'
import type { SessionDeps } from '../deps.ts'
import { updateChangedThreads } from '../update-sessions.ts'
import { findDueSessions } from './due-sessions.ts'
import { failStuckSessions } from './end-attempt.ts'

/**
 * Derives the sessions of changed threads, closes those that are over by enqueueing them, and enqueues those that are to be tried again.
 * Sessions that are stuck in processing count as failed. Scheduled.
 */
export async function processSessions(deps: SessionDeps): Promise<void> {
  await updateChangedThreads(deps)
  await failStuckSessions(deps)
  for (const sessionId of await findDueSessions(deps)) await enqueue(deps, 'process-session', { sessionId })
}
