import type { ForgettingId, MessageId, PlaceId, UserId } from '../../core/ids.ts'
import type { PlatformKey } from '../../threads/read.ts'
import type { RightsParts } from '../parts.ts'

/**
 * Writes down that a message is to be forgotten which was deleted on its platform; what is there already is not asked for again.
 * Undefined for what is not stored, or gone already. Queue `forget` after it.
 */
export async function forgetDeleted(
  { store, clock }: Pick<RightsParts, 'store' | 'clock'>,
  { place, platformMessageId }: PlatformKey,
): Promise<ForgettingId | undefined> {
  // Relies on places_platform_tenant_address_key and messages_place_id_platform_message_id_idx.
  const [message] = await store.db.$queryRaw<{ id: MessageId; placeId: PlaceId; userId: UserId }[]>`
    SELECT m.id, m.place_id AS "placeId", c.user_id AS "userId"
    FROM places p
    JOIN messages m ON m.place_id = p.id AND m.platform_message_id = ${platformMessageId}
    JOIN continuous_threads c ON c.thread_id = m.thread_id
    WHERE p.platform = ${place.platform} AND p.tenant = ${place.tenant} AND p.address = ${place.address} AND m.deleted_at IS NULL`
  if (!message) return undefined
  const now = clock.now()
  const { id } = await store.db.forgetting.create({
    data: {
      userId: message.userId,
      placeId: message.placeId,
      kind: 'deletion',
      messageIds: [message.id],
      state: 'confirmed',
      listedAt: now,
      expiresAt: now,
    },
    select: { id: true },
  })
  return id as ForgettingId
}
