import { createHash } from 'node:crypto'
import type { AccountId, PlaceAddress, PlaceId, UserId } from '../core/ids.ts'
import type { PlatformName } from '../core/platform.ts'
import type { Random } from '../core/random.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db, Tx } from '../store/store.ts'
import type { AccountKey } from './users.ts'

/** For entering a code, and then once more for agreeing, in ms. */
const goodForMs = 10 * 60_000
/** How long it is known that there was a code, so that whoever asked for it is told of late tries. In ms. */
const knownForMs = 24 * 3_600_000

/** So many wrong codes within an hour, and no more of that account are looked at. */
const mostGuesses = 5
const guessesMs = 3_600_000

/** Digits and letters that nobody takes for one another, and that make no words. */
const alphabet = '23456789BCDFGHJKMNPQRSTVWXYZ'
const length = 8

/** The letters of what was given as a code, in any case, with or without spaces and hyphens; undefined for what cannot be one. */
export function readCode(given: string): string | undefined {
  const code = given.toUpperCase().replace(/[\s-]+/g, '')
  return code.length === length && [...code].every((letter) => alphabet.includes(letter)) ? code : undefined
}

/** As people read it out: K7QF-2MXD. */
export const shownCode = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex')

/** 38 bits, which 5 tries an hour do not get through. */
function newCode(random: Random): string {
  let number = BigInt(`0x${hashOf(random.token(32))}`)
  let code = ''
  for (; code.length < length; number /= BigInt(alphabet.length)) code += alphabet[Number(number % BigInt(alphabet.length))]
  return code
}

/** Where somebody asks for a code, or enters one. */
export interface AskedBy {
  readonly accountId: AccountId
  readonly placeId: PlaceId
}

/** A code that makes whoever enters it from another account one with the account that asks. Only its hash is stored, and an older one is worthless. */
export async function createLinkCode(tx: Tx, random: Random, { accountId, placeId, now }: AskedBy & { readonly now: Date }) {
  const code = newCode(random)
  const expiresAt = new Date(now.getTime() + goodForMs)
  await tx.linkCode.updateMany({ where: { accountId, state: 'open', expiresAt: { gt: now } }, data: { expiresAt: now } })
  await tx.linkCode.create({ data: { hash: hashOf(code), accountId, placeId, createdAt: now, expiresAt } })
  return { code, expiresAt }
}

export type LinkId = number & { readonly brand: 'LinkId' }

/** A code, who asked for it, and who has entered it. */
export interface LinkRequest {
  readonly id: LinkId
  readonly state: 'open' | 'claimed' | 'agreed' | 'refused'
  readonly expiresAt: Date
  readonly asker: NamedAccount & AskedBy & { readonly userId: UserId }
  /** Null as long as nobody has. */
  readonly entrant: Entrant | null
}

/** How an account is shown to somebody else. */
export interface NamedAccount {
  readonly platform: PlatformName
  readonly name: string
}

/** Who enters a code, and the direct place they do it in. */
export interface Entrant extends AccountKey, NamedAccount {
  readonly address: PlaceAddress
}

const requests = Prisma.sql`
  SELECT c.id, c.state, c.expires_at AS "expiresAt",
    jsonb_build_object('accountId', a.id, 'placeId', c.place_id, 'userId', a.user_id, 'platform', a.platform, 'name', a.name) AS asker,
    CASE WHEN c.platform IS NOT NULL THEN jsonb_build_object('platform', c.platform, 'tenant', c.tenant,
      'platformUserId', c.platform_user_id, 'name', c.name, 'address', c.address) END AS entrant
  FROM link_codes c JOIN accounts a ON a.id = c.account_id`

export async function linkRequest(db: Db, id: LinkId): Promise<LinkRequest | undefined> {
  const [request] = await db.$queryRaw<LinkRequest[]>`${requests} WHERE c.id = ${id}`
  return request
}

