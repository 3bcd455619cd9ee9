import type { ForgetRequestId, MessageId, PlaceId, ThreadId, UserId } from '../../core/domain/ids.ts'
import type { Db, Tx } from '../../store/store.ts'
import type { MessageDeps } from '../../threads/deps.ts'
import type { Lease } from '../../threads/lease.ts'
import type { PlatformMessageKey } from '../../threads/messages/read-messages.ts'
import { findCopiesOf } from '../../threads/privacy/references.ts'
import type { PrivacyDeps } from '../deps.ts'
import { assertLeases, type ConfirmedForgetRequest } from './forget-request.ts'

interface DeletedMessage {
  readonly id: MessageId
  readonly placeId: PlaceId
  readonly userId: UserId
  readonly threadId: ThreadId
}

/** The maximum number of attempts if merges keep moving the message to other users. */
const maxAttempts = 5

/**
 * Stores a deletion that a platform reported. Enqueue `forget` afterwards. Returns undefined if the message is not stored or already
 * deleted.
 */
export async function requestPlatformDeletion(
  { store, clock }: MessageDeps,
  key: PlatformMessageKey,
): Promise<ForgetRequestId | undefined> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const message = await findDeletedMessage(store.db, key)
    if (!message) return undefined
    const id = await store.transaction((tx) => storePlatformDeletion(tx, { key, message, now: clock.now() }))
    if (id) return id
  }
  throw new Error('A message moved to another user while it was being deleted. Send the deletion again.')
}

async function findDeletedMessage(db: Db, { place, platformMessageId }: PlatformMessageKey): Promise<DeletedMessage | undefined> {
  // Relies on places_platform_tenant_address_key and messages_place_id_platform_message_id_thread_id_key.
  const [message] = await db.$queryRaw<DeletedMessage[]>`
    SELECT m.id, m.place_id AS "placeId", c.user_id AS "userId", c.thread_id AS "threadId"
    FROM places p
    JOIN messages m ON m.place_id = p.id AND m.platform_message_id = ${platformMessageId}
    JOIN continuous_threads c ON c.thread_id = m.thread_id
    WHERE p.platform = ${place.platform} AND p.tenant = ${place.tenant} AND p.address = ${place.address} AND m.deleted_at IS NULL`
  return message
}

interface PlatformDeletion {
  readonly key: PlatformMessageKey
  readonly message: DeletedMessage
  readonly now: Date
}

/** Returns undefined if the message has moved to another user. */
async function storePlatformDeletion(
  tx: Tx,
  { key, message: { id, placeId, userId, threadId }, now }: PlatformDeletion,
): Promise<ForgetRequestId | undefined> {
  // A merge locks both users before it checks for deletions, so this waits until the merge has ended.
  await tx.$queryRaw`SELECT id FROM users WHERE id = ${userId} FOR SHARE`
  if ((await findDeletedMessage(tx, key))?.userId !== userId) return undefined
  // Now, because the text is needed to find them.
  const referenceIds = await findCopiesOf(tx, { userId, threadId }, [id])
  const created = await tx.forgetRequest.create({
    data: {
      userId,
      placeId,
      kind: 'platform_deletion',
      messageIds: [id],
      referenceIds,
      state: 'confirmed',
      requestedAt: now,
      expiresAt: now,
    },
    select: { id: true },
  })
  return created.id as ForgetRequestId
}

/**
 * Merges the user's other confirmed platform deletions into this one, so that their traces are searched for only once. Returns undefined
 * if this one was merged into another.
 */
export async function mergeConfirmedDeletions(
  { store }: PrivacyDeps,
  request: ConfirmedForgetRequest,
  leases: readonly Lease[],
): Promise<ConfirmedForgetRequest | undefined> {
  const { id, userId } = request
  return store.transaction(async (tx) => {
    await assertLeases(tx, leases)
    const [merged] = await tx.$queryRaw<Pick<ConfirmedForgetRequest, 'messageIds' | 'referenceIds'>[]>`
      WITH others AS (
        DELETE FROM forget_requests f WHERE f.user_id = ${userId} AND f.kind = 'platform_deletion' AND f.state = 'confirmed' AND f.id <> ${id}
          AND EXISTS (SELECT 1 FROM forget_requests own WHERE own.id = ${id})
        RETURNING f.message_ids, f.reference_ids
      )
      UPDATE forget_requests f SET message_ids = f.message_ids || ARRAY(SELECT unnest(others.message_ids) FROM others),
        reference_ids = f.reference_ids || ARRAY(SELECT unnest(others.reference_ids) FROM others)
      WHERE f.id = ${id} RETURNING f.message_ids AS "messageIds", f.reference_ids AS "referenceIds"`
    return merged && { ...request, ...merged }
  })
}
