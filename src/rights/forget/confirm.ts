import { InputError } from '../../core/errors.ts'
import type { ForgettingId, MessageId, UserId } from '../../core/ids.ts'
import { hint } from '../../jobs/hint.ts'
import type { Db, Tx } from '../../store/store.ts'
import { revokeLeases } from '../../threads/lease.ts'
import { findContinuousThread } from '../../threads/thread.ts'
import type { RightsParts } from '../parts.ts'
import { lockPerson } from './confirmed.ts'

export type Confirmed =
  /** It is being forgotten from now on. */
  | 'begun'
  /** That was confirmed before. */
  | 'running'
  | 'done'
  /** What was listed may not be what there is any more. */
  | 'expired'
  /** There is no such list, or it is somebody else's. */
  | 'unknown'

/**
 * Has the same person's list be forgotten. Of everything, all that there is at this moment. Twice is once. Throws InputError
 * where that has to wait.
 */
export async function confirmForgetting(parts: RightsParts, userId: UserId, id: ForgettingId): Promise<Confirmed> {
  if (await parts.store.transaction((tx) => confirmListed(tx, parts, { userId, id }))) {
    await hint(parts, 'forget', { forgettingId: id })
    return 'begun'
  }
  const known = await parts.store.db.forgetting.findFirst({ where: { id, userId }, select: { state: true } })
  if (!known) return 'unknown'
  if (known.state === 'listed') return 'expired'
  return known.state === 'done' ? 'done' : 'running'
}

/** False where it does not wait to be confirmed. */
async function confirmListed(tx: Tx, { clock }: RightsParts, which: { userId: UserId; id: ForgettingId }): Promise<boolean> {
  const where = { ...which, state: 'listed', expiresAt: { gt: clock.now() } }
  const listed = await tx.forgetting.findFirst({ where, select: { kind: true } })
  if (!listed) return false
  const all = listed.kind === 'everything' && { messageIds: await closeThread(tx, which.userId, clock.now()) }
  const { count } = await tx.forgetting.updateMany({ where, data: { state: 'confirmed', ...all } })
  return count > 0
}

/** What was not sent by then is not waited for, in ms. */
const exportWithinMs = 3_600_000

/** The last message there is of a person. A reply or an answer that is being made from what there is, is written no more. */
async function closeThread(tx: Tx, userId: UserId, now: Date): Promise<MessageId[]> {
  const threadId = await findContinuousThread(tx, userId)
  if (!threadId) return []
  // Leases first, as everybody who works under one.
  await revokeLeases(tx, [`thread:${threadId}`])
  if (!(await lockPerson(tx, { userId, threadId }))) return []
  const askedAt = { gt: new Date(now.getTime() - exportWithinMs) }
  if ((await tx.export.count({ where: { userId, state: 'pending', askedAt, place: { userId } } })) > 0)
    throw new InputError('The files you asked for are still being made from what would go: confirm it again when they have come.')
  await tx.thread.update({ where: { id: threadId }, data: { revision: { increment: 1 } } })
  const last = await tx.message.findFirst({ where: { threadId }, orderBy: { id: 'desc' }, select: { id: true } })
  return last ? [last.id as MessageId] : []
}

/** Throws a list away. False where there is none of the person's that waits. */
export async function keepListed({ store }: Pick<RightsParts, 'store'>, userId: UserId, id: ForgettingId): Promise<boolean> {
  const { count } = await store.db.forgetting.deleteMany({ where: { id, userId, state: 'listed' } })
  return count > 0
}

/** How far a person's confirmed forgetting is, the latest that is not done. */
export async function forgettingUnderWay(db: Db, userId: UserId): Promise<{ readonly forgotten: number } | undefined> {
  const found = await db.forgetting.findFirst({
    where: { userId, state: 'confirmed', kind: { not: 'deletion' } },
    orderBy: { id: 'desc' },
    select: { forgotten: true },
  })
  return found ?? undefined
}
