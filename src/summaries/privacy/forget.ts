import type { MessageId, SegmentId } from '../../core/domain/ids.ts'
import type { ErasedUser, ForgetBatch } from '../../core/ports/personal-data.ts'
import type { Db, Tx } from '../../store/store.ts'
import { bumpDayRevisions } from '../../threads/thread.ts'
import { isSummarizable } from '../day-state.ts'

/** A summary with content from messages that are being deleted. */
export interface AffectedSummary {
  readonly segmentId: SegmentId
  readonly markdown: string
  /** The message of the posted digest. Null if none was posted. */
  readonly messageId: MessageId | null
  /** Whether it is the summary of a day of the messages, not of the next one. */
  readonly isOwnDay: boolean
}

/**
 * Returns the summaries that may contain the given messages: those of their days, those of the next summarized days, which had these
 * summaries as context, and those that cite them. Includes posted digests that are no longer the day's summary.
 */
export function findAffectedSummaries(db: Db, messageIds: readonly MessageId[]): Promise<AffectedSummary[]> {
  return db.$queryRaw<AffectedSummary[]>`
    WITH days AS (
      SELECT DISTINCT s.id, s.thread_id, s.day_label FROM messages m JOIN day_segments s ON s.id = m.segment_id
      WHERE m.id = ANY(${[...messageIds]}::int[]) AND ${isSummarizable}
    ), touched AS (
      SELECT days.id FROM days UNION
      SELECT next.id FROM days CROSS JOIN LATERAL (
        SELECT s.id FROM day_segments s JOIN day_summaries d ON d.segment_id = s.id
        WHERE s.thread_id = days.thread_id AND s.day_label > days.day_label ORDER BY s.day_label LIMIT 1) next UNION
      SELECT s.id FROM (SELECT DISTINCT thread_id FROM days) thread JOIN day_segments s ON s.thread_id = thread.thread_id
      JOIN day_summaries d ON d.segment_id = s.id
      WHERE EXISTS (SELECT 1 FROM regexp_matches(d.markdown, '#([0-9]{1,10})', 'g') cited WHERE cited[1]::bigint = ANY(${[...messageIds]}::int[]))
    )
    SELECT touched.id AS "segmentId", COALESCE(d.markdown, '') AS markdown, g.message_id AS "messageId",
      touched.id IN (SELECT id FROM days) AS "isOwnDay"
    FROM touched LEFT JOIN day_summaries d ON d.segment_id = touched.id LEFT JOIN digests g ON g.segment_id = touched.id
    WHERE d.segment_id IS NOT NULL OR g.message_id IS NOT NULL`
}

/** Deletes the affected summaries at once. The scheduler summarizes the remaining messages of their days again. */
export async function forgetSummaries(tx: Tx, { segmentIds, summaryIds }: ForgetBatch): Promise<void> {
  const affectedIds = [...summaryIds]
  const { count } = await tx.daySummary.deleteMany({ where: { segmentId: { in: affectedIds } } })
  // Summaries that are being written are based on the deleted messages.
  if (count > 0) await bumpDayRevisions(tx, affectedIds)
  await tx.summaryRun.updateMany({ where: { segmentId: { in: [...affectedIds, ...segmentIds] } }, data: { error: null } })
}

export async function eraseSummaries(tx: Tx, { threadId }: ErasedUser): Promise<void> {
  const segment = { threadId }
  await tx.daySummary.deleteMany({ where: { segment } })
  await tx.summaryRun.deleteMany({ where: { segment } })
  await tx.digest.deleteMany({ where: { segment } })
}
