import type { LoopId, MessageId } from '../core/domain/ids.ts'
import type { ProcessedSession } from '../sessions/deps.ts'
import { placeInOrder, sessionOrder } from '../sessions/reread-sessions.ts'
import type { ShownLoop } from '../sessions/session-input.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db, Tx } from '../store/store.ts'
import { ownedBy } from '../threads/scope.ts'
import { type LoopState, loadLoopsById } from './open-loop.ts'

/** The maximum number of open loops that a session is compared with, the most urgent and newest. */
const maxCompared = 50

/**
 * SQL for the loops of a user, with the alias l, with the sessions in which they were noted, o, and closed, c. Relies on
 * session_members_pkey.
 */
const withSessions = Prisma.sql`open_loops l
  LEFT JOIN session_members om ON om.message_id = l.source_message_id LEFT JOIN sessions o ON o.id = om.session_id
  LEFT JOIN session_members cm ON cm.message_id = l.closing_message_id LEFT JOIN sessions c ON c.id = cm.session_id`

/** SQL for whether a loop is said in a session. */
const isSourceIn = ({ messageIds }: ProcessedSession) => Prisma.sql`COALESCE(l.source_message_id = ANY(${[...messageIds]}::int[]), FALSE)`

/** SQL for whether a loop was noted before a session, in the order of sessions, or by the user's request in it. */
const isNotedBefore = (session: ProcessedSession) => Prisma.sql`CASE
  WHEN ${isSourceIn(session)} THEN l.origin = 'request' WHEN o.id IS NULL THEN l.created_at <= ${session.endedAt}
  ELSE ${sessionOrder('o')} < ${placeInOrder(session)} END`

/** SQL for whether a loop was closed in a session after this one. */
const isClosedLater = (session: ProcessedSession) =>
  Prisma.sql`(l.state <> 'open' AND l.closing_origin = 'session' AND ${sessionOrder('c')} > ${placeInOrder(session)})`

/**
 * Returns the loops that a session may close: those that are open when it takes place, and are not repeated. These are also those that an
 * earlier revision of it or a later session closed, but not those that an earlier revision of it opened, nor those that the user closed or
 * opened again since.
 */
export async function listLoopsForSession(db: Db, session: ProcessedSession): Promise<ShownLoop[]> {
  // A repeated one ends only when the user ends it: "took my pills" is about one day.
  const ids = await db.$queryRaw<{ id: LoopId }[]>`
    SELECT l.id FROM ${withSessions}
    WHERE ${ownedBy(session, 'l')} AND l.repeat IS NULL AND COALESCE(l.reopened_at <= ${session.endedAt}, TRUE)
      AND (l.state = 'open' OR ${isClosedLater(session)}
        OR (l.closing_origin = 'session' AND l.closing_message_id = ANY(${[...session.messageIds]}::int[])))
      AND ${isNotedBefore(session)}
    ORDER BY l.due_day NULLS LAST, l.due_time NULLS LAST, l.id DESC LIMIT ${maxCompared}`
  const byId = new Map(
    (
      await loadLoopsById(
        db,
        ids.map(({ id }) => id),
      )
    ).map((loop) => [loop.id, loop]),
  )
  return ids.flatMap(({ id }) => {
    const loop = byId.get(id)
    if (!loop) return []
    const { text, owner, due } = loop
    return [{ id, text, owner, ...(due && { due: [due.day, due.time].filter(Boolean).join(' ') }) }]
  })
}

/** A loop that says the same as one that a session opens. */
export interface SameLoop {
  readonly id: LoopId
  readonly state: LoopState
  readonly sourceMessageId: MessageId | null
  readonly closingMessageId: MessageId | null
  /** Whether the user noted, changed or closed it. */
  readonly isOfUser: boolean
  /** Whether it was noted before the session and is open when that takes place. */
  readonly isOpenBefore: boolean
  /** Whether a session before this one closed it. */
  readonly isClosedBefore: boolean
}

/** Returns the loops of the audience of a session that have a gist, oldest first. */
export function findSameLoops(tx: Tx, session: ProcessedSession, gist: string): Promise<SameLoop[]> {
  return tx.$queryRaw<SameLoop[]>`
    SELECT l.id, l.state, l.source_message_id AS "sourceMessageId", l.closing_message_id AS "closingMessageId",
      (l.origin = 'request' OR l.reopened_at IS NOT NULL OR (l.state <> 'open' AND l.closing_origin = 'request')) AS "isOfUser",
      (${isNotedBefore(session)} AND (l.state = 'open' OR ${isClosedLater(session)}
        OR (l.closing_origin = 'request' AND l.closed_at > ${session.endedAt}))) IS TRUE AS "isOpenBefore",
      (l.state <> 'open' AND l.closing_origin = 'session' AND ${sessionOrder('c')} < ${placeInOrder(session)}) IS TRUE AS "isClosedBefore"
    FROM ${withSessions}
    WHERE l.user_id = ${session.userId} AND l.audience = ${session.audience} AND l.gist = ${gist} ORDER BY l.id`
}
