import type { ErasedUser, ForgetBatch } from '../../core/ports/personal-data.ts'
import type { Tx } from '../../store/store.ts'

/**
 * The words they are found by, and the chunks that hold anything of them, with their vectors. Both are made again from what is
 * left. A tool's output stands in chunks that do not name it, so with one of those all chunks of its day go.
 */
export async function forgetIndexedMessages(tx: Tx, { messageIds, segmentIds }: ForgetBatch): Promise<void> {
  await tx.messageIndex.deleteMany({ where: { messageId: { in: [...messageIds] } } })
  await lockChunks(tx, segmentIds)
  await tx.$executeRaw`
    DELETE FROM transcript_chunks c WHERE c.segment_id = ANY(${[...segmentIds]}::int[]) AND (c.message_ids && ${[...messageIds]}::int[]
      OR EXISTS (SELECT 1 FROM messages m WHERE m.id = ANY(${[...messageIds]}::int[]) AND m.segment_id = c.segment_id AND m.role = 'tool'))`
}

/** Waits for whoever cuts these days just now, from texts as they were; who comes later reads them as they are. Relies on how chunkDay locks. */
async function lockChunks(tx: Tx, segmentIds: readonly number[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO chunked_segments (segment_id) SELECT id FROM unnest(${[...segmentIds]}::int[]) AS given(id) ORDER BY id
    ON CONFLICT (segment_id) DO UPDATE SET change_seq = 0`
}

export async function eraseSearchIndex(tx: Tx, { threadId }: ErasedUser): Promise<void> {
  await tx.messageIndex.deleteMany({ where: { threadId } })
  await tx.transcriptChunk.deleteMany({ where: { threadId } })
  await tx.chunkedSegment.deleteMany({ where: { segment: { threadId } } })
}
