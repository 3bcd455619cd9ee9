import { createHash } from 'node:crypto'
import type { AccountId, PlaceAddress, PlaceId, UserId } from '../core/domain/ids.ts'
import { codeAlphabet, createCode } from '../core/lib/one-time-code.ts'
import type { PlatformName } from '../core/ports/platform.ts'
import type { Random } from '../core/ports/random.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db, Tx } from '../store/store.ts'
import type { AccountKey } from './users.ts'

/** For entering a code, and then once more for agreeing, in ms. */
const codeLifetimeMs = 10 * 60_000
/** How long it is known that there was a code, so that whoever asked for it is told of late tries. In ms. */
const codeRetentionMs = 24 * 3_600_000

/** So many wrong codes within an hour, and no more of that account are looked at. */
const maxFailedAttempts = 5
const attemptWindowMs = 3_600_000

/** 38 bits, too many to guess at 5 attempts per hour. */
const codeLength = 8

/** The letters of what was given as a code, in any case, with or without spaces and hyphens; undefined for what cannot be one. */
export function parseLinkCode(input: string): string | undefined {
  const code = input.toUpperCase().replace(/[\s-]+/g, '')
  return code.length === codeLength && [...code].every((letter) => codeAlphabet.includes(letter)) ? code : undefined
}

/** As people read it out: K7QF-2MXD. */
export const formatLinkCode = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`

const hashCode = (code: string) => createHash('sha256').update(code).digest('hex')

/** Where somebody asks for a code, or enters one. */
export interface LinkRequestOrigin {
  readonly accountId: AccountId
  readonly placeId: PlaceId
}

/** A code that makes whoever enters it from another account one with the account that asks. Only its hash is stored, and an older one is worthless. */
export async function createLinkCode(tx: Tx, random: Random, { accountId, placeId, now }: LinkRequestOrigin & { readonly now: Date }) {
  const code = createCode(random, codeLength)
  const expiresAt = new Date(now.getTime() + codeLifetimeMs)
  await tx.linkCode.updateMany({ where: { accountId, state: 'open', expiresAt: { gt: now } }, data: { expiresAt: now } })
  await tx.linkCode.create({ data: { hash: hashCode(code), accountId, placeId, createdAt: now, expiresAt } })
  return { code, expiresAt }
}

export type LinkId = number & { readonly brand: 'LinkId' }

/** A code, who asked for it, and who has entered it. */
export interface LinkRequest {
  readonly id: LinkId
  readonly state: 'open' | 'claimed' | 'accepted' | 'declined'
  readonly expiresAt: Date
  readonly requester: NamedAccount & LinkRequestOrigin & { readonly userId: UserId }
  /** Null as long as nobody has. */
  readonly claimant: Claimant | null
}

/** How an account is shown to somebody else. */
export interface NamedAccount {
  readonly platform: PlatformName
  readonly name: string
}

/** Who enters a code, and the direct place they do it in. */
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

/** What there is of a code, good or not. */
export async function findRequestByCode(db: Db, code: string): Promise<LinkRequest | undefined> {
  const [request] = await db.$queryRaw<LinkRequest[]>`${selectRequests} WHERE c.hash = ${hashCode(code)}`
  return request
}

/** The requests that an account may agree to now. */
export function listClaimedRequests(db: Db, accountId: AccountId, now: Date): Promise<LinkRequest[]> {
  return db.$queryRaw<LinkRequest[]>`
    ${selectRequests} WHERE c.account_id = ${accountId} AND c.state = 'claimed' AND c.expires_at > ${now} ORDER BY c.id`
}

/** Takes a code for whoever enters it: of two at once, one gets it. */
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

/** Ends a request that waits. False when it waits no more: of two at once, one ends it. */
export async function closeRequest(db: Db, id: LinkId, { state, now }: { state: 'accepted' | 'declined'; now: Date }): Promise<boolean> {
  const { count } = await db.linkCode.updateMany({ where: { id, state: 'claimed', expiresAt: { gt: now } }, data: { state } })
  return count === 1
}

/** Makes a code worthless that nobody has entered. */
export async function invalidateCode(tx: Tx, id: LinkId, now: Date): Promise<void> {
  await tx.linkCode.updateMany({ where: { id, state: 'open', expiresAt: { gt: now } }, data: { expiresAt: now } })
}

/** Ends the requests that nobody has agreed to in time, and tells which. */
export async function expireClaimedRequests(db: Db, now: Date): Promise<LinkId[]> {
  const expired = await db.$queryRaw<{ id: LinkId }[]>`
    UPDATE link_codes SET state = 'declined' WHERE state = 'claimed' AND expires_at <= ${now} RETURNING id`
  return expired.map(({ id }) => id)
}

/** Codes that a person's accounts have asked for or entered, and their wrong guesses. */
export async function deleteUserLinkCodes(tx: Tx, userId: UserId): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM link_codes l USING accounts a
    WHERE a.user_id = ${userId}
      AND (l.account_id = a.id OR (l.platform, l.tenant, l.platform_user_id) = (a.platform, a.tenant, a.platform_user_id))`
  await tx.$executeRaw`
    DELETE FROM failed_link_attempts g USING accounts a
    WHERE a.user_id = ${userId} AND (g.platform, g.tenant, g.platform_user_id) = (a.platform, a.tenant, a.platform_user_id)`
}

/** Codes that nobody needs to be told of any more, and guesses that count no more. */
export async function deleteOldLinkCodes(db: Db, now: Date): Promise<void> {
  await db.linkCode.deleteMany({ where: { expiresAt: { lt: new Date(now.getTime() - codeRetentionMs) } } })
  await db.failedLinkAttempt.deleteMany({ where: { attemptedAt: { lte: new Date(now.getTime() - attemptWindowMs) } } })
}

/** How many more codes of an account are looked at within this hour. Waits for whoever enters one from it just now. */
export async function countAttemptsLeft(tx: Tx, { platform, tenant, platformUserId }: AccountKey, now: Date): Promise<number> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${JSON.stringify([platform, tenant, platformUserId])}, 7480313))::text`
  const since = new Date(now.getTime() - attemptWindowMs)
  return maxFailedAttempts - (await tx.failedLinkAttempt.count({ where: { platform, tenant, platformUserId, attemptedAt: { gt: since } } }))
}

export async function recordFailedAttempt(tx: Tx, { platform, tenant, platformUserId }: AccountKey, now: Date): Promise<void> {
  await tx.failedLinkAttempt.create({ data: { platform, tenant, platformUserId, attemptedAt: now } })
}
