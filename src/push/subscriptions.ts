import type { ChangeSeq, UserId } from '../core/domain/ids.ts'
import { LocalizedInputError } from '../core/messages/input-error.ts'
import type { Db, Tx } from '../store/store.ts'
import { findChangeSeq, findContinuousThread } from '../threads/thread.ts'
import type { PushDeps } from './deps.ts'
import { isPushTarget, type PushTarget } from './endpoint.ts'

/** The maximum number of subscriptions of a user. The oldest ones end beyond it. */
const maxSubscriptions = 10

/** The browser of a session, and whose session it is. */
export interface PushSession {
  readonly sessionId: number
  readonly userId: UserId
}

/** Stores where the browser of a session is reached from now on. Throws LocalizedInputError if that is no address of a push service. */
export async function saveSubscription(deps: PushDeps, { sessionId, userId }: PushSession, target: PushTarget): Promise<void> {
  const { endpoint, p256dh, auth } = target
  if (!isPushTarget(target, deps.isPushServiceLocal)) throw new LocalizedInputError('push.address')
  const now = deps.clock.now()
  const reached = { endpoint, p256dh, auth, nextAt: now, failures: 0, failingSince: null }
  await deps.store.transaction(async (tx) => {
    // Ends at the same time as the session, whatever else happens meanwhile.
    const sessions = await tx.$queryRaw<
      unknown[]
    >`SELECT 1 AS found FROM web_sessions WHERE id = ${sessionId} AND user_id = ${userId} FOR KEY SHARE`
    if (sessions.length === 0) return
    const threadId = await findContinuousThread(tx, userId)
    const pushedSeq = threadId ? await findChangeSeq(tx, threadId) : 0
    // A browser has one subscription, that of its latest sign-in.
    await tx.pushSubscription.deleteMany({ where: { endpoint, sessionId: { not: sessionId } } })
    await tx.pushSubscription.upsert({
      where: { sessionId },
      create: { sessionId, ...reached, createdAt: now, pushedSeq, checkedAt: now },
      update: reached,
    })
    await endOldestSubscriptions(tx, userId)
  })
}

async function endOldestSubscriptions(tx: Tx, userId: UserId): Promise<void> {
  const own = { where: { session: { userId } }, orderBy: [{ createdAt: 'desc' as const }, { sessionId: 'desc' as const }] }
  const beyond = await tx.pushSubscription.findMany({ ...own, select: { sessionId: true }, skip: maxSubscriptions })
  if (beyond.length > 0) await tx.pushSubscription.deleteMany({ where: { sessionId: { in: beyond.map(({ sessionId }) => sessionId) } } })
}

export async function removeSubscription(db: Db, sessionId: number): Promise<void> {
  await db.pushSubscription.deleteMany({ where: { sessionId } })
}

export async function findSubscription(db: Db, sessionId: number): Promise<PushTarget | undefined> {
  const select = { endpoint: true, p256dh: true, auth: true }
  return (await db.pushSubscription.findUnique({ where: { sessionId }, select })) ?? undefined
}

/** Stores that the browser of a session has shown the thread up to a change. It is not notified of it any more. */
export async function markShown(db: Db, sessionId: number, seq: ChangeSeq): Promise<void> {
  await db.$executeRaw`
    UPDATE push_subscriptions p SET pushed_seq = ${seq}, failures = 0, failing_since = NULL
    FROM web_sessions w JOIN continuous_threads c ON c.user_id = w.user_id JOIN threads t ON t.id = c.thread_id
    WHERE p.session_id = ${sessionId} AND w.id = p.session_id AND p.pushed_seq < ${seq} AND ${seq} <= t.change_seq`
}
