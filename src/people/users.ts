import { LRUCache } from 'lru-cache'
import type { AccountId, UserId } from '../core/domain/ids.ts'
import { type LanguageCode, type LanguageSource, languageSources, toLanguageCode } from '../core/domain/languages.ts'
import { LocalizedInputError } from '../core/messages/input-error.ts'
import type { Author, PlatformName } from '../core/ports/platform.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db, Store, Tx } from '../store/store.ts'

export interface User {
  readonly id: UserId
  readonly name: string
  /** Whether owner rights can be used: from the account that acts, or from one of the accounts if none acts. */
  readonly isOwner: boolean
  /** Whether one of the accounts is an owner's. An account that was linked to it has no owner rights unless it was given them. */
  readonly hasOwnerAccount: boolean
  /** Blocked by an owner: messages and commands are ignored. */
  readonly isBlocked: boolean
  /** Whether they may talk to the bot only in channels that are switched on. */
  readonly isOnlyInChannels: boolean
  /** IANA name. Null until the user has set it. */
  readonly timezone: string | null
  /** Whether the user was asked for it. */
  readonly isTimezoneAsked: boolean
  readonly language: LanguageCode
  readonly languageSource: LanguageSource
  /** `on`, `off`, or the time HH:MM at which the digest is posted. */
  readonly digest: string
}

/** A user and the account they write from. */
export interface UserAccount {
  readonly user: User
  readonly accountId: AccountId
  /** The platform's unique name, such as ann_92. Empty if unknown. */
  readonly handle: string
}

/** SQL for whether a user has an account with owner rights. The alias is u. */
export const hasOwnerAccount = Prisma.sql`(u.is_local OR EXISTS (SELECT 1 FROM accounts o WHERE o.user_id = u.id AND o.is_owner))`

/** SQL for the columns of a user u, as in `User`, without `isOwner`. */
export const userColumns = Prisma.sql`u.id, u.name, ${hasOwnerAccount} AS "hasOwnerAccount", u.blocked_at IS NOT NULL AS "isBlocked", u.only_in_channels AS "isOnlyInChannels", u.timezone, u.timezone_asked_at IS NOT NULL AS "isTimezoneAsked", u.language, u.language_source AS "languageSource", u.digest`

/** SQL for a user as JSON, in the form of `User`, with all rights of their accounts. `id` is an SQL expression. */
export const userJsonSql = (id: Prisma.Sql) => Prisma.sql`
  (SELECT to_jsonb(one) FROM (SELECT ${userColumns}, ${hasOwnerAccount} AS "isOwner" FROM users u WHERE u.id = ${id}) one)`

export async function findUserById(db: Db, id: UserId): Promise<User | undefined> {
  const [user] = await db.$queryRaw<User[]>`SELECT ${userColumns}, ${hasOwnerAccount} AS "isOwner" FROM users u WHERE u.id = ${id}`
  return user
}

/** Returns a user with the rights of one of their accounts. Undefined if the account has left the user. */
export async function findActingUser(db: Db, id: UserId, accountId: AccountId): Promise<User | undefined> {
  const [user] = await db.$queryRaw<User[]>`
    SELECT ${userColumns}, a.is_owner AS "isOwner" FROM accounts a JOIN users u ON u.id = a.user_id WHERE a.id = ${accountId} AND u.id = ${id}`
  return user
}

export interface AccountKey {
  readonly platform: PlatformName
  readonly tenant: string
  readonly platformUserId: string
}

/** SQL for the columns of an account a and its user u. */
const userAccountColumns = Prisma.sql`${userColumns}, a.is_owner AS "isOwner", a.id AS "accountId", a.handle`

