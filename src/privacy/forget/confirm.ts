import type { ForgetRequestId, MessageId, UserId } from '../../core/domain/ids.ts'
import { LocalizedInputError } from '../../core/messages/input-error.ts'
import { enqueue } from '../../jobs/job-list.ts'
import type { Db, Store, Tx } from '../../store/store.ts'
import { leaseName, revokeLeases } from '../../threads/lease.ts'
import { bumpRevision, findContinuousThread } from '../../threads/thread.ts'
import type { PrivacyDeps } from '../deps.ts'
import { lockUserAndThread } from './forget-request.ts'

export type ForgetConfirmation =
  /** The deletion has started. */
  | 'started'
  /** It was confirmed earlier. */
  | 'running'
  | 'done'
  /** The preview is too old. The data may have changed since. */
  | 'expired'
  /** There is no such preview, or it belongs to another user. */
  | 'unknown'

/**
 * Confirms a deletion preview. For `everything`, deletes all messages up to this moment. Idempotent. Throws InputError if the deletion has
 * to wait.
 */
export async function confirmForgetRequest(deps: PrivacyDeps, userId: UserId, id: ForgetRequestId): Promise<ForgetConfirmation> {
  if (await deps.store.transaction((tx) => confirmPreview(tx, deps, { userId, id }))) {
    await enqueue(deps, 'forget', { forgetRequestId: id })
    return 'started'
  }
  const existing = await deps.store.db.forgetRequest.findFirst({ where: { id, userId }, select: { state: true } })
  if (!existing) return 'unknown'
  if (existing.state === 'previewed') return 'expired'
  return existing.state === 'done' ? 'done' : 'running'
}

/** Returns false if the preview is not waiting for confirmation. */
async function confirmPreview(tx: Tx, { clock }: PrivacyDeps, key: { userId: UserId; id: ForgetRequestId }): Promise<boolean> {
  const where = { ...key, state: 'previewed', expiresAt: { gt: clock.now() } }
  const preview = await tx.forgetRequest.findFirst({ where, select: { kind: true } })
  if (!preview) return false
  const snapshot = preview.kind === 'everything' && { messageIds: await invalidateThread(tx, key.userId, clock.now()) }
  const { count } = await tx.forgetRequest.updateMany({ where, data: { state: 'confirmed', ...snapshot } })
  return count > 0
}

/** In ms. The deletion does not wait for exports that were requested earlier than this. */
const pendingExportWindowMs = 3_600_000

/** Returns the user's last message. Replies in progress are discarded. */
async function invalidateThread(tx: Tx, userId: UserId, now: Date): Promise<MessageId[]> {
  const threadId = await findContinuousThread(tx, userId)
  if (!threadId) return []
  // Leases come before other locks. This order is used everywhere.
  await revokeLeases(tx, [leaseName('thread', threadId)])
  if (!(await lockUserAndThread(tx, { userId, threadId }))) return []
  const requestedAt = { gt: new Date(now.getTime() - pendingExportWindowMs) }
  if ((await tx.export.count({ where: { userId, state: 'pending', requestedAt: requestedAt, place: { userId } } })) > 0)
    throw new LocalizedInputError('forget.exportPending')
  await bumpRevision(tx, threadId)
  const lastMessage = await tx.message.findFirst({ where: { threadId }, orderBy: { id: 'desc' }, select: { id: true } })
  return lastMessage ? [lastMessage.id as MessageId] : []
}

/** Discards a preview. Returns false if the user has no such preview. */
export async function discardPreview(store: Store, userId: UserId, id: ForgetRequestId): Promise<boolean> {
  const { count } = await store.db.forgetRequest.deleteMany({ where: { id, userId, state: 'previewed' } })
  return count > 0
}

/** Returns the progress of the user's latest confirmed deletion that has not finished. */
export async function findForgetProgress(db: Db, userId: UserId): Promise<{ readonly forgottenCount: number } | undefined> {
  const progress = await db.forgetRequest.findFirst({
    where: { userId, state: 'confirmed', kind: { not: 'platform_deletion' } },
    orderBy: { id: 'desc' },
    select: { forgottenCount: true },
  })
  return progress ?? undefined
}
