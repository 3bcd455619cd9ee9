import type { ThreadId, UserId } from '../../core/domain/ids.ts'
import { blockUser as markBlocked } from '../../people/block-user.ts'
import type { Tx } from '../../store/store.ts'
import type { ThreadDeps } from '../../threads/deps.ts'
import { skipPendingMessages } from '../../threads/messages/pending-messages.ts'
import { findContinuousThread, lockThread, markThreadChanged } from '../../threads/thread.ts'
import { cancelTurn } from '../turn/cancel.ts'

/** Blocks a user: pending messages stay unanswered and the running turn is cancelled. Returns false for owners and unknown users. */
export async function blockUser(deps: ThreadDeps, userId: UserId): Promise<boolean> {
  const threadId = await findContinuousThread(deps.store.db, userId)
  const isBlocked = await deps.store.transaction(async (tx) => {
    if (threadId) await lockThread(tx, threadId)
    if (!(await markBlocked(tx, userId, deps.clock.now()))) return false
    if (threadId) await cancelPendingWork(tx, threadId)
    return true
  })
  if (isBlocked) deps.broadcast.publish({ type: 'sessions-ended', userId })
  if (isBlocked && threadId) await cancelTurn(deps, { threadId })
  return isBlocked
}

async function cancelPendingWork(tx: Tx, threadId: ThreadId): Promise<void> {
  // A reply whose commit waits for the thread must not be sent.
  await markThreadChanged(tx, threadId)
  await skipPendingMessages(tx, threadId)
  await tx.delivery.updateMany({
    where: { message: { threadId }, state: 'pending' },
    data: { state: 'failed', invocation: null, error: 'The user was blocked before this was sent.' },
  })
}
