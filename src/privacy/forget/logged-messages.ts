import type { MessageId, ThreadId, UserId } from '../../core/domain/ids.ts'
import type { Db } from '../../store/store.ts'
import { loggedBy } from '../../threads/privacy/logged-messages.ts'
import { findReferencesToMessages } from '../../threads/privacy/references.ts'
import { tombstoneMessages } from '../../threads/privacy/tombstones.ts'
import { lockThread } from '../../threads/thread.ts'
import type { PrivacyDeps } from '../deps.ts'
import { removeQuotes } from './quotes.ts'
import { forgetShownToOthers, loadSharedContent } from './shown-to-others.ts'

/*
 * What a user says in a channel without addressing the bot is in the thread of the channel, not in their own. Each thread is changed in a
 * transaction of its own, because locks on several threads would have to be taken in one order with merges.
 */

interface LoggedSelection {
  readonly userId: UserId
  readonly messageIds: readonly MessageId[]
  /** Whether the author's name is removed, too. */
  readonly dropNames: boolean
}

/** Deletes those messages that a user wrote in the logs of channels, with all that was made from them. Idempotent. */
export async function forgetLogged(deps: PrivacyDeps, { userId, messageIds, dropNames }: LoggedSelection): Promise<void> {
  const { store, clock, personalData } = deps
  for (const [threadId, ids] of await findLogged(store.db, userId, messageIds)) {
    await removeQuotes(deps, await findReferencesToMessages(store.db, ids))
    const shown = await loadSharedContent(store.db, threadId, ids)
    await forgetShownToOthers(deps, shown)
    await store.transaction(async (tx) => {
      if (!(await lockThread(tx, threadId))) return
      const now = clock.now()
      const segmentIds = await tombstoneMessages(tx, { threadId, messageIds: ids, now, dropNames })
      const forgotten = { userId, threadId, messageIds: ids, segmentIds, summaryIds: [], memoryIds: [], now }
      for (const { forget } of personalData) await forget?.(tx, forgotten)
    })
    // Again, for what was found meanwhile.
    await forgetShownToOthers(deps, shown)
  }
}

/** Groups those messages that a user wrote in logs by the threads of the channels. */
async function findLogged(db: Db, userId: UserId, ids: readonly MessageId[]): Promise<ReadonlyMap<ThreadId, readonly MessageId[]>> {
  const rows = await db.$queryRaw<{ id: MessageId; threadId: ThreadId }[]>`
    SELECT m.id, m.thread_id AS "threadId" FROM messages m
    WHERE m.id = ANY(${[...ids]}::int[]) AND m.id IN ${loggedBy(userId)} AND m.deleted_at IS NULL ORDER BY m.id`
  const byThread = new Map<ThreadId, MessageId[]>()
  for (const { id, threadId } of rows) byThread.set(threadId, [...(byThread.get(threadId) ?? []), id])
  return byThread
}

/** In messages. */
const pageSize = 1_000

/** Deletes all that a user wrote in the logs of channels. Idempotent. */
export async function forgetAllLogged(deps: PrivacyDeps, userId: UserId): Promise<void> {
  for (;;) {
    const rows = await deps.store.db.$queryRaw<{ id: MessageId }[]>`
      SELECT m.id FROM messages m WHERE m.id IN ${loggedBy(userId)} AND m.deleted_at IS NULL ORDER BY m.id LIMIT ${pageSize}`
    if (rows.length === 0) return
    await forgetLogged(deps, { userId, messageIds: rows.map(({ id }) => id), dropNames: true })
  }
}
