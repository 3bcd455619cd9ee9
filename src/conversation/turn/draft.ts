import type { MessageId, PlaceId } from '../../core/domain/ids.ts'
import { storable } from '../../core/domain/text.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Tx } from '../../store/store.ts'
import { advanceChangeSeq } from '../../threads/changes.ts'
import type { NewMessage } from '../../threads/messages/insert-messages.ts'
import { findPlaceById } from '../../threads/places.ts'
import type { ConversationDeps } from '../deps.ts'

/**
 * A draft that was begun to be shown when the process ended, before the platform's answer came: nobody knows whether it
 * was, so it is not sent again; but where the platform knows a repeat.
 */
export async function resolveUnconfirmedDraft(
  deps: ConversationDeps,
  tx: Tx,
  { draftId, placeId }: { draftId: MessageId; placeId: PlaceId },
): Promise<void> {
  const place = await findPlaceById(tx, placeId)
  const begun = { messageId: draftId, state: 'sending', platformMessageId: null }
  const safeSince = new Date(deps.clock.now().getTime() - ((place && deps.senders.get(place.platform)?.repeatSafeMs) ?? 0))
  await tx.delivery.updateMany({ where: { ...begun, sendStartedAt: { gt: safeSince } }, data: { state: 'pending' } })
  await tx.delivery.updateMany({ where: begun, data: { state: 'unknown', error: 'The process was interrupted while it was sent.' } })
}

interface CompletedDraft extends Pick<NewMessage, 'role' | 'kind' | 'text' | 'sentAt'> {
  readonly draftId: MessageId
}

/** The draft becomes the reply, as a change of the thread of its own. */
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
