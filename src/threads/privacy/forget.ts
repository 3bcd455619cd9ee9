import type { ErasedUser, ForgetBatch } from '../../core/ports/personal-data.ts'
import type { Tx } from '../../store/store.ts'
import { deleteAttachments } from '../messages/attachments.ts'

/** Deletes the attachments of messages, including their names, and the reactions to the messages. */
export async function forgetMessages(tx: Tx, { messageIds }: ForgetBatch): Promise<void> {
  await deleteAttachments(tx, messageIds)
  await tx.reaction.deleteMany({ where: { messageId: { in: [...messageIds] } } })
}

/** Deletes days without messages, the titles of the user's own places and the user's reactions, and resets the topic marker. */
export async function eraseThread(tx: Tx, { userId, threadId }: ErasedUser): Promise<void> {
  await tx.daySegment.deleteMany({ where: { threadId, messages: { none: {} } } })
  await tx.place.updateMany({ where: { userId, kind: 'direct' }, data: { title: '' } })
  await tx.thread.update({ where: { id: threadId }, data: { freshSeq: 0 } })
  await tx.reaction.deleteMany({ where: { account: { userId } } })
}
