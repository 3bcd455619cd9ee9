import type { AccountId, UserId } from '../../core/domain/ids.ts'
import type { Db, Tx } from '../../store/store.ts'
import { deleteNumberLinks, deleteOldNumberLinks } from './number-links.ts'
import { removePin } from './pins.ts'
import { deleteOldCallTokens, endCallTokens } from './tokens.ts'

/** Ends everything that identifies a user in calls: tokens, PIN, codes and linked numbers. */
export async function endCallAccess(tx: Tx, userId: UserId): Promise<void> {
  await endAll(tx, { userId })
  await tx.account.deleteMany({ where: { userId, linkedById: { not: null } } })
}

/** Ends what an account that leaves a user created: its tokens, the PIN it set, its codes and the numbers it linked. */
export async function endAccountCallAccess(
  tx: Tx,
  { userId, accountId, leaving }: { readonly userId: UserId; readonly accountId: AccountId; readonly leaving: readonly AccountId[] },
): Promise<void> {
  await endAll(tx, { userId, accountId })
  // Numbers that leave together with the account stay linked to it.
  await tx.account.deleteMany({ where: { linkedById: accountId, id: { notIn: [...leaving] } } })
}

async function endAll(tx: Tx, owner: { readonly userId: UserId; readonly accountId?: AccountId }): Promise<void> {
  await endCallTokens(tx, owner)
  await removePin(tx, owner)
  await deleteNumberLinks(tx, owner)
}

/** Deletes tokens and codes that are no longer needed. */
export async function deleteOldCallAccess(db: Db, now: Date): Promise<void> {
  await deleteOldCallTokens(db, now)
  await deleteOldNumberLinks(db, now)
}
