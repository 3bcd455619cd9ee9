import type { ForgettingId, MessageId, PlaceId, UserId } from '../../core/ids.ts'
import type { Db, Tx } from '../../store/store.ts'
import type { Lease } from '../../threads/lease.ts'
import type { PlatformKey } from '../../threads/read.ts'
import type { RightsParts } from '../parts.ts'
import { assertLeases, type Confirmed } from './confirmed.ts'

interface Deleted {
  readonly id: MessageId
  readonly placeId: PlaceId
  readonly userId: UserId
}

/** How often it is begun again when the message has become another person's meanwhile. */
const mostTries = 5

/**
 * Writes down that a message is to be forgotten which was deleted on its platform; what is there already is not asked for again.
 * Undefined for what is not stored, or gone already. Queue `forget` after it.
 */
export async function forgetDeleted(
  { store, clock }: Pick<RightsParts, 'store' | 'clock'>,
  key: PlatformKey,
): Promise<ForgettingId | undefined> {
  for (let tries = 0; tries < mostTries; tries++) {
    const message = await deletedMessage(store.db, key)
    if (!message) return undefined
    const id = await store.transaction((tx) => writeDown(tx, { key, message, now: clock.now() }))
    if (id) return id
  }
  throw new Error('A message went from person to person while it was deleted. Send the deletion again.')
}

async function deletedMessage(db: Db, { place, platformMessageId }: PlatformKey): Promise<Deleted | undefined> {
  // Relies on places_platform_tenant_address_key and messages_place_id_platform_message_id_idx.
  const [message] = await db.$queryRaw<Deleted[]>`
    SELECT m.id, m.place_id AS "placeId", c.user_id AS "userId"
    FROM places p
    JOIN messages m ON m.place_id = p.id AND m.platform_message_id = ${platformMessageId}
    JOIN continuous_threads c ON c.thread_id = m.thread_id
    WHERE p.platform = ${place.platform} AND p.tenant = ${place.tenant} AND p.address = ${place.address} AND m.deleted_at IS NULL`
  return message
}

interface WriteDown {
  readonly key: PlatformKey
  readonly message: Deleted
  readonly now: Date
}

/** Undefined when the message is not that person's any more. */
async function writeDown(tx: Tx, { key, message: { id, placeId, userId }, now }: WriteDown): Promise<ForgettingId | undefined> {
  // Whoever makes one person of two holds them both, and has looked for what is being forgotten: this waits until they are one.
  await tx.$queryRaw`SELECT id FROM users WHERE id = ${userId} FOR SHARE`
  if ((await deletedMessage(tx, key))?.userId !== userId) return undefined
  const made = await tx.forgetting.create({
    data: { userId, placeId, kind: 'deletion', messageIds: [id], state: 'confirmed', listedAt: now, expiresAt: now },
    select: { id: true },
  })
  return made.id as ForgettingId
}

/** Makes all that the person has deleted since part of a deletion, as each is looked for in all there is. Undefined where it is part of another itself. */
export async function withOtherDeletions(
  { store }: Pick<RightsParts, 'store'>,
  forgetting: Confirmed,
  leases: readonly Lease[],
): Promise<Confirmed | undefined> {
  const { id, userId } = forgetting
  return store.transaction(async (tx) => {
    await assertLeases(tx, leases)
    const [united] = await tx.$queryRaw<Pick<Confirmed, 'messageIds'>[]>`
      WITH others AS (
        DELETE FROM forgettings f WHERE f.user_id = ${userId} AND f.kind = 'deletion' AND f.state = 'confirmed' AND f.id <> ${id}
          AND EXISTS (SELECT 1 FROM forgettings own WHERE own.id = ${id})
        RETURNING f.message_ids
      )
      UPDATE forgettings f SET message_ids = f.message_ids || ARRAY(SELECT unnest(others.message_ids) FROM others)
      WHERE f.id = ${id} RETURNING f.message_ids AS "messageIds"`
    return united && { ...forgetting, ...united }
  })
}
