import { createHash } from 'node:crypto'
import type { UserId } from '../core/domain/ids.ts'
import type { Db } from '../store/store.ts'
import type { PeopleDeps } from './deps.ts'
import { findUserById, type User } from './users.ts'

export interface SignInLink {
  /** Part of the link. Only its hash is stored. */
  readonly token: string
  readonly expiresAt: Date
}

export interface SignInSession {
  /** Kept in the cookie. Only its hash is stored in the database. */
  readonly sessionToken: string
  readonly userId: UserId
  readonly expiresAt: Date
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const sessionLifetimeMs = 30 * dayMs
const tokenBytes = 32

/** Creates a link that signs a user in once. `lifetimeMs` is in milliseconds, 15 minutes by default. */
export async function createSignInLink(deps: PeopleDeps, userId: UserId, lifetimeMs = 15 * minuteMs): Promise<SignInLink> {
  const now = deps.clock.now()
  const token = deps.random.token(tokenBytes)
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  await deps.store.transaction(async (tx) => {
    await tx.signInLink.deleteMany({ where: { userId, expiresAt: { lte: now } } })
    await tx.signInLink.create({ data: { hash: hashToken(token), userId, expiresAt } })
  })
  return { token, expiresAt }
}

/** Returns whether the link can still be used. Does not consume it, because link previews open the link too. */
export async function isSignInLinkValid(deps: PeopleDeps, token: string): Promise<boolean> {
  const conditions = { hash: hashToken(token), usedAt: null, expiresAt: { gt: deps.clock.now() } }
  return (await deps.store.db.signInLink.count({ where: conditions })) === 1
}

/**
 * Consumes a link and creates a session. Returns undefined if the link is unknown, used or expired. Of concurrent calls, only one
 * succeeds.
 */
export async function consumeSignInLink(deps: PeopleDeps, token: string): Promise<SignInSession | undefined> {
  const now = deps.clock.now()
  const hash = hashToken(token)
  return deps.store.transaction(async (tx) => {
    // PostgreSQL checks the condition again after waiting for the row, so the second of two calls finds the link used.
    const { count } = await tx.signInLink.updateMany({ where: { hash, usedAt: null, expiresAt: { gt: now } }, data: { usedAt: now } })
    if (count !== 1) return undefined
    const { userId } = await tx.signInLink.findUniqueOrThrow({ where: { hash } })
    const sessionToken = deps.random.token(tokenBytes)
    const expiresAt = new Date(now.getTime() + sessionLifetimeMs)
    await tx.webSession.deleteMany({ where: { userId, expiresAt: { lte: now } } })
    await tx.webSession.create({ data: { hash: hashToken(sessionToken), userId, createdAt: now, expiresAt } })
    return { sessionToken, userId: userId as UserId, expiresAt }
  })
}

/** Returns the user of a session. Undefined if the session is unknown or expired, or its user is blocked. */
export async function findSessionUser(deps: PeopleDeps, sessionToken: string): Promise<User | undefined> {
  const session = await deps.store.db.webSession.findFirst({
    where: { hash: hashToken(sessionToken), expiresAt: { gt: deps.clock.now() } },
  })
  const user = session ? await findUserById(deps.store.db, session.userId as UserId) : undefined
  return user?.isBlocked ? undefined : user
}

/** Ends a session. Idempotent. */
export async function endSession(db: Db, sessionToken: string): Promise<void> {
  await db.webSession.deleteMany({ where: { hash: hashToken(sessionToken) } })
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
