import type { AccountId, UserId } from '../core/domain/ids.ts'
import type { PlatformName, PlatformSender } from '../core/ports/platform.ts'
import { Prisma } from '../store/generated/client.ts'
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
  /** Whether it cannot be used without another account, as a phone number. */
  readonly isDependent: boolean
  readonly createdAt: Date
}

export interface LinkedAccount extends Account {
  /** Whether the account can become a separate user. */
  readonly canUnlink: boolean
}

const accountColumns = Prisma.sql`id, user_id AS "userId", platform, tenant, platform_user_id AS "platformUserId", name, handle,
  is_owner AS "isOwner", linked_by_id IS NOT NULL AS "isDependent", created_at AS "createdAt"`

type AccountSenders = ReadonlyMap<PlatformName, Pick<PlatformSender, 'accountsAreOurs'>>

/** Lists the platforms whose accounts are ours, such as the web page. */
export const listOwnPlatforms = (senders: AccountSenders): PlatformName[] =>
  [...senders].filter(([, sender]) => sender.accountsAreOurs).map(([name]) => name)

export async function findAccountById(db: Db, id: AccountId): Promise<Account | undefined> {
  const [account] = await db.$queryRaw<Account[]>`SELECT ${accountColumns} FROM accounts WHERE id = ${id}`
  return account
}

/**
 * Lists a user's accounts, oldest first. An account of the web page cannot be unlinked. Neither can the last other account, because
 * without it only the local owner could still reach the conversation. A phone number always can: it is removed then. If a merge has left several accounts of the web page, the first
 * represents them all.
 */
export async function listLinkedAccounts(db: Db, senders: AccountSenders, userId: UserId): Promise<LinkedAccount[]> {
  const accounts = await listAccounts(db, userId)
  const isOurs = ({ platform }: Account) => senders.get(platform)?.accountsAreOurs === true
  const externalCount = accounts.filter((account) => !isOurs(account) && !account.isDependent).length
  const isReachable = externalCount > 1 || (await db.user.count({ where: { id: userId, isLocal: true } })) > 0
  return accounts
    .filter((account, index) => !isOurs(account) || accounts.findIndex(({ platform }) => platform === account.platform) === index)
    .map((account) => ({ ...account, canUnlink: (isReachable || account.isDependent) && !isOurs(account) }))
}

/** Lists a user's accounts, oldest first. */
export function listAccounts(db: Db, userId: UserId): Promise<Account[]> {
  return db.$queryRaw<Account[]>`SELECT ${accountColumns} FROM accounts WHERE user_id = ${userId} ORDER BY id`
}

/** Removes an account that cannot be used without another one. Its messages stay. */
export async function removeDependentAccount(tx: Tx, id: AccountId): Promise<void> {
  await tx.account.deleteMany({ where: { id, linkedById: { not: null } } })
}

/** Moves an account to another user. */
export async function moveAccount(tx: Tx, id: AccountId, userId: UserId): Promise<void> {
  await tx.account.update({ where: { id }, data: { userId } })
}

/** Gives an account the owner rights that another one has. Does nothing if that one has none. */
export async function shareOwnerRights(tx: Tx, shared: { readonly from: AccountId; readonly with: AccountId }): Promise<void> {
  await tx.$executeRaw`
    UPDATE accounts a SET is_owner = TRUE FROM accounts o WHERE a.id = ${shared.with} AND o.id = ${shared.from} AND o.is_owner`
}

/** An account that leaves a user. `ownPlatforms` are the platforms whose accounts are ours. */
interface LeavingAccount {
  readonly accountId: AccountId
  readonly userId: UserId
  readonly ownPlatforms: readonly PlatformName[]
}

/**
 * Takes owner rights from an account that leaves a user, unless it is the only account that has them. It then keeps them, and the accounts of
 * our page, which stay, lose them.
 */
export async function leaveOwnerRights(tx: Tx, { accountId, userId, ownPlatforms }: LeavingAccount): Promise<void> {
  const own = [...ownPlatforms]
  await tx.$executeRaw`
    UPDATE accounts a SET is_owner = FALSE FROM users u
    WHERE a.id = ${accountId} AND u.id = ${userId}
      AND (u.is_local
        OR EXISTS (SELECT 1 FROM accounts o WHERE o.user_id = u.id AND o.is_owner AND o.id <> a.id AND NOT o.platform = ANY(${own})))`
  await tx.$executeRaw`
    UPDATE accounts p SET is_owner = FALSE FROM accounts a
    WHERE a.id = ${accountId} AND a.is_owner AND p.user_id = ${userId} AND p.platform = ANY(${own})`
}
