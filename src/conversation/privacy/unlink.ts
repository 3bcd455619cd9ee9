import type { TurnId } from '../../core/domain/ids.ts'
import type { UnlinkedPlaces } from '../../core/ports/personal-data.ts'
import type { Tx } from '../../store/store.ts'
import { skipPendingMessagesIn } from '../../threads/messages/pending-messages.ts'
import { requestCancellation } from '../turn/cancel.ts'

/** Cancels answers and deliveries in places that leave the thread. Returns the id of the turn running there, which must stop. */
export async function unlinkPlaces(tx: Tx, { threadId, placeIds }: UnlinkedPlaces): Promise<TurnId | undefined> {
  await skipPendingMessagesIn(tx, { threadId, placeIds })
  await tx.delivery.updateMany({
    where: { message: { threadId, placeId: { in: [...placeIds] } }, state: 'pending' },
    data: { state: 'failed', invocation: null, error: 'The account was unlinked before this was sent.' },
  })
  return requestCancellation(tx, { threadId, placeIds })
}
