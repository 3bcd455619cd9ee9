import type { SessionId, ThreadId } from '../../core/domain/ids.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import type { SessionDeps } from '../deps.ts'

/**
 * SQL for the next session of a thread: of those with something to do, the first in `sessionOrder`. The others wait for it, because it may open what
 * they close. A session that has failed for good is not waited for. Relies on sessions_next_idx.
 */
const nextSessionSql = (threadId: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT n.id, n.state, n.due_at FROM sessions n WHERE n.thread_id = ${threadId} AND n.due_at IS NOT NULL
  ORDER BY n.ended_at, n.audience, n.id LIMIT 1`

/** Returns the sessions to process now, at most one of each thread, longest due first. Relies on sessions_due_at_idx and sessions_next_idx. */
export async function findDueSessions(
  { store, clock, sessionSettings }: Pick<SessionDeps, 'store' | 'clock' | 'sessionSettings'>,
  threadId?: ThreadId,
): Promise<SessionId[]> {
  const now = clock.now()
  const threads =
    threadId === undefined
      ? Prisma.sql`SELECT DISTINCT thread_id AS id FROM sessions WHERE due_at <= ${now}`
      : Prisma.sql`SELECT ${threadId}::int AS id`
  const rows = await store.db.$queryRaw<{ id: SessionId }[]>`
    SELECT s.id FROM (${threads}) t CROSS JOIN LATERAL (${nextSessionSql(Prisma.sql`t.id`)}) s
    WHERE s.due_at <= ${now} AND s.state IN ('active', 'failed') ORDER BY s.due_at, s.id LIMIT ${sessionSettings.maxQueuedPerRun}`
  return rows.map(({ id }) => id)
}

/** Whether another session of the thread must be processed before one that is due. */
export async function mustWait(db: Db, id: SessionId): Promise<boolean> {
  const [row] = await db.$queryRaw<{ waits: boolean }[]>`
    SELECT next.id <> s.id AS waits FROM sessions s CROSS JOIN LATERAL (${nextSessionSql(Prisma.sql`s.thread_id`)}) next WHERE s.id = ${id}`
  return row?.waits ?? false
}
