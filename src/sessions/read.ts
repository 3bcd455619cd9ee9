import type { DayLabel, MessageId } from '../core/domain/ids.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db, InJson } from '../store/store.ts'
import { newestFirst, oldestFirst } from '../threads/messages/message-columns.ts'
import { type Scope, visibleInPlace, visibleTo } from '../threads/scope.ts'

/** A session that is over, with its summary. */
export interface PastSession {
  readonly summary: string
  readonly startedAt: Date
  readonly endedAt: Date
  /** The day and the timezone of the last message that is no command. */
  readonly dayLabel: DayLabel
  readonly timezone: string
  /** The platform of that message. */
  readonly platform: string
  readonly messageIds: readonly MessageId[]
}

/**
 * SQL for the latest sessions with a summary that ended at `before` or earlier, newest first, of the audience of the scope: in a direct place
 * of the user, in a shared place of anyone there. Relies on sessions_with_summary_idx and sessions_audience_ended_at_idx and, for the last
 * message of each, on messages_conversation_idx.
 */
export const latestSessionsSql = (
  scope: Scope,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Prisma.Sql => Prisma.sql`
    SELECT o.summary, o.started_at AS "startedAt", o.ended_at AS "endedAt", d.day_label AS "dayLabel", d.timezone, p.platform,
      ARRAY(SELECT x.message_id FROM session_members x WHERE x.session_id = o.id) AS "messageIds"
    FROM (
      SELECT s.id, s.thread_id, s.summary, s.started_at, s.ended_at FROM sessions s
      WHERE ${visibleInPlace(scope, 's', 'index')} AND s.audience = ${scope.audience} AND s.ended_at <= ${before} AND s.summary IS NOT NULL
      ORDER BY s.ended_at DESC, s.id DESC LIMIT ${limit}) o
    CROSS JOIN LATERAL (
      SELECT m.segment_id, m.place_id FROM messages m
      WHERE m.thread_id = o.thread_id AND m.kind = 'chat' AND m.deleted_at IS NULL AND m.sent_at BETWEEN o.started_at AND o.ended_at
        AND (SELECT x.session_id FROM session_members x WHERE x.message_id = m.id) = o.id
      ORDER BY ${newestFirst} LIMIT 1) last
    JOIN day_segments d ON d.id = last.segment_id JOIN places p ON p.id = last.place_id
    ORDER BY o.ended_at DESC, o.id DESC`

/** Returns the first of the sessions that `latestSessionsSql` selects. */
export async function findLastSession(db: Db, scope: Scope, before: Date): Promise<PastSession | undefined> {
  const [session] = await db.$queryRaw<PastSession[]>(latestSessionsSql(scope, { before, limit: 1 }))
  return session
}

/** Converts a session from JSON. */
export const fromSessionJson = ({ startedAt, endedAt, ...session }: InJson<PastSession>): PastSession => ({
  ...session,
  startedAt: new Date(startedAt),
  endedAt: new Date(endedAt),
})

/** What happened in a session, with the message that shows it. */
export interface SessionMoment {
  readonly messageId: MessageId
  readonly sentAt: Date
  /** That of the day. */
  readonly timezone: string
  readonly text: string
}

/** SQL for the key moments of a day, in order, of the audience of the scope. Relies on key_moments_session_id_idx. */
export const dayMomentsSql = (scope: Scope, day: DayLabel): Prisma.Sql => Prisma.sql`
  SELECT k.message_id AS "messageId", m.sent_at AS "sentAt", d.timezone, k.text
  FROM day_segments d JOIN messages m ON m.segment_id = d.id JOIN key_moments k ON k.message_id = m.id JOIN sessions s ON s.id = k.session_id
  WHERE d.thread_id = ${scope.threadId} AND d.day_label = ${day} AND ${visibleTo(scope, 's')} AND ${ownAudience(scope)}
  ORDER BY ${oldestFirst}, k.id`

/** A moment as JSON has it. */
export const fromMomentJson = (moment: InJson<SessionMoment>): SessionMoment => ({ ...moment, sentAt: new Date(moment.sentAt) })

/** SQL for the rows that belong to the audience itself. What is derived for the page and the context of a direct place is private. */
const ownAudience = ({ audience }: Scope) => Prisma.sql`s.audience = ${audience}`
