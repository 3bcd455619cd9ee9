import PQueue from 'p-queue'
import { messageOf } from '../core/domain/errors.ts'
import type { ChangeSeq, MessageId, ThreadId, UserId } from '../core/domain/ids.ts'
import type { LanguageCode } from '../core/domain/languages.ts'
import { translatorOf } from '../core/messages/messages.ts'
import { computeBackoffMs } from '../core/ports/clock.ts'
import type { JobRun } from '../core/ports/jobs.ts'
import { Prisma } from '../store/generated/client.ts'
import { visibleTo } from '../threads/scope.ts'
import { isBeingErased } from '../threads/thread.ts'
import { deliverPush, type Push, type PushOutcome } from './deliver-push.ts'
import type { PushDeps } from './deps.ts'
import type { PushTarget } from './endpoint.ts'
import { findPushKeys, type PushKeys } from './push-keys.ts'
import { type PushNotice, writeNotices } from './push-notice.ts'

/** How long a message waits before it is pushed, in ms. A page that is open and visible reports within this time that it shows it. */
const graceMs = 5_000
/** The maximum number of subscriptions looked at per run, and of pushes sent at once. */
const maxPerRun = 500
const maxAtOnce = 50
/** How many changes of a thread are looked through at most. An import makes more, and none of them is news. */
const maxChanges = 1_000
/** For how long other processes leave a subscription alone that is being pushed to, in ms. Much longer than a push takes. */
const claimMs = 60_000
const backoff = { firstMs: 30_000, longestMs: 3_600_000 }
/** After failing for this long, in ms, and so many times without a break, a subscription is deleted. */
const givesUpAfterMs = 3 * 86_400_000
const fewestFailures = 10
/** The platform of the page. Replies elsewhere are announced by the app they are sent to. */
const page = 'web'

interface DueSubscription extends PushTarget {
  readonly sessionId: number
  readonly userId: UserId
  readonly threadId: ThreadId
  readonly language: LanguageCode
  readonly pushedSeq: ChangeSeq
  readonly checkedAt: Date
  readonly failures: number
  readonly failingSince: Date | null
  /** The last change of the thread. */
  readonly changeSeq: ChangeSeq
}

/** A reply or a reminder that was not pushed yet. */
interface UnpushedMessage {
  readonly id: MessageId
  readonly text: string
  readonly isReply: boolean
  readonly changeSeq: ChangeSeq
  readonly finishedAt: Date
}

/**
 * Notifies browsers of the replies and reminders that they have not shown. Scheduled. Without any, it is one statement. Each subscription
 * is claimed before its push, so that two processes do not send it twice, and waits for no other.
 */
export async function sendPushes(deps: PushDeps, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
  // Before the list, so that what is finished later is looked for in the next run, however long this one takes.
  const until = new Date(deps.clock.now().getTime() - graceMs)
  const due = await listDueSubscriptions(deps)
  const keys = due.length > 0 ? await findPushKeys(deps.store.db, deps.encryptionKey) : undefined
  if (!keys) return
  const queue = new PQueue({ concurrency: maxAtOnce })
  const push = async (subscription: DueSubscription) => {
    try {
      await pushNews(deps, subscription, { keys, until, signal })
    } catch (error) {
      // The others do not wait for it.
      deps.log.error({ sessionId: subscription.sessionId, error: messageOf(error) }, 'the notification of a browser failed; trying again')
    }
  }
  await queue.addAll(due.map((subscription) => () => push(subscription)))
}

/** Lists the subscriptions whose thread has changed, and deletes those of sessions that have expired. It reads all subscriptions. */
function listDueSubscriptions({ store, clock }: PushDeps): Promise<DueSubscription[]> {
  const now = clock.now()
  return store.db.$queryRaw<DueSubscription[]>`
    WITH ended AS (DELETE FROM push_subscriptions p USING web_sessions w WHERE w.id = p.session_id AND w.expires_at <= ${now})
    SELECT p.session_id AS "sessionId", p.endpoint, p.p256dh, p.auth, p.pushed_seq AS "pushedSeq", p.checked_at AS "checkedAt", p.failures,
      p.failing_since AS "failingSince", u.id AS "userId", u.language, t.id AS "threadId", t.change_seq AS "changeSeq"
    FROM push_subscriptions p JOIN web_sessions w ON w.id = p.session_id JOIN users u ON u.id = w.user_id
      JOIN continuous_threads c ON c.user_id = u.id JOIN threads t ON t.id = c.thread_id LEFT JOIN accounts a ON a.id = w.account_id
    WHERE t.change_seq <> p.pushed_seq AND p.next_at <= ${now} AND w.expires_at > ${now} AND u.blocked_at IS NULL
      AND COALESCE(a.user_id, u.id) = u.id AND NOT ${isBeingErased(Prisma.sql`t.id`)}
    ORDER BY p.checked_at, p.session_id LIMIT ${maxPerRun}`
}

interface Pushing {
  readonly keys: PushKeys
  /** What is finished later waits for the next run. */
  readonly until: Date
  readonly signal: AbortSignal
}

