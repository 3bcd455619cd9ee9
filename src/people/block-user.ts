import type { UserId } from '../core/domain/ids.ts'
import type { Db, Tx } from '../store/store.ts'
import { deleteUserLinkCodes } from './link-codes.ts'

/** Shuts somebody out, and ends what they have open: sessions of the page, links to it, codes. False for owners, and where there is no such person. */
export async function blockUser(tx: Tx, userId: UserId, now: Date): Promise<boolean> {
  const blockedCount = await tx.$executeRaw`
    UPDATE users SET blocked_at = COALESCE(blocked_at, ${now}::timestamptz) WHERE id = ${userId} AND NOT is_owner`
  if (blockedCount === 0) return false
  await tx.webSession.deleteMany({ where: { userId } })
  await tx.signInLink.deleteMany({ where: { userId } })
  // Also those of others that one of their accounts has entered: nobody is to agree to them any more.
  await deleteUserLinkCodes(tx, userId)
  return true
}

/** False where nobody of that number is blocked. */
export async function unblockUser(db: Db, userId: UserId): Promise<boolean> {
  const { count } = await db.user.updateMany({ where: { id: userId, blockedAt: { not: null } }, data: { blockedAt: null } })
  return count === 1
}
