import type { UserId } from '../core/domain/ids.ts'
import type { Db, Tx } from '../store/store.ts'
import { endCallAccess } from './calls/end-access.ts'
import { deleteUserLinkCodes } from './link-codes.ts'
import { endAllSessions } from './sign-in.ts'
import { hasOwnerAccount } from './users.ts'

/** Blocks a user and deletes their sessions, sign-in links, link codes, and access by calls. Returns false for owners and unknown users. */
export async function blockUser(tx: Tx, userId: UserId, now: Date): Promise<boolean> {
  const blockedCount = await tx.$executeRaw`
    UPDATE users u SET blocked_at = COALESCE(u.blocked_at, ${now}::timestamptz) WHERE u.id = ${userId} AND NOT ${hasOwnerAccount}`
  if (blockedCount === 0) return false
  await endAllSessions(tx, userId)
  // Includes the codes of others that the user has entered, so that they can no longer be accepted.
  await deleteUserLinkCodes(tx, userId)
  await endCallAccess(tx, userId)
  return true
}

/** Unblocks a user. Returns false if there is no blocked user with this id. */
export async function unblockUser(db: Db, userId: UserId): Promise<boolean> {
  const { count } = await db.user.updateMany({ where: { id: userId, blockedAt: { not: null } }, data: { blockedAt: null } })
  return count === 1
}
