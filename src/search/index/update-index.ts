import type { ThreadId } from '../../core/domain/ids.ts'
import { type ChunkChanges, chunkDay, findDaysToChunk } from './chunk-day.ts'
import { indexThread, type RecallParts } from './index-thread.ts'

export interface IndexUpdateResult extends ChunkChanges {
  /** Messages whose words were indexed. */
  readonly messages: number
  /** Days whose chunks were behind. */
  readonly days: number
}

export interface IndexUpdateOptions {
  /** Ends it early, between two days. */
  readonly signal?: AbortSignal
  readonly onDay?: () => void
}

/**
 * Brings what is searched up to date with a thread: the words of its messages, then its chunks, a day at a time. Whatever
 * was lost on the way is found here, and the rest of what was broken off.
 */
export async function updateIndex(
  parts: Pick<RecallParts, 'store' | 'log'>,
  threadId: ThreadId,
  { signal, onDay }: IndexUpdateOptions = {},
): Promise<IndexUpdateResult> {
  const { written: messages } = await indexThread(parts, threadId)
  const counts = { messages, days: 0, written: 0, deleted: 0 }
  for (const segmentId of await findDaysToChunk(parts.store.db, threadId)) {
    if (signal?.aborted) break
    const changes = await chunkDay(parts, segmentId)
    counts.days++
    counts.written += changes.written
    counts.deleted += changes.deleted
    onDay?.()
  }
  return counts
}
