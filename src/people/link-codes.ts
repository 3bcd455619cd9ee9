import { createHash } from 'node:crypto'
import type { AccountId, PlaceAddress, PlaceId, UserId } from '../core/domain/ids.ts'
import { codeAlphabet, createCode } from '../core/lib/one-time-code.ts'
import { LocalizedInputError } from '../core/messages/input-error.ts'
import type { PlatformName } from '../core/ports/platform.ts'
import type { Random } from '../core/ports/random.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db, Tx } from '../store/store.ts'
import { type AccountKey, hasOwnerAccount } from './users.ts'

/** The time limit for entering a code, and then for accepting the request, in ms. */
const codeLifetimeMs = 10 * 60_000
/** How long a closed code is kept, in ms. Late attempts can thus be reported to its creator. */
const codeRetentionMs = 24 * 3_600_000

/** The maximum number of failed attempts per hour. Further codes from the account are rejected unchecked. */
const maxFailedAttempts = 5
const attemptWindowMs = 3_600_000

/** Eight characters are 38 bits, too many to guess at 5 attempts per hour. */
const codeLength = 8

/** Parses a code in any case, with or without spaces and hyphens. Undefined if it is not a code. */
export function parseLinkCode(input: string): string | undefined {
  const code = input.toUpperCase().replace(/[\s-]+/g, '')
  return code.length === codeLength && [...code].every((letter) => codeAlphabet.includes(letter)) ? code : undefined
}

