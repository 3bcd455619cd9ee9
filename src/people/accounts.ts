import type { AccountId, UserId } from '../core/domain/ids.ts'
import type { PlatformName, PlatformSender } from '../core/ports/platform.ts'
import type { Db } from '../store/store.ts'
import type { AccountKey } from './users.ts'

export interface Account extends AccountKey {
  readonly id: AccountId
  readonly userId: UserId
  readonly name: string
  readonly createdAt: Date
}

export interface LinkedAccount extends Account {
  /** Whether the account can become a separate user. */
  readonly canUnlink: boolean
}

type AccountSenders = ReadonlyMap<PlatformName, Pick<PlatformSender, 'accountsAreOurs'>>

export async function findAccountById(db: Db, id: AccountId): Promise<Account | undefined> {
  const account = await db.account.findUnique({ where: { id } })
  return account ? (account as Account) : undefined
}

/**
 * Lists a user's accounts, oldest first. An account of the web page cannot be unlinked. Neither can the last other account, because
 * without it only the local owner could still reach the conversation. If a merge has left several accounts of the web page, the first
 * represents them all.
 */
export async function listLinkedAccounts(db: Db, senders: AccountSenders, userId: UserId): Promise<LinkedAccount[]> {
  const accounts = (await db.account.findMany({ where: { userId }, orderBy: { id: 'asc' } })) as Account[]
  const isOurs = ({ platform }: Account) => senders.get(platform)?.accountsAreOurs === true
  const externalCount = accounts.filter((account) => !isOurs(account)).length
  const isReachable = externalCount > 1 || (await db.user.count({ where: { id: userId, isLocal: true } })) > 0
  return accounts
    .filter((account, index) => !isOurs(account) || accounts.findIndex(({ platform }) => platform === account.platform) === index)
    .map((account) => ({ ...account, canUnlink: isReachable && !isOurs(account) }))
}
