import type { InboundMove } from '../../core/ports/platform.ts'
import { changePlaceAddress, movedIdPrefix } from '../../threads/places.ts'
import { prefixPlatformIds } from '../deliver/outbox.ts'
import type { ConversationDeps } from '../deps.ts'

/** Gives a place its new address, with ids of its messages that cannot be those of later ones. */
export async function receiveMove({ store }: ConversationDeps, { place, to }: InboundMove): Promise<void> {
  await store.transaction(async (tx) => {
    const placeId = await changePlaceAddress(tx, place, to)
    if (placeId) await prefixPlatformIds(tx, placeId, movedIdPrefix(place.address))
  })
}
