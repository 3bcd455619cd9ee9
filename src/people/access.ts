import { createHash, timingSafeEqual } from 'node:crypto'
import type { UserId } from '../core/domain/ids.ts'
import type { Author } from '../core/ports/platform.ts'
import type { Db, Store } from '../store/store.ts'
import { deleteOldCallAccess } from './calls/end-access.ts'
import type { PeopleDeps } from './deps.ts'
import { deleteOldLinkCodes } from './link-codes.ts'
import { deleteOldMerges } from './user-merges.ts'
import {
  type AccountKey,
  addAccount,
  addUser,
  ensureLocalOwner,
  findUserByAccount,
  rememberUser,
  type UserAccount,
  updateHandle,
} from './users.ts'

/** Who is authorized besides known users and the allowlist. See docs/access.md. */
export type AccessPolicy = 'pairing' | 'allowlist' | 'open' | 'workspace'

/** An account that the configuration authorizes. If the tenant is absent, the account is authorized in every tenant. */
export type AllowlistEntry = Pick<AccountKey, 'platform' | 'platformUserId'> & Partial<Pick<AccountKey, 'tenant'>>

/** Who is authorized besides known users. */
export interface AccessSettings {
  readonly access: AccessPolicy
  /** Accounts that are authorized regardless of the policy. The only way to authorize a bot. */
  readonly allowlist: readonly AllowlistEntry[]
}

interface AuthorRequest {
  readonly key: AccountKey
  readonly author: Author
  readonly isMember: () => Promise<boolean>
  /** The user as this process remembers them. If absent, they are looked up. */
  readonly remembered?: UserAccount | undefined
}

/**
 * Returns the author's user, `stranger` if they may request access, or `ignored` if they get no reply. `isMember` says whether they write in
 * a channel that is switched on, which authorizes them there and nowhere else.
 */
export async function authorizeAuthor(
  deps: PeopleDeps & AccessSettings,
  { key, author, isMember, remembered }: AuthorRequest,
): Promise<UserAccount | 'stranger' | 'ignored'> {
  const isAllowlisted = deps.allowlist.some((entry) => matchesEntry(entry, key))
  if (author.isBot && !isAllowlisted) return 'ignored'
  const userAccount = remembered ?? (await findUserByAccount(deps.store.db, key))
  rememberUser(deps.store, key, userAccount)
  if (userAccount?.user.isBlocked) return 'ignored'
  const isApproved = isAllowlisted || deps.access === 'open' || (deps.access === 'workspace' && author.isMember === true)
  if (userAccount && (!userAccount.user.isOnlyInChannels || isApproved || (await isMember()))) {
    // Shown to whoever is asked to link this account.
    if (author.handle !== undefined && author.handle !== userAccount.handle)
      await updateHandle(deps.store.db, userAccount.accountId, author.handle)
    return userAccount
  }
  const isOnlyInChannels = !isApproved
  if (userAccount || (isOnlyInChannels && !(await isMember()))) return 'stranger'
  return addUser(deps.store, key, { ...author, isOnlyInChannels, now: deps.clock.now() })
}

const matchesEntry = ({ platform, platformUserId, tenant }: AllowlistEntry, key: AccountKey) =>
  platform === key.platform && platformUserId === key.platformUserId && (tenant === undefined || tenant === key.tenant)

const hashCode = (code: string) => createHash('sha256').update(code).digest()

/**
 * Creates a setup code, which replaces an older unused one. It has 16 random bytes and cannot be guessed, so failed attempts are not
 * counted. Only its hash is stored.
 */
export async function createSetupCode(deps: PeopleDeps): Promise<string> {
  const code = deps.random.token(16)
  const row = { hash: hashCode(code).toString('hex'), createdAt: deps.clock.now() }
  await deps.store.db.setupCode.upsert({ where: { id: true }, create: row, update: row })
  return code
}

/** Whether a setup code is right, not used, and not replaced. */
export async function isSetupCodeValid({ store }: PeopleDeps, code: string): Promise<boolean> {
  const row = await store.db.setupCode.findFirst({ select: { hash: true } })
  return row !== null && isCode(row, code)
}

const isCode = ({ hash }: { readonly hash: string }, code: string) => timingSafeEqual(Buffer.from(hash, 'hex'), hashCode(code))

/**
 * Binds an account to the local owner and consumes the setup code. An account that was linked to the local owner gets owner rights, because
 * whoever has the code could also bind another account. Returns undefined if the code is wrong, used or replaced, or if the account belongs
 * to another user, in which case the code stays valid.
 */
export async function consumeSetupCode(
  deps: PeopleDeps,
  code: string,
  { key, author }: { readonly key: AccountKey; readonly author: Author },
): Promise<UserAccount | undefined> {
  const owner = await ensureLocalOwner(deps.store, deps.clock.now())
  return deps.store.transaction(async (tx) => {
    const [row] = await tx.$queryRaw<{ hash: string }[]>`SELECT hash FROM setup_codes FOR UPDATE`
    if (!row || !isCode(row, code)) return undefined
    await addAccount(tx, owner.id, key, { ...author, isOwner: true, now: deps.clock.now() })
    const known = await findUserByAccount(tx, key)
    if (!known || known.user.id !== owner.id || known.user.isBlocked) return undefined
    await tx.account.update({ where: { id: known.accountId }, data: { isOwner: true } })
    await tx.setupCode.deleteMany()
    return { ...known, user: { ...known.user, isOwner: true } }
  })
}

/** Returns the platforms on which the owner has no account with owner rights yet. A setup code is printed for them at startup. */
export async function findPlatformsWithoutOwner(store: Store, owner: UserId, platforms: readonly string[]): Promise<string[]> {
  const accounts = await store.db.account.findMany({ where: { userId: owner, isOwner: true }, select: { platform: true } })
  return platforms.filter((name) => !accounts.some(({ platform }) => platform === name))
}

/** The minimum time between notices to a stranger, in ms. */
const noticeIntervalMs = 24 * 3_600_000

/** Deletes data about strangers that is no longer needed. */
export async function deleteExpiredAccessData(db: Db, now: Date): Promise<void> {
  await db.unapprovedSender.deleteMany({ where: { notifiedAt: { lt: new Date(now.getTime() - noticeIntervalMs) } } })
  await db.accessRequest.deleteMany({ where: { expiresAt: { lte: now } } })
  await deleteOldLinkCodes(db, now)
  await deleteOldMerges(db, now)
  await deleteOldCallAccess(db, now)
}

/** Returns true and records a notice if the stranger was not notified within the last day. */
export async function claimUnapprovedNotice(db: Db, key: AccountKey, now: Date): Promise<boolean> {
  const claimedCount = await db.$executeRaw`
    INSERT INTO unapproved_senders (platform, tenant, platform_user_id, notified_at)
    VALUES (${key.platform}, ${key.tenant}, ${key.platformUserId}, ${now})
    ON CONFLICT (platform, tenant, platform_user_id) DO UPDATE SET notified_at = EXCLUDED.notified_at
    WHERE unapproved_senders.notified_at < ${new Date(now.getTime() - noticeIntervalMs)}`
  return claimedCount === 1
}