/** Finds the user of an account. Relies on accounts_platform_tenant_platform_user_id_key. */
export async function findUserByAccount(db: Db, key: AccountKey): Promise<UserAccount | undefined> {
  const [row] = await db.$queryRaw<(User & Omit<UserAccount, 'user'>)[]>`
    SELECT ${userAccountColumns} FROM accounts a JOIN users u ON u.id = a.user_id
    WHERE a.platform = ${key.platform} AND a.tenant = ${key.tenant} AND a.platform_user_id = ${key.platformUserId}`
  if (!row) return undefined
  const { accountId, handle, ...user } = row
  return { user, accountId, handle }
}

/** The users whom this process found last, by store and account. */
const usersByStore = new WeakMap<Store, LRUCache<string, UserAccount>>()
const maxRemembered = 1_000

const rememberedKey = ({ platform, tenant, platformUserId }: AccountKey) => JSON.stringify([platform, tenant, platformUserId])

/** Remembers the user of an account, or that none is known. */
export function rememberUser(store: Store, key: AccountKey, found: UserAccount | undefined): void {
  const users = usersByStore.get(store) ?? new LRUCache({ max: maxRemembered })
  usersByStore.set(store, users)
  users.set(rememberedKey(key), found)
}

/**
 * Returns the user of an account as this process found them last. They may have changed since. So the statement that acts for them must check
 * `isUnchangedSql`, and no refusal may rest on what is remembered.
 */
export const recallUser = (store: Store, key: AccountKey): UserAccount | undefined => usersByStore.get(store)?.get(rememberedKey(key))

/** SQL for whether the account a and its user u are as they were when they were found. */
export const isUnchangedSql = ({ user, accountId, handle }: UserAccount) => Prisma.sql`
  (SELECT to_jsonb(one) FROM (SELECT ${userAccountColumns}) one) = ${JSON.stringify({ ...user, accountId, handle })}::jsonb`

/** Returns the owner at this machine, who has the printed link and the setup code. Creates the owner at the first start. */
export async function ensureLocalOwner(store: Store, now: Date): Promise<User> {
  // If two processes start at once, the unique index users_is_local_key lets only one of them create the owner.
  await store.db.user.createMany({ data: { name: 'You', isLocal: true, createdAt: now }, skipDuplicates: true })
  const [user] = await store.db.$queryRaw<User[]>`SELECT ${userColumns}, TRUE AS "isOwner" FROM users u WHERE u.is_local`
  if (!user) throw new Error('The local owner was neither created nor found.')
  return user
}

export interface NewAccount {
  readonly name: string
  readonly handle?: string | undefined
  /** False by default. */
  readonly isOwner?: boolean
  readonly now: Date
}

/** Binds a platform account to a user. Returns false if the account already belongs to a user. */
export async function addAccount(
  tx: Tx,
  userId: UserId,
  key: AccountKey,
  { name, handle = '', isOwner = false, now }: NewAccount,
): Promise<boolean> {
  const added = await tx.$executeRaw`
    INSERT INTO accounts (user_id, platform, tenant, platform_user_id, name, handle, is_owner, created_at)
    VALUES (${userId}, ${key.platform}, ${key.tenant}, ${key.platformUserId}, ${name}, ${handle}, ${isOwner}, ${now})
    ON CONFLICT (platform, tenant, platform_user_id) DO NOTHING`
  return added === 1
}

/** Lists the users who decide on access requests. */
export async function listOwnerIds(db: Db): Promise<UserId[]> {
  const ownerRows = await db.$queryRaw<{ id: UserId }[]>`SELECT u.id FROM users u WHERE ${hasOwnerAccount} ORDER BY u.id`
  return ownerRows.map(({ id }) => id)
}

/**
 * Creates a user with one account. If calls for the same account are concurrent, the later one returns the user that the first one
 * created.
 */
export function addUser(store: Store, key: AccountKey, user: NewUser): Promise<UserAccount> {
  return store.transaction((tx) => insertUser(tx, key, user))
}

export interface NewUser extends Pick<NewAccount, 'name' | 'handle' | 'now'>, Pick<Author, 'locale'> {
  /** False by default. */
  readonly isOnlyInChannels?: boolean
}

