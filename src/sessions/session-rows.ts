import type { MessageId, ThreadId } from '../core/domain/ids.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Tx } from '../store/store.ts'
import { callSql, oldestFirst } from '../threads/messages/message-columns.ts'
import type { SessionMessage, StoredSession } from './derive-sessions.ts'

/**
 * SQL for whether a message belongs to a session, or did before it was deleted: what the user wrote, commands included, and the replies.
 * The alias of messages is m.
 */
export const isSessionKind = Prisma.sql`((m.role = 'user' AND m.kind IN ('chat', 'command')) OR (m.role = 'assistant' AND m.kind = 'chat'))`

/** A range of time within the messages of one audience, or of one call. Both ends are included. */
export interface StreamSpan extends Pick<SessionMessage, 'audience' | 'call'> {
  readonly from: Date
  readonly to: Date
}

/** SQL for spans as a table with the columns audience, call, starts and ends. */
function spansSql(spans: readonly StreamSpan[]): Prisma.Sql {
  const rows = spans.map(({ audience, call, from, to }) => ({ audience, call, starts: from, ends: to }))
  return Prisma.sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS span(audience text, call text, starts timestamptz, ends timestamptz)`
}

interface AffectedRange {
  readonly threadId: ThreadId
  readonly spans: readonly StreamSpan[]
  readonly messageIds: readonly MessageId[]
}

/** Returns the sessions that reach into spans, and those of messages, oldest first. Relies on sessions_thread_id_ended_at_idx. */
export function findAffectedSessions(tx: Tx, { threadId, spans, messageIds }: AffectedRange): Promise<StoredSession[]> {
  const starts = new Date(Math.min(...spans.map(({ from }) => from.getTime())))
  const ends = new Date(Math.max(...spans.map(({ to }) => to.getTime())))
  return tx.$queryRaw<StoredSession[]>`
    SELECT s.id, s.audience, s.call, s.started_at AS "startedAt", s.ended_at AS "endedAt", s.fingerprint, s.revision FROM sessions s
    WHERE s.id IN (
      SELECT o.id FROM sessions o JOIN (
          SELECT audience, call, range_agg(tstzrange(starts, ends, '()')) AS ranges FROM ${spansSql(spans)} GROUP BY audience, call) reach
        ON o.audience = reach.audience AND o.call IS NOT DISTINCT FROM reach.call AND tstzrange(o.started_at, o.ended_at, '[]') && reach.ranges
      WHERE o.thread_id = ${threadId} AND o.ended_at > ${starts} AND o.started_at < ${ends}
      UNION SELECT x.session_id FROM session_members x WHERE x.message_id = ANY(${[...messageIds]}::int[]))
    ORDER BY s.started_at, s.id`
}

/** Returns the messages of sessions within spans, in order. Relies on messages_thread_id_sent_at_platform_order_id_idx. */
export function loadMessagesBetween(tx: Tx, threadId: ThreadId, spans: readonly StreamSpan[]): Promise<SessionMessage[]> {
  // Commands are not read by a model, so their text makes no difference. OFFSET makes the planner look up each span in the index.
  return tx.$queryRaw<SessionMessage[]>`
    SELECT m.id, m.audience, m.call, m.sent_at AS "sentAt", m.hash
    FROM ${spansSql(spans)} CROSS JOIN LATERAL (
      SELECT m.id, m.audience, ${callSql} AS call, m.sent_at, m.platform_order,
        CASE m.kind WHEN 'chat' THEN md5(m.text) ELSE '' END AS hash
      FROM messages m
      WHERE m.thread_id = ${threadId} AND m.sent_at BETWEEN span.starts AND span.ends AND m.audience = span.audience
        AND ${isSessionKind} AND m.deleted_at IS NULL OFFSET 0) m
    WHERE m.call IS NOT DISTINCT FROM span.call ORDER BY ${oldestFirst}`
}
