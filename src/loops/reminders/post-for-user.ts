import { messageOf } from '../../core/domain/errors.ts'
import type { UserId } from '../../core/domain/ids.ts'
import type { Tx } from '../../store/store.ts'
import { enqueueNotice, type StoredNotice } from '../../threads/notify.ts'
import { findContinuousThread, lockThread } from '../../threads/thread.ts'
import type { LoopDeps } from '../deps.ts'

/**
 * Posts something to a user while their thread is locked, so that two processes post it only once. If that fails, it stays due, and others
 * do not wait for it.
 */
export async function postForUser(deps: LoopDeps, userId: UserId, post: (tx: Tx) => Promise<StoredNotice | undefined>): Promise<void> {
  try {
    const notice = await deps.store.transaction(async (tx) => {
      const threadId = await findContinuousThread(tx, userId)
      return threadId && (await lockThread(tx, threadId)) ? post(tx) : undefined
    })
    await enqueueNotice(deps, notice)
  } catch (error) {
    deps.log.error({ userId, error: messageOf(error) }, 'a reminder could not be posted; trying again')
  }
}
