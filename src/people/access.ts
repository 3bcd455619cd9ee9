import { createHash, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../core/clock.ts'
import type { UserId } from '../core/ids.ts'
import type { Author } from '../core/platform.ts'
import type { Random } from '../core/random.ts'
import type { Db, Store } from '../store/store.ts'
import { forgetOldLinks } from './link-codes.ts'
import { type AccountKey, addAccount, addUser, localOwner, type Person, personOf } from './users.ts'

/** Who is let in besides those it knows and those on the list; see docs/access.md. */
export type Access = 'pairing' | 'allowlist' | 'open' | 'workspace'

/** An account that the configuration lets in; where no tenant is named, in any. */
export type Allowed = Pick<AccountKey, 'platform' | 'platformUserId'> & Partial<Pick<AccountKey, 'tenant'>>

export interface AccessParts {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  readonly access: Access
  /** Let in whatever the access, and the only bots that are. */
  readonly allowlist: readonly Allowed[]
}

/** The person an author is; a stranger, who may be told how to be let in; or somebody who gets no answer of any kind. */
export async function admit(parts: AccessParts, key: AccountKey, author: Author): Promise<Person | 'stranger' | 'ignored'> {
  const isListed = parts.allowlist.some((one) => names(one, key))
  if (author.isBot && !isListed) return 'ignored'
  const person = await personOf(parts.store.db, key)
  if (person) return person.user.isBlocked ? 'ignored' : person
  const isLetIn = isListed || parts.access === 'open' || (parts.access === 'workspace' && author.isMember === true)
  return isLetIn ? addUser(parts.store, key, author, parts.clock.now()) : 'stranger'
}

const names = ({ platform, platformUserId, tenant }: Allowed, key: AccountKey) =>
  platform === key.platform && platformUserId === key.platformUserId && (tenant === undefined || tenant === key.tenant)

const hashOf = (code: string) => createHash('sha256').update(code).digest()

/**
 * A new setup code, which makes an older one that was not used worthless. 16 random bytes: it cannot be guessed, so
 * wrong ones are not counted. Only its hash is stored.
 */
export async function createSetupCode(parts: Pick<AccessParts, 'store' | 'clock' | 'random'>): Promise<string> {
  const code = parts.random.token(16)
  const row = { hash: hashOf(code).toString('hex'), createdAt: parts.clock.now() }
  await parts.store.db.setupCode.upsert({ where: { id: true }, create: row, update: row })
  return code
}

/** Binds an account to the local owner by the setup code, which is then spent. Undefined when the code is wrong, spent or replaced. */
export async function spendSetupCode(
  parts: Pick<AccessParts, 'store' | 'clock'>,
  code: string,
  key: AccountKey,
  author: Author,
): Promise<Person | undefined> {
  const owner = await localOwner(parts.store, parts.clock.now())
  await parts.store.transaction(async (tx) => {
    const [row] = await tx.$queryRaw<{ hash: string }[]>`SELECT hash FROM setup_codes FOR UPDATE`
    if (!row || !timingSafeEqual(Buffer.from(row.hash, 'hex'), hashOf(code))) return
    if (await addAccount(tx, owner.id, key, { name: author.name, now: parts.clock.now() })) await tx.setupCode.deleteMany()
  })
  const person = await personOf(parts.store.db, key)
  return person?.user.id === owner.id ? person : undefined
}

/** The platforms on which the owner has no account yet: for these a setup code is printed at start. */
export async function platformsWithoutOwner(store: Store, owner: UserId, platforms: readonly string[]): Promise<string[]> {
  const accounts = await store.db.account.findMany({ where: { userId: owner }, select: { platform: true } })
  return platforms.filter((name) => !accounts.some(({ platform }) => platform === name))
}

/** A day, in ms: what a stranger was told holds for so long. */
const toldAgainMs = 24 * 3_600_000

/** Of a stranger nothing is kept for longer than it is needed. */
export async function forgetStrangers(db: Db, now: Date): Promise<void> {
  await db.stranger.deleteMany({ where: { toldAt: { lt: new Date(now.getTime() - toldAgainMs) } } })
  await db.accessRequest.deleteMany({ where: { expiresAt: { lte: now } } })
  await forgetOldLinks(db, now)
}

/** True the first time in a day that a stranger is met: then they are told, and left alone for the rest of it. */
export async function shouldTellStranger(parts: Pick<AccessParts, 'store' | 'clock'>, key: AccountKey): Promise<boolean> {
  const now = parts.clock.now()
  const told = await parts.store.db.$executeRaw`
    INSERT INTO strangers (platform, tenant, platform_user_id, told_at)
    VALUES (${key.platform}, ${key.tenant}, ${key.platformUserId}, ${now})
    ON CONFLICT (platform, tenant, platform_user_id) DO UPDATE SET told_at = EXCLUDED.told_at
    WHERE strangers.told_at < ${new Date(now.getTime() - toldAgainMs)}`
  return told === 1
}
