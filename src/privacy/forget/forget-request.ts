import type { ForgetRequestId, MemoryId, MessageId, PlaceId, ThreadId, UserId } from '../../core/domain/ids.ts'
import { lockUser } from '../../people/users.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db, Tx } from '../../store/store.ts'
import { assertLease, isLeased, type Lease } from '../../threads/lease.ts'
import type { Scope } from '../../threads/scope.ts'
import { lockThread } from '../../threads/thread.ts'
import type { ForgetTarget } from './find-targets.ts'

/** A confirmed deletion, to be run now. */
export interface ConfirmedForgetRequest {
  readonly id: ForgetRequestId
  readonly kind: ForgetTarget['kind'] | 'platform_deletion' | 'samples'
  readonly userId: UserId
  /** The user's current thread. A merge may have changed it since the request. */
  readonly threadId: ThreadId
  readonly placeId: PlaceId
  readonly isDirect: boolean
  readonly commandId: MessageId | null
  /** For `everything`, the last message at the time of confirmation. */
  readonly messageIds: readonly MessageId[]
  readonly memoryIds: readonly MemoryId[]
  /** What others quote of the user, or quoted of the deleted messages during the deletion. */
  readonly referenceIds: readonly number[]
  /** The number of messages deleted so far. */
  readonly forgottenCount: number
  readonly requestedAt: Date
}

/** Returns undefined once the request is done. */
export async function loadConfirmedRequest(db: Db, id: ForgetRequestId): Promise<ConfirmedForgetRequest | undefined> {
  const [request] = await db.$queryRaw<ConfirmedForgetRequest[]>`
    SELECT f.id, f.kind, f.user_id AS "userId", c.thread_id AS "threadId", f.place_id AS "placeId", p.kind = 'direct' AS "isDirect",
      f.command_id AS "commandId", f.message_ids AS "messageIds", f.memory_ids AS "memoryIds", f.reference_ids AS "referenceIds", f.forgotten_count AS "forgottenCount", f.requested_at AS "requestedAt"
    FROM forget_requests f JOIN continuous_threads c ON c.user_id = f.user_id JOIN places p ON p.id = f.place_id
    WHERE f.id = ${id} AND f.state = 'confirmed'`
  return request
}

export const toScope = ({ userId, threadId }: ConfirmedForgetRequest): Scope => ({ userId, threadId, audience: 'private' })

/** Stores the progress. */
export async function saveProgress(tx: Tx, { id, forgottenCount, referenceIds }: ConfirmedForgetRequest): Promise<void> {
  await tx.forgetRequest.update({ where: { id }, data: { forgottenCount, referenceIds: [...referenceIds] } })
}

/** Throws unless all leases are still held. */
export async function assertLeases(tx: Tx, leases: readonly Lease[]): Promise<void> {
  for (const lease of leases) await assertLease(tx, lease)
}

/** Locks a user, then their thread. This order is used everywhere. Returns false if a merge has removed the thread. */
export async function lockUserAndThread(
  tx: Tx,
  { userId, threadId }: { readonly userId: UserId; readonly threadId: ThreadId },
): Promise<boolean> {
  await lockUser(tx, userId)
  return (await lockThread(tx, threadId)) !== undefined
}

/**
 * In ms. How long expired previews are kept. A late confirmation is told that the preview has expired, and after this time that it is
 * unknown.
 */
const previewRetentionMs = 86_400_000

/** Returns the confirmed deletions that no process is running, and deletes expired previews. Relies on forget_requests_confirmed_idx. */
export async function findPendingForgetRequests(db: Db, now: Date): Promise<ForgetRequestId[]> {
  await db.forgetRequest.deleteMany({ where: { state: 'previewed', expiresAt: { lt: new Date(now.getTime() - previewRetentionMs) } } })
  const rows = await db.$queryRaw<{ id: ForgetRequestId }[]>`
    SELECT f.id FROM forget_requests f JOIN continuous_threads c ON c.user_id = f.user_id
    WHERE f.state = 'confirmed' AND NOT ${isLeased('forget', Prisma.sql`f.id`, now)}
    ORDER BY f.id LIMIT 100`
  return rows.map(({ id }) => id)
}
