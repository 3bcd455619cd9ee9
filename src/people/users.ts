import { InputError } from '../core/domain/errors.ts'
import type { AccountId, UserId } from '../core/domain/ids.ts'
import type { Author, PlatformName } from '../core/ports/platform.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db, Store, Tx } from '../store/store.ts'

export interface User {
  readonly id: UserId
  readonly name: string
  readonly isOwner: boolean
  /** Blocked by an owner: messages and commands are ignored. */
  readonly isBlocked: boolean
  /** IANA name. Null until the user has set it. */
  readonly timezone: string | null
  /** The name of a PostgreSQL text search configuration. */
  readonly language: string
  /** `on`, `off`, or the time HH:MM at which the digest is posted. */
  readonly digest: string
}

/** A user and the account they write from. */
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

/** Finds the user of an account. Relies on accounts_platform_tenant_platform_user_id_key. */
export async function findUserByAccount(db: Db, key: AccountKey): Promise<UserAccount | undefined> {
  const [row] = await db.$queryRaw<(User & { accountId: AccountId })[]>`
    SELECT ${userColumns}, a.id AS "accountId" FROM accounts a JOIN users u ON u.id = a.user_id
    WHERE a.platform = ${key.platform} AND a.tenant = ${key.tenant} AND a.platform_user_id = ${key.platformUserId}`
  if (!row) return undefined
  const { accountId, ...user } = row
  return { user, accountId }
}

/** Returns the owner at this machine, who has the printed link and the setup code. Creates the owner at the first start. */
export async function ensureLocalOwner(store: Store, now: Date): Promise<User> {
  // If two processes start at once, the unique index users_is_local_key lets only one of them create the owner.
  await store.db.$executeRaw`
    INSERT INTO users (name, is_local, is_owner, created_at) VALUES ('You', TRUE, TRUE, ${now})
    ON CONFLICT (is_local) WHERE is_local DO NOTHING`
  const [user] = await store.db.$queryRaw<User[]>`SELECT ${userColumns} FROM users u WHERE u.is_local`
  if (!user) throw new Error('The local owner was neither created nor found.')
  return user
}

/** Binds a platform account to a user. Returns false if the account already belongs to a user. */
export async function addAccount(tx: Tx, userId: UserId, key: AccountKey, { name, now }: { name: string; now: Date }): Promise<boolean> {
  const added = await tx.$executeRaw`
    INSERT INTO accounts (user_id, platform, tenant, platform_user_id, name, created_at)
    VALUES (${userId}, ${key.platform}, ${key.tenant}, ${key.platformUserId}, ${name}, ${now})
    ON CONFLICT (platform, tenant, platform_user_id) DO NOTHING`
  return added === 1
}

/** Lists the users who decide on access requests. */
export async function listOwnerIds(db: Db): Promise<UserId[]> {
  const ownerRows = await db.user.findMany({ where: { isOwner: true }, select: { id: true }, orderBy: { id: 'asc' } })
  return ownerRows.map(({ id }) => id as UserId)
}

/**
 * Creates a user with one account. If calls for the same account are concurrent, the later one returns the user that the first one
 * created.
 */
export function addUser(store: Store, key: AccountKey, author: Author, now: Date): Promise<UserAccount> {
  return store.transaction((tx) => insertUser(tx, key, { name: author.name, now }))
}

/** Creates a user within a transaction. */
export async function insertUser(tx: Tx, key: AccountKey, { name, now }: { name: string; now: Date }): Promise<UserAccount> {
  const user = await tx.user.create({ data: { name, createdAt: now } })
  if (!(await addAccount(tx, user.id as UserId, key, { name, now }))) await tx.user.delete({ where: { id: user.id } })
  const userAccount = await findUserByAccount(tx, key)
  if (!userAccount) throw new Error('An account was neither created nor found.')
  return userAccount
}

/** Turns an account into a separate user. */
export async function separateUser(tx: Tx, { id, name }: { readonly id: AccountId; readonly name: string }, now: Date): Promise<UserId> {
  const user = await tx.user.create({ data: { name, createdAt: now } })
  await tx.account.update({ where: { id }, data: { userId: user.id } })
  return user.id as UserId
}

/** Deletes a user who has been merged into another. */
export async function deleteUser(tx: Tx, id: UserId): Promise<void> {
  await tx.user.delete({ where: { id } })
}

/** Deletes all users, so that an export can be restored into an empty instance. */
export async function deleteAllUsers(tx: Tx): Promise<void> {
  await tx.user.deleteMany()
}

/** Restores the name of a user whose names were deleted. */
export async function restoreName(db: Db, { user, accountId }: UserAccount, name: string): Promise<void> {
  await db.account.updateMany({ where: { id: accountId, name: '' }, data: { name } })
  await db.user.updateMany({ where: { id: user.id, name: '' }, data: { name } })
}

/** Returns the timezone that decides where a user's days begin and end. */
export function resolveTimezone(user: Pick<User, 'timezone'>, defaultTimezone: string): string {
  return user.timezone ?? defaultTimezone
}

/**
 * Sets a user's timezone, an IANA name. Returns true if they had none, in which case threads/days/set-timezone.ts reassigns their past
 * days.
 */
export async function storeTimezone(db: Db, userId: UserId, timezone: string): Promise<boolean> {
  const first = await db.$executeRaw`UPDATE users SET timezone = ${timezone} WHERE id = ${userId} AND timezone IS NULL`
  if (first === 0) await db.$executeRaw`UPDATE users SET timezone = ${timezone} WHERE id = ${userId}`
  return first === 1
}

/** Sets the digest to on, off, or a time such as 07:30 or 7:30. Returns the stored value. Throws InputError. */
export async function setDigest(db: Db, userId: UserId, setting: string): Promise<string> {
  const text = setting.trim().toLowerCase()
  const time = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text)
  const digest = time ? `${time[1]?.padStart(2, '0')}:${time[2]}` : text
  if (!time && digest !== 'on' && digest !== 'off')
    throw new InputError(`"${setting.slice(0, 40)}" is not a digest setting. Use on, off, or a time such as 07:30.`)
  await db.user.update({ where: { id: userId }, data: { digest } })
  return digest
}
