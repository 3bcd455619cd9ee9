import type { DayRange } from '../../core/dates/calendar.ts'
import type { DayLabel, MessageId, SegmentId } from '../../core/domain/ids.ts'
import type { Role } from '../../core/domain/messages.ts'
import { cachedPlan } from '../../store/cached-plans.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import { type Scope, visibleTo } from '../../threads/scope.ts'
import { rowLexemesSql } from '../query/lexemes.ts'
import type { NearbyMessage } from './neighbours.ts'

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

/** Messages on either side of each of some, on the same day and without a pause of an hour in between, up to `distance` of them. */
export async function loadNeighbours(
  db: Db,
  bounds: SearchBounds,
  ids: readonly MessageId[],
  distance: number,
): Promise<Map<MessageId, NearbyMessage[]>> {
  if (ids.length === 0) return new Map()
  const [row] = await db.$queryRaw<{ list: string | null }[]>(neighboursSql(bounds, ids, distance))
  const groups: [...TimedMessage, before: TimedMessage[], after: TimedMessage[]][] = JSON.parse(`[${row?.list ?? ''}]`)
  return new Map(
    groups.map(([id, time, before, after]) => [id, [...takeUntilPause(time, before, true), ...takeUntilPause(time, after, false)]]),
  )
}

/**
 * As one text, as drivers take long for many rows. A day is read in its order, from messages_segment_id_sent_at_platform_order_id_idx
 * alone, which holds what tells who sees a message, and what is not to be seen is left out after that: OFFSET 0 keeps the two
 * apart. Together, the planner would rather gather the whole thread, for each message.
 */
export function neighboursSql(bounds: SearchBounds, ids: readonly MessageId[], distance: number): Prisma.Sql {
  const side = (before: boolean) => Prisma.sql`
    SELECT string_agg('[' || id || ',' || date_part('epoch', sent_at)::int || ']', ',') AS list FROM (
      SELECT m.id, m.sent_at FROM (
        SELECT * FROM messages m
        WHERE m.segment_id = c.segment_id AND (m.sent_at, m.platform_order, m.id)
          ${before ? Prisma.sql`<` : Prisma.sql`>`} (c.sent_at, c.platform_order, c.id)
        ORDER BY ${before ? Prisma.sql`m.sent_at DESC, m.platform_order DESC, m.id DESC` : Prisma.sql`m.sent_at, m.platform_order, m.id`}
        OFFSET 0
      ) m WHERE ${searchableMessageSql(bounds)} LIMIT ${distance}
    ) side`
  return Prisma.sql`
    ${cachedPlan} SELECT string_agg('[' || c.id || ',' || date_part('epoch', c.sent_at)::int || ',[' || coalesce(b.list, '') || '],[' || coalesce(a.list, '') || ']]', ',') AS list
    FROM messages c CROSS JOIN LATERAL (${side(true)}) b CROSS JOIN LATERAL (${side(false)}) a
    WHERE c.id = ANY(${[...ids]}::int[])`
}

/** A message, and when it was said, in seconds. */
type TimedMessage = [id: MessageId, time: number]

const maxPauseSeconds = 3_600

/** The nearest first, up to the first pause. */
function takeUntilPause(timeSeconds: number, messages: readonly TimedMessage[], before: boolean): NearbyMessage[] {
  const neighbours: NearbyMessage[] = []
  let previousSeconds = timeSeconds
  for (const [index, [id, nextSeconds]] of messages.entries()) {
    if (Math.abs(nextSeconds - previousSeconds) > maxPauseSeconds) break
    neighbours.push({ id, distance: index + 1, before })
    previousSeconds = nextSeconds
  }
  return neighbours
}

export interface CandidateMessage {
  readonly id: MessageId
  readonly segmentId: SegmentId
  readonly day: DayLabel
  readonly role: Role
  readonly author: string
  /** Its beginning. */
  readonly text: string
  /** Whether it cites messages, anywhere in it. */
  readonly cites: boolean
  /** Distinct words. */
  readonly length: number
  /** As lexemesIn reads them, where they are wanted. */
  readonly lexemes: string
  readonly covered: boolean
}

/** Characters of a message in which cues are looked for. */
const maxTextChars = 2_000

/** The changes that the summary of a day covers: under the alias s, its segment. Relies on summary_runs_segment_id_started_at_idx. */
function coveredSeqSql({ firstPageAt }: SearchBounds): Prisma.Sql {
  if (!firstPageAt) return Prisma.sql`s.covered_seq`
  return Prisma.sql`least(s.covered_seq, CASE WHEN EXISTS (SELECT 1 FROM day_summaries d WHERE d.segment_id = s.id AND d.updated_at > ${firstPageAt})
    THEN (SELECT coalesce(max(r.to_seq), 0) FROM summary_runs r WHERE r.segment_id = s.id AND r.state = 'done' AND r.finished_at <= ${firstPageAt})
    ELSE s.covered_seq END)`
}

/** What ranking needs to know of some messages, by their primary key. */
export async function loadCandidateMessages(
  db: Db,
  bounds: SearchBounds,
  ids: readonly MessageId[],
  options: { readonly lexemes: boolean },
): Promise<CandidateMessage[]> {
  if (ids.length === 0) return []
  return db.$queryRaw<CandidateMessage[]>`
    ${cachedPlan} SELECT m.id, m.segment_id AS "segmentId", s.day_label AS day, m.role, m.author_name AS author, left(m.text, ${maxTextChars}::int) AS text,
      (m.text LIKE '%[#%' AND m.text ~ '[[]#[0-9]+[]]') AS cites,
      length(i.terms) AS length,
      CASE WHEN ${options.lexemes} THEN ${rowLexemesSql} ELSE '' END AS lexemes,
      (m.audience = 'private' AND m.change_seq <= ${coveredSeqSql(bounds)}) AS covered
    FROM messages m JOIN day_segments s ON s.id = m.segment_id AND s.thread_id = m.thread_id JOIN message_index i ON i.message_id = m.id
    WHERE m.id = ANY(${[...ids]}::int[]) AND ${searchableMessageSql(bounds)} AND ${inSegmentsSql(bounds, Prisma.sql`m.segment_id`)}`
}
