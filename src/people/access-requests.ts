import type { PlaceAddress } from '../core/domain/ids.ts'
import { clip, plainName, storable } from '../core/domain/text.ts'
import { createCode, normalizeCode } from '../core/lib/one-time-code.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db, Store, Tx } from '../store/store.ts'
import type { PeopleDeps } from './deps.ts'
import { type AccountKey, insertUser, type UserAccount } from './users.ts'

/** A stranger's request to use the bot. */
export interface AccessRequest extends AccountKey {
  /** Identifies the request to the requester and to the owners. */
  readonly code: string
  readonly name: string
  /** The requester's direct place. */
  readonly address: PlaceAddress
  readonly expiresAt: Date
}

/** `full`: too many requests are pending. `denied`: an owner recently denied a request from this account. */
export type AccessRequestResult =
  | { readonly state: 'new' | 'waiting'; readonly request: AccessRequest }
  | { readonly state: 'full' | 'denied' }

const dayMs = 24 * 3_600_000
/** How long a request stays pending, and how long a denied requester cannot ask again, in ms. */
const requestLifetimeMs = dayMs
const denialLifetimeMs = 30 * dayMs

/** Owners see every request, so strangers must not be able to flood them. */
const maxPendingRequests = 10

/** In characters. Strangers choose their own names. */
const maxNameCharacters = 60

const codeLength = 6

/** Formats a stranger's name as Markdown code, so that it cannot contain links or mentions. */
export const formatRequesterName = ({ name }: Pick<AccessRequest, 'name'>): string => `\`${plainName(name) || 'somebody'}\``

const requestColumns = Prisma.sql`code, platform, tenant, platform_user_id AS "platformUserId", name, address, expires_at AS "expiresAt"`

/** Requests access for an account. A request is pending until an owner answers it or a day has passed. */
export async function requestAccess(
  deps: PeopleDeps,
  key: AccountKey,
  details: Pick<AccessRequest, 'name' | 'address'>,
): Promise<AccessRequestResult> {
  const now = deps.clock.now()
  const existing = await findExistingResult(deps.store.db, key, now)
  if (existing) return existing
  return deps.store.transaction(async (tx) => {
    // Serialized, because concurrent requests could exceed the limit.
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

/** Returns the result that already applies, or undefined if a request can be added. */
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

/** Lists pending requests, oldest first. */
export function listPendingRequests(db: Db, now: Date): Promise<AccessRequest[]> {
  return db.$queryRaw<AccessRequest[]>`
    SELECT ${requestColumns} FROM access_requests WHERE state = 'pending' AND expires_at > ${now} ORDER BY requested_at, id`
}

export interface ApprovedAccess {
  readonly userAccount: UserAccount
  readonly request: AccessRequest
}

/** Creates a user from the pending request with this code. Returns undefined if there is none. Concurrent calls approve it only once. */
export async function approveRequest(store: Store, code: string, now: Date): Promise<ApprovedAccess | undefined> {
  return store.transaction(async (tx) => {
    const [request] = await tx.$queryRaw<AccessRequest[]>`
      DELETE FROM access_requests WHERE code = ${normalizeCode(code)} AND state = 'pending' AND expires_at > ${now} RETURNING ${requestColumns}`
    return request && { request, userAccount: await insertUser(tx, request, { name: request.name, now }) }
  })
}

/**
 * Denies the pending request with this code and keeps only the denial. Returns the requester's name, or undefined if there is no such
 * request.
 */
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

/** Deletes the access requests of an account that now belongs to a user. */
export async function deleteAccessRequests(tx: Tx, { platform, tenant, platformUserId }: AccountKey): Promise<void> {
  await tx.accessRequest.deleteMany({ where: { platform, tenant, platformUserId } })
}
