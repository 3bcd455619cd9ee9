import type { SegmentId, ThreadId } from '../core/domain/ids.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db } from '../store/store.ts'
import { isSummarizable } from './day-state.ts'
import type { TriggerDeps } from './deps.ts'

/** SQL for whether a day has lost its summary because a source message was deleted. */
const isMissingSummary = Prisma.sql`(d.segment_id IS NULL AND s.covered_seq > 0
  AND EXISTS (SELECT 1 FROM messages m WHERE m.segment_id = s.id AND ${isSummarizable} AND m.deleted_at IS NULL AND btrim(m.text) <> ''))`

/**
 * SQL for whether a day's summary is stale: there are newer messages, or source messages were edited, moved or deleted. The aliases are s
 * for day_segments and d for day_summaries, which must be left-joined. Relies on messages_segment_change_idx.
 */
export const isStale = Prisma.sql`(COALESCE(d.revision <> s.revision, FALSE)
  OR EXISTS (SELECT 1 FROM messages m WHERE m.segment_id = s.id AND ${isSummarizable} AND m.change_seq > s.covered_seq) OR ${isMissingSummary})`

/** SQL for whether a finalized day needs a run, because its summary is stale or its digest is undecided. */
const isPending = Prisma.sql`(s.finalized_at IS NOT NULL AND (${isStale}
  OR (d.segment_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM digests g WHERE g.segment_id = s.id))))`

export async function needsRun(db: Db, segmentId: SegmentId): Promise<boolean> {
  const [row] = await db.$queryRaw<{ pending: boolean }[]>`
    SELECT ${isPending} AS pending FROM day_segments s LEFT JOIN day_summaries d ON d.segment_id = s.id WHERE s.id = ${segmentId}`
  return row?.pending ?? false
}

/**
 * Returns the days that need a run and may have one now, newest first. Each consecutive failure doubles the delay, and after too many
 * failures the day is left alone. Relies on summary_runs_segment_id_started_at_idx.
 */
export async function findPendingDays(deps: TriggerDeps): Promise<SegmentId[]> {
  const { firstRetryDelayMs, maxRetryDelayMs, maxFailures, maxQueuedPerRun } = deps.summarySettings
  const rows = await deps.store.db.$queryRaw<{ id: SegmentId }[]>`
    SELECT s.id
    FROM day_segments s
    JOIN continuous_threads c ON c.thread_id = s.thread_id
    LEFT JOIN day_summaries d ON d.segment_id = s.id
    LEFT JOIN LATERAL (
      SELECT count(*)::int AS failures, max(r.started_at) AS last
      FROM summary_runs r
      WHERE r.segment_id = s.id AND r.state = 'failed'
        AND r.id > COALESCE((SELECT max(g.id) FROM summary_runs g WHERE g.segment_id = s.id AND g.state = 'done'), 0)
    ) f ON TRUE
    WHERE ${isPending} AND (f.failures = 0 OR (f.failures < ${maxFailures}
      AND f.last + LEAST(${firstRetryDelayMs} * power(2, f.failures - 1), ${maxRetryDelayMs}) * interval '1 millisecond' <= ${deps.clock.now()}))
    ORDER BY s.day_label DESC, s.id LIMIT ${maxQueuedPerRun}`
  return rows.map(({ id }) => id)
}

/** Returns the days of a thread that have lost their summary, newest first. */
export async function findDaysMissingSummary(db: Db, threadId: ThreadId): Promise<SegmentId[]> {
  const rows = await db.$queryRaw<{ id: SegmentId }[]>`
    SELECT s.id FROM day_segments s LEFT JOIN day_summaries d ON d.segment_id = s.id
    WHERE s.thread_id = ${threadId} AND ${isMissingSummary} ORDER BY s.day_label DESC`
  return rows.map(({ id }) => id)
}
