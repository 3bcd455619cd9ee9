import type { SessionId } from '../../core/domain/ids.ts'
import { enqueue } from '../../jobs/job-list.ts'
import { type Scope, visibleTo } from '../../threads/scope.ts'
import type { SessionDeps } from '../deps.ts'

/** Has a failed session processed again, with all its attempts. Returns false if there is no such failed session in the scope. */
export async function retrySession(
  deps: Pick<SessionDeps, 'store' | 'clock' | 'log' | 'jobs'>,
  scope: Scope,
  sessionId: SessionId,
): Promise<boolean> {
  const retried = await deps.store.db.$executeRaw`
    UPDATE sessions s SET attempts = 0, due_at = ${deps.clock.now()}
    WHERE s.id = ${sessionId} AND s.state = 'failed' AND ${visibleTo(scope, 's')}`
  if (retried > 0) await enqueue(deps, 'process-session', { sessionId })
  return retried > 0
}
