import type { Erased, Forgotten } from '../../core/ports/personal-data.ts'
import type { Tx } from '../../store/store.ts'

/** What was sent of them, what is still to be sent, and what the turns keep that they belong to. */
export async function forgetReplies(tx: Tx, { threadId, messageIds }: Forgotten): Promise<void> {
  const ids = [...messageIds]
  // Failed ones too, or they could be tried again.
  await tx.delivery.deleteMany({ where: { messageId: { in: ids }, state: { not: 'sent' } } })
  await tx.$executeRaw`UPDATE deliveries SET text = '', buttons = NULL, error = NULL WHERE message_id = ANY(${ids}::int[])`
  // Relies on messages_pkey and turns_reply_id_idx.
  await tx.$executeRaw`
    UPDATE turns SET context = NULL, error = NULL
    WHERE id IN (SELECT m.turn_id FROM messages m WHERE m.id = ANY(${ids}::int[])) OR reply_id = ANY(${ids}::int[])`
  await clearDraft(tx, threadId)
}

/** A reply that is being written just now may quote them. It is begun again, as is everything that was begun before. */
async function clearDraft(tx: Tx, threadId: number): Promise<void> {
  // Relies on turns_running_key.
  await tx.$executeRaw`
    WITH draft AS (
      UPDATE messages m SET text = '' FROM turns t
      WHERE t.thread_id = ${threadId} AND t.state = 'running' AND m.id = t.reply_id AND m.kind = 'draft' RETURNING m.id
    )
    UPDATE deliveries d SET text = '' FROM draft WHERE d.message_id = draft.id`
}

/** What was used is kept, as the limits of a day count it. */
export async function eraseTurns(tx: Tx, { userId }: Erased): Promise<void> {
  await tx.$executeRaw`UPDATE turns SET context = NULL, error = NULL WHERE user_id = ${userId}`
}
