import type { MessageId } from '../../core/domain/ids.ts'
import type { Db, Tx } from '../../store/store.ts'
import { lockThread } from '../../threads/thread.ts'
import type { Channel } from '../channel.ts'
import { deleteLoggedMessages } from '../log/change-log.ts'
import type { LogDeps } from '../log/log-message.ts'
import { switchChannelOff } from './switch-channel.ts'

/** The number of messages deleted per transaction. */
const batchSize = 1_000

type ErasedChannel = Pick<Channel, 'placeId' | 'threadId'>

/**
 * Switches a channel off, and deletes its log and its summaries. What members said to the bot stays in their own threads. Who opted out
 * stays out, in case the channel is switched on again. Idempotent, so that an interrupted run is repeated.
 */
export async function eraseChannel(deps: LogDeps, channel: ErasedChannel): Promise<void> {
  await eraseMessages(deps, channel)
  await deps.store.transaction((tx) => eraseDerived(tx, channel))
}

/** The first step: switches a channel off, and deletes its messages. */
export async function eraseMessages({ store }: LogDeps, channel: ErasedChannel): Promise<void> {
  await store.transaction((tx) => switchChannelOff(tx, channel))
  while (await deleteBatch(store, channel)) {
    // The thread is unlocked between batches.
  }
}

/** The last step: deletes what was made from the messages of a channel, and its settings. */
export async function eraseDerived(tx: Tx, { placeId }: ErasedChannel): Promise<void> {
  // A running cascade finds that it is no longer the latest one.
  await tx.channel.update({ where: { placeId }, data: { cascade: { increment: 1 }, leasedUntil: null, keepDays: null } })
  await tx.channelSummary.deleteMany({ where: { placeId } })
  await tx.channelWindow.deleteMany({ where: { placeId } })
  await tx.relatedChannel.deleteMany({ where: { OR: [{ placeId }, { relatedPlaceId: placeId }] } })
  await tx.channelAuthor.deleteMany({ where: { placeId, optedOutAt: null } })
}

/** Returns whether a channel is off and nothing is left to erase. False if it was erased only in part. */
export async function isErased(db: Db, { placeId, threadId }: ErasedChannel): Promise<boolean> {
  const [row] = await db.$queryRaw<{ isErased: boolean }[]>`
    SELECT NOT (c.is_on OR c.keep_days IS NOT NULL
      OR EXISTS (SELECT 1 FROM messages m WHERE m.thread_id = ${threadId} AND m.kind = 'chat')
      OR EXISTS (SELECT 1 FROM channel_summaries s WHERE s.place_id = c.place_id)
      OR EXISTS (SELECT 1 FROM channel_windows w WHERE w.place_id = c.place_id)
      OR EXISTS (SELECT 1 FROM related_channels r WHERE c.place_id IN (r.place_id, r.related_place_id))
      OR EXISTS (SELECT 1 FROM channel_authors x WHERE x.place_id = c.place_id AND x.opted_out_at IS NULL)) AS "isErased"
    FROM channels c WHERE c.place_id = ${placeId}`
  return row?.isErased ?? true
}

/** Deletes the next messages of a log. Returns false if none are left. */
function deleteBatch(store: LogDeps['store'], { threadId }: ErasedChannel): Promise<boolean> {
  return store.transaction(async (tx) => {
    await lockThread(tx, threadId)
    const rows = await tx.message.findMany({ where: { threadId }, orderBy: { id: 'asc' }, take: batchSize, select: { id: true } })
    if (rows.length === 0) return false
    await deleteLoggedMessages(
      tx,
      threadId,
      rows.map(({ id }) => id as MessageId),
    )
    return true
  })
}
