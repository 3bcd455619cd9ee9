import type { MessageId, SegmentId, ThreadId, TurnId } from '../../core/domain/ids.ts'
import { storable } from '../../core/domain/text.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Tx } from '../../store/store.ts'
import { advanceChangeSeq, advanceChangeSeqAndRevision, bumpDayRevisions } from '../thread.ts'
import type { NewMessage } from './insert-messages.ts'

export interface CompletedDraft extends Pick<NewMessage, 'role' | 'kind' | 'text' | 'sentAt'> {
  readonly draftId: MessageId
}

/** Turns a draft into the reply. Counts as a change of the thread. */
export async function completeDraft(tx: Tx, { draftId, ...row }: CompletedDraft): Promise<MessageId> {
  await tx.$executeRaw`
    WITH thread AS (
      ${advanceChangeSeq(Prisma.sql`(SELECT thread_id FROM messages WHERE id = ${draftId})`, 1)}
    )
    UPDATE messages SET role = ${row.role}, kind = ${row.kind}, text = ${storable(row.text)}, sent_at = ${row.sentAt},
      change_seq = thread.change_seq
    FROM thread WHERE messages.id = ${draftId}`
  return draftId
}

export interface ReplacedReply extends Pick<NewMessage, 'text' | 'sentAt'> {
  readonly threadId: ThreadId
  readonly replyId: MessageId
  /** The turn that answers the messages again. They count as changed too, so that readers load them again. */
  readonly turnId: TurnId
  readonly editedAt: Date
}

/** Replaces the text of a reply. Counts as an edit, so that what was derived from the old text is renewed. The thread must be locked. */
export async function replaceReply(tx: Tx, { threadId, replyId, turnId, text, sentAt, editedAt }: ReplacedReply): Promise<void> {
  const rows = await tx.$queryRaw<{ segmentId: SegmentId }[]>`
    WITH changed AS (
      SELECT m.id, row_number() OVER (ORDER BY m.change_seq) AS n, count(*) OVER () AS total
      FROM messages m WHERE m.thread_id = ${threadId} AND (m.id = ${replyId} OR m.turn_id = ${turnId} AND m.role = 'user')
    ), thread AS (
      ${advanceChangeSeqAndRevision(threadId, Prisma.sql`(SELECT count(*) FROM changed)`)}
    )
    UPDATE messages m SET change_seq = thread.change_seq - changed.total + changed.n,
      text = CASE WHEN m.id = ${replyId} THEN ${storable(text)} ELSE m.text END,
      sent_at = CASE WHEN m.id = ${replyId} THEN ${sentAt}::timestamptz ELSE m.sent_at END,
      edited_at = CASE WHEN m.id = ${replyId} THEN ${editedAt}::timestamptz ELSE m.edited_at END
    FROM changed, thread WHERE m.id = changed.id RETURNING m.segment_id AS "segmentId"`
  await bumpDayRevisions(tx, [...new Set(rows.map(({ segmentId }) => segmentId))])
}

/** Empties a draft. Returns false if it is already complete. */
export async function clearDraft(tx: Tx, draftId: MessageId): Promise<boolean> {
  const { count } = await tx.message.updateMany({ where: { id: draftId, kind: 'draft' }, data: { text: '' } })
  return count > 0
}
