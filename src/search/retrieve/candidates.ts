import type { DayLabel, MessageId, SegmentId } from '../../core/domain/ids.ts'
import type { Role } from '../../core/domain/messages.ts'
import { Prisma } from '../../store/generated/client.ts'
import { type Db, inMs, planOnce } from '../../store/store.ts'
import { newestFirst, oldestFirst } from '../../threads/messages/message-columns.ts'
import type { Scope } from '../../threads/scope.ts'
import { quoteLexeme, rowLexemesSql, type SearchTerm, toScopeTag, toTsquery } from '../query/terms.ts'
import { inSegmentsSql, type SearchBounds, searchableMessageSql } from './bounds.ts'
import { type TextFilter, withoutExcludedSql } from './text-filter.ts'

export interface CandidateMessage {
  readonly id: MessageId
  readonly segmentId: SegmentId
  readonly day: DayLabel
  readonly role: Role
  readonly author: string
  /** The beginning of the message. */
  readonly text: string
  /** Whether the message cites other messages, anywhere in its full text. */
  readonly cites: boolean
  /** The number of distinct words. */
  readonly length: number
  /** In the format of splitLexemes. Empty unless requested. */
  readonly lexemes: string
  /** For each term, the positions of its words. Undefined if the message is no longer than a passage. */
  readonly positions: readonly (readonly number[])[] | undefined
  readonly covered: boolean
}

/** A message with at most this many distinct words is a single passage. */
const maxPassageLexemes = 130
/** The number of characters of a message that are checked for intent cues. */
const maxTextChars = 2_000

/**
 * SQL for the last change that the summary of a day covers. The alias of the day segment is s. Relies on
 * summary_runs_segment_id_started_at_idx.
 */
function coveredSeqSql({ firstPageAt }: SearchBounds): Prisma.Sql {
  if (!firstPageAt) return Prisma.sql`s.covered_seq`
  return Prisma.sql`least(s.covered_seq, CASE WHEN EXISTS (SELECT 1 FROM day_summaries d WHERE d.segment_id = s.id AND d.updated_at > ${firstPageAt})
    THEN (SELECT coalesce(max(r.to_seq), 0) FROM summary_runs r WHERE r.segment_id = s.id AND r.state = 'done' AND r.finished_at <= ${firstPageAt})
    ELSE s.covered_seq END)`
}

/** Loads the features of some messages by primary key. */
export async function loadCandidateMessages(
  db: Db,
  bounds: SearchBounds,
  ids: readonly MessageId[],
  options: { readonly terms: readonly SearchTerm[]; readonly lexemes: boolean; readonly textFilter: TextFilter },
): Promise<CandidateMessage[]> {
  if (ids.length === 0) return []
  const rows = await db.$queryRaw<(Omit<CandidateMessage, 'positions'> & { readonly occurrences: string | null })[]>(planOnce`
    SELECT m.id, m.segment_id AS "segmentId", s.day_label AS day, m.role, m.author_name AS author, left(m.text, ${maxTextChars}::int) AS text,
      (m.text LIKE '%[#%' AND m.text ~ '[[]#[0-9]+[]]') AS cites,
      length(i.terms) AS length,
      CASE WHEN ${options.lexemes} THEN ${rowLexemesSql} ELSE '' END AS lexemes,
      CASE WHEN length(i.terms) > ${maxPassageLexemes} THEN (
        SELECT string_agg(w.lexeme || ' ' || array_to_string(w.positions, ','), E'\n') FROM unnest(i.terms) w
        WHERE w.lexeme = ANY(${options.terms.flat()}::text[])) END AS occurrences,
      (m.audience = 'private' AND m.change_seq <= ${coveredSeqSql(bounds)}) AS covered
    FROM messages m JOIN day_segments s ON s.id = m.segment_id AND s.thread_id = m.thread_id JOIN message_index i ON i.message_id = m.id
    WHERE m.id = ANY(${[...ids]}::int[]) AND ${searchableMessageSql(bounds)} AND ${inSegmentsSql(bounds, Prisma.sql`m.segment_id`)}
      AND ${withoutExcludedSql(options.textFilter, Prisma.sql`i.terms`)}`)
  return rows.map(({ occurrences, ...row }) => ({
    ...row,
    positions: occurrences ? parseOccurrences(occurrences, options.terms) : undefined,
  }))
}

