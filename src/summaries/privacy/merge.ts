import type { UserMerge } from '../../core/ports/personal-data.ts'
import type { Tx } from '../../store/store.ts'
import { selectSharedDays } from '../../threads/privacy/merge.ts'

/**
 * Merges the summaries of two threads. A day that only one thread has keeps its segment and summary. For a day that both threads have, the
 * summary of the target thread stays and becomes stale. Runs are kept for their usage, and nothing is posted twice.
 */
export async function mergeSummaries(tx: Tx, { from, into, now }: UserMerge): Promise<void> {
  if (from.threadId === undefined) return
  // Runs in progress are based on a thread that will no longer exist.
  await tx.summaryRun.updateMany({
    where: { segment: { threadId: from.threadId }, state: 'running' },
    data: { state: 'superseded', error: 'Its conversation was merged into another.', finishedAt: now },
  })
  const sharedDays = selectSharedDays(from.threadId, into.threadId)
  // The change numbers of the runs shift along with those of the messages. A run that moves to a day of the target thread covers nothing
  // there.
  await tx.$executeRaw`
    UPDATE summary_runs r SET to_seq = CASE WHEN i.id IS NULL THEN r.to_seq + t.change_seq + 1 ELSE 0 END, segment_id = COALESCE(i.id, f.id)
    FROM day_segments f JOIN threads t ON t.id = ${into.threadId}
    LEFT JOIN day_segments i ON i.thread_id = t.id AND i.day_label = f.day_label
    WHERE f.thread_id = ${from.threadId} AND r.segment_id = f.id`
  await tx.$executeRaw`
    UPDATE digests g SET segment_id = both_have.into_id FROM (${sharedDays}) both_have
    WHERE g.segment_id = both_have.from_id AND NOT EXISTS (SELECT 1 FROM digests own WHERE own.segment_id = both_have.into_id)`
  await tx.$executeRaw`DELETE FROM day_summaries d USING (${sharedDays}) both_have WHERE d.segment_id = both_have.from_id`
}
