import type { ThreadId, UserId } from '../../core/domain/ids.ts'
import { blockUser as blockInPeople } from '../../people/block-user.ts'
import type { Tx } from '../../store/store.ts'
import { findContinuousThread, lockThread } from '../../threads/thread.ts'
import type { TurnDeps } from '../deps.ts'
import { cancelTurn } from '../turn/cancel.ts'

/** Shuts somebody out: what they wrote is answered no more, and a reply that is being written stops. False for owners, and where there is no such person. */
export async function blockUser(deps: TurnDeps, userId: UserId): Promise<boolean> {
  const threadId = await findContinuousThread(deps.store.db, userId)
  const isBlocked = await deps.store.transaction(async (tx) => {
    if (threadId) await lockThread(tx, threadId)
    if (!(await blockInPeople(tx, userId, deps.clock.now()))) return false
    if (threadId) await cancelPendingWork(tx, threadId)
    return true
  })
  if (isBlocked && threadId) await cancelTurn(deps, { threadId })
  return isBlocked
}

async function cancelPendingWork(tx: Tx, threadId: ThreadId): Promise<void> {
  await tx.message.updateMany({ where: { threadId, pending: true }, data: { pending: false, invocation: null } })
  await tx.delivery.updateMany({
    where: { message: { threadId }, state: 'pending' },
    data: { state: 'failed', invocation: null, error: 'Its person was shut out before this was sent.' },
  })
}
