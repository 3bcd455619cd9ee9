import { configurationOf, tsvectorSql } from '../../search/query/terms.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db, Store, Tx } from '../../store/store.ts'
import type { PyramidPosition } from '../pyramid.ts'
import type { SummarizedSpan, WrittenText } from '../summary-material.ts'
import { type Cascade, lockCascade } from './cascade-lease.ts'
import type { CascadePlan } from './plan-cascade.ts'

/** The windows that a summary covers. */
export interface CoveredWindows {
  /** The start of the first and of the last window. */
  readonly firstWindow: Date
  readonly lastWindow: Date
}

/** A summary as it is stored. */
export interface StoredSummary extends PyramidPosition, CoveredWindows, SummarizedSpan, WrittenText {
  readonly source: string
}

/** What a new summary was made from. It is not stored if that has changed meanwhile. */
export type SummaryOrigin =
  /** The messages of a window, in a revision. */
  | { readonly startsAt: Date; readonly revision: number }
  /** Other summaries, by their sources. */
  | { readonly sources: readonly string[] }

const summaryColumns = {
  ...{ source: true, level: true, ordinal: true, firstWindow: true, lastWindow: true, startsAt: true, endsAt: true },
  ...{ messageCount: true, imageCount: true, fileCount: true, topics: true, text: true },
} as const

/** Returns those of the summaries with the given sources that are stored, in the given order. */
export async function findSummaries(db: Db, placeId: number, sources: readonly string[]): Promise<StoredSummary[]> {
  const rows = await db.channelSummary.findMany({ where: { placeId, source: { in: [...sources] } }, select: summaryColumns })
  const bySource = new Map(rows.map((row) => [row.source, row]))
  return sources.flatMap((source) => bySource.get(source) ?? [])
}

/** Returns those of the sources that have no summary yet. */
export async function findMissingSources(db: Db, placeId: number, sources: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.$queryRaw<{ source: string }[]>`
    SELECT wanted.source FROM unnest(${[...sources]}::text[]) AS wanted(source)
    WHERE NOT EXISTS (SELECT 1 FROM channel_summaries s WHERE s.place_id = ${placeId} AND s.source = wanted.source)`
  return new Set(rows.map(({ source }) => source))
}

/**
 * Keeps a summary for the next state of the pyramid. Returns false if another cascade has taken over, or what the summary was made from has
 * changed: the next cascade makes it again.
 */
export function keepSummary(
  store: Store,
  cascade: Cascade,
  { summary, origin, model, now }: { summary: StoredSummary; origin: SummaryOrigin; model: string; now: Date },
): Promise<boolean> {
  const { placeId } = cascade.channel
  return store.transaction(async (tx) => {
    if (!(await lockCascade(tx, cascade)) || !(await isCurrent(tx, placeId, origin))) return false
    const { topics, ...columns } = summary
    const { id } = await tx.channelSummary.create({
      data: { ...columns, topics: [...topics], placeId, isUsed: false, model, createdAt: now },
      select: { id: true },
    })
    const words = Prisma.sql`(s.text || ' ' || array_to_string(s.topics, ' '))`
    await tx.$executeRaw`
      UPDATE channel_summaries s SET terms = ${tsvectorSql(words, Prisma.sql`${configurationOf(cascade.channel.language)}`)} WHERE s.id = ${id}`
    return true
  })
}

async function isCurrent(tx: Tx, placeId: number, origin: SummaryOrigin): Promise<boolean> {
  if ('sources' in origin) return (await findMissingSources(tx, placeId, origin.sources)).size === 0
  const { startsAt, revision } = origin
  return (await tx.channelWindow.count({ where: { placeId, startsAt, revision } })) > 0
}

/**
 * Replaces the pyramid by its next state, all levels at once. Returns false if another cascade has taken over, or a summary is missing
 * because a message was forgotten meanwhile. Then nothing has changed.
 */
export function switchPyramid(store: Store, cascade: Cascade, plan: CascadePlan): Promise<boolean> {
  const { placeId } = cascade.channel
  const sources = plan.nodes.map(({ source }) => source)
  return store.transaction(async (tx) => {
    if (!(await lockCascade(tx, cascade)) || (await findMissingSources(tx, placeId, sources)).size > 0) return false
    await tx.$executeRaw`
      DELETE FROM channel_summaries s WHERE s.id = ANY(ARRAY(${replaceableSql(placeId, plan.first)})) AND s.source <> ALL(${sources}::text[])`
    await tx.$executeRaw`
      UPDATE channel_summaries s SET is_used = TRUE, level = node.level, ordinal = node.ordinal
      FROM unnest(${sources}::text[], ${plan.nodes.map(({ level }) => level)}::int[], ${plan.nodes.map(({ ordinal }) => ordinal)}::int[])
        AS node(source, level, ordinal)
      WHERE s.place_id = ${placeId} AND s.source = node.source AND (NOT s.is_used OR s.ordinal <> node.ordinal)`
    await tx.$executeRaw`
      UPDATE channel_windows w SET summarized_revision = planned.revision FROM ${windowsSql(plan.windows)}
      WHERE w.place_id = ${placeId} AND w.starts_at = planned.starts_at AND w.summarized_revision IS DISTINCT FROM planned.revision`
    await tx.$executeRaw`
      DELETE FROM channel_windows w USING ${windowsSql(plan.emptied)}
      WHERE w.place_id = ${placeId} AND w.starts_at = planned.starts_at AND w.revision = planned.revision`
    return true
  })
}

/** No pyramid has more levels, because windows are counted in an int. */
const maxLevels = 31

/**
 * SQL for the summaries that are not in use, and those in use from a window on. The time does not grow with the channel. Relies on
 * channel_summaries_unused_idx and channel_summaries_position_idx. The planner expects a third of each level, and OFFSET 0 keeps it from
 * reading the whole table instead.
 */
const replaceableSql = (placeId: number, first: number): Prisma.Sql => Prisma.sql`
  SELECT id FROM channel_summaries WHERE place_id = ${placeId} AND NOT is_used
  UNION ALL SELECT u.id FROM generate_series(1, ${maxLevels}::int) AS level(n) CROSS JOIN LATERAL (
    SELECT c.id FROM channel_summaries c
    WHERE c.place_id = ${placeId} AND c.is_used AND c.level = level.n AND c.ordinal >= ${first}::int >> (level.n - 1)
    OFFSET 0) u`

/** SQL for windows as a table with the columns starts_at and revision. */
const windowsSql = (windows: CascadePlan['windows']): Prisma.Sql => Prisma.sql`
  unnest(${windows.map(({ startsAt }) => startsAt)}::timestamptz[], ${windows.map(({ revision }) => revision)}::int[]) AS planned(starts_at, revision)`
