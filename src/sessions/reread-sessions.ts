import type { ThreadId } from '../core/domain/ids.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Tx } from '../store/store.ts'
import type { ProcessedSession } from './deps.ts'
import type { SessionMatch } from './derive-sessions.ts'

/**
 * SQL for the order in which the sessions of a thread are processed: as they end, those of shared places first. Sessions of one audience do
 * not overlap. `table` is their alias.
 */
export const sessionOrder = (table: string): Prisma.Sql => Prisma.raw(`(${table}.ended_at, ${table}.audience, ${table}.id)`)

/** SQL for the place of a session in the order. */
export const placeInOrder = ({ endedAt, audience, id }: Pick<ProcessedSession, 'endedAt' | 'audience' | 'id'>): Prisma.Sql =>
  Prisma.sql`(${endedAt}::timestamptz, ${audience}, ${id}::int)`

/** The maximum number of sessions that are read again because of one change. It bounds the cost of changing what is long past. */
const maxReread = 50

interface RereadRange {
  readonly threadId: ThreadId
  readonly now: Date
}

/** Has the sessions read again that were read after this one and come later, because other loops are open to them now. */
export function rereadLaterSessions(tx: Tx, session: ProcessedSession, now: Date): Promise<void> {
  return reread(tx, { threadId: session.threadId, now }, Prisma.sql`${sessionOrder('s')} > ${placeInOrder(session)}`)
}

/** Has the sessions read again that ended at an instant or later. */
export function rereadSessionsSince(tx: Tx, { since, ...range }: RereadRange & { readonly since: Date }): Promise<void> {
  return reread(tx, range, Prisma.sql`s.ended_at >= ${since}`)
}

/** Has the sessions of other audiences read again that end before a session now and did not before, or the other way round. */
export async function rereadPassedSessions(tx: Tx, { match, ...range }: RereadRange & { readonly match: SessionMatch }): Promise<void> {
  const ends = [match.stored.endedAt, match.derived.endedAt].map((end) => end.getTime())
  const [first, last] = [Math.min(...ends), Math.max(...ends)]
  if (first === last) return
  const passed = Prisma.sql`s.ended_at BETWEEN ${new Date(first)} AND ${new Date(last)} AND s.audience <> ${match.derived.audience}`
  await reread(tx, range, passed)
}

/**
 * Makes sessions due again, in the next revision, if they have been read or are being read: the last ones. Their notes stay until then.
 * Relies on sessions_thread_id_ended_at_idx.
 */
async function reread(tx: Tx, { threadId, now }: RereadRange, condition: Prisma.Sql): Promise<void> {
  await tx.$executeRaw`
    UPDATE sessions SET state = 'active', revision = revision + 1, attempts = 0, due_at = ${now} WHERE id IN (
      SELECT s.id FROM sessions s
      WHERE s.thread_id = ${threadId} AND ${condition} AND (s.state = 'processing' OR (s.state = 'processed' AND s.processed_at IS NOT NULL))
      ORDER BY s.ended_at DESC, s.id DESC LIMIT ${maxReread})`
}
