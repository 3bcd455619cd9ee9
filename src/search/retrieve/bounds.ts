import type { DayRange } from '../../core/dates/calendar.ts'
import type { MessageId, SegmentId } from '../../core/domain/ids.ts'
import { cachedPlan } from '../../store/cached-plans.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import { type Scope, visibleTo } from '../../threads/scope.ts'

/** The limits of a search: the scope, the last change that the first page saw, and the days. */
export interface SearchBounds {
  readonly scope: Scope
  readonly upTo: number
  /** Undefined means all days. */
  readonly segments: readonly SegmentId[] | undefined
  /** The time of the first page. Set on later pages, so that messages summarized since do not count as summarized. */
  readonly firstPageAt?: Date
}

export interface CorpusSize {
  readonly messages: number
  readonly averageLength: number
  readonly upTo: number
  /** Whether `messages` is an exact count. */
  readonly isCounted: boolean
}

/**
 * SQL for the rows of message_index, alias i, that the scope may see. Suits cached plans: such a plan uses an index of shared places only
 * if the condition states that the audience is shared.
 */
export function visibleInIndexSql(scope: Scope): Prisma.Sql {
  const seen = visibleTo(scope, 'i')
  return scope.audience === 'private' ? seen : Prisma.sql`${seen} AND i.audience <> 'private'`
}

/** The maximum number of rows counted. Beyond it, an exact count is not worth its time. */
const maxCountedMessages = 5_000

/**
 * Measures the whole conversation, even if the search is limited to some days. Only the newest messages are used for the average length.
 * Beyond the counted messages, the size is extrapolated from the share of changes that are messages. This is not done in a shared place,
 * where the number of changes would reveal the existence of other messages.
 */
export async function measureCorpus(db: Db, scope: Scope, upTo: number | undefined): Promise<CorpusSize> {
  const visibleSql = Prisma.sql`${visibleInIndexSql(scope)} AND i.change_seq <= ${upTo ?? 2_147_483_647} ORDER BY i.change_seq DESC`
  // Both subqueries rely on message_index_thread_id_change_seq_idx, or in shared places on message_index_shared_idx.
  const [row] = await db.$queryRaw<(Omit<CorpusSize, 'messages'> & { readonly counted: number; readonly first: number })[]>`
    ${cachedPlan} SELECT newest.*, counted.* FROM
      (SELECT coalesce(avg(length), 1)::float8 AS "averageLength", coalesce(max(change_seq), 0)::int AS "upTo" FROM
        (SELECT length(i.terms), i.change_seq FROM message_index i WHERE ${visibleSql} LIMIT 500) last) newest,
      (SELECT count(*)::int AS counted, coalesce(min(change_seq), 0)::int AS first FROM
        (SELECT i.change_seq FROM message_index i WHERE ${visibleSql} LIMIT ${maxCountedMessages}) seen) counted`
  if (!row) return { messages: 0, averageLength: 1, upTo: 0, isCounted: true }
  const { counted, first, ...size } = row
  const isCounted = counted < maxCountedMessages
  const isExtrapolated = !isCounted && scope.audience === 'private'
  return { ...size, isCounted, messages: isExtrapolated ? Math.round((counted * size.upTo) / (size.upTo - first + 1)) : counted }
}

/** Returns the segments of the days in any of the ranges, newest first. Relies on day_segments_thread_id_day_label_key. */
export async function findSegmentsInRanges(db: Db, scope: Scope, ranges: readonly DayRange[]): Promise<SegmentId[]> {
  if (ranges.length === 0) return []
  const rangeConditions = ranges.map(({ from, to }) => Prisma.sql`day_label BETWEEN ${from} AND ${to}`)
  const rows = await db.$queryRaw<{ id: SegmentId }[]>`
    SELECT id FROM day_segments WHERE thread_id = ${scope.threadId} AND (${Prisma.join(rangeConditions, ' OR ')})
    ORDER BY day_label DESC LIMIT 5000`
  return rows.map(({ id }) => id)
}

export function inSegmentsSql({ segments }: SearchBounds, column: Prisma.Sql): Prisma.Sql {
  return segments ? Prisma.sql`${column} = ANY(${[...segments]}::int[])` : Prisma.sql`TRUE`
}

/** Returns the newest messages of some days, whatever words they contain. Relies on messages_segment_id_sent_at_platform_order_id_idx. */
export async function findMessagesInSegments(
  db: Db,
  bounds: SearchBounds,
  segments: readonly SegmentId[],
  limit: number,
): Promise<MessageId[]> {
  const allowed = bounds.segments && new Set(bounds.segments)
  const segmentIds = segments.filter((id) => !allowed || allowed.has(id))
  if (segmentIds.length === 0) return []
  // Reads the days in the given order until there are enough messages, as in recentRowsSql.
  const rows = await db.$queryRaw<{ id: MessageId }[]>`
    SELECT found.id FROM unnest(${segmentIds}::int[]) AS day(id) CROSS JOIN LATERAL (
      SELECT m.id FROM messages m WHERE m.segment_id = day.id AND ${searchableMessageSql(bounds)}
      ORDER BY m.sent_at DESC, m.platform_order DESC, m.id DESC LIMIT ${limit}
    ) found LIMIT ${limit}`
  return rows.map(({ id }) => id)
}

/** SQL for the messages of users and the bot, alias m, that the search may see. */
export function searchableMessageSql({ scope, upTo }: SearchBounds): Prisma.Sql {
  return Prisma.sql`${visibleTo(scope, 'm')} AND m.kind = 'chat' AND m.role IN ('user', 'assistant') AND m.deleted_at IS NULL AND m.change_seq <= ${upTo}`
}
