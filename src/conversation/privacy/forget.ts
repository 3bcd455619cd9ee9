import type { MessageId } from '../../core/domain/ids.ts'
import type { ErasedUser, ForgetBatch } from '../../core/ports/personal-data.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Tx } from '../../store/store.ts'
import { clearDraft } from '../../threads/messages/drafts.ts'

/** Deletes the unsent parts of messages, and empties their sent parts and the reports of their turns. */
export async function forgetReplies(tx: Tx, { threadId, messageIds }: ForgetBatch): Promise<void> {
  const ids = [...messageIds]
  // Includes failed parts, because /retry could send them again.
  await tx.delivery.deleteMany({ where: { messageId: { in: ids }, state: { not: 'sent' } } })
  await tx.delivery.updateMany({ where: { messageId: { in: ids } }, data: { text: '', buttons: Prisma.DbNull, error: null } })
  // Relies on messages_pkey and turns_reply_id_idx.
  await tx.$executeRaw`
    UPDATE turns SET context = NULL, error = NULL
    WHERE id IN (SELECT m.turn_id FROM messages m WHERE m.id = ANY(${ids}::int[])) OR reply_id = ANY(${ids}::int[])
      OR reply_id IN (SELECT t.reply_id FROM turns t JOIN messages m ON m.turn_id = t.id WHERE m.id = ANY(${ids}::int[]))`
  await clearRunningDraft(tx, threadId)
}

/** Empties the reply being written, because it may quote the deleted messages. Its turn then starts over. */
async function clearRunningDraft(tx: Tx, threadId: number): Promise<void> {
  // Relies on turns_running_key.
  const turn = await tx.turn.findFirst({ where: { threadId, state: 'running' }, select: { replyId: true } })
  const draftId = turn?.replyId as MessageId | null | undefined
  if (draftId && (await clearDraft(tx, draftId))) await tx.delivery.updateMany({ where: { messageId: draftId }, data: { text: '' } })
}

/** Erases the reports and errors of a user's turns. Keeps the usage, because the daily limits count it. */
export async function eraseTurns(tx: Tx, { threadId }: ErasedUser): Promise<void> {
  await tx.turn.updateMany({ where: { threadId }, data: { context: Prisma.DbNull, error: null } })
}
