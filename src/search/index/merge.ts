import type { UserMerge } from '../../core/ports/personal-data.ts'
import type { Tx } from '../../store/store.ts'
import { selectSharedDays } from '../../threads/privacy/merge.ts'

/**
 * Words are indexed again, as part of the other thread: their changes come after all that is indexed there. Days that both had
 * are cut into chunks again; the others keep theirs, which move with their days.
 */
export async function mergeSearchIndex(tx: Tx, { from, into }: UserMerge): Promise<void> {
  if (from.threadId === undefined) return
  await tx.messageIndex.deleteMany({ where: { threadId: from.threadId } })
  const sharedDays = selectSharedDays(from.threadId, into.threadId)
  await tx.$executeRaw`DELETE FROM transcript_chunks c USING (${sharedDays}) both_have WHERE c.segment_id = both_have.from_id`
  await tx.chunkedSegment.deleteMany({ where: { segment: { threadId: from.threadId } } })
  // Summaries keep their vectors; those of chunks are made again by themselves when these move.
  await tx.$executeRaw`UPDATE embeddings SET thread_id = ${into.threadId} WHERE thread_id = ${from.threadId} AND summary_id IS NOT NULL`
}
