import type { MessageId, SegmentId, ThreadId } from '../../core/domain/ids.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Tx } from '../../store/store.ts'
import { advanceChangeSeq, advanceChangeSeqAndRevision, bumpDayRevisions, bumpRevision } from '../thread.ts'

export interface TombstoneRequest {
  readonly threadId: ThreadId
  readonly messageIds: readonly MessageId[]
  readonly now: Date
  /** Whether author names are removed too. */
  readonly dropNames: boolean
}

/**
 * Replaces messages with tombstones. Each tombstone counts as a change of the thread, so that work based on the old text is discarded.
 * Skips drafts, which are not messages yet. Returns the days of the messages. The thread must be locked.
 */
export async function tombstoneMessages(tx: Tx, { threadId, messageIds, now, dropNames }: TombstoneRequest): Promise<SegmentId[]> {
  const tombstones = await tx.$queryRaw<{ segmentId: SegmentId }[]>`
    WITH tombstoned AS (
      SELECT m.id, row_number() OVER (ORDER BY m.change_seq) AS n, count(*) OVER () AS total
      FROM messages m WHERE m.id = ANY(${[...messageIds]}::int[]) AND m.thread_id = ${threadId} AND m.kind <> 'draft'
    ), thread AS (
      ${advanceChangeSeqAndRevision(threadId, Prisma.sql`(SELECT count(*) FROM tombstoned)`)}
    )
    UPDATE messages m SET text = '', tool = NULL, deleted_at = COALESCE(m.deleted_at, ${now}::timestamptz), pending = FALSE, invocation = NULL,
      text_expires_at = NULL, author_name = CASE WHEN ${dropNames} THEN '' ELSE m.author_name END,
      change_seq = thread.change_seq - tombstoned.total + tombstoned.n
    FROM tombstoned, thread WHERE m.id = tombstoned.id RETURNING m.segment_id AS "segmentId"`
  const segmentIds = [...new Set(tombstones.map(({ segmentId }) => segmentId))]
  await bumpDayRevisions(tx, segmentIds)
  return segmentIds
}

/** Redacts a command that may name what was deleted. This counts as a change of its thread, so that open pages show it. */
export async function redactCommand(tx: Tx, id: MessageId): Promise<void> {
  await tx.$executeRaw`
    WITH thread AS (
      ${advanceChangeSeq(Prisma.sql`(SELECT m.thread_id FROM messages m WHERE m.id = ${id} AND m.deleted_at IS NULL)`, 1)}
    )
    UPDATE messages m SET text = '/forget …', change_seq = thread.change_seq FROM thread WHERE m.id = ${id}`
}

/** How long a platform may send an event again, in ms. Tombstones make repeated events recognizable for this long. */
export const redeliveryWindowMs = 3 * 86_400_000

/**
 * Returns messages of a thread, up to an id, that are not erased yet, oldest change first. A new tombstone is the latest change, so it is
 * not read again. No tombstone is kept for the user's older messages, nor for messages that did not come from a platform. One is kept in
 * channels, whose history may be read at any time. Relies on messages_thread_id_change_seq_key.
 */
export function findMessagesToErase(
  tx: Tx,
  { threadId, upTo, now }: { threadId: ThreadId; upTo: MessageId; now: Date },
): Promise<{ id: MessageId; isKept: boolean }[]> {
  const since = new Date(now.getTime() - redeliveryWindowMs)
  return tx.$queryRaw<{ id: MessageId; isKept: boolean }[]>`
    SELECT m.id, m."isKept" FROM (
      SELECT m.id, m.change_seq, m.deleted_at, m.author_name, m.role = 'user' AND m.platform_message_id IS NOT NULL
        AND (m.sent_at >= ${since} OR EXISTS (SELECT 1 FROM channels c WHERE c.place_id = m.place_id)) AS "isKept"
      FROM messages m WHERE m.thread_id = ${threadId} AND m.id <= ${upTo}
        AND NOT (m.kind = 'draft' AND EXISTS (SELECT 1 FROM turns t WHERE t.reply_id = m.id AND t.state = 'running'))
    ) m WHERE NOT (m."isKept" AND m.deleted_at IS NOT NULL AND m.author_name = '')
    ORDER BY m.change_seq LIMIT ${eraseBatchSize}`
}

const eraseBatchSize = 1_000

/**
 * Deletes messages of a thread that need no tombstone. Bumps the revision, so that a statement that waits for the thread to index them finds
 * it changed, and writes nothing. The thread must be locked.
 */
export async function deleteMessages(tx: Tx, threadId: ThreadId, ids: readonly MessageId[]): Promise<void> {
  await bumpRevision(tx, threadId)
  await tx.message.deleteMany({ where: { id: { in: [...ids] }, threadId } })
}
