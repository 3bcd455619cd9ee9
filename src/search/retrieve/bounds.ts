import type { DayRange } from '../../core/dates/calendar.ts'
import type { MessageId, SegmentId } from '../../core/domain/ids.ts'
import { cachedPlan } from '../../store/cached-plans.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import { type Scope, visibleTo } from '../../threads/scope.ts'

/** What a search looks at: who sees it, the changes up to its first page, and the days it is limited to. */
export interface SearchBounds {
  readonly scope: Scope
  readonly upTo: number
  /** Undefined: every day. */
  readonly segments: readonly SegmentId[] | undefined
  /** When the first page was read, on a later one: summaries written since cover nothing. */
  readonly firstPageAt?: Date
}

export interface CorpusSize {
  readonly messages: number
  readonly averageLength: number
  readonly upTo: number
  /** Whether they were counted one by one. */
  readonly isCounted: boolean
}

/**
 * What the scope sees of message_index, whose alias is i, for statements that are planned once: a plan for all values takes
 * an index of shared places only where it is told that the audience is one.
 */
export function visibleInIndexSql(scope: Scope): Prisma.Sql {
  const seen = visibleTo(scope, 'i')
  return scope.audience === 'private' ? seen : Prisma.sql`${seen} AND i.audience <> 'private'`
}

/** Counting further would take longer than it is worth. */
const maxCountedMessages = 5_000

/**
 * How much there is to search: all of it, even when the search is limited to some days. The average is of the newest. Of
 * more than are counted, it is told from how many of a thread's changes are messages; in front of others, who are not to
 * know of any others, it stays at that.
 */
export async function measureCorpus(db: Db, scope: Scope, upTo: number | undefined): Promise<CorpusSize> {
  const visibleSql = Prisma.sql`${visibleInIndexSql(scope)} AND i.change_seq <= ${upTo ?? 2_147_483_647} ORDER BY i.change_seq DESC`
  // Both rely on message_index_thread_id_change_seq_idx, in front of others on message_index_shared_idx.
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

/** The segments of days in any of some ranges, of what the scope sees, newest first. Relies on day_segments_thread_id_day_label_key. */
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

/** The newest messages of some days, newest first, whatever they say. Relies on messages_segment_id_sent_at_platform_order_id_idx. */
export async function findMessagesInSegments(
  db: Db,
  bounds: SearchBounds,
  segments: readonly SegmentId[],
  limit: number,
): Promise<MessageId[]> {
  const allowed = bounds.segments && new Set(bounds.segments)
  const segmentIds = segments.filter((id) => !allowed || allowed.has(id))
  if (segmentIds.length === 0) return []
  // One day after the other as they are listed, until there are enough, as in recentRows.
  const rows = await db.$queryRaw<{ id: MessageId }[]>`
    SELECT said.id FROM unnest(${segmentIds}::int[]) AS day(id) CROSS JOIN LATERAL (
      SELECT m.id FROM messages m WHERE m.segment_id = day.id AND ${searchableMessageSql(bounds)}
      ORDER BY m.sent_at DESC, m.platform_order DESC, m.id DESC LIMIT ${limit}
    ) said LIMIT ${limit}`
  return rows.map(({ id }) => id)
}

/** What people and the bot said, as the reach sees it: the alias is m. */
export function searchableMessageSql({ scope, upTo }: SearchBounds): Prisma.Sql {
  return Prisma.sql`${visibleTo(scope, 'm')} AND m.kind = 'chat' AND m.role IN ('user', 'assistant') AND m.deleted_at IS NULL AND m.change_seq <= ${upTo}`
}
