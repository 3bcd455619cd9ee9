import type { Tx } from '../../store/store.ts'
import { lockThread } from '../../threads/thread.ts'
import type { Channel } from '../channel.ts'

export interface OptOut {
  readonly channel: Pick<Channel, 'placeId' | 'threadId'>
  readonly platformUserId: string
  readonly now: Date
}

/** Excludes an author from the log of a channel. Nothing that they write is logged once this has returned. What was logged stays. Idempotent. */
export async function optOut(tx: Tx, { channel: { placeId, threadId }, platformUserId, now }: OptOut): Promise<void> {
  // Messages are logged under this lock.
  await lockThread(tx, threadId)
  await tx.$executeRaw`
    INSERT INTO channel_authors (place_id, platform_user_id, opted_out_at) VALUES (${placeId}, ${platformUserId}, ${now})
    ON CONFLICT (place_id, platform_user_id)
    DO UPDATE SET opted_out_at = coalesce(channel_authors.opted_out_at, EXCLUDED.opted_out_at), opted_in_at = NULL`
}

/** Logs again what an author writes from now on. What they wrote since they first opted out stays out. Idempotent. */
export async function optIn(tx: Tx, { channel: { placeId }, platformUserId, now }: OptOut): Promise<void> {
  await tx.channelAuthor.updateMany({
    where: { placeId, platformUserId, optedOutAt: { not: null }, optedInAt: null },
    data: { optedInAt: now },
  })
}
