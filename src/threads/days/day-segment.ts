import type { ChangeSeq, DayLabel, MessageId, SegmentId, ThreadId } from '../../core/domain/ids.ts'
import { dayLabelOf } from '../../core/ports/clock.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db, Tx } from '../../store/store.ts'
import type { Scope } from '../scope.ts'

export interface DaySegment {
  readonly id: SegmentId
  readonly dayLabel: DayLabel
}

export interface SegmentResult {
  readonly segment: DaySegment
  /** Whether the message is the first of its day. */
  readonly opened: boolean
}

export interface NeighboringDays {
  /** The day of the previous message in thread order. Null if there is none. */
  readonly previous: DaySegment | null
  /** The day of the next message in thread order. Only a late message has one. */
  readonly next: DaySegment | null
}

/**
 * Returns the day of a user's message: the date in the user's timezone when it was sent. Days never decrease along the thread, even if the
 * timezone has changed, because past days are not rewritten.
 */
export function resolveDayLabel(sentAt: Date, timezone: string, { previous, next }: NeighboringDays): DayLabel {
  const label = dayLabelOf(sentAt, timezone)
  if (previous && label < previous.dayLabel) return previous.dayLabel
  if (next && label > next.dayLabel) return next.dayLabel
  return label
}

/**
 * SQL for the day of the user's message before an instant, or after it. `threadId` is an SQL expression. Relies on
 * messages_thread_id_sent_at_platform_order_id_idx.
 */
const neighborSql = (threadId: Prisma.Sql, side: 'before' | 'after', sentAt: Date) => Prisma.sql`(
  SELECT d.id, d.day_label FROM day_segments d WHERE d.id = (
    SELECT n.segment_id FROM messages n WHERE n.thread_id = ${threadId} AND n.role = 'user'
      AND ${side === 'before' ? Prisma.sql`n.sent_at <= ${sentAt} ORDER BY n.sent_at DESC` : Prisma.sql`n.sent_at > ${sentAt} ORDER BY n.sent_at`}
    LIMIT 1))`

/** Returns the days of the user's messages before and after an instant. The thread must be locked. */
async function findNeighboringDays(tx: Tx, threadId: ThreadId, sentAt: Date): Promise<NeighboringDays> {
  const thread = Prisma.sql`${threadId}`
  const [row] = await tx.$queryRaw<{ p: number | null; pl: DayLabel | null; n: number | null; nl: DayLabel | null }[]>`
    SELECT p.id AS p, p.day_label AS pl, n.id AS n, n.day_label AS nl
    FROM (SELECT 1) one
    LEFT JOIN LATERAL ${neighborSql(thread, 'before', sentAt)} p ON TRUE
    LEFT JOIN LATERAL ${neighborSql(thread, 'after', sentAt)} n ON TRUE`
  return {
    previous: row?.p && row.pl ? { id: row.p as SegmentId, dayLabel: row.pl } : null,
    next: row?.n && row.nl ? { id: row.n as SegmentId, dayLabel: row.nl } : null,
  }
}

/**
 * SQL for the id and the label of the day of a user's message, by the rule of `resolveDayLabel`. No row if that day is not open yet.
 * `label` is the date when it was sent, `threadId` an SQL expression. Relies on day_segments_thread_id_day_label_key.
 */
export const daySql = (threadId: Prisma.Sql, sentAt: Date, label: DayLabel) => Prisma.sql`
  SELECT d.id, d.day_label FROM (SELECT ${label}::text AS label) sent
  LEFT JOIN LATERAL ${neighborSql(threadId, 'before', sentAt)} p ON TRUE
  LEFT JOIN LATERAL ${neighborSql(threadId, 'after', sentAt)} n ON TRUE
  JOIN day_segments d ON d.thread_id = ${threadId} AND d.day_label = CASE
    WHEN sent.label < p.day_label THEN p.day_label WHEN sent.label > n.day_label THEN n.day_label ELSE sent.label END`

export interface SegmentRequest {
  readonly threadId: ThreadId
  readonly sentAt: Date
  readonly timezone: string
  readonly now: Date
}

/**
 * Returns the segment of a user's message, and opens it for the first message of its day. Opening a segment finalizes earlier segments. A
 * segment that is opened late, before a later day, is final from the start. The thread must be locked.
 */