/** Formats a code for reading aloud, such as K7QF-2MXD. */
export const formatLinkCode = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`

const hashCode = (code: string) => createHash('sha256').update(code).digest('hex')

/** Where a link code is created. */
export interface LinkRequestOrigin {
  readonly accountId: AccountId
  readonly placeId: PlaceId
}

/** Creates a code that links the account that enters it to this one. Only its hash is stored. Invalidates an older code. Throws InputError. */
export async function createLinkCode(tx: Tx, random: Random, { accountId, placeId, now }: LinkRequestOrigin & { readonly now: Date }) {
  const code = createCode(random, codeLength)
  const account = await tx.account.findUniqueOrThrow({ where: { id: accountId }, select: { userId: true } })
  if (!(await mayLink(tx, accountId))) throw new LocalizedInputError('link.noRights')
  const expiresAt = new Date(now.getTime() + codeLifetimeMs)
  await tx.linkCode.updateMany({ where: { accountId, state: 'open', expiresAt: { gt: now } }, data: { expiresAt: now } })
  await tx.linkCode.create({ data: { hash: hashCode(code), accountId, userId: account.userId, placeId, createdAt: now, expiresAt } })
  return { code, expiresAt }
}

/**
 * Whether an account may be linked to another one: not if it has no owner rights and its user has an account that has them. Whoever is
 * linked reads the whole conversation, so an owner decides about it, and not an account that was linked to an owner.
 */
export async function mayLink(db: Db, accountId: AccountId): Promise<boolean> {
  const [account] = await db.$queryRaw<{ mayLink: boolean }[]>`
    SELECT a.is_owner OR NOT ${hasOwnerAccount} AS "mayLink" FROM accounts a JOIN users u ON u.id = a.user_id WHERE a.id = ${accountId}`
  return account?.mayLink ?? false
}

export type LinkId = number & { readonly brand: 'LinkId' }

export type LinkSide = 'requester' | 'claimant'

/**
 * A code, its creator, and the account that has entered it. Both confirm: `entered` waits for the first confirmation, `confirmed` for the
 * final one.
 */
export interface LinkRequest {
  readonly id: LinkId
  readonly state: 'open' | 'entered' | 'confirmed' | 'accepted' | 'declined'
  readonly expiresAt: Date
  /** The side that gave the first confirmation. Null before that. */
  readonly confirmedBy: LinkSide | null
  readonly requester: LinkParty & LinkRequestOrigin & { readonly userId: UserId }
  /** Null until the code is entered. */
  readonly claimant: (LinkParty & Pick<Claimant, 'address'>) | null
}

/** How an account is named to its own user. */
export interface NamedAccount {
  readonly platform: PlatformName
  readonly name: string
}

/** One side of a link, as it is shown to the other. */
export interface LinkParty extends AccountKey, NamedAccount {
  /** Empty if unknown. */
  readonly handle: string
  /** ISO 8601. Null if the account is new to the bot. */
  readonly knownSince: string | null
  readonly isOwner: boolean
  /** See `mayLink`. */
  readonly mayLink: boolean
}

/** The account that enters a code, and its direct place. */
export interface Claimant extends AccountKey, NamedAccount {
  readonly handle: string
  readonly address: PlaceAddress
}

const selectRequests = Prisma.sql`
  SELECT c.id, c.state, c.expires_at AS "expiresAt", c.confirmed_by AS "confirmedBy",
    jsonb_build_object('accountId', a.id, 'placeId', c.place_id, 'userId', a.user_id, 'platform', a.platform, 'tenant', a.tenant,
      'platformUserId', a.platform_user_id, 'name', a.name, 'handle', a.handle, 'knownSince', a.created_at, 'isOwner', a.is_owner,
      'mayLink', a.is_owner OR NOT ${hasOwnerAccount}) AS requester,
    CASE WHEN c.platform IS NOT NULL THEN jsonb_build_object('platform', c.platform, 'tenant', c.tenant,
      'platformUserId', c.platform_user_id, 'name', c.name, 'handle', c.handle, 'address', c.address,
      'knownSince', b.created_at, 'isOwner', COALESCE(b.is_owner, FALSE),
      'mayLink', b.id IS NULL OR b.is_owner OR NOT (SELECT ${hasOwnerAccount} FROM users u WHERE u.id = b.user_id)) END AS claimant
  FROM link_codes c JOIN accounts a ON a.id = c.account_id AND a.user_id = c.user_id JOIN users u ON u.id = c.user_id
  LEFT JOIN accounts b ON (b.platform, b.tenant, b.platform_user_id) = (c.platform, c.tenant, c.platform_user_id)`

/** SQL for whether the account that entered a code, if any, still belongs to the same user. */
const isUnmoved = Prisma.sql`(c.platform IS NULL OR b.user_id IS NOT DISTINCT FROM c.entered_user_id)`

export const isSameAccount = (one: AccountKey, other: AccountKey | null): boolean =>
  one.platform === other?.platform && one.tenant === other.tenant && one.platformUserId === other.platformUserId

/** Returns undefined if one of the accounts has moved to another user. */
export async function findLinkRequest(db: Db, id: LinkId): Promise<LinkRequest | undefined> {
  const [request] = await db.$queryRaw<LinkRequest[]>`${selectRequests} WHERE c.id = ${id} AND ${isUnmoved}`
  return request
}

/** Finds the request for a code, in whatever state it is. Undefined if one of the accounts has moved to another user. */
export async function findRequestByCode(db: Db, code: string): Promise<LinkRequest | undefined> {
  const [request] = await db.$queryRaw<LinkRequest[]>`${selectRequests} WHERE c.hash = ${hashCode(code)} AND ${isUnmoved}`
  return request
}

/** Lists the pending requests of an account, whichever side it is on. */
export function listPendingRequests(db: Db, accountId: AccountId, now: Date): Promise<LinkRequest[]> {
  return db.$queryRaw<LinkRequest[]>`
    ${selectRequests} WHERE (c.account_id = ${accountId} OR b.id = ${accountId})
      AND ${isUnmoved} AND c.state IN ('entered', 'confirmed') AND c.expires_at > ${now} ORDER BY c.id`
}

/** Stores which account entered a code, and its user, if any. Of concurrent calls, only one succeeds. */
export async function enterLinkCode(
  tx: Tx,
  id: LinkId,
  { claimant, userId, now }: { readonly claimant: Claimant; readonly userId: UserId | undefined; readonly now: Date },
): Promise<boolean> {
  const { platform, tenant, platformUserId, name, handle, address } = claimant
  const { count } = await tx.linkCode.updateMany({
    where: { id, state: 'open', expiresAt: { gt: now } },
    data: {
      state: 'entered',
      platform,
      tenant,
      platformUserId,
      name,
      handle,
      address,
      enteredUserId: userId ?? null,
      expiresAt: new Date(now.getTime() + codeLifetimeMs),
    },
  })
  return count === 1
}

/** Records which side confirmed first. Returns false if that is no longer awaited. Of concurrent calls, only one succeeds. */
export async function storeFirstConfirmation(
  tx: Tx,
  id: LinkId,
  { confirmedBy, now }: { readonly confirmedBy: LinkSide; readonly now: Date },
): Promise<boolean> {
  const expiresAt = new Date(now.getTime() + codeLifetimeMs)
  const { count } = await tx.linkCode.updateMany({
    where: { id, state: 'entered', expiresAt: { gt: now } },
    data: { state: 'confirmed', confirmedBy, expiresAt },
  })
  return count === 1
}

/**
 * Accepts a request that was confirmed by one side, after which both accounts belong to one user. Returns false if it is no longer pending.
 * Of concurrent calls, only one succeeds.
 */
export async function acceptRequest(
  tx: Tx,
  id: LinkId,
  { userId, now }: { readonly userId: UserId; readonly now: Date },
): Promise<boolean> {
  const { count } = await tx.linkCode.updateMany({
    where: { id, state: 'confirmed', expiresAt: { gt: now } },
    data: { state: 'accepted', userId, enteredUserId: userId },
  })
  return count === 1
}

/** Declines a pending request. Returns false if it is no longer pending. Of concurrent calls, only one succeeds. */
export async function declineRequest(db: Db, id: LinkId, now: Date): Promise<boolean> {
  const { count } = await db.linkCode.updateMany({
    where: { id, state: { in: ['entered', 'confirmed'] }, expiresAt: { gt: now } },
    data: { state: 'declined' },
  })
  return count === 1
}

/** Invalidates a code that has not been entered. */
export async function invalidateCode(tx: Tx, id: LinkId, now: Date): Promise<void> {
  await tx.linkCode.updateMany({ where: { id, state: 'open', expiresAt: { gt: now } }, data: { expiresAt: now } })
}

/** Closes expired requests and returns their ids. */
export async function expireRequests(db: Db, now: Date): Promise<LinkId[]> {
  const expired = await db.linkCode.updateManyAndReturn({
    where: { state: { in: ['entered', 'confirmed'] }, expiresAt: { lte: now } },
    data: { state: 'declined' },
    select: { id: true },
  })
  return expired.map(({ id }) => id as LinkId)
}

/** Deletes the codes that a user's accounts created or entered, and their failed attempts. */
export async function deleteUserLinkCodes(tx: Tx, userId: UserId): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM link_codes l USING accounts a
    WHERE a.user_id = ${userId}
      AND (l.account_id = a.id OR (l.platform, l.tenant, l.platform_user_id) = (a.platform, a.tenant, a.platform_user_id))`
  await tx.$executeRaw`
    DELETE FROM failed_link_attempts g USING accounts a
    WHERE a.user_id = ${userId} AND (g.platform, g.tenant, g.platform_user_id) = (a.platform, a.tenant, a.platform_user_id)`
}

/** Deletes closed codes and failed attempts that no longer count. */
export async function deleteOldLinkCodes(db: Db, now: Date): Promise<void> {
  await db.linkCode.deleteMany({ where: { expiresAt: { lt: new Date(now.getTime() - codeRetentionMs) } } })
  await db.failedLinkAttempt.deleteMany({ where: { attemptedAt: { lte: new Date(now.getTime() - attemptWindowMs) } } })
}

/** Returns how many more codes an account may try at the moment. Waits for concurrent attempts by the account. */
export async function countAttemptsLeft(tx: Tx, { platform, tenant, platformUserId }: AccountKey, now: Date): Promise<number> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${JSON.stringify([platform, tenant, platformUserId])}, 7480313))::text`
  const since = new Date(now.getTime() - attemptWindowMs)
  return maxFailedAttempts - (await tx.failedLinkAttempt.count({ where: { platform, tenant, platformUserId, attemptedAt: { gt: since } } }))
}

export async function recordFailedAttempt(tx: Tx, { platform, tenant, platformUserId }: AccountKey, now: Date): Promise<void> {
  await tx.failedLinkAttempt.create({ data: { platform, tenant, platformUserId, attemptedAt: now } })
}
