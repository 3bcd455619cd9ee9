import type { AccountId, UserId } from '../core/domain/ids.ts'
import type { PlatformName, PlatformSender } from '../core/ports/platform.ts'
import type { Db, Tx } from '../store/store.ts'
import type { AccountKey } from './users.ts'

export interface Account extends AccountKey {
  readonly id: AccountId
  readonly userId: UserId
  readonly name: string
  /** The platform's unique name, such as ann_92. Empty if unknown. */
  readonly handle: string
  /** Whether owner rights can be used from the account. */
  readonly isOwner: boolean
  readonly createdAt: Date
}

export interface LinkedAccount extends Account {
  /** Whether the account can become a separate user. */
  readonly canUnlink: boolean
}

type AccountSenders = ReadonlyMap<PlatformName, Pick<PlatformSender, 'accountsAreOurs'>>

export async function findAccountById(db: Db, id: AccountId): Promise<Account | undefined> {
  const account = await db.account.findUnique({ where: { id } })
  return account ? (account as unknown as Account) : undefined
}

/**
 * Lists a user's accounts, oldest first. An account of the web page cannot be unlinked. Neither can the last other account, because
 * without it only the local owner could still reach the conversation. If a merge has left several accounts of the web page, the first
 * represents them all.
 */
export async function listLinkedAccounts(db: Db, senders: AccountSenders, userId: UserId): Promise<LinkedAccount[]> {
  const accounts = await listAccounts(db, userId)
  const isOurs = ({ platform }: Account) => senders.get(platform)?.accountsAreOurs === true
  const externalCount = accounts.filter((account) => !isOurs(account)).length
  const isReachable = externalCount > 1 || (await db.user.count({ where: { id: userId, isLocal: true } })) > 0
  return accounts
    .filter((account, index) => !isOurs(account) || accounts.findIndex(({ platform }) => platform === account.platform) === index)
    .map((account) => ({ ...account, canUnlink: isReachable && !isOurs(account) }))
}

/** Lists a user's accounts, oldest first. */
export async function listAccounts(db: Db, userId: UserId): Promise<Account[]> {
  return (await db.account.findMany({ where: { userId }, orderBy: { id: 'asc' } })) as unknown as Account[]
}

/** Moves an account to another user. */
export async function moveAccount(tx: Tx, id: AccountId, userId: UserId): Promise<void> {
  await tx.account.update({ where: { id }, data: { userId } })
}

/** Gives owner rights to all accounts of a user. */
export async function grantOwnerRights(tx: Tx, userId: UserId): Promise<void> {
  await tx.account.updateMany({ where: { userId }, data: { isOwner: true } })
}

/** Takes owner rights from an account that leaves a user, unless it is the only account that has them. */
export async function leaveOwnerRights(tx: Tx, { accountId, userId }: { accountId: AccountId; userId: UserId }): Promise<void> {
  await tx.$executeRaw`
    UPDATE accounts a SET is_owner = FALSE FROM users u
    WHERE a.id = ${accountId} AND u.id = ${userId}
      AND (u.is_local OR EXISTS (SELECT 1 FROM accounts o WHERE o.user_id = u.id AND o.is_owner AND o.id <> a.id))`
}