export async function ensureSegment(tx: Tx, { threadId, sentAt, timezone, now }: SegmentRequest): Promise<SegmentResult> {
  const neighbors = await findNeighboringDays(tx, threadId, sentAt)
  const label = resolveDayLabel(sentAt, timezone, neighbors)
  const existing = [neighbors.previous, neighbors.next].find((segment) => segment?.dayLabel === label)
  if (existing) return { segment: existing, opened: false }

  const [segment] = await tx.$queryRaw<{ id: SegmentId; opened: boolean }[]>`
    INSERT INTO day_segments (thread_id, day_label, timezone, opened_at, finalized_at)
    VALUES (${threadId}, ${label}, ${timezone}, ${now}, ${neighbors.next ? now : null}::timestamptz)
    ON CONFLICT (thread_id, day_label) DO UPDATE SET day_label = EXCLUDED.day_label
    RETURNING id, (xmax = 0) AS opened`
  if (!segment) throw new Error('A day segment was neither inserted nor found.')
  if (segment.opened && !neighbors.next)
    await tx.daySegment.updateMany({ where: { threadId, dayLabel: { lt: label }, finalizedAt: null }, data: { finalizedAt: now } })
  return { segment: { id: segment.id, dayLabel: label }, opened: segment.opened }
}

export interface DayOverview {
  readonly dayLabel: DayLabel
  readonly timezone: string
  readonly coveredSeq: ChangeSeq
  /** Whether there is anything to summarize. */
  readonly hasMessages: boolean
}

/** Returns the state of a day, or undefined if the day is not in the scope. Relies on day_segments_pkey and messages_segment_change_idx. */
export async function findDayOverview(db: Db, scope: Scope, id: SegmentId): Promise<DayOverview | undefined> {
  const [state] = await db.$queryRaw<DayOverview[]>`
    SELECT s.day_label AS "dayLabel", s.timezone, s.covered_seq AS "coveredSeq",
      EXISTS (SELECT 1 FROM messages m WHERE m.segment_id = s.id AND m.kind = 'chat' AND m.deleted_at IS NULL) AS "hasMessages"
    FROM day_segments s WHERE s.id = ${id} AND s.thread_id = ${scope.threadId}`
  return state
}

/**
 * SQL for the user's timezone or, if none is set, that of the latest day. Falls back to UTC. Relies on day_segments_thread_id_day_label_key.
 */
export const readerTimezoneSql = ({ userId, threadId }: Pick<Scope, 'userId' | 'threadId'>) => Prisma.sql`
  coalesce(
    (SELECT timezone FROM users WHERE id = ${userId}),
    (SELECT s.timezone FROM day_segments s WHERE s.thread_id = ${threadId} ORDER BY s.day_label DESC LIMIT 1),
    'UTC')`

/** Returns the user's timezone or, if none is set, that of the latest day. */
export async function loadReaderTimezone(db: Db, reader: Pick<Scope, 'userId' | 'threadId'>): Promise<string> {
  const [row] = await db.$queryRaw<{ timezone: string }[]>`SELECT ${readerTimezoneSql(reader)} AS timezone`
  return row?.timezone ?? 'UTC'
}

/**
 * SQL for two columns that tell when a message, alias m, is shown to have been sent: `ownDay` and `timezone`. A message of the reader's own
 * thread is shown in the timezone of its day. That of another member is shown in the reader's timezone and has no `ownDay`, because their
 * timezone and their days tell where they live.
 */
export const shownDaySql = (scope: Scope) =>
  Prisma.sql`own_day.day_label AS "ownDay", coalesce(own_day.timezone, ${readerTimezoneSql(scope)}) AS timezone`

/** SQL that joins what `shownDaySql` reads. The alias of messages is m. */
export const joinOwnDay = (scope: Scope) =>
  Prisma.sql`LEFT JOIN day_segments own_day ON own_day.id = m.segment_id AND own_day.thread_id = ${scope.threadId}`

/** The columns of `shownDaySql`. */
export interface ShownDay {
  readonly ownDay: DayLabel | null
  readonly timezone: string
}

/** Returns the day that a message is shown under. */
export const resolveShownDay = ({ ownDay, timezone, sentAt }: ShownDay & { readonly sentAt: Date }): DayLabel =>
  ownDay ?? dayLabelOf(sentAt, timezone)

/** Returns the timezone in which the time of a message is shown. The caller makes sure that the scope may see the message. */
export async function findShownTimezone(db: Db, scope: Scope, id: MessageId): Promise<string> {
  const [row] = await db.$queryRaw<ShownDay[]>`SELECT ${shownDaySql(scope)} FROM messages m ${joinOwnDay(scope)} WHERE m.id = ${id}`
  return row?.timezone ?? 'UTC'
}

/** Records the change up to which a day is summarized. This number never decreases. */
export async function coverDay(tx: Tx, segmentId: SegmentId, toSeq: ChangeSeq): Promise<void> {
  await tx.daySegment.updateMany({ where: { id: segmentId, coveredSeq: { lt: toSeq } }, data: { coveredSeq: toSeq } })
}

/** Finalizes the days that are not finalized yet. */
export async function finalizeSegments(db: Db, segmentIds: readonly SegmentId[], now: Date): Promise<void> {
  await db.daySegment.updateMany({ where: { id: { in: [...segmentIds] }, finalizedAt: null }, data: { finalizedAt: now } })
}
