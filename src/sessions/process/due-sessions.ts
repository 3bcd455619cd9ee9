import type { SessionId, ThreadId } from '../../core/domain/ids.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import type { SessionDeps } from '../deps.ts'
import { sessionOrder } from '../reread-sessions.ts'

/**
 * SQL for whether a session, with the alias s, must wait for an earlier one of its thread: that may open what this one closes. A session
 * that has failed for good is not waited for. Relies on sessions_thread_id_ended_at_idx.
 */
const waitsSql = Prisma.sql`EXISTS (
  SELECT 1 FROM sessions e
  WHERE e.thread_id = s.thread_id AND e.due_at IS NOT NULL AND e.ended_at <= s.ended_at AND ${sessionOrder('e')} < ${sessionOrder('s')})`

/** Returns the sessions to process now, of one thread or of all, longest due first. Relies on sessions_due_at_idx. */
export async function findDueSessions(
  { store, clock, sessionSettings }: Pick<SessionDeps, 'store' | 'clock' | 'sessionSettings'>,
  threadId?: ThreadId,
): Promise<SessionId[]> {
  const rows = await store.db.$queryRaw<{ id: SessionId }[]>`
    SELECT s.id FROM sessions s
    WHERE s.due_at <= ${clock.now()} AND s.state IN ('active', 'failed') AND (${threadId ?? null}::int IS NULL OR s.thread_id = ${threadId ?? null}::int)
      AND NOT ${waitsSql}
    ORDER BY s.due_at, s.id LIMIT ${sessionSettings.maxQueuedPerRun}`
  return rows.map(({ id }) => id)
}

/** Whether an earlier session must be processed first. */
export async function mustWait(db: Db, id: SessionId): Promise<boolean> {
  const [row] = await db.$queryRaw<{ waits: boolean }[]>`SELECT ${waitsSql} AS waits FROM sessions s WHERE s.id = ${id}`
  return row?.waits ?? false
}