/** Parses lines such as `violin 3,17`. Returns the positions of each term. */
function parseOccurrences(list: string, terms: readonly SearchTerm[]): number[][] {
  const byLexeme = new Map(
    list.split('\n').map((line) => {
      const [lexeme = '', positions = ''] = line.split(' ')
      return [lexeme, positions.split(',').map(Number)]
    }),
  )
  return terms.map((term) => term.flatMap((lexeme) => byLexeme.get(lexeme) ?? []))
}

export interface NearbyMessage {
  readonly id: MessageId
  /** 1 for an adjacent message. */
  readonly distance: number
  /** Whether this message comes before the one whose neighbor it is. */
  readonly before: boolean
}

/** Returns those neighbors of a message that were loaded. */
export type NeighborLookup = (id: MessageId) => readonly NearbyMessage[]

/**
 * Builds a lookup in both directions from the neighbors of some messages: if a message was loaded as a neighbor of another one, the other
 * one is also its neighbor.
 */
export function buildNeighborLookup(edges: ReadonlyMap<MessageId, readonly NearbyMessage[]>): NeighborLookup {
  const reversed = new Map<MessageId, NearbyMessage[]>()
  for (const [center, neighbors] of edges) {
    for (const { id, distance, before } of neighbors) {
      if (edges.has(id)) continue
      const ownNeighbors = reversed.get(id) ?? []
      ownNeighbors.push({ id: center, distance, before: !before })
      reversed.set(id, ownNeighbors)
    }
  }
  return (id) => edges.get(id) ?? reversed.get(id) ?? []
}

/** Loads up to `distance` messages on each side of each message, from the same day or place, without a pause of more than an hour in between. */
export async function loadNeighbors(
  db: Db,
  bounds: SearchBounds,
  ids: readonly MessageId[],
  distance: number,
): Promise<Map<MessageId, NearbyMessage[]>> {
  if (ids.length === 0) return new Map()
  const [row] = await db.$queryRaw<{ list: string | null }[]>(neighborsSql(bounds, ids, distance))
  const groups: [...TimedMessage, before: TimedMessage[], after: TimedMessage[]][] = JSON.parse(`[${row?.list ?? ''}]`)
  return new Map(
    groups.map(([id, time, before, after]) => [id, [...takeUntilPause(time, before, true), ...takeUntilPause(time, after, false)]]),
  )
}

/** SQL for the neighbors of messages, as a single string, because drivers are slow with many rows. */
export function neighborsSql(bounds: SearchBounds, ids: readonly MessageId[], distance: number): Prisma.Sql {
  const side = (before: boolean) => Prisma.sql`
    SELECT string_agg('[' || id || ',' || date_part('epoch', sent_at)::int || ']', ',') AS list
    FROM (${besideSql(bounds, before)} LIMIT ${Prisma.raw(String(distance))}) side`
  return planOnce`
    SELECT string_agg('[' || c.id || ',' || date_part('epoch', c.sent_at)::int || ',[' || coalesce(b.list, '') || '],[' || coalesce(a.list, '') || ']]', ',') AS list
    FROM messages c CROSS JOIN LATERAL (${side(true)}) b CROSS JOIN LATERAL (${side(false)}) a
    WHERE c.id = ANY(${[...ids]}::int[])`
}

/**
 * SQL for the messages before or after one with the alias c, nearest first. Reads each day in order from
 * messages_segment_id_sent_at_platform_order_id_idx alone, which contains the columns that decide visibility. OFFSET 0 makes the
 * visibility condition apply afterwards. Otherwise, the planner would read the whole thread for each message. In a shared place, reads the
 * place in order from messages_audience_idx.
 */
function besideSql(bounds: SearchBounds, before: boolean): Prisma.Sql {
  const isBeside = Prisma.sql`(m.sent_at, m.platform_order, m.id) ${before ? Prisma.sql`<` : Prisma.sql`>`} (c.sent_at, c.platform_order, c.id)`
  const order = before ? newestFirst : oldestFirst
  return bounds.scope.audience === 'private'
    ? Prisma.sql`
      SELECT m.id, m.sent_at FROM (SELECT * FROM messages m WHERE m.segment_id = c.segment_id AND ${isBeside} ORDER BY ${order} OFFSET 0) m
      WHERE ${searchableMessageSql(bounds)}`
    : Prisma.sql`
      SELECT m.id, m.sent_at FROM messages m WHERE ${searchableMessageSql(bounds, 'index')} AND ${isBeside} ORDER BY ${order}`
}

