import { createHash, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../core/clock.ts'
import type { UserId } from '../core/ids.ts'
import type { Author } from '../core/platform.ts'
import type { Random } from '../core/random.ts'
import type { Store } from '../store/store.ts'
import { type AccountKey, addAccount, addUser, localOwner, type Person, personOf } from './users.ts'

export interface AccessParts {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  /** Who may talk to it: those bound by the setup code, or everybody. */
  readonly access: 'pairing' | 'open'
}

/** The user an author is, if they may talk to the bot. */
export async function admit(parts: AccessParts, key: AccountKey, author: Author): Promise<Person | undefined> {
  const person = await personOf(parts.store.db, key)
  if (person || parts.access !== 'open') return person
  return addUser(parts.store, key, author, parts.clock.now())
}

const hashOf = (code: string) => createHash('sha256').update(code).digest()

/**
 * A new setup code, which makes an older one that was not used worthless. 16 random bytes: it cannot be guessed, so
 * wrong ones are not counted. Only its hash is stored.
 */
export async function createSetupCode(parts: AccessParts): Promise<string> {
  const code = parts.random.token(16)
  const row = { hash: hashOf(code).toString('hex'), createdAt: parts.clock.now() }
  await parts.store.db.setupCode.upsert({ where: { id: true }, create: row, update: row })
  return code
}

/** Binds an account to the local owner by the setup code, which is then spent. Undefined when the code is wrong, spent or replaced. */
export async function spendSetupCode(parts: AccessParts, code: string, key: AccountKey, author: Author): Promise<Person | undefined> {
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

/** True the first time in a day that a stranger is met: then they are told, and left alone for the rest of it. */
export async function shouldTellStranger(parts: AccessParts, key: AccountKey): Promise<boolean> {
  const now = parts.clock.now()
  const told = await parts.store.db.$executeRaw`
    INSERT INTO strangers (platform, tenant, platform_user_id, told_at)
    VALUES (${key.platform}, ${key.tenant}, ${key.platformUserId}, ${now})
    ON CONFLICT (platform, tenant, platform_user_id) DO UPDATE SET told_at = EXCLUDED.told_at
    WHERE strangers.told_at < ${new Date(now.getTime() - 24 * 3_600_000)}`
  return told === 1
}
