import { createHash } from 'node:crypto'
import type { AccountId, UserId } from '../core/domain/ids.ts'
import type { PlatformName } from '../core/ports/platform.ts'
import { Prisma } from '../store/generated/client.ts'
import { inMs, planOnce, type Tx } from '../store/store.ts'
import type { PeopleDeps } from './deps.ts'
import { deleteDraft } from './drafts.ts'
import { hasOwnerAccount, lockUser, type User, userColumns } from './users.ts'

export interface SignInLink {
  /** Part of the link. Only its hash is stored. */
  readonly token: string
  readonly expiresAt: Date
}

export interface SignInSession {
  /** Kept in the cookie. Only its hash is stored in the database. */
  readonly sessionToken: string
  readonly userId: UserId
  /** When it ends at the latest. It ends earlier if it is not used. */
  readonly endsAt: Date
}

/** How long a session lasts without being used, in ms. */
export interface SessionIdle {
  readonly idleMs: number
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** The longest life of a session, however often it is used. */
const sessionLifetimeMs = 30 * dayMs
/** A session's last use is written at most this often, in ms. */
const prolongEveryMs = 60 * minuteMs
const tokenBytes = 32

export interface SignInLinkOptions {
  /** The account that requested the link. The link and its session end when the account is unlinked. Absent for the printed link. */
  readonly accountId?: AccountId
  /** 15 minutes by default. */
  readonly lifetimeMs?: number
}

/** Creates a link that signs a user in once. */
export async function createSignInLink(
  deps: PeopleDeps,
  userId: UserId,
  { accountId, lifetimeMs = 15 * minuteMs }: SignInLinkOptions = {},
): Promise<SignInLink> {
  const now = deps.clock.now()
  const token = deps.random.token(tokenBytes)
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  await deps.store.transaction(async (tx) => {
    await tx.signInLink.deleteMany({ where: { userId, expiresAt: { lte: now } } })
    await tx.signInLink.create({ data: { hash: hashToken(token), userId, accountId: accountId ?? null, expiresAt } })
  })
  return { token, expiresAt }
}

const linkOwner = { userId: true, accountId: true, account: { select: { userId: true } } } as const

/** Whether the account that requested a link or started a session still belongs to the user. */
const isOfUser = ({ userId, account }: { readonly userId: number; readonly account: { readonly userId: number } | null }) =>
  account === null || account.userId === userId

/** Returns whether the link can still be used. Does not consume it, because link previews open the link too. */
export async function isSignInLinkValid(deps: PeopleDeps, token: string): Promise<boolean> {
  const where = { hash: hashToken(token), usedAt: null, expiresAt: { gt: deps.clock.now() } }
  const link = await deps.store.db.signInLink.findFirst({ where, select: linkOwner })
  return link !== null && isOfUser(link)
}

/**
 * Consumes a link and creates a session, which belongs to the account that requested the link. `browser` is shown in the list of sessions.
 * Returns undefined if the link is unknown, used or expired. Of concurrent calls, only one succeeds.
 */
export async function consumeSignInLink(
  deps: PeopleDeps,
  token: string,
  { browser = '', idleMs = sessionLifetimeMs }: Partial<SessionIdle> & { readonly browser?: string } = {},
): Promise<SignInSession | undefined> {
  const now = deps.clock.now()
  const hash = hashToken(token)
  return deps.store.transaction(async (tx) => {
    // PostgreSQL checks the condition again after waiting for the row, so the second of two calls finds the link used.
    const { count } = await tx.signInLink.updateMany({ where: { hash, usedAt: null, expiresAt: { gt: now } }, data: { usedAt: now } })
    if (count !== 1) return undefined
    const link = await tx.signInLink.findUniqueOrThrow({ where: { hash }, select: linkOwner })
    if (!isOfUser(link)) return undefined
    const { userId, accountId } = link
    const sessionToken = deps.random.token(tokenBytes)
    const expiresAt = computeExpiry(now, { createdAt: now, idleMs })
    await tx.webSession.deleteMany({ where: { userId, expiresAt: { lte: now } } })
    await tx.webSession.create({ data: { hash: hashToken(sessionToken), userId, accountId, browser, createdAt: now, expiresAt } })
    return { sessionToken, userId: userId as UserId, endsAt: new Date(now.getTime() + sessionLifetimeMs) }
  })
}

/** Returns when a session ends if it is used now and never again. */
function computeExpiry(now: Date, { createdAt, idleMs }: SessionIdle & { readonly createdAt: Date }): Date {
  return new Date(Math.min(now.getTime() + idleMs, createdAt.getTime() + sessionLifetimeMs))
}

/** A session of the page that is valid. */
export interface SignedInSession {
  readonly id: number
  /** With the rights of the account that started the session. */
  readonly user: User
  /** Whether something unsent stands in the message box of one of the user's pages. */
  readonly hasDraft: boolean
}

interface SessionRow extends User {
  readonly sessionId: number
  readonly createdAt: number
  readonly expiresAt: number
  readonly hasDraft: boolean
}

/**
 * Finds a session. Undefined if it is unknown or expired, or its user is blocked. With `idleMs`, counts as a use of the session, which then
 * lasts that long from now. Relies on web_sessions_pkey.
 */
export async function findSession(
  { store: { db }, clock }: Pick<PeopleDeps, 'store' | 'clock'>,
  sessionToken: string,
  { idleMs }: Partial<SessionIdle> = {},
): Promise<SignedInSession | undefined> {
  const hash = hashToken(sessionToken)
  const now = clock.now()
  // Only the local owner has the printed link, whose sessions belong to no account.
  const [found] = await db.$queryRaw<SessionRow[]>(planOnce`
    SELECT ${userColumns}, coalesce(a.is_owner, ${hasOwnerAccount}) AS "isOwner", s.id AS "sessionId",
      ${inMs(Prisma.sql`s.created_at`)} AS "createdAt", ${inMs(Prisma.sql`s.expires_at`)} AS "expiresAt",
      EXISTS (SELECT 1 FROM drafts d WHERE d.user_id = u.id) AS "hasDraft"
    FROM web_sessions s JOIN users u ON u.id = s.user_id LEFT JOIN accounts a ON a.id = s.account_id
    WHERE s.hash = ${hash} AND s.expires_at > ${now} AND u.blocked_at IS NULL AND (a.id IS NULL OR a.user_id = s.user_id)`)
  if (!found) return undefined
  const { sessionId: id, createdAt, expiresAt, hasDraft, ...user } = found
  if (idleMs !== undefined) {
    const prolonged = computeExpiry(now, { createdAt: new Date(createdAt), idleMs })
    if (Math.abs(prolonged.getTime() - expiresAt) >= prolongEveryMs)
      await db.webSession.updateMany({ where: { hash }, data: { expiresAt: prolonged } })
  }
  return { id, user, hasDraft }
}

/** Returns the user of a session. See `findSession`. */
export async function findSessionUser(...args: Parameters<typeof findSession>): Promise<User | undefined> {
  return (await findSession(...args))?.user
}

export interface WebSession {
  readonly id: number
  /** Such as "Firefox on Linux". Empty if unknown. */
  readonly browser: string
  readonly createdAt: Date
  /** Whether it is the session that made the request. */
  readonly isCurrent: boolean
  /** The account whose link started it. Null for the printed link. */
  readonly account: { readonly platform: PlatformName; readonly name: string } | null
}

/** Lists a user's sessions, newest first. */
export async function listSessions({ store, clock }: PeopleDeps, userId: UserId, currentToken: string): Promise<WebSession[]> {
  const sessions = await store.db.webSession.findMany({
    where: { userId, expiresAt: { gt: clock.now() } },
    select: { id: true, browser: true, createdAt: true, hash: true, account: { select: { platform: true, name: true } } },
    orderBy: { id: 'desc' },
  })
  const currentHash = hashToken(currentToken)
  return sessions.map(({ hash, ...session }) => ({ ...session, isCurrent: hash === currentHash }))
}

/** Ends one of a user's sessions. The draft goes with the last one. Returns false if the user has no such session. */
export async function endSession({ store, clock }: Pick<PeopleDeps, 'store' | 'clock'>, userId: UserId, id: number): Promise<boolean> {
  return store.transaction(async (tx) => {
    // Of two that end at the same time, one must see that it is the last.
    await lockUser(tx, userId)
    const { count } = await tx.webSession.deleteMany({ where: { userId, id } })
    const left = await tx.webSession.count({ where: { userId, expiresAt: { gt: clock.now() } } })
    if (left === 0) await deleteDraft(tx, userId)
    return count === 1
  })
}

/** Ends all sessions of a user, with the draft, and invalidates the sign-in links. */
export async function endAllSessions(tx: Tx, userId: UserId): Promise<void> {
  await tx.webSession.deleteMany({ where: { userId } })
  await tx.signInLink.deleteMany({ where: { userId } })
  // After the sessions, because a browser may still be saving it.
  await deleteDraft(tx, userId)
}

/** Ends the sessions and sign-in links of the printed link, when their user is no longer the local owner. */
export async function endPrintedSessions(tx: Tx, userId: UserId): Promise<void> {
  await tx.webSession.deleteMany({ where: { userId, accountId: null } })
  await tx.signInLink.deleteMany({ where: { userId, accountId: null } })
}

/**
 * Ends the sessions and sign-in links of an account that leaves a user. Links requested on our own page end too, because the account may
 * have requested them there, and so does the draft. `ownPlatforms` are the platforms whose accounts are ours.
 */
export async function endAccountSessions(
  tx: Tx,
  { userId, accountId, ownPlatforms }: { userId: UserId; accountId: AccountId; ownPlatforms: readonly PlatformName[] },
): Promise<void> {
  const where = { userId, OR: [{ accountId }, { account: { platform: { in: [...ownPlatforms] } } }] }
  await tx.webSession.deleteMany({ where })
  await tx.signInLink.deleteMany({ where })
  // The account may have written it.
  await deleteDraft(tx, userId)
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
