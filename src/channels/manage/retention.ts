import type { MessageId, PlaceId, ThreadId } from '../../core/domain/ids.ts'
import type { Store } from '../../store/store.ts'
import { lockThread } from '../../threads/thread.ts'
import type { Channel } from '../channel.ts'
import { deleteLoggedMessages } from '../log/change-log.ts'
import type { LogDeps } from '../log/log-message.ts'
import { windowMs } from '../pyramid.ts'
import { eraseChannel } from './erase-channel.ts'

const dayMs = 86_400_000

/** How long the log of a channel is kept after the channel was deleted on the platform, in days. */
const daysAfterDeletion = 30

/** The number of windows pruned per transaction. */
const windowsPerBatch = 50

/** Deletes raw messages that are older than their channel keeps them, and the logs of channels that were deleted. Scheduled. */
export async function pruneChannels(deps: LogDeps): Promise<void> {
  const { store, clock } = deps
  const now = clock.now().getTime()
  const gone = await store.db.channel.findMany({
    where: { goneAt: { lt: new Date(now - daysAfterDeletion * dayMs) } },
    select: { placeId: true, threadId: true },
  })
  for (const channel of gone) {
    await eraseChannel(deps, channel as Channel)
    await store.db.channel.update({ where: { placeId: channel.placeId }, data: { goneAt: null } })
  }
  const limited = await store.db.channel.findMany({
    where: { keepDays: { not: null } },
    select: { placeId: true, threadId: true, keepDays: true },
  })
  for (const { placeId, threadId, keepDays } of limited) {
    const before = new Date(now - (keepDays ?? 0) * dayMs)
    while (await pruneWindows(store, { placeId: placeId as PlaceId, threadId: threadId as ThreadId, before })) {
      // The thread is unlocked between batches.
    }
  }
}

interface Pruning {
  readonly placeId: PlaceId
  readonly threadId: ThreadId
  readonly before: Date
}

/**
 * Deletes the logged messages of the oldest windows that ended before an instant. While the channel is on, a window must have its summary
 * first. The summary stays. Returns false if none are left.
 */
function pruneWindows(store: Store, { placeId, threadId, before }: Pruning): Promise<boolean> {
  return store.transaction(async (tx) => {
    await lockThread(tx, threadId)
    // No cascade stores summaries meanwhile.
    await tx.$queryRaw`SELECT 1 FROM channels WHERE place_id = ${placeId} FOR NO KEY UPDATE`
    const rows = await tx.$queryRaw<{ id: MessageId; startsAt: Date }[]>`
      SELECT m.id, w.starts_at AS "startsAt" FROM (
        SELECT w.starts_at FROM channel_windows w JOIN channels c ON c.place_id = w.place_id
        WHERE w.place_id = ${placeId} AND (w.revision = w.summarized_revision OR NOT c.is_on) AND w.starts_at < ${new Date(before.getTime() - windowMs)}
          AND EXISTS (SELECT 1 FROM messages m WHERE m.thread_id = ${threadId}
            AND m.sent_at >= w.starts_at AND m.sent_at < w.starts_at + ${windowMs} * INTERVAL '1 millisecond')
        ORDER BY w.starts_at LIMIT ${windowsPerBatch}) w
      JOIN messages m ON m.thread_id = ${threadId} AND m.sent_at >= w.starts_at AND m.sent_at < w.starts_at + ${windowMs} * INTERVAL '1 millisecond'`
    if (rows.length === 0) return false
    await deleteLoggedMessages(
      tx,
      threadId,
      rows.map(({ id }) => id),
    )
    // The deletion has given the windows new revisions, but their summaries stand.
    await tx.$executeRaw`
      UPDATE channel_windows SET revision = summarized_revision, is_pruned = TRUE
      WHERE summarized_revision IS NOT NULL AND place_id = ${placeId} AND starts_at = ANY(${rows.map(({ startsAt }) => startsAt)}::timestamptz[])`
    return true
  })
}
