import type { UserId } from '../core/ids.ts'
import type { Db, Tx } from '../store/store.ts'
import { deleteLinksOf } from './link-codes.ts'

/** Shuts somebody out, and ends what they have open: sessions of the page, links to it, codes. False for owners, and where there is no such person. */
export async function shutOut(tx: Tx, userId: UserId, now: Date): Promise<boolean> {
  const shut = await tx.$executeRaw`
    UPDATE users SET blocked_at = COALESCE(blocked_at, ${now}::timestamptz) WHERE id = ${userId} AND NOT is_owner`
  if (shut === 0) return false
  await tx.webSession.deleteMany({ where: { userId } })
  await tx.signInLink.deleteMany({ where: { userId } })
  // Also those of others that one of their accounts has entered: nobody is to agree to them any more.
  await deleteLinksOf(tx, userId)
  return true
}

/** False where nobody of that number is blocked. */
export async function takeBack(db: Db, userId: UserId): Promise<boolean> {
  const { count } = await db.user.updateMany({ where: { id: userId, blockedAt: { not: null } }, data: { blockedAt: null } })
  return count === 1
}
