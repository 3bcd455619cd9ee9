import { createHash } from 'node:crypto'
import type { UserId } from '../core/domain/ids.ts'
import type { Db } from '../store/store.ts'
import type { PeopleDeps } from './deps.ts'
import { findUserById, type User } from './users.ts'

export interface SignInLink {
  /** Goes into the link; only its hash is stored. */
  readonly token: string
  readonly expiresAt: Date
}

export interface SignInSession {
  /** Goes into the cookie; only its hash is stored. */
  readonly sessionToken: string
  readonly userId: UserId
  readonly expiresAt: Date
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const sessionLifetimeMs = 30 * dayMs
const tokenBytes = 32

/** Makes a link that signs this user in once. `lifetimeMs` in milliseconds: 15 minutes for one that is asked for in a chat. */
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

/** Whether the link can still be spent. Looking does not spend it, because link previews look. */
export async function isSignInLinkValid(deps: PeopleDeps, token: string): Promise<boolean> {
  const conditions = { hash: hashToken(token), usedAt: null, expiresAt: { gt: deps.clock.now() } }
  return (await deps.store.db.signInLink.count({ where: conditions })) === 1
}

/** Turns a link into a session; undefined when it is unknown, was spent before, or is too old. Of two at once, one gets it. */
export async function consumeSignInLink(deps: PeopleDeps, token: string): Promise<SignInSession | undefined> {
  const now = deps.clock.now()
  const hash = hashToken(token)
  return deps.store.transaction(async (tx) => {
    // The condition is checked again once the row is ours, so the second of two finds it used.
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

/** Whose session this is; undefined when there is none of that token, it has ended, or its user is blocked. */
export async function findSessionUser(deps: PeopleDeps, sessionToken: string): Promise<User | undefined> {
  const session = await deps.store.db.webSession.findFirst({
    where: { hash: hashToken(sessionToken), expiresAt: { gt: deps.clock.now() } },
  })
  const user = session ? await findUserById(deps.store.db, session.userId as UserId) : undefined
  return user?.isBlocked ? undefined : user
}

/** Ends a session; one that does not exist is ended already. */
export async function endSession(db: Db, sessionToken: string): Promise<void> {
  await db.webSession.deleteMany({ where: { hash: hashToken(sessionToken) } })
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
