import type { ThreadSplit } from '../../core/ports/personal-data.ts'
import type { Tx } from '../../store/store.ts'
import { bumpDayRevisions } from '../../threads/thread.ts'
import { findAffectedSummaries } from './forget.ts'

/** Deletes the summaries based on leaving messages. Both threads are summarized again, and nothing old is posted again. */
export async function splitSummaries(tx: Tx, { to, messageIds, now }: ThreadSplit): Promise<void> {
  const affectedIds = (await findAffectedSummaries(tx, messageIds)).map(({ segmentId }) => segmentId)
  await tx.daySummary.deleteMany({ where: { segmentId: { in: affectedIds } } })
  // Summaries that are being written are based on the leaving messages.
  await bumpDayRevisions(tx, affectedIds)
  await tx.$executeRaw`
    INSERT INTO digests (segment_id, state, due_at)
    SELECT s.id, 'skipped', ${now} FROM day_segments s WHERE s.thread_id = ${to.threadId} AND s.finalized_at IS NOT NULL`
}
