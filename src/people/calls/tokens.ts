import { createHash } from 'node:crypto'
import type { AccountId, UserId } from '../../core/domain/ids.ts'
import { isSignedToken, signToken } from '../../core/lib/signed-token.ts'
import type { Db, Tx } from '../../store/store.ts'
import type { PeopleDeps } from '../deps.ts'

/** Who is called, and the account that their access to the call comes from. */
export interface CallOwner {
  readonly userId: UserId
  readonly accountId: AccountId
}

/** The dependencies of the tokens of calls. */
export interface CallTokenDeps extends PeopleDeps {
  /** Signs the tokens. */
  readonly tokenKey: string
}

const minuteMs = 60_000
/** How long a link can be opened, and how long calls can be started with the token that it gives, in ms. */
const linkLifetimeMs = 15 * minuteMs
const tokenLifetimeMs = 60 * minuteMs
/** How long a token is kept after that, in ms. The transcript of a call may arrive days after the call. */
const retentionMs = 8 * 24 * 60 * minuteMs
/** How far the clock of the voice service may be off, in ms. */
const toleranceMs = 5 * minuteMs

const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** Creates a link to a call, good for one use. */
export async function createCallLink(deps: CallTokenDeps, owner: CallOwner): Promise<{ token: string; expiresAt: Date }> {
  return createToken(deps.store.db, deps, { ...owner, kind: 'link', lifetimeMs: linkLifetimeMs })
}

async function createToken(
  db: Db,
  { random, clock, tokenKey }: CallTokenDeps,
  { userId, accountId, kind, lifetimeMs }: CallOwner & { readonly kind: 'link' | 'call'; readonly lifetimeMs: number },
): Promise<{ token: string; expiresAt: Date }> {
  const token = signToken(tokenKey, random.token(24))
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + lifetimeMs)
  await db.callToken.create({ data: { hash: hashToken(token), userId, accountId, kind, createdAt, expiresAt } })
  return { token, expiresAt }
}

const ownerColumns = {
  userId: true,
  accountId: true,
  account: { select: { userId: true } },
  user: { select: { blockedAt: true } },
} as const

interface TokenRow {
  readonly userId: number
  readonly accountId: number
  readonly account: { readonly userId: number }
  readonly user: { readonly blockedAt: Date | null }
}

/** Returns the owner, unless they are blocked, or the account has left them. */
const ownerOf = (row: TokenRow | null): CallOwner | undefined =>
  row && row.account.userId === row.userId && row.user.blockedAt === null
    ? { userId: row.userId as UserId, accountId: row.accountId as AccountId }
    : undefined

/** Returns whose link this is, if it can still be used. Does not use it up, because link previews open it too. */
export async function findCallLink(deps: CallTokenDeps, link: string): Promise<CallOwner | undefined> {
  if (!isSignedToken(deps.tokenKey, link)) return undefined
  const where = { hash: hashToken(link), kind: 'link', usedAt: null, expiresAt: { gt: deps.clock.now() } }
  return ownerOf(await deps.store.db.callToken.findFirst({ where, select: ownerColumns }))
}

/** Uses up a link and returns the token of a call. Undefined if the link is unknown, used or expired. Of concurrent calls, only one succeeds. */
export async function redeemCallLink(deps: CallTokenDeps, link: string): Promise<(CallOwner & { readonly token: string }) | undefined> {
  if (!isSignedToken(deps.tokenKey, link)) return undefined
  const now = deps.clock.now()
  const hash = hashToken(link)
  return deps.store.transaction(async (tx) => {
    const where = { hash, kind: 'link', usedAt: null, expiresAt: { gt: now } }
    const { count } = await tx.callToken.updateMany({ where, data: { usedAt: now } })
    const owner = count === 1 ? ownerOf(await tx.callToken.findUniqueOrThrow({ where: { hash }, select: ownerColumns })) : undefined
    if (!owner) return undefined
    const { token } = await createToken(tx, deps, { ...owner, kind: 'call', lifetimeMs: tokenLifetimeMs })
    return { ...owner, token }
  })
}

/** Returns whose call was started at an instant with this token. Undefined if the token was not good then, or has been ended since. */
export async function findTokenOwner(
  db: Db,
  { tokenKey }: Pick<CallTokenDeps, 'tokenKey'>,
  { token, startedAt }: { readonly token: string; readonly startedAt: Date },
): Promise<CallOwner | undefined> {
  if (!isSignedToken(tokenKey, token)) return undefined
  const at = startedAt.getTime()
  const where = {
    hash: hashToken(token),
    kind: 'call',
    expiresAt: { gt: new Date(at - toleranceMs) },
    createdAt: { lt: new Date(at + toleranceMs) },
  }
  return ownerOf(await db.callToken.findFirst({ where, select: ownerColumns }))
}

/** Moves the tokens of a user to the user they become part of, so that a call that is going on is not lost. */
export async function mergeCallTokens(tx: Tx, { from, into }: { readonly from: UserId; readonly into: UserId }): Promise<void> {
  await tx.callToken.updateMany({ where: { userId: from }, data: { userId: into } })
}

/** Ends the links and tokens of a user, or only those of one of their accounts. */
export async function endCallTokens(tx: Tx, owner: { readonly userId: UserId; readonly accountId?: AccountId }): Promise<void> {
  await tx.callToken.deleteMany({ where: owner })
}

/** Deletes tokens that no late transcript can need. */
export async function deleteOldCallTokens(db: Db, now: Date): Promise<void> {
  await db.callToken.deleteMany({ where: { expiresAt: { lt: new Date(now.getTime() - retentionMs) } } })
}
