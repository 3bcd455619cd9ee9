import { createHash } from 'node:crypto'
import type { AccountId, PlaceAddress, PlaceId, UserId } from '../core/domain/ids.ts'
import { codeAlphabet, createCode } from '../core/lib/one-time-code.ts'
import type { PlatformName } from '../core/ports/platform.ts'
import type { Random } from '../core/ports/random.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db, Tx } from '../store/store.ts'
import type { AccountKey } from './users.ts'

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

/** Creates a code that links the account that enters it to this one. Only the hash of the code is stored. Invalidates an older code. */
export async function createLinkCode(tx: Tx, random: Random, { accountId, placeId, now }: LinkRequestOrigin & { readonly now: Date }) {
  const code = createCode(random, codeLength)
  const expiresAt = new Date(now.getTime() + codeLifetimeMs)
  await tx.linkCode.updateMany({ where: { accountId, state: 'open', expiresAt: { gt: now } }, data: { expiresAt: now } })
  await tx.linkCode.create({ data: { hash: hashCode(code), accountId, placeId, createdAt: now, expiresAt } })
  return { code, expiresAt }
}

export type LinkId = number & { readonly brand: 'LinkId' }

/** A code, its creator, and the account that has entered it. */
export interface LinkRequest {
  readonly id: LinkId
  readonly state: 'open' | 'claimed' | 'accepted' | 'declined'
  readonly expiresAt: Date
  readonly requester: NamedAccount & LinkRequestOrigin & { readonly userId: UserId }
  /** Null until the code is entered. */
  readonly claimant: Claimant | null
}

/** How an account is shown to another user. */
export interface NamedAccount {
  readonly platform: PlatformName
  readonly name: string
}

/** The account that enters a code, and its direct place. */
export interface Claimant extends AccountKey, NamedAccount {
  readonly address: PlaceAddress
}

const selectRequests = Prisma.sql`
  SELECT c.id, c.state, c.expires_at AS "expiresAt",
    jsonb_build_object('accountId', a.id, 'placeId', c.place_id, 'userId', a.user_id, 'platform', a.platform, 'name', a.name) AS requester,
    CASE WHEN c.platform IS NOT NULL THEN jsonb_build_object('platform', c.platform, 'tenant', c.tenant,
      'platformUserId', c.platform_user_id, 'name', c.name, 'address', c.address) END AS claimant
  FROM link_codes c JOIN accounts a ON a.id = c.account_id`

export async function findLinkRequest(db: Db, id: LinkId): Promise<LinkRequest | undefined> {
  const [request] = await db.$queryRaw<LinkRequest[]>`${selectRequests} WHERE c.id = ${id}`
  return request
}

/** Finds the request for a code, in whatever state it is. */
export async function findRequestByCode(db: Db, code: string): Promise<LinkRequest | undefined> {
  const [request] = await db.$queryRaw<LinkRequest[]>`${selectRequests} WHERE c.hash = ${hashCode(code)}`
  return request
}

/** Lists the requests that an account can accept now. */
export function listClaimedRequests(db: Db, accountId: AccountId, now: Date): Promise<LinkRequest[]> {
  return db.$queryRaw<LinkRequest[]>`
    ${selectRequests} WHERE c.account_id = ${accountId} AND c.state = 'claimed' AND c.expires_at > ${now} ORDER BY c.id`
}

/** Claims a code for the account that enters it. Of concurrent calls, only one succeeds. */
export async function claimCode(
  tx: Tx,
  id: LinkId,
  { claimant, now }: { readonly claimant: Claimant; readonly now: Date },
): Promise<boolean> {
  const { platform, tenant, platformUserId, name, address } = claimant
  const { count } = await tx.linkCode.updateMany({
    where: { id, state: 'open', expiresAt: { gt: now } },
    data: { state: 'claimed', platform, tenant, platformUserId, name, address, expiresAt: new Date(now.getTime() + codeLifetimeMs) },
  })
  return count === 1
}

/** Closes a pending request. Returns false if it is no longer pending. Of concurrent calls, only one succeeds. */
export async function closeRequest(db: Db, id: LinkId, { state, now }: { state: 'accepted' | 'declined'; now: Date }): Promise<boolean> {
  const { count } = await db.linkCode.updateMany({ where: { id, state: 'claimed', expiresAt: { gt: now } }, data: { state } })
  return count === 1
}

/** Invalidates a code that has not been entered. */
export async function invalidateCode(tx: Tx, id: LinkId, now: Date): Promise<void> {
  await tx.linkCode.updateMany({ where: { id, state: 'open', expiresAt: { gt: now } }, data: { expiresAt: now } })
}

/** Closes expired requests and returns their ids. */
export async function expireClaimedRequests(db: Db, now: Date): Promise<LinkId[]> {
  const expired = await db.$queryRaw<{ id: LinkId }[]>`
    UPDATE link_codes SET state = 'declined' WHERE state = 'claimed' AND expires_at <= ${now} RETURNING id`
  return expired.map(({ id }) => id)
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
