import type { MessageId, PlaceId, ThreadId } from '../core/ids.ts'
import { hint } from '../jobs/hint.ts'
import { lockThread } from '../threads/thread.ts'
import type { ConversationParts } from './parts.ts'

export type RetryParts = Pick<ConversationParts, 'store' | 'clock' | 'jobs' | 'log'>

/**
 * Tries again what went wrong last in a place: parts whose sending had an unknown end or failed are sent again, else a
 * turn that failed or was stopped is run again.
 */
export async function retryLast(
  parts: RetryParts,
  { threadId, placeId }: { threadId: ThreadId; placeId: PlaceId },
): Promise<{ retried: 'turn' | 'delivery' | 'nothing' }> {
  const messageId = await resend(parts, placeId)
  if (messageId) {
    await hint(parts, 'deliver-message', { messageId })
    return { retried: 'delivery' }
  }
  if (!(await askAgain(parts, threadId, placeId))) return { retried: 'nothing' }
  await hint(parts, 'answer-thread', { threadId })
  return { retried: 'turn' }
}

/** Puts the undelivered parts of the newest message that has some back in the queue; relies on messages_thread_id_sent_at_platform_order_id_idx. */
async function resend({ store, clock }: RetryParts, placeId: PlaceId): Promise<MessageId | undefined> {
  const [sent] = await store.db.$queryRaw<{ messageId: MessageId }[]>`
    UPDATE deliveries SET state = 'pending', attempts = 0, not_before = NULL, error = NULL, updated_at = ${clock.now()}
    WHERE state IN ('unknown', 'failed') AND message_id = (
      SELECT m.id FROM messages m JOIN deliveries d ON d.message_id = m.id
      WHERE m.place_id = ${placeId} AND m.kind <> 'draft' AND d.state IN ('unknown', 'failed')
      ORDER BY m.id DESC LIMIT 1)
    RETURNING message_id AS "messageId"`
  return sent?.messageId
}

/** Owes the messages of the last turn of a place again, if it did not end well. */
async function askAgain({ store }: RetryParts, threadId: ThreadId, placeId: PlaceId): Promise<boolean> {
  return store.transaction(async (tx) => {
    await lockThread(tx, threadId)
    // Relies on turns_thread_id_place_id_id_idx.
    const last = await tx.turn.findFirst({ where: { threadId, placeId }, orderBy: { id: 'desc' } })
    if (last?.state !== 'failed' && last?.state !== 'stopped') return false
    const again = await tx.message.updateMany({
      where: { turnId: last.id, role: 'user', kind: 'chat', deletedAt: null },
      data: { owed: true, turnId: null },
    })
    return again.count > 0
  })
}
