import type { MessageId } from '../../core/domain/ids.ts'
import { storable } from '../../core/domain/text.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Tx } from '../../store/store.ts'
import { advanceChangeSeq } from '../thread.ts'
import type { NewMessage } from './append-message.ts'

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

/** Empties a draft. Returns false if it is already complete. */
export async function clearDraft(tx: Tx, draftId: MessageId): Promise<boolean> {
  const { count } = await tx.message.updateMany({ where: { id: draftId, kind: 'draft' }, data: { text: '' } })
  return count > 0
}