async function pushNews(deps: PushDeps, subscription: DueSubscription, { keys, until, signal }: Pushing): Promise<void> {
  if (signal.aborted) return
  const news = await listNews(deps, subscription)
  const waiting = news.findIndex(({ finishedAt }) => finishedAt > until)
  const ready = waiting === -1 ? news : news.slice(0, waiting)
  const seq = waiting === -1 ? subscription.changeSeq : (((news[waiting]?.changeSeq ?? 1) - 1) as ChangeSeq)
  const notices = writeNotices(subscription.userId, ready, translatorOf(subscription.language))
  if (notices.length === 0)
    return seq === subscription.pushedSeq ? undefined : void (await updateCursor(deps, subscription, { seq, until }))
  if (signal.aborted || !(await claimSubscription(deps, subscription))) return
  const outcome = await deliverAll(deps, notices, { target: subscription, keys, signal })
  // The process is stopping, so the outcome is unknown. The push is sent again once the claim has expired.
  if (outcome.kind === 'failed' && signal.aborted) return
  await storeOutcome(deps, { subscription, seq, until, outcome })
}

/** Delivers notices one after the other. If one fails, all are sent again later, and take the place of those that have arrived. */
async function deliverAll(deps: PushDeps, notices: readonly PushNotice[], push: Omit<Push, 'notice'>): Promise<PushOutcome> {
  for (const notice of notices) {
    const outcome = await deliverPush(deps, { ...push, notice })
    if (outcome.kind !== 'accepted') return outcome
  }
  return { kind: 'accepted' }
}

/**
 * Lists the replies on the page, and the reminders, that were finished since the last look, in the order of their changes. Relies on
 * messages_thread_id_change_seq_key, turns_reply_id_idx and reminders_message_id_idx.
 */
function listNews({ store }: PushDeps, { userId, threadId, pushedSeq, changeSeq, checkedAt }: DueSubscription): Promise<UnpushedMessage[]> {
  const scope = { userId, threadId, audience: 'private' } as const
  return store.db.$queryRaw<UnpushedMessage[]>`
    SELECT news.id, news.text, news.is_reply AS "isReply", news.change_seq AS "changeSeq", news.finished_at AS "finishedAt" FROM (
      SELECT m.id, m.text, m.change_seq, kinds.is_reply,
        CASE WHEN kinds.is_reply THEN (SELECT max(u.finished_at) FROM turns u WHERE u.reply_id = m.id AND u.state = 'done')
        WHEN EXISTS (SELECT 1 FROM reminders r WHERE r.message_id = m.id) THEN m.sent_at END AS finished_at
      FROM messages m JOIN places p ON p.id = m.place_id
        CROSS JOIN LATERAL (SELECT m.role = 'assistant' AND m.kind = 'chat' AND p.platform = ${page} AS is_reply) kinds
      WHERE ${visibleTo(scope, 'm')} AND m.change_seq > ${Math.max(pushedSeq, changeSeq - maxChanges)} AND m.change_seq <= ${changeSeq}
        AND m.kind <> 'draft' AND m.role <> 'user' AND m.text <> '' AND m.deleted_at IS NULL AND m.text_expires_at IS NULL
        AND NOT ${isBeingErased(Prisma.sql`m.thread_id`)}) news
    WHERE news.finished_at > ${checkedAt} ORDER BY news.change_seq`
}

/** Claims a subscription for one push. Returns false if another process has, if the browser has shown more, or if the session has ended. */
async function claimSubscription({ store, clock }: PushDeps, { sessionId, pushedSeq }: DueSubscription): Promise<boolean> {
  const now = clock.now()
  const { count } = await store.db.pushSubscription.updateMany({
    where: { sessionId, pushedSeq, nextAt: { lte: now } },
    data: { nextAt: new Date(now.getTime() + claimMs) },
  })
  return count === 1
}

/** Up to which change a subscription was looked through, and up to when. */
interface Cursor {
  readonly seq: ChangeSeq
  readonly until: Date
}

/** Moves the cursor of a subscription, unless the browser has shown more meanwhile. */
async function updateCursor({ store }: PushDeps, { sessionId, pushedSeq }: DueSubscription, { seq, until }: Cursor): Promise<void> {
  const data = { pushedSeq: seq, checkedAt: until, failures: 0, failingSince: null }
  await store.db.pushSubscription.updateMany({ where: { sessionId, pushedSeq }, data })
}

interface Pushed extends Cursor {
  readonly subscription: DueSubscription
  readonly outcome: PushOutcome
}

async function storeOutcome(deps: PushDeps, { subscription, seq, until, outcome }: Pushed): Promise<void> {
  const { store, clock, log } = deps
  const { sessionId, endpoint, failures } = subscription
  const now = clock.now()
  // It may have been renewed meanwhile.
  const where = { sessionId, endpoint }
  if (outcome.kind === 'gone') return void (await store.db.pushSubscription.deleteMany({ where }))
  if (outcome.kind === 'accepted') {
    await store.db.$executeRaw`
      UPDATE push_subscriptions SET pushed_seq = GREATEST(pushed_seq, ${seq}), checked_at = ${until}, next_at = ${now}, failures = 0, failing_since = NULL
      WHERE session_id = ${sessionId} AND endpoint = ${endpoint}`
    return
  }
  const failingSince = subscription.failingSince ?? now
  const waitMs = Math.max(outcome.waitMs ?? 0, computeBackoffMs(failures + 1, backoff))
  log.warn({ sessionId, reason: outcome.reason, failures: failures + 1, waitMs }, 'a notification could not be sent to a browser')
  const isHopeless = now.getTime() - failingSince.getTime() >= givesUpAfterMs && failures + 1 >= fewestFailures
  if (isHopeless) await store.db.pushSubscription.deleteMany({ where })
  else
    await store.db.pushSubscription.updateMany({
      where,
      data: { failures: failures + 1, failingSince, nextAt: new Date(now.getTime() + waitMs) },
    })
}
