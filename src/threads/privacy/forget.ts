import type { ErasedUser, ForgetBatch } from '../../core/ports/personal-data.ts'
import type { Tx } from '../../store/store.ts'
import { deleteAttachments } from '../messages/attachments.ts'
import { deleteReferences } from '../messages/references.ts'

/** Deletes the attachments of messages, including their names, what the messages refer to, and the reactions to them. */
export async function forgetMessages(tx: Tx, { messageIds }: ForgetBatch): Promise<void> {
  await deleteAttachments(tx, messageIds)
  await deleteReferences(tx, messageIds)
  await tx.reaction.deleteMany({ where: { messageId: { in: [...messageIds] } } })
}

/** Deletes days without messages, the titles of places that nobody else uses and the user's reactions, and resets the topic marker. */
export async function eraseThread(tx: Tx, { userId, threadId }: ErasedUser): Promise<void> {
  await tx.daySegment.deleteMany({ where: { threadId, messages: { none: {} } } })
  await tx.place.updateMany({ where: { userId, kind: 'direct' }, data: { title: '' } })
  // The title of a shared place stays while others use it. It is stored again with the next message there.
  await tx.$executeRaw`
    UPDATE places p SET title = '' WHERE p.kind = 'shared' AND p.title <> '' AND NOT EXISTS (
      SELECT 1 FROM messages m WHERE m.place_id = p.id AND m.deleted_at IS NULL AND m.thread_id <> ${threadId})`
  await tx.thread.update({ where: { id: threadId }, data: { freshSeq: 0 } })
  await tx.reaction.deleteMany({ where: { account: { userId } } })
}
