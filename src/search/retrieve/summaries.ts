import type { DayLabel, SegmentId } from '../../core/domain/ids.ts'
import { cachedPlan } from '../../store/cached-plans.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import type { Scope } from '../../threads/scope.ts'
import { quoteLexeme, type SearchTerm, toTsquery } from '../query/terms.ts'
import { inSegmentsSql, type SearchBounds } from './bounds.ts'
import { type TextFilter, withoutExcludedSql, withRequiredSql } from './text-filter.ts'

// Summaries are made from private messages, so only a private scope has any.

export interface CandidateSummary {
  readonly segmentId: SegmentId
  readonly day: DayLabel
  readonly markdown: string
  /** The decisions that the summary lists, without their citations. */
  readonly decisions: readonly string[]
  readonly updatedAt: Date
  /** How often each term occurs in the summary. */
  readonly counts: readonly number[]
  /** The number of distinct words. */
  readonly length: number
}

/** SQL for the summaries in a private scope, alias x. Relies on summary_index_thread_id_language_idx. */
const summariesSql = ({ threadId }: Scope) => Prisma.sql`FROM summary_index x WHERE x.thread_id = ${threadId}`

/** At most this many summaries are found by their own words. */
const maxFoundByWords = 60

interface SummaryQuery {
  readonly terms: readonly SearchTerm[]
  readonly weights: readonly number[]
  readonly textFilter: TextFilter
}

/**
 * Returns the days of the summaries with the largest sum of the weights of the terms they contain, best first. If the query has phrases,
 * returns the best of those with their words. Reads the index of every summary of the thread, of which there is at most one per day.
 */
export async function findSummariesByWords(
  db: Db,
  bounds: SearchBounds,
  { terms, weights, textFilter }: SummaryQuery,
): Promise<SegmentId[]> {
  const hasPhrases = textFilter.operators.phrases.length > 0
  if (bounds.scope.audience !== 'private' || (terms.length === 0 && !hasPhrases)) return []
  const tsqueries = terms.map(toTsquery)
  const weightsSql = tsqueries.map(
    (query, n) => Prisma.sql`CASE WHEN x.terms @@ ${query}::tsquery THEN ${weights[n] ?? 0}::float8 ELSE 0 END`,
  )
  const matchesSql = hasPhrases
    ? withRequiredSql(textFilter, Prisma.sql`x.terms`)
    : Prisma.sql`x.terms @@ ${tsqueries.join(' | ')}::tsquery`
  const rows = await db.$queryRaw<{ id: SegmentId }[]>`
    SELECT x.segment_id AS id ${summariesSql(bounds.scope)} AND ${matchesSql} AND ${withoutExcludedSql(textFilter, Prisma.sql`x.terms`)}
      AND ${inSegmentsSql(bounds, Prisma.sql`x.segment_id`)}
    ORDER BY ${Prisma.join([Prisma.sql`0::float8`, ...weightsSql], ' + ')} DESC, x.segment_id DESC LIMIT ${maxFoundByWords}`
  return rows.map(({ id }) => id)
}

/** Returns those lexemes that occur in any summary of the scope. On later pages, summaries written since the first page do not count. */
export async function findLexemesInSummaries(
  db: Db,
  { scope, firstPageAt }: SearchBounds,
  lexemes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (scope.audience !== 'private' || lexemes.length === 0) return new Set()
  const isOldEnough = firstPageAt
    ? Prisma.sql`EXISTS (SELECT 1 FROM day_summaries d WHERE d.segment_id = x.segment_id AND d.updated_at <= ${firstPageAt})`
    : Prisma.sql`TRUE`
  const rows = await db.$queryRaw<{ lexeme: string }[]>`
    SELECT wanted.lexeme FROM unnest(${[...lexemes]}::text[], ${lexemes.map(quoteLexeme)}::text[]) AS wanted(lexeme, query)
    WHERE EXISTS (SELECT 1 ${summariesSql(scope)} AND x.terms @@ wanted.query::tsquery AND ${isOldEnough})`
  return new Set(rows.map(({ lexeme }) => lexeme))
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
  >`
    ${cachedPlan} SELECT d.segment_id AS "segmentId", s.day_label AS day, d.markdown, d.updated_at AS "updatedAt", length(x.terms) AS length,
      words.found, words.times
    FROM day_summaries d JOIN day_segments s ON s.id = d.segment_id JOIN summary_index x ON x.segment_id = d.segment_id
    CROSS JOIN LATERAL (
      SELECT array_agg(w.lexeme) AS found, array_agg(cardinality(w.positions)) AS times
      FROM unnest(x.terms) w WHERE w.lexeme = ANY(${terms.flat()}::text[])
    ) words
    WHERE d.segment_id = ANY(${[...segments]}::int[]) AND s.thread_id = ${scope.threadId} AND ${withoutExcludedSql(textFilter, Prisma.sql`x.terms`)}`
  return rows.map(({ found, times, ...row }) => ({
    ...row,
    decisions: extractDecisions(row.markdown),
    counts: terms.map((term) => term.reduce((sum, lexeme) => sum + (times?.[found?.indexOf(lexeme) ?? -1] ?? 0), 0)),
  }))
}

/** Returns the decisions in a day summary without their citations. */
function extractDecisions(markdown: string): string[] {
  // The headings are in the user's language, but their order is fixed: summary, goals, decisions.
  const section = markdown.split(/^## .*$/m)[3] ?? ''
  return section
    .split('\n')
    .filter((line) => /^\s*[-*]\s/.test(line) && /\[#\d+\]/.test(line))
    .map((line) => stripCitations(line.replace(/^\s*[-*]\s+/, '')))
}

export function stripCitations(text: string): string {
  return text.replace(/\s*\[#\d+\]/g, '')
}