/** Creates a user within a transaction. Lets one who may talk to the bot only in channels talk to it everywhere, if the new user may. */
export async function insertUser(
  tx: Tx,
  key: AccountKey,
  { name, handle, now, locale = '', isOnlyInChannels = false }: NewUser,
): Promise<UserAccount> {
  const language = toLanguageCode(locale)
  const user = await tx.user.create({
    data: { name, createdAt: now, isOnlyInChannels, ...(language && { language, languageSource: 'locale' }) },
  })
  if (!(await addAccount(tx, user.id as UserId, key, { name, handle, now }))) await tx.user.delete({ where: { id: user.id } })
  const found = await findUserByAccount(tx, key)
  if (!found) throw new Error('An account was neither created nor found.')
  if (isOnlyInChannels || !found.user.isOnlyInChannels) return found
  await tx.user.update({ where: { id: found.user.id }, data: { isOnlyInChannels: false } })
  return { ...found, user: { ...found.user, isOnlyInChannels: false } }
}

/** Creates a user without accounts. */
export async function createUser(tx: Tx, name: string, now: Date): Promise<UserId> {
  return (await tx.user.create({ data: { name, createdAt: now } })).id as UserId
}

/**
 * Locks users against other writers until the transaction ends, in the order of their ids. Returns false if one of them is gone. Does not
 * block inserts that only refer to them. Leases are locked before, and threads after.
 */
export async function lockUsers(tx: Tx, ids: readonly UserId[]): Promise<boolean> {
  const locked = await tx.$queryRaw<{ id: UserId }[]>`
    SELECT id FROM users WHERE id = ANY(${[...ids]}::int[]) ORDER BY id FOR NO KEY UPDATE`
  return locked.length === ids.length
}

/** Locks one user like `lockUsers`. */
export const lockUser = (tx: Tx, id: UserId): Promise<boolean> => lockUsers(tx, [id])

/** Stores the platform's current unique name of an account. */
export async function updateHandle(db: Db, accountId: AccountId, handle: string): Promise<void> {
  await db.account.updateMany({ where: { id: accountId }, data: { handle } })
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
  const data = { timezone }
  const first = await db.user.updateMany({ where: { id: userId, timezone: null }, data })
  if (first.count === 0) await db.user.updateMany({ where: { id: userId }, data })
  return first.count === 1
}

/**
 * Records that a user is asked for their timezone. Returns true if they have none and were not asked before. Repeating the call with the
 * same time returns the same.
 */
export async function claimTimezoneQuestion(db: Db, userId: UserId, askedAt: Date): Promise<boolean> {
  const claimed = await db.user.updateMany({
    where: { id: userId, timezone: null, OR: [{ timezoneAskedAt: null }, { timezoneAskedAt: askedAt }] },
    data: { timezoneAskedAt: askedAt },
  })
  return claimed.count === 1
}

/** Sets a user's language, unless a more certain source has set it. */
export async function storeLanguage(db: Db, userId: UserId, language: LanguageCode, source: LanguageSource): Promise<void> {
  const replaceable = languageSources.slice(0, languageSources.indexOf(source) + 1)
  await db.user.updateMany({ where: { id: userId, languageSource: { in: [...replaceable] } }, data: { language, languageSource: source } })
}

/** Sets the digest to on, off, or a time such as 07:30 or 7:30. Returns the stored value. Throws LocalizedInputError. */
export async function setDigest(db: Db, userId: UserId, setting: string): Promise<string> {
  const text = setting.trim().toLowerCase()
  const time = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text)
  const digest = time ? `${time[1]?.padStart(2, '0')}:${time[2]}` : text
  if (!time && digest !== 'on' && digest !== 'off') throw new LocalizedInputError('digest.unknown', { setting: setting.slice(0, 40) })
  await db.user.update({ where: { id: userId }, data: { digest } })
  return digest
}
