import type { DayLabel, SegmentId } from '../../core/domain/ids.ts'
import { cachedPlan } from '../../store/cached-plans.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import type { SearchTerm } from '../query/irregular-forms.ts'
import { type SearchLanguage, tsvectorSql } from '../query/lexemes.ts'
import type { SearchBounds } from './candidates.ts'

export interface CandidateSummary {
  readonly segmentId: SegmentId
  readonly day: DayLabel
  readonly markdown: string
  readonly updatedAt: Date
  /** By term: how often it is in the summary. */
  readonly counts: readonly number[]
  /** Distinct words. */
  readonly length: number
}

interface CandidateSummaryQuery {
  /** The most important first. */
  readonly segments: readonly SegmentId[]
  readonly terms: readonly SearchTerm[]
  readonly language: SearchLanguage
}

/** At most this many summaries are read: those of the first of the days asked for. */
const maxSummaries = 60

/** The summaries of some days with the counts of some terms. A summary rests on private rows: nobody else sees one. */
export async function loadCandidateSummaries(
  db: Db,
  { scope }: Pick<SearchBounds, 'scope'>,
  { segments, terms, language }: CandidateSummaryQuery,
): Promise<CandidateSummary[]> {
  if (scope.audience !== 'private' || segments.length === 0) return []
  // By primary key; the words are taken while reading, which a bounded number of short texts allows.
  const lexemes = terms.flat()
  const rows = await db.$queryRaw<
    {
      segmentId: SegmentId
      day: DayLabel
      markdown: string
      updatedAt: Date
      found: string[] | null
      times: number[] | null
      length: number
    }[]
  >`
    ${cachedPlan} SELECT d.segment_id AS "segmentId", d.day, d.markdown, d.updated_at AS "updatedAt", count(*)::int AS length,
      array_agg(w.lexeme) FILTER (WHERE wanted.lexeme IS NOT NULL) AS found,
      array_agg(cardinality(w.positions)) FILTER (WHERE wanted.lexeme IS NOT NULL) AS times
    FROM (
      SELECT d.segment_id, s.day_label AS day, d.markdown, d.updated_at FROM day_summaries d JOIN day_segments s ON s.id = d.segment_id
      WHERE d.segment_id = ANY(${segments.slice(0, maxSummaries)}::int[]) AND s.thread_id = ${scope.threadId}
    ) d CROSS JOIN LATERAL unnest(${tsvectorSql(Prisma.sql`d.markdown`, Prisma.sql`${language}`)}) w
      LEFT JOIN (SELECT DISTINCT unnest(${lexemes}::text[]) AS lexeme) wanted ON wanted.lexeme = w.lexeme
    GROUP BY d.segment_id, d.day, d.markdown, d.updated_at`
  return rows.map(({ found, times, ...row }) => ({
    ...row,
    counts: terms.map((term) => term.reduce((sum, lexeme) => sum + (times?.[found?.indexOf(lexeme) ?? -1] ?? 0), 0)),
  }))
}
