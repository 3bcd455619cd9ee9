import { InputError } from '../core/domain/errors.ts'
import type { AccountId, UserId } from '../core/domain/ids.ts'
import type { Author, PlatformName } from '../core/ports/platform.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db, Store, Tx } from '../store/store.ts'

export interface User {
  readonly id: UserId
  readonly name: string
  readonly isOwner: boolean
  /** Shut out by an owner: what they say and ask for is ignored. */
  readonly isBlocked: boolean
  /** IANA name; null until somebody has said it. */
  readonly timezone: string | null
  /** A text search configuration of PostgreSQL. */
  readonly language: string
  /** `on`, `off`, or the HH:MM at which the summary of a day is posted. */
  readonly digest: string
}

/** A user, by the account they write from. */
export interface UserAccount {
  readonly user: User
  readonly accountId: AccountId
}

const userColumns = Prisma.sql`u.id, u.name, u.is_owner AS "isOwner", u.blocked_at IS NOT NULL AS "isBlocked", u.timezone, u.language, u.digest`

export async function findUserById(db: Db, id: UserId): Promise<User | undefined> {
  const [user] = await db.$queryRaw<User[]>`SELECT ${userColumns} FROM users u WHERE u.id = ${id}`
  return user
}

export interface AccountKey {
  readonly platform: PlatformName
  readonly tenant: string
  readonly platformUserId: string
}

/** Whose account it is; relies on accounts_platform_tenant_platform_user_id_key. */
export async function findUserByAccount(db: Db, key: AccountKey): Promise<UserAccount | undefined> {
  const [row] = await db.$queryRaw<(User & { accountId: AccountId })[]>`
    SELECT ${userColumns}, a.id AS "accountId" FROM accounts a JOIN users u ON u.id = a.user_id
    WHERE a.platform = ${key.platform} AND a.tenant = ${key.tenant} AND a.platform_user_id = ${key.platformUserId}`
  if (!row) return undefined
  const { accountId, ...user } = row
  return { user, accountId }
}

/** The owner at this machine: who holds the printed link or the setup code. Made at the first start. */
export async function ensureLocalOwner(store: Store, now: Date): Promise<User> {
  // The unique index users_is_local_key lets one of two processes that start at once make it.
  await store.db.$executeRaw`
    INSERT INTO users (name, is_local, is_owner, created_at) VALUES ('You', TRUE, TRUE, ${now})
    ON CONFLICT (is_local) WHERE is_local DO NOTHING`
  const [user] = await store.db.$queryRaw<User[]>`SELECT ${userColumns} FROM users u WHERE u.is_local`
  if (!user) throw new Error('The local owner was neither made nor found.')
  return user
}

/** Binds a platform's account to a user. False when it belongs to somebody already. */
export async function addAccount(tx: Tx, userId: UserId, key: AccountKey, { name, now }: { name: string; now: Date }): Promise<boolean> {
  const added = await tx.$executeRaw`
    INSERT INTO accounts (user_id, platform, tenant, platform_user_id, name, created_at)
    VALUES (${userId}, ${key.platform}, ${key.tenant}, ${key.platformUserId}, ${name}, ${now})
    ON CONFLICT (platform, tenant, platform_user_id) DO NOTHING`
  return added === 1
}

/** Who decides who may talk to the bot. */
export async function listOwnerIds(db: Db): Promise<UserId[]> {
  const ownerRows = await db.user.findMany({ where: { isOwner: true }, select: { id: true }, orderBy: { id: 'asc' } })
  return ownerRows.map(({ id }) => id as UserId)
}

/** A new user with one account; who comes second with the same account finds the user of the first. */
export function addUser(store: Store, key: AccountKey, author: Author, now: Date): Promise<UserAccount> {
  return store.transaction((tx) => insertUser(tx, key, { name: author.name, now }))
}

/** The same as part of something larger. */
export async function insertUser(tx: Tx, key: AccountKey, { name, now }: { name: string; now: Date }): Promise<UserAccount> {
  const user = await tx.user.create({ data: { name, createdAt: now } })
  if (!(await addAccount(tx, user.id as UserId, key, { name, now }))) await tx.user.delete({ where: { id: user.id } })
  const userAccount = await findUserByAccount(tx, key)
  if (!userAccount) throw new Error('An account was neither made nor found.')
  return userAccount
}

/** Makes a separate user of an account that belongs to another. */
export async function separateUser(tx: Tx, { id, name }: { readonly id: AccountId; readonly name: string }, now: Date): Promise<UserId> {
  const user = await tx.user.create({ data: { name, createdAt: now } })
  await tx.account.update({ where: { id }, data: { userId: user.id } })
  return user.id as UserId
}

/** Deletes a user who has been merged into another. */
export async function deleteUser(tx: Tx, id: UserId): Promise<void> {
  await tx.user.delete({ where: { id } })
}

/** Deletes every user, for a restore into an empty instance. */
export async function deleteAllUsers(tx: Tx): Promise<void> {
  await tx.user.deleteMany()
}

/** Notes how somebody is called whose names were forgotten. */
export async function restoreName(db: Db, { user, accountId }: UserAccount, name: string): Promise<void> {
  await db.account.updateMany({ where: { id: accountId, name: '' }, data: { name } })
  await db.user.updateMany({ where: { id: user.id, name: '' }, data: { name } })
}

/** Returns the timezone that decides where a user's days begin and end. */
export function resolveTimezone(user: Pick<User, 'timezone'>, defaultTimezone: string): string {
  return user.timezone ?? defaultTimezone
}

/** Sets a user's timezone, an IANA name. True when it is the first they have; threads/timezone.ts sees to what follows from that. */
export async function storeTimezone(db: Db, userId: UserId, timezone: string): Promise<boolean> {
  const first = await db.$executeRaw`UPDATE users SET timezone = ${timezone} WHERE id = ${userId} AND timezone IS NULL`
  if (first === 0) await db.$executeRaw`UPDATE users SET timezone = ${timezone} WHERE id = ${userId}`
  return first === 1
}

/** `setting` is on, off, or a time such as 07:30 or 7:30. Returns what was set. Throws InputError. */
export async function setDigest(db: Db, userId: UserId, setting: string): Promise<string> {
  const text = setting.trim().toLowerCase()
  const time = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text)
  const digest = time ? `${time[1]?.padStart(2, '0')}:${time[2]}` : text
  if (!time && digest !== 'on' && digest !== 'off')
    throw new InputError(`"${setting.slice(0, 40)}" is not a setting of the digest. It takes on, off, or a time such as 07:30.`)
  await db.user.update({ where: { id: userId }, data: { digest } })
  return digest
}