/** A message and its time in seconds. */
type TimedMessage = [id: MessageId, time: number]

const maxPauseSeconds = 3_600

/** Returns the nearest messages, up to the first long pause. */
function takeUntilPause(timeSeconds: number, messages: readonly TimedMessage[], before: boolean): NearbyMessage[] {
  const neighbors: NearbyMessage[] = []
  let previousSeconds = timeSeconds
  for (const [index, [id, nextSeconds]] of messages.entries()) {
    if (Math.abs(nextSeconds - previousSeconds) > maxPauseSeconds) break
    neighbors.push({ id, distance: index + 1, before })
    previousSeconds = nextSeconds
  }
  return neighbors
}

// Summaries are made from private messages, so only a private scope has any.

export interface CandidateSummary {
  readonly segmentId: SegmentId
  readonly day: DayLabel
  readonly markdown: string
  /** The decisions that the summary lists, without their citations. */
  readonly decisions: readonly string[]
  /** In ms since 1970. */
  readonly updatedAt: number
  /** How often each term occurs in the summary. */
  readonly counts: readonly number[]
  /** The number of distinct words. */
  readonly length: number
}

/** At most this many summaries are read for all terms together. */
const maxSummaryMatches = 8_000

/**
 * SQL for up to `limit` summaries on the days searched that match a tsquery, a column of the outer query. Relies on summary_index_terms_idx
 * alone, so it reads neither other threads nor the words of the summaries. WITH and LIMIT are placed as in matchingRowsSql.
 */
const matchingSummariesSql = (bounds: SearchBounds, query: Prisma.Sql, limit: number) => Prisma.sql`
  WITH matching AS MATERIALIZED (
    SELECT x.segment_id, x.thread_id = ${bounds.scope.threadId} AS seen FROM summary_index x WHERE x.terms @@ ${query}::tsquery
  )
  SELECT matching.segment_id FROM matching WHERE seen AND ${inSegmentsSql(bounds, Prisma.sql`matching.segment_id`)} LIMIT ${limit}::int`

interface SummaryQuery {
  readonly terms: readonly SearchTerm[]
  readonly weights: readonly number[]
  readonly textFilter: TextFilter
  /** The maximum number of summaries found. */
  readonly limit: number
}

/**
 * Returns the days of the summaries with the largest sum of the weights of the terms they contain, best first. If the query has phrases,
 * returns the best of those with their words.
 */
export async function findSummariesByWords(db: Db, bounds: SearchBounds, query: SummaryQuery): Promise<SegmentId[]> {
  const { terms, textFilter } = query
  if (bounds.scope.audience !== 'private' || (terms.length === 0 && textFilter.operators.phrases.length === 0)) return []
  const rows = await db.$queryRaw<{ id: SegmentId }[]>(summariesByWordsSql(bounds, query))
  return rows.map(({ id }) => id)
}

interface SummaryClause {
  /** A tsquery. */
  readonly query: string
  readonly weight: number
}

/** Returns one clause per term, and one for all summaries with the phrases. */
function toSummaryClauses(scope: Scope, { terms, weights, textFilter }: Omit<SummaryQuery, 'limit'>): SummaryClause[] {
  const { operators, required, excludedQuery } = textFilter
  const restrictQuery = (query?: string) =>
    [quoteLexeme(toScopeTag(scope)), query, required && `(${required.anyOrder})`, excludedQuery && `!(${excludedQuery})`]
      .filter((part) => part !== undefined)
      .join(' & ')
  const clauses = terms.map((term, n) => ({ query: restrictQuery(toTsquery(term)), weight: weights[n] ?? 0 }))
  return operators.phrases.length > 0 ? [...clauses, { query: restrictQuery(), weight: 0 }] : clauses
}

