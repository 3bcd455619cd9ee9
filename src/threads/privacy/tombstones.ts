import type { MessageId, SegmentId, ThreadId } from '../../core/domain/ids.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Tx } from '../../store/store.ts'
import { advanceChangeSeq, advanceChangeSeqAndRevision, bumpDayRevisions } from '../changes.ts'

export interface TombstoneRequest {
  readonly threadId: ThreadId
  readonly messageIds: readonly MessageId[]
  readonly now: Date
  /** Whether not even a name is left. */
  readonly dropNames: boolean
}

/**
 * Leaves of messages no more than that there was something, each as the next change of the thread: what was made from them
 * before is not written any more. A reply that is being written is no message yet. The days they belong to. The thread must
 * be locked.
 */
export async function tombstoneMessages(tx: Tx, { threadId, messageIds, now, dropNames }: TombstoneRequest): Promise<SegmentId[]> {
  const tombstones = await tx.$queryRaw<{ segmentId: SegmentId }[]>`
    WITH buried AS (
      SELECT m.id, row_number() OVER (ORDER BY m.change_seq) AS n, count(*) OVER () AS total
      FROM messages m WHERE m.id = ANY(${[...messageIds]}::int[]) AND m.thread_id = ${threadId} AND m.kind <> 'draft'
    ), thread AS (
      ${advanceChangeSeqAndRevision(threadId, Prisma.sql`(SELECT count(*) FROM buried)`)}
    )
    UPDATE messages m SET text = '', tool = NULL, deleted_at = COALESCE(m.deleted_at, ${now}::timestamptz), pending = FALSE, invocation = NULL,
      text_expires_at = NULL, author_name = CASE WHEN ${dropNames} THEN '' ELSE m.author_name END,
      change_seq = thread.change_seq - buried.total + buried.n
    FROM buried, thread WHERE m.id = buried.id RETURNING m.segment_id AS "segmentId"`
  const segmentIds = [...new Set(tombstones.map(({ segmentId }) => segmentId))]
  await bumpDayRevisions(tx, segmentIds)
  return segmentIds
}

/** What a command is left as that may name what was forgotten, as a change of its thread, so that open pages show it so. */
export async function redactCommand(tx: Tx, id: MessageId): Promise<void> {
  await tx.$executeRaw`
    WITH thread AS (
      ${advanceChangeSeq(Prisma.sql`(SELECT m.thread_id FROM messages m WHERE m.id = ${id} AND m.deleted_at IS NULL)`, 1)}
    )
    UPDATE messages m SET text = '/forget …', change_seq = thread.change_seq FROM thread WHERE m.id = ${id}`
}

/** How long a platform may send an event again, in ms: for so long it must be known that it is no new one. */
export const redeliveryWindowMs = 3 * 86_400_000

/**
 * The messages of a thread up to one that are not erased yet, those that were changed first first: what was buried is the last
 * change, so it is not read again. Of what the person wrote a while ago, and of what is no platform's, not even a tombstone is to
 * stay. Relies on messages_thread_id_change_seq_key.
 */
export function findMessagesToErase(
  tx: Tx,
  { threadId, upTo, now }: { threadId: ThreadId; upTo: MessageId; now: Date },
): Promise<{ id: MessageId; isKept: boolean }[]> {
  const since = new Date(now.getTime() - redeliveryWindowMs)
  return tx.$queryRaw<{ id: MessageId; isKept: boolean }[]>`
    SELECT * FROM (
      SELECT m.id, m.change_seq, m.deleted_at, m.author_name, m.role = 'user' AND m.sent_at >= ${since} AND m.platform_message_id IS NOT NULL AS "isKept"
      FROM messages m WHERE m.thread_id = ${threadId} AND m.id <= ${upTo}
        AND NOT (m.kind = 'draft' AND EXISTS (SELECT 1 FROM turns t WHERE t.reply_id = m.id AND t.state = 'running'))
    ) m WHERE NOT (m."isKept" AND m.deleted_at IS NOT NULL AND m.author_name = '')
    ORDER BY m.change_seq LIMIT ${eraseBatchSize}`
}

const eraseBatchSize = 1_000

/** Deletes tombstones. */
export async function deleteMessages(tx: Tx, ids: readonly MessageId[]): Promise<void> {
  await tx.message.deleteMany({ where: { id: { in: [...ids] } } })
}
