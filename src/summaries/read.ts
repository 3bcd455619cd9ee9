import type { ChangeSeq, DayLabel, SegmentId, ThreadId } from '../core/domain/ids.ts'
import { allTranslators } from '../core/messages/messages.ts'
import type { SummaryMode } from '../core/ports/jobs.ts'
import { Prisma } from '../store/generated/client.ts'
import { type Db, type InJson, inMs, planOnce, type Store } from '../store/store.ts'
import type { Scope } from '../threads/scope.ts'
import { isStale } from './stale-days.ts'

export interface DaySummary {
  readonly segmentId: SegmentId
  readonly threadId: ThreadId
  readonly dayLabel: DayLabel
  /** Markdown in the format of template.ts. */
  readonly markdown: string
  readonly mode: SummaryMode
  readonly model: string
  /** Whether it was written without a model because the limit of background work was reached. */
  readonly overLimit: boolean
  readonly updatedAt: Date
  /** Private messages with a higher change number are not included. */
  readonly coveredSeq: ChangeSeq
  /** Whether a source is newer than the summary. */
  readonly stale: boolean
  readonly finalizedAt: Date | null
}

/** Returns the summary of a day. Summaries contain private messages, so a shared place has none. */
export async function findDaySummary(deps: { readonly store: Store }, scope: Scope, dayLabel: DayLabel): Promise<DaySummary | undefined> {
  if (scope.audience !== 'private') return undefined
  const [summary] = await selectSummaries(deps.store.db, scope, Prisma.sql`s.day_label = ${dayLabel}`, 1)
  return summary
}

/** Returns the summaries of segments, latest day first. Segments of other threads, and those without a summary, are left out. */
export async function loadSegmentSummaries(
  deps: { readonly store: Store },
  scope: Scope,
  ids: readonly SegmentId[],
): Promise<DaySummary[]> {
  if (scope.audience !== 'private' || ids.length === 0) return []
  return selectSummaries(deps.store.db, scope, Prisma.sql`s.id = ANY(${[...ids]}::int[])`, ids.length)
}

/** SQL for the latest summaries up to a day, newest first. */
export const summariesUpToSql = (scope: Scope, { day, limit }: { readonly day: DayLabel; readonly limit: number }): Prisma.Sql =>
  summariesSql(scope, scope.audience === 'private' ? Prisma.sql`s.day_label <= ${day}` : Prisma.sql`FALSE`, limit)

/** A summary as JSON has it. */
export const fromDaySummaryJson = (summary: InJson<DaySummary>): DaySummary => ({
  ...summary,
  updatedAt: new Date(summary.updatedAt),
  finalizedAt: summary.finalizedAt === null ? null : new Date(summary.finalizedAt),
})

/** Returns the summaries of days in Markdown, by segment. Relies on day_summaries_pkey. */
export async function loadSummaryTexts(db: Db, segmentIds: readonly SegmentId[]): Promise<ReadonlyMap<SegmentId, string>> {
  const rows = await db.daySummary.findMany({ where: { segmentId: { in: [...segmentIds] } }, select: { segmentId: true, markdown: true } })
  return new Map(rows.map(({ segmentId, markdown }) => [segmentId as SegmentId, markdown]))
}

const selectSummaries = (db: Db, scope: Scope, condition: Prisma.Sql, limit: number): Promise<DaySummary[]> =>
  db.$queryRaw<DaySummary[]>(summariesSql(scope, condition, limit))

/** SQL for summaries, latest day first. Relies on day_segments_thread_id_day_label_key. */
const summariesSql = (scope: Scope, condition: Prisma.Sql, limit: number): Prisma.Sql => Prisma.sql`
  SELECT s.id AS "segmentId", s.thread_id AS "threadId", s.day_label AS "dayLabel", d.markdown, d.mode, d.model,
    d.over_limit AS "overLimit", d.updated_at AS "updatedAt", s.covered_seq AS "coveredSeq", ${isStale} AS stale, s.finalized_at AS "finalizedAt"
  FROM day_segments s JOIN day_summaries d ON d.segment_id = s.id
  WHERE s.thread_id = ${scope.threadId} AND ${condition}
  ORDER BY s.day_label DESC LIMIT ${limit}`

const emptyLists: ReadonlySet<string> = new Set(allTranslators.map((translate) => `- ${translate('summary.none')}`))

/** Drops the sections of a summary that list nothing. A model learns nothing from them. */
export function dropEmptyLists(markdown: string): string {
  const sections = markdown.split(/\n(?=## )/).map((section) => section.trim())
  return sections.filter((section) => !emptyLists.has(section.slice(section.indexOf('\n') + 1))).join('\n\n')
}

export type SummaryProgress = 'waiting' | 'done' | 'failed'

/**
 * Returns the state of a request to regenerate a summary. A run that will be retried counts as failed until it succeeds. The caller must
 * be allowed to see the thread of the segment. Relies on summary_runs_segment_id_started_at_idx.
 */
export async function findSummaryProgress(db: Db, segmentId: SegmentId, since: Date): Promise<SummaryProgress> {
  const runs = await db.summaryRun.findMany({ where: { segmentId, startedAt: { gte: since } }, select: { state: true } })
  if (runs.some(({ state }) => state === 'done')) return 'done'
  return runs.some(({ state }) => state === 'failed') ? 'failed' : 'waiting'
}

export interface SummaryUpdate {
  readonly dayLabel: DayLabel
  /** In ms since 1970. */
  readonly updatedAt: number
}

/** Returns the days whose summaries were written after `since`, oldest update first. */
export function listSummaryUpdates(db: Db, threadId: ThreadId, since: number): Promise<SummaryUpdate[]> {
  return db.$queryRaw<SummaryUpdate[]>(planOnce`
    SELECT s.day_label AS "dayLabel", ${inMs(Prisma.sql`d.updated_at`)} AS "updatedAt"
    FROM day_segments s JOIN day_summaries d ON d.segment_id = s.id
    WHERE s.thread_id = ${threadId} AND d.updated_at > ${new Date(since)} ORDER BY d.updated_at`)
}
