import type { MessageId, PlaceId } from '../../core/domain/ids.ts'
import type { Tx } from '../../store/store.ts'
import { findPlaceById } from '../../threads/places.ts'
import { reportOutcome } from '../deliver/next-part.ts'
import type { ConversationDeps } from '../deps.ts'

/**
 * Settles a draft that was being sent when the process ended. The outcome is unknown, so the draft is not sent again unless the platform
 * recognizes repeats.
 */
export async function resolveUnconfirmedDraft(
  deps: ConversationDeps,
  tx: Tx,
  { draftId, placeId }: { draftId: MessageId; placeId: PlaceId },
): Promise<void> {
  const place = await findPlaceById(tx, placeId)
  const unconfirmed = { messageId: draftId, state: 'sending', platformMessageId: null }
  const safeSince = new Date(deps.clock.now().getTime() - ((place && deps.senders.get(place.platform)?.repeatSafeMs) ?? 0))
  await tx.delivery.updateMany({ where: { ...unconfirmed, sendStartedAt: { gt: safeSince } }, data: { state: 'pending' } })
  const error = 'The process was interrupted while sending this part.'
  const { count } = await tx.delivery.updateMany({ where: unconfirmed, data: { state: 'unknown', error } })
  if (place && count > 0) reportOutcome(deps, { platform: place.platform, messageId: draftId, state: 'unknown', error })
}
