import type { ThreadId } from '../core/ids.ts'
import { type Chunked, chunkDay, daysToChunk } from './chunks.ts'
import { indexThread, type RecallParts } from './index-thread.ts'

export interface CaughtUp extends Chunked {
  /** Messages whose words were indexed. */
  readonly messages: number
  /** Days whose chunks were behind. */
  readonly days: number
}

export interface CatchUp {
  /** Ends it early, between two days. */
  readonly signal?: AbortSignal
  readonly onDay?: () => void
}

/**
 * Brings what is searched up to date with a thread: the words of its messages, then its chunks, a day at a time. Whatever
 * was lost on the way is found here, and the rest of what was broken off.
 */
export async function catchUp(
  parts: Pick<RecallParts, 'store' | 'log'>,
  threadId: ThreadId,
  { signal, onDay }: CatchUp = {},
): Promise<CaughtUp> {
  const { written: messages } = await indexThread(parts, threadId)
  const counts = { messages, days: 0, written: 0, deleted: 0 }
  for (const segmentId of await daysToChunk(parts.store.db, threadId)) {
    if (signal?.aborted) break
    const done = await chunkDay(parts, segmentId)
    counts.days++
    counts.written += done.written
    counts.deleted += done.deleted
    onDay?.()
  }
  return counts
}
