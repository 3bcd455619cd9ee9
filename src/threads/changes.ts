import type { SegmentId, ThreadId } from '../core/domain/ids.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Tx } from '../store/store.ts'

/*
 * The only module that advances the two counters of the change protocol.
 * The `change_seq` of a thread numbers the changes to its messages. Each new or changed message takes the next number, and readers ask for
 * the changes after the last number they saw.
 * The `revision` of a thread or a day grows when text that may have been read changes or disappears. Work that started at an older
 * revision is discarded, and summaries made from it are stale.
 */

/**
 * SQL that reserves the next `count` change numbers of a thread and returns the last one as `change_seq`. Used in a CTE of the statement
 * that writes the messages. Locks the thread until the transaction ends.
 */
export const advanceChangeSeq = (threadId: ThreadId | Prisma.Sql, count: number | Prisma.Sql) => Prisma.sql`
  UPDATE threads SET change_seq = change_seq + ${count} WHERE id = ${threadId} RETURNING change_seq`

/** Like `advanceChangeSeq`, but also bumps the revision of the thread, because text that may have been read changes. */
export const advanceChangeSeqAndRevision = (threadId: ThreadId | Prisma.Sql, count: number | Prisma.Sql) => Prisma.sql`
  UPDATE threads SET change_seq = change_seq + ${count}, revision = revision + 1 WHERE id = ${threadId} RETURNING change_seq`

/**
 * SQL that reserves change numbers in thread `into` for all changes of thread `from`, after its own ones, and bumps the revision of
 * `into`. Returns `shift`, which is added to the change numbers of the messages that move. Both threads must be locked.
 */
export const absorbChanges = ({ from, into }: { readonly from: ThreadId; readonly into: ThreadId }) => Prisma.sql`
  UPDATE threads i SET change_seq = i.change_seq + 1 + f.change_seq, revision = i.revision + 1
  FROM threads f WHERE i.id = ${into} AND f.id = ${from} RETURNING i.change_seq - f.change_seq AS shift`

/**
 * Returns the `shift` that `absorbChanges` will use for a thread that is merged into `into`, so that other features can shift their rows.
 * Locks nothing.
 */
export async function findAbsorbShift(tx: Tx, into: ThreadId): Promise<number> {
  const { changeSeq } = await tx.thread.findUniqueOrThrow({ where: { id: into }, select: { changeSeq: true } })
  return changeSeq + 1
}

/** Bumps the revision of a thread, so that replies in progress are discarded. */
export async function bumpRevision(tx: Tx, threadId: ThreadId): Promise<void> {
  await tx.thread.update({ where: { id: threadId }, data: { revision: { increment: 1 } } })
}

/** Bumps the revision of days whose text changed or disappeared, so that their summaries and chunks are stale. */
export async function bumpDayRevisions(tx: Tx, segmentIds: readonly SegmentId[]): Promise<void> {
  await tx.daySegment.updateMany({ where: { id: { in: [...segmentIds] } }, data: { revision: { increment: 1 } } })
}

/** SQL that raises the `change_seq` of a thread to the highest number that its restored rows use. `threadId` is an SQL expression. */
export const raiseChangeSeqSql = (threadId: string) => `
  UPDATE threads t SET change_seq = GREATEST(t.change_seq,
    (SELECT max(m.change_seq) FROM messages m WHERE m.thread_id = t.id), (SELECT max(s.covered_seq) FROM day_segments s WHERE s.thread_id = t.id))
  WHERE t.id = ${threadId}`

/**
 * Records that a new summary of a day covers its changes up to `coveredSeq`. Returns the new revision of the day, which the summary is
 * stored with.
 */
export async function bumpSummarizedDay(tx: Tx, segmentId: SegmentId, coveredSeq: number): Promise<number> {
  const { revision } = await tx.daySegment.update({
    where: { id: segmentId },
    data: { coveredSeq, revision: { increment: 1 } },
    select: { revision: true },
  })
  return revision
}
