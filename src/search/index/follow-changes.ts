import type { ChangeSeq, SegmentId } from '../../core/domain/ids.ts'
import { Prisma } from '../../store/generated/client.ts'
import { type Db, repeatAfterConflict } from '../../store/store.ts'
import { lockAsReadSql, type ThreadState } from '../../threads/thread.ts'
import type { SearchDeps } from '../deps.ts'
import {
  type ChunkChanges,
  chunkWriteSql,
  findDaysToChunk,
  isBehindSql,
  readChangedDays,
  splitChangedDay,
  updateChunks,
} from './chunk-day.ts'

/** The changes of a thread that its chunks follow. */
export interface ChunkWork extends ThreadState {
  /** The last change in the chunks of the thread. 0 if any of its days may be out of date. Null if it never had chunks. */
  readonly chunkedSeq: ChangeSeq | null
  /** The number of changes after it, up to `maxFollowed`. */
  readonly followedChanges: number
  /** The days of these changes. */
  readonly days: readonly SegmentId[]
}

/** From this number of changes on, all days of a thread are compared with their chunks. */
export const maxFollowed = 1_000

/** The maximum number of days that are written at once, such as two after a turn at midnight. */
const maxDaysAtOnce = 2

export interface PreparedChunks {
  /** SQL for CTEs that write the chunks and the cursor of the thread, after the CTE `locked`. */
  readonly write: Prisma.Sql
  /** The number of days whose chunks were out of date. */
  readonly days: number
}

const isFollowed = ({ chunkedSeq, followedChanges }: ChunkWork): boolean => (chunkedSeq ?? 0) > 0 && followedChanges < maxFollowed

/** Prepares to write the chunks of all changes. Returns undefined if they are too many to be written at once. */
export async function prepareChunks(db: Db, work: ChunkWork): Promise<PreparedChunks | undefined> {
  if (!isFollowed(work) || work.days.length > maxDaysAtOnce) return undefined
  const changedDays = work.days.length > 0 ? await readChangedDays(db, work.days) : []
  const days = await Promise.all(changedDays.map(splitChangedDay))
  const { threadId, changeSeq, chunkedSeq } = work
  const write = Prisma.sql`${chunkWriteSql(days)}, advanced AS (
    UPDATE chunk_cursors SET change_seq = ${changeSeq} FROM locked
    WHERE thread_id = ${threadId} AND change_seq = ${chunkedSeq} AND (SELECT count(*) FROM marked) = ${days.length})`
  return { write, days: days.length }
}

export interface ChunkOptions {
  /** Ends the work early, between two days. */
  readonly signal?: AbortSignal
  readonly onDay?: () => void
}

/** Brings the chunks of a thread up to date, one day at a time, newest first. */
export async function chunkChangedDays(
  deps: SearchDeps,
  work: ChunkWork,
  { signal, onDay }: ChunkOptions,
): Promise<ChunkChanges & { readonly days: number }> {
  const { db } = deps.store
  const counts = { days: 0, written: 0, deleted: 0 }
  for (const segmentId of await findChangedDays(db, work)) {
    if (signal?.aborted) return counts
    const changes = await updateChunks(deps, segmentId)
    if (!changes) return counts
    counts.days++
    counts.written += changes.written
    counts.deleted += changes.deleted
    onDay?.()
  }
  await advanceCursor(db, work)
  return counts
}

const findChangedDays = async (db: Db, work: ChunkWork): Promise<SegmentId[]> =>
  isFollowed(work) ? [...work.days].sort((one, other) => other - one) : findDaysToChunk(db, work.threadId)

/** Stores that the chunks of a thread have all its changes. Not if text has changed or disappeared since the thread was read. */
async function advanceCursor(db: Db, { threadId, revision, changeSeq }: ChunkWork): Promise<void> {
  await db.$executeRaw`
    WITH ${lockAsReadSql({ threadId, revision })}
    INSERT INTO chunk_cursors (thread_id, change_seq) SELECT id, ${changeSeq} FROM locked
    ON CONFLICT (thread_id) DO UPDATE SET change_seq = GREATEST(chunk_cursors.change_seq, EXCLUDED.change_seq)`
}

/**
 * Marks the days whose chunks are out of date as never split, so that chunkMissedDays splits them once there is a model. Deletes the chunks
 * that contain, or come after, an edited or deleted message, because they may contain the old text.
 */
export async function dropOutdatedChunks(db: Db, work: ChunkWork): Promise<void> {
  if (work.chunkedSeq === work.changeSeq) return
  const days = await findChangedDays(db, work)
  const statement = Prisma.sql`
    WITH missed AS (
      DELETE FROM chunked_segments c USING day_segments s WHERE s.id = c.segment_id AND s.id = ANY(${days}::int[]) AND ${isBehindSql}
      RETURNING c.segment_id, c.change_seq
    )
    DELETE FROM transcript_chunks t USING missed x WHERE t.segment_id = x.segment_id AND (x.change_seq <= 0 OR EXISTS (
      SELECT 1 FROM messages l JOIN messages m ON (m.sent_at, m.platform_order, m.id) <= (l.sent_at, l.platform_order, l.id)
      WHERE l.id = t.last_message_id AND m.segment_id = x.segment_id AND m.audience = t.audience AND m.kind = 'chat'
        AND m.change_seq > x.change_seq))`
  // Does not lock the thread, so a concurrent move or deletion may lock the same days in another order.
  await repeatAfterConflict(() => db.$executeRaw(statement))
  await advanceCursor(db, work)
}
