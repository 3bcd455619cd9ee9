import type { ErasedUser } from '../../core/ports/personal-data.ts'
import type { Tx } from '../../store/store.ts'
import { endCallAccess } from '../calls/end-access.ts'
import { deleteUserLinkCodes } from '../link-codes.ts'
import { endAllSessions } from '../sign-in.ts'

/**
 * Erases a user's names, access requests, link codes, linked numbers and sessions. Keeps the other accounts, because the user would otherwise
 * lose access.
 */
export async function eraseUser(tx: Tx, { userId }: ErasedUser): Promise<void> {
  await deleteUserLinkCodes(tx, userId)
  await endCallAccess(tx, userId)
  await endAllSessions(tx, userId)
  // The record of a merge contains a name.
  await tx.userMerge.deleteMany({ where: { userId } })
  await tx.$executeRaw`
    DELETE FROM access_requests r USING accounts a
    WHERE a.user_id = ${userId} AND (r.platform, r.tenant, r.platform_user_id) = (a.platform, a.tenant, a.platform_user_id)`
  await tx.account.updateMany({ where: { userId }, data: { name: '', handle: '' } })
  await tx.$executeRaw`UPDATE users SET name = CASE WHEN is_local THEN 'You' ELSE '' END WHERE id = ${userId}`
}
