import type { PlaceAddress } from '../core/domain/ids.ts'
import { clip, plainName, storable } from '../core/domain/text.ts'
import { createCode, normalizeCode } from '../core/lib/one-time-code.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db, Store, Tx } from '../store/store.ts'
import type { PeopleDeps } from './deps.ts'
import { type AccountKey, insertUser, type UserAccount } from './users.ts'

/** Somebody who would like to be let in. */
export interface AccessRequest extends AccountKey {
  /** Names the request, for them and for owners. */
  readonly code: string
  readonly name: string
  /** Their direct place. */
  readonly address: PlaceAddress
  readonly expiresAt: Date
}

/** `full`: too many are waiting; `denied`: an owner has refused them. */
export type AccessRequestResult =
  | { readonly state: 'new' | 'waiting'; readonly request: AccessRequest }
  | { readonly state: 'full' | 'denied' }

const dayMs = 24 * 3_600_000
/** How long an owner can let them in, and how long somebody who was refused is not asked about again, in ms. */
const requestLifetimeMs = dayMs
const denialLifetimeMs = 30 * dayMs

/** Owners are to see each one, so a crowd does not get in line. */
const maxPendingRequests = 10

/** In characters. Names are of the strangers' own choosing. */
const maxNameCharacters = 60

const codeLength = 6

/** A stranger's name, to stand in a Markdown text: as code, so that it holds no link and calls nobody. */
export const formatRequesterName = ({ name }: Pick<AccessRequest, 'name'>): string => `\`${plainName(name) || 'somebody'}\``

const requestColumns = Prisma.sql`code, platform, tenant, platform_user_id AS "platformUserId", name, address, expires_at AS "expiresAt"`

/** Asks for an account to be let in: once, whatever it says, until an owner has answered or a day has passed. */
export async function requestAccess(
  deps: PeopleDeps,
  key: AccountKey,
  details: Pick<AccessRequest, 'name' | 'address'>,
): Promise<AccessRequestResult> {
  const now = deps.clock.now()
  const existing = await findExistingResult(deps.store.db, key, now)
  if (existing) return existing
  return deps.store.transaction(async (tx) => {
    // One at a time: a crowd that comes at once would count itself past the limit.
    await tx.$executeRaw`LOCK TABLE access_requests IN SHARE ROW EXCLUSIVE MODE`
    await tx.accessRequest.deleteMany({ where: { expiresAt: { lte: now } } })
    const concurrent = await findExistingResult(tx, key, now)
    if (concurrent) return concurrent
    const request: AccessRequest = {
      ...key,
      code: await generateUnusedCode(tx, deps),
      name: clip(storable(details.name), maxNameCharacters),
      address: details.address,
      expiresAt: new Date(now.getTime() + requestLifetimeMs),
    }
    await tx.accessRequest.create({ data: { ...request, requestedAt: now } })
    return { state: 'new', request }
  })
}

/** What holds for them already; undefined when they can get in line. */
async function findExistingResult(db: Db, key: AccountKey, now: Date): Promise<AccessRequestResult | undefined> {
  const [known] = await db.$queryRaw<(AccessRequest & { state: 'pending' | 'denied' })[]>`
    SELECT ${requestColumns}, state FROM access_requests
    WHERE platform = ${key.platform} AND tenant = ${key.tenant} AND platform_user_id = ${key.platformUserId} AND expires_at > ${now}`
  if (known?.state === 'denied') return { state: 'denied' }
  if (known) return { state: 'waiting', request: known }
  const pendingCount = await db.accessRequest.count({ where: { state: 'pending', expiresAt: { gt: now } } })
  return pendingCount >= maxPendingRequests ? { state: 'full' } : undefined
}

async function generateUnusedCode(tx: Tx, { random }: PeopleDeps): Promise<string> {
  for (;;) {
    const code = createCode(random, codeLength)
    if ((await tx.accessRequest.count({ where: { code } })) === 0) return code
  }
}

/** Those that wait for an owner, in the order in which they came. */
export function listPendingRequests(db: Db, now: Date): Promise<AccessRequest[]> {
  return db.$queryRaw<AccessRequest[]>`
    SELECT ${requestColumns} FROM access_requests WHERE state = 'pending' AND expires_at > ${now} ORDER BY requested_at, id`
}

export interface ApprovedAccess {
  readonly userAccount: UserAccount
  readonly request: AccessRequest
}

/** Makes a user of whoever has this code. Undefined when no request that is open has it: of two owners at once, one lets them in. */
export async function approveRequest(store: Store, code: string, now: Date): Promise<ApprovedAccess | undefined> {
  return store.transaction(async (tx) => {
    const [request] = await tx.$queryRaw<AccessRequest[]>`
      DELETE FROM access_requests WHERE code = ${normalizeCode(code)} AND state = 'pending' AND expires_at > ${now} RETURNING ${requestColumns}`
    return request && { request, userAccount: await insertUser(tx, request, { name: request.name, now }) }
  })
}

/** Refuses whoever has this code, and keeps nothing but that. Gives the name; undefined when no request that is open has it. */
export async function denyRequest(store: Store, code: string, now: Date): Promise<string | undefined> {
  return store.transaction(async (tx) => {
    const [request] = await tx.$queryRaw<{ id: number; name: string }[]>`
      SELECT id, name FROM access_requests
      WHERE code = ${normalizeCode(code)} AND state = 'pending' AND expires_at > ${now} FOR UPDATE`
    if (!request) return undefined
    const expiresAt = new Date(now.getTime() + denialLifetimeMs)
    await tx.accessRequest.update({ where: { id: request.id }, data: { state: 'denied', name: '', address: '', expiresAt } })
    return request.name
  })
}

/** Deletes the access requests of an account that belongs to a user by now. */
export async function deleteAccessRequests(tx: Tx, { platform, tenant, platformUserId }: AccountKey): Promise<void> {
  await tx.accessRequest.deleteMany({ where: { platform, tenant, platformUserId } })
}
