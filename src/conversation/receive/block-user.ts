import type { ThreadId, UserId } from '../../core/domain/ids.ts'
import { blockUser } from '../../people/block-user.ts'
import type { Tx } from '../../store/store.ts'
import { findContinuousThread, lockThread } from '../../threads/thread.ts'
import { type StopParts, stopTurn } from '../turn/cancel.ts'

/** Shuts somebody out: what they wrote is answered no more, and a reply that is being written stops. False for owners, and where there is no such person. */
export async function block(parts: StopParts, userId: UserId): Promise<boolean> {
  const threadId = await findContinuousThread(parts.store.db, userId)
  const isShut = await parts.store.transaction(async (tx) => {
    if (threadId) await lockThread(tx, threadId)
    if (!(await blockUser(tx, userId, parts.clock.now()))) return false
    if (threadId) await fallSilent(tx, threadId)
    return true
  })
  if (isShut && threadId) await stopTurn(parts, { threadId })
  return isShut
}

async function fallSilent(tx: Tx, threadId: ThreadId): Promise<void> {
  await tx.message.updateMany({ where: { threadId, pending: true }, data: { pending: false, invocation: null } })
  await tx.delivery.updateMany({
    where: { message: { threadId }, state: 'pending' },
    data: { state: 'failed', invocation: null, error: 'Its person was shut out before this was sent.' },
  })
}
