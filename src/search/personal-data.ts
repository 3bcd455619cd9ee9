import type { ErasedUser, ForgetBatch, PersonalData, ThreadSplit, UserMerge } from '../core/ports/personal-data.ts'
import type { Tx } from '../store/store.ts'
import { selectSharedDays } from '../threads/privacy/merge.ts'
import { userThreadSql } from '../threads/privacy/personal-data.ts'
import { findAbsorbShift, markThreadChanged } from '../threads/thread.ts'

export const searchData: PersonalData<Tx> = {
  feature: 'search',
  tables: {
    message_index: {
      ofPerson: `t.thread_id = ${userThreadSql}`,
      withheld: { terms: 'made of the text of the message', language: 'how the words were taken', audience: 'that of the message' },
    },
    thread_languages: { ofPerson: `t.thread_id = ${userThreadSql}`, withheld: { language: 'how the words were taken' } },
    summary_index: {
      ofPerson: `t.thread_id = ${userThreadSql}`,
      withheld: { terms: 'made of the text of the summary', language: 'how the words were taken' },
    },
    transcript_chunks: {
      ofPerson: `t.thread_id = ${userThreadSql}`,
      withheld: { text: 'made of the texts of messages', hash: 'made of the texts of messages', audience: 'that of the messages' },
    },
    chunk_cursors: { ofPerson: `t.thread_id = ${userThreadSql}` },
    chunked_segments: { ofPerson: `t.segment_id IN (SELECT s.id FROM day_segments s WHERE s.thread_id = ${userThreadSql})` },
    embeddings: {
      ofPerson: `(t.user_id = $1 OR t.thread_id = ${userThreadSql})`,
      withheld: {
        audience: 'that of what it was made of',
        state: 'how far the work is',
        error: 'how far the work is',
        provider: 'which model is in use here',
        model: 'which model is in use here',
      },
    },
    embedding_choice: {
      withheld: {
        ...{ provider: 'about nobody', model: 'about nobody', base_url: 'about nobody', origin: 'about nobody' },
        encrypted_key: 'about nobody, and a secret',
      },
    },
  },
  merge: mergeSearchIndex,
  split: splitSearchIndex,
  forget: forgetIndexedMessages,
  erase: eraseSearchIndex,
}

/**
 * Deletes the index rows of the absorbed thread, because its changes are renumbered and indexing starts after the last indexed change.
 * Days that exist in both threads are chunked again. The other chunks move with their days.
 */
async function mergeSearchIndex(tx: Tx, { from, into }: UserMerge): Promise<void> {
  if (from.threadId === undefined) return
  await tx.messageIndex.deleteMany({ where: { threadId: from.threadId } })
  const sharedDays = selectSharedDays(from.threadId, into.threadId)
  await tx.$executeRaw`DELETE FROM transcript_chunks c USING (${sharedDays}) both_have WHERE c.segment_id = both_have.from_id`
  // The other chunks follow their days into the remaining thread later (ON UPDATE CASCADE). Here, only their change numbers are raised.
  const shift = await findAbsorbShift(tx, into.threadId)
  await tx.$executeRaw`UPDATE transcript_chunks SET change_seq = change_seq + ${shift} WHERE thread_id = ${from.threadId}`
  await tx.chunkedSegment.deleteMany({ where: { segment: { threadId: from.threadId } } })
  // Summaries keep their embeddings. A trigger resets the embeddings of chunks when the chunks move.
  await tx.embedding.updateMany({ where: { threadId: from.threadId, summaryId: { not: null } }, data: { threadId: into.threadId } })
}

/** Deletes the index rows of leaving messages and all chunks of their days. Both threads are indexed again. */
async function splitSearchIndex(tx: Tx, { messageIds }: ThreadSplit): Promise<void> {
  await tx.messageIndex.deleteMany({ where: { messageId: { in: [...messageIds] } } })
  const segments = await tx.daySegment.findMany({
    where: { messages: { some: { id: { in: [...messageIds] } } } },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  const segmentIds = segments.map(({ id }) => id)
  await lockChunks(tx, segmentIds)
  await tx.transcriptChunk.deleteMany({ where: { segmentId: { in: segmentIds } } })
}

/**
 * Deletes the index rows of messages and the chunks that contain them, with their embeddings. Both are rebuilt from what remains. Chunks
 * do not list tool outputs, so deleting a tool output deletes all chunks of its day.
 */
export async function forgetIndexedMessages(
  tx: Tx,
  { messageIds, segmentIds }: Pick<ForgetBatch, 'messageIds' | 'segmentIds'>,
): Promise<void> {
  await tx.messageIndex.deleteMany({ where: { messageId: { in: [...messageIds] } } })
  await lockChunks(tx, segmentIds)
  await tx.$executeRaw`
    DELETE FROM transcript_chunks c WHERE c.segment_id = ANY(${[...segmentIds]}::int[]) AND (c.message_ids && ${[...messageIds]}::int[]
      OR EXISTS (SELECT 1 FROM messages m WHERE m.id = ANY(${[...messageIds]}::int[]) AND m.segment_id = c.segment_id AND m.role = 'tool'))`
}

/** Waits for any concurrent chunkDay that has read the old text. A later one reads the new text. Relies on the lock in chunkDay. */
async function lockChunks(tx: Tx, segmentIds: readonly number[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO chunked_segments (segment_id) SELECT id FROM unnest(${[...segmentIds]}::int[]) AS input(id) ORDER BY id
    ON CONFLICT (segment_id) DO UPDATE SET change_seq = 0`
}

async function eraseSearchIndex(tx: Tx, { threadId }: ErasedUser): Promise<void> {
  // A statement that waits for the thread to index its messages still sees the rows that are deleted here.
  await markThreadChanged(tx, threadId)
  await tx.messageIndex.deleteMany({ where: { threadId } })
  await tx.threadLanguage.deleteMany({ where: { threadId } })
  await tx.transcriptChunk.deleteMany({ where: { threadId } })
  await tx.chunkedSegment.deleteMany({ where: { segment: { threadId } } })
}
