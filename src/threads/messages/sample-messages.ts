import type { MessageId, PlaceId, ThreadId, UserId } from '../../core/domain/ids.ts'
import type { Db, Tx } from '../../store/store.ts'
import { deleteMessages } from '../privacy/tombstones.ts'

/** The platform of the places that hold sample messages. Each user with samples has one such place. */
export const samplePlatform = 'sample'

const samplesOf = (userId: UserId) => ({ place: { userId, platform: samplePlatform } })

/** Relies on places_user_id_idx and messages_place_id_platform_message_id_thread_id_key. */
export async function hasSampleMessages(db: Db, userId: UserId): Promise<boolean> {
  return (await db.message.findFirst({ where: { ...samplesOf(userId), deletedAt: null }, select: { id: true } })) !== null
}

export interface SampleMessageId {
  readonly id: MessageId
  readonly placeId: PlaceId
}

export async function listSampleMessages(db: Db, userId: UserId): Promise<SampleMessageId[]> {
  const where = { ...samplesOf(userId), deletedAt: null }
  return (await db.message.findMany({ where, select: { id: true, placeId: true }, orderBy: { id: 'asc' } })) as SampleMessageId[]
}

/**
 * Deletes the tombstones of a user's samples, and the days that only they had. Unlike messages of a platform, samples are never sent again.
 * The thread must be locked.
 */
export async function deleteSampleTombstones(tx: Tx, { userId, threadId }: { userId: UserId; threadId: ThreadId }): Promise<void> {
  const where = { ...samplesOf(userId), threadId, deletedAt: { not: null } }
  const tombstones = await tx.message.findMany({ where, select: { id: true, segmentId: true } })
  await deleteMessages(
    tx,
    threadId,
    tombstones.map(({ id }) => id as MessageId),
  )
  const days = [...new Set(tombstones.map(({ segmentId }) => segmentId))]
  await tx.daySegment.deleteMany({ where: { id: { in: days }, messages: { none: {} } } })
}