/** What there is of a code, good or not. */
export async function requestOfCode(db: Db, code: string): Promise<LinkRequest | undefined> {
  const [request] = await db.$queryRaw<LinkRequest[]>`${requests} WHERE c.hash = ${hashOf(code)}`
  return request
}

/** The requests that an account may agree to now. */
export function requestsTo(db: Db, accountId: AccountId, now: Date): Promise<LinkRequest[]> {
  return db.$queryRaw<LinkRequest[]>`
    ${requests} WHERE c.account_id = ${accountId} AND c.state = 'claimed' AND c.expires_at > ${now} ORDER BY c.id`
}

/** Takes a code for whoever enters it: of two at once, one gets it. */
export async function claimCode(tx: Tx, id: LinkId, { entrant, now }: { readonly entrant: Entrant; readonly now: Date }): Promise<boolean> {
  const { platform, tenant, platformUserId, name, address } = entrant
  const { count } = await tx.linkCode.updateMany({
    where: { id, state: 'open', expiresAt: { gt: now } },
    data: { state: 'claimed', platform, tenant, platformUserId, name, address, expiresAt: new Date(now.getTime() + goodForMs) },
  })
  return count === 1
}

/** Ends a request that waits. False when it waits no more: of two at once, one ends it. */
export async function settleRequest(db: Db, id: LinkId, { state, now }: { state: 'agreed' | 'refused'; now: Date }): Promise<boolean> {
  const { count } = await db.linkCode.updateMany({ where: { id, state: 'claimed', expiresAt: { gt: now } }, data: { state } })
  return count === 1
}

/** Makes a code worthless that nobody has entered. */
export async function spoilCode(tx: Tx, id: LinkId, now: Date): Promise<void> {
  await tx.linkCode.updateMany({ where: { id, state: 'open', expiresAt: { gt: now } }, data: { expiresAt: now } })
}

/** Ends the requests that nobody has agreed to in time, and tells which. */
export async function endLateRequests(db: Db, now: Date): Promise<LinkId[]> {
  const ended = await db.$queryRaw<{ id: LinkId }[]>`
    UPDATE link_codes SET state = 'refused' WHERE state = 'claimed' AND expires_at <= ${now} RETURNING id`
  return ended.map(({ id }) => id)
}

/** Codes that a person's accounts have asked for or entered, and their wrong guesses. */
export async function deleteLinksOf(tx: Tx, userId: UserId): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM link_codes l USING accounts a
    WHERE a.user_id = ${userId}
      AND (l.account_id = a.id OR (l.platform, l.tenant, l.platform_user_id) = (a.platform, a.tenant, a.platform_user_id))`
  await tx.$executeRaw`
    DELETE FROM link_guesses g USING accounts a
    WHERE a.user_id = ${userId} AND (g.platform, g.tenant, g.platform_user_id) = (a.platform, a.tenant, a.platform_user_id)`
}

/** Codes that nobody needs to be told of any more, and guesses that count no more. */
export async function forgetOldLinks(db: Db, now: Date): Promise<void> {
  await db.linkCode.deleteMany({ where: { expiresAt: { lt: new Date(now.getTime() - knownForMs) } } })
  await db.linkGuess.deleteMany({ where: { guessedAt: { lte: new Date(now.getTime() - guessesMs) } } })
}

/** How many more codes of an account are looked at within this hour. Waits for whoever enters one from it just now. */
export async function guessesLeft(tx: Tx, { platform, tenant, platformUserId }: AccountKey, now: Date): Promise<number> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${JSON.stringify([platform, tenant, platformUserId])}, 7480313))::text`
  const since = new Date(now.getTime() - guessesMs)
  return mostGuesses - (await tx.linkGuess.count({ where: { platform, tenant, platformUserId, guessedAt: { gt: since } } }))
}

export async function countGuess(tx: Tx, { platform, tenant, platformUserId }: AccountKey, now: Date): Promise<void> {
  await tx.linkGuess.create({ data: { platform, tenant, platformUserId, guessedAt: now } })
}
