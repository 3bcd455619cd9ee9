import type { MessageId } from '../../core/domain/ids.ts'
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
export async function eraseChannel({ store }: LogDeps, channel: ErasedChannel): Promise<void> {
  await store.transaction((tx) => switchChannelOff(tx, channel))
  while (await deleteBatch(store, channel)) {
    // The thread is unlocked between batches.
  }
  const { placeId } = channel
  await store.transaction(async (tx) => {
    // A running cascade finds that it is no longer the latest one.
    await tx.channel.update({ where: { placeId }, data: { cascade: { increment: 1 }, leasedUntil: null, keepDays: null } })
    await tx.channelSummary.deleteMany({ where: { placeId } })
    await tx.channelWindow.deleteMany({ where: { placeId } })
    await tx.relatedChannel.deleteMany({ where: { OR: [{ placeId }, { relatedPlaceId: placeId }] } })
    await tx.channelAuthor.deleteMany({ where: { placeId, optedOutAt: null } })
  })
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