/** SQL for the days that findSummariesByWords returns. */
export function summariesByWordsSql(bounds: SearchBounds, query: SummaryQuery): Prisma.Sql {
  const clauses = toSummaryClauses(bounds.scope, query)
  const limitPerClause = Math.floor(maxSummaryMatches / clauses.length)
  return planOnce`
    SELECT found.segment_id AS id
    FROM unnest(${clauses.map(({ query }) => query)}::text[], ${clauses.map(({ weight }) => weight)}::float8[]) AS clause(query, weight)
    CROSS JOIN LATERAL (${matchingSummariesSql(bounds, Prisma.sql`clause.query`, limitPerClause)}) found
    GROUP BY found.segment_id ORDER BY sum(clause.weight) DESC, found.segment_id DESC LIMIT ${query.limit}::int`
}

/** Returns those lexemes that occur in any summary of the scope. On later pages, summaries written since the first page do not count. */
export async function findLexemesInSummaries(db: Db, bounds: SearchBounds, lexemes: readonly string[]): Promise<ReadonlySet<string>> {
  if (bounds.scope.audience !== 'private' || lexemes.length === 0) return new Set()
  const rows = await db.$queryRaw<{ lexeme: string }[]>(lexemesInSummariesSql(bounds, lexemes))
  return new Set(rows.map(({ lexeme }) => lexeme))
}

/** SQL for those lexemes that occur in any summary of a private scope. */
export function lexemesInSummariesSql({ scope, upTo, firstPageAt }: SearchBounds, lexemes: readonly string[]): Prisma.Sql {
  const queries = lexemes.map((lexeme) => `${quoteLexeme(toScopeTag(scope))} & ${quoteLexeme(lexeme)}`)
  const found = matchingSummariesSql({ scope, upTo, segments: undefined }, Prisma.sql`wanted.query`, maxSummaryMatches)
  const oldEnough = firstPageAt
    ? Prisma.sql`SELECT 1 FROM (${found}) found JOIN day_summaries d ON d.segment_id = found.segment_id WHERE d.updated_at <= ${firstPageAt}`
    : found
  return planOnce`
    SELECT wanted.lexeme FROM unnest(${[...lexemes]}::text[], ${queries}::text[]) AS wanted(lexeme, query)
    WHERE EXISTS (${oldEnough})`
}

/** Loads the summaries of some days without excluded words, with the frequencies of some terms in them. Reads by primary key. */
export async function loadCandidateSummaries(
  db: Db,
  { scope }: Pick<SearchBounds, 'scope'>,
  { segments, terms, textFilter }: { segments: readonly SegmentId[]; terms: readonly SearchTerm[]; textFilter: TextFilter },
): Promise<CandidateSummary[]> {
  if (scope.audience !== 'private' || segments.length === 0) return []
  const rows = await db.$queryRaw<
    (Omit<CandidateSummary, 'decisions' | 'counts'> & { readonly found: string[] | null; readonly times: number[] | null })[]
  >(planOnce`
    SELECT d.segment_id AS "segmentId", s.day_label AS day, d.markdown, ${inMs(Prisma.sql`d.updated_at`)} AS "updatedAt", length(x.terms) AS length,
      words.found, words.times
    FROM day_summaries d JOIN day_segments s ON s.id = d.segment_id JOIN summary_index x ON x.segment_id = d.segment_id
    CROSS JOIN LATERAL (
      SELECT array_agg(w.lexeme) AS found, array_agg(cardinality(w.positions)) AS times
      FROM unnest(x.terms) w WHERE w.lexeme = ANY(${terms.flat()}::text[])
    ) words
    WHERE d.segment_id = ANY(${[...segments]}::int[]) AND s.thread_id = ${scope.threadId} AND ${withoutExcludedSql(textFilter, Prisma.sql`x.terms`)}`)
  return rows.map(({ found, times, ...row }) => ({
    ...row,
    decisions: extractDecisions(row.markdown),
    counts: terms.map((term) => term.reduce((sum, lexeme) => sum + (times?.[found?.indexOf(lexeme) ?? -1] ?? 0), 0)),
  }))
}

/** Returns the decisions in a day summary without their citations. */
function extractDecisions(markdown: string): string[] {
  // The headings are in the user's language, but their order is fixed: summary, goals, decisions.
  return (markdown.split(/^## .*$/m)[3] ?? '')
    .split('\n')
    .filter((line) => /^\s*[-*]\s/.test(line) && /\[#\d+\]/.test(line))
    .map((line) => stripCitations(line.replace(/^\s*[-*]\s+/, '')))
}

export const stripCitations = (text: string): string => text.replace(/\s*\[#\d+\]/g, '')
