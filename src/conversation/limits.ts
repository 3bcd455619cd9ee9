import type { Invocation, MessageId, SegmentId, ThreadId, UserId } from '../core/domain/ids.ts'
import { type Translate, translatorOf } from '../core/messages/messages.ts'
import { findLimitDay, timeOfDay } from '../core/ports/clock.ts'
import type { InboundMessage } from '../core/ports/platform.ts'
import type { Budget } from '../core/ports/rate-limits.ts'
import { enqueue } from '../jobs/job-list.ts'
import { resolveTimezone, type User } from '../people/users.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db, Store } from '../store/store.ts'
import { type AppendResult, type EarlierMessages, earlierSentAtSql } from '../threads/messages/append-message.ts'
import { skipMessage } from '../threads/messages/pending-messages.ts'
import { findPlatformMessage } from '../threads/messages/read-messages.ts'
import { notifyUser } from '../threads/notify.ts'
import type { Place } from '../threads/places.ts'
import { loadTranslator, lockThread } from '../threads/thread.ts'
import type { ConversationDeps } from './deps.ts'
import { isStopCommand } from './receive/run-command.ts'

const minuteMs = 60_000

/** `notified`: over the limit, and the user is notified. `silent`: over the limit, and the user was notified before. */
export type RateLimitOutcome = 'within' | 'notified' | 'silent'

/**
 * Applies the limit of messages per minute to a new message. A message over the limit stays stored but is not answered. The first one in a
 * burst gets a notice. Commands count too, but /stop always runs.
 */
export async function rateLimit(
  deps: ConversationDeps,
  appended: AppendResult,
  invocation: Invocation | undefined,
): Promise<RateLimitOutcome> {
  const { message, isNew } = appended
  const limit = deps.settings.messagesPerMinute
  const rate = isNew && limit > 0 ? await measureRate(deps.store, appended, limit) : 'within'
  if (rate === 'within') return 'within'
  const { isSkipped, noticeId } = await skipOverLimit(deps, appended, {
    invocation,
    limit: rate === 'first over' ? limit : undefined,
  })
  if (noticeId) {
    deps.log.info({ threadId: message.threadId, limit }, 'a user exceeded the message rate limit')
    await enqueue(deps, 'deliver-message', { messageId: noticeId })
  }
  if (!isSkipped) return 'within'
  return noticeId ? 'notified' : 'silent'
}

type MessageRate = 'within' | 'first over' | 'over'

/**
 * Counts the user's earlier messages in all places, without those of calls, by the time they were sent, so that messages delivered late after an outage are not a
 * burst. A burst lasts as long as any message of the last minute was over the limit. Relies on
 * messages_thread_id_sent_at_platform_order_id_idx.
 */
async function measureRate({ db }: Store, { message, earlierSentAt }: AppendResult, limit: number): Promise<MessageRate> {
  const { id, threadId, sentAt } = message
  const readEarlier = () => db.$queryRaw<{ at: Date }[]>`
    SELECT at FROM (${earlierSentAtSql(Prisma.sql`${threadId}`, { sentAt, before: id }, earlierForRate(sentAt, limit))}) earlier`
  const earlier = earlierSentAt ?? (await readEarlier()).map(({ at }) => at)
  const times = [sentAt, ...earlier].map((at) => at.getTime())
  const isWithinAMinute = (before: number | undefined, later: number) => before !== undefined && before > later - minuteMs
  const isOver = (index: number) => isWithinAMinute(times[index + limit], times[index] ?? 0)
  if (!isOver(0)) return 'within'
  return times.some((at, index) => index > 0 && isWithinAMinute(at, sentAt.getTime()) && isOver(index)) ? 'over' : 'first over'
}

/** Returns which earlier messages `rateLimit` needs: those of the last two minutes. */
export const earlierForRate = (sentAt: Date, limit: number): EarlierMessages => ({
  since: new Date(sentAt.getTime() - 2 * minuteMs),
  limit: 2 * limit,
})

interface SkipOptions {
  readonly invocation: Invocation | undefined
  /** Set if the user gets a notice about it. */
  readonly limit: number | undefined
}

/**
 * Leaves a message over the limit unanswered, and posts the notice if there is one. `isSkipped` is false for /stop, and for a message that
 * a turn has already claimed.
 */
function skipOverLimit(
  deps: ConversationDeps,
  { message, place }: AppendResult,
  { invocation, limit }: SkipOptions,
): Promise<{ isSkipped: boolean; noticeId?: MessageId }> {
  const { id, threadId, placeId } = message
  return deps.store.transaction(async (tx) => {
    await lockThread(tx, threadId)
    const isSkipped = !isStopCommand(message.text) && (await skipMessage(tx, id))
    if (limit === undefined) return { isSkipped }
    const translate = await loadTranslator(tx, threadId)
    const { segmentId } = await tx.message.findUniqueOrThrow({ where: { id }, select: { segmentId: true } })
    const noticeId = await deps.post(tx, {
      threadId,
      segmentId: segmentId as SegmentId,
      placeId,
      kind: 'notice',
      text: translate('limit.messages', { limit }),
      after: message,
      ...(place.kind === 'shared' && { replyTo: id }),
      ...(isSkipped && invocation && { invocation }),
    })
    return { isSkipped, noticeId }
  })
}

/**
 * SQL that selects those turns of a thread since an instant that called a model. Unreported usage is estimated from the context, which only
 * a failed turn may lack.
 */
export const turnsSince = (threadId: ThreadId | Prisma.Sql, begins: Date) => Prisma.sql`
  SELECT t.started_at, t.model, COALESCE(t.calls, 0) AS calls, 0 AS summaries,
    COALESCE(t.input_tokens, 0) AS input, COALESCE(t.output_tokens, 0) AS output,
    CASE WHEN t.input_tokens IS NULL THEN COALESCE((t.context->>'total')::int * COALESCE(t.calls, 1), 0) ELSE 0 END AS estimated
  FROM turns t WHERE t.thread_id = ${threadId} AND t.started_at >= ${begins} AND t.model IS NOT NULL`

/** SQL for the tokens of a thread's replies since an instant. The daily limit uses this count. */
export const replyTokensSql = (threadId: ThreadId | Prisma.Sql, begins: Date) => Prisma.sql`(
  SELECT COALESCE(sum(u.input + u.output + u.estimated), 0)::float8 FROM (${turnsSince(threadId, begins)}) u)`

/** Counts the tokens of a thread's replies since an instant. */
export async function countReplyTokens(db: Db, threadId: ThreadId, begins: Date): Promise<number> {
  const [row] = await db.$queryRaw<{ tokens: number | null }[]>`SELECT ${replyTokensSql(threadId, begins)} AS tokens`
  return row?.tokens ?? 0
}

/** Returns when the day of the limits began. */
export const startOfLimitDay = ({ clock, defaultTimezone }: ConversationDeps): Date => findLimitDay(clock.now(), defaultTimezone).begins

interface LimitedTurn {
  readonly threadId: ThreadId
  readonly user: User
  readonly place: Place
  readonly asClaimed?: { readonly tokensToday: number | null }
}

/**
 * Returns the notice for a user who has reached the daily token limit, or undefined. Day summaries do not count: a single
 * import can require a thousand of them.
 */
export async function findDailyLimitNotice(
  deps: ConversationDeps,
  { threadId, user, place, asClaimed }: LimitedTurn,
): Promise<string | undefined> {
  const limit = deps.settings.tokensPerDay
  if (limit === 0) return undefined
  const { begins, ends } = findLimitDay(deps.clock.now(), deps.defaultTimezone)
  if ((asClaimed?.tokensToday ?? (await countReplyTokens(deps.store.db, threadId, begins))) < limit) return undefined
  const translate = translatorOf(user.language)
  // Usage and timezone are private.
  if (place.kind === 'shared') return translate('limit.tokensShared')
  const timezone = resolveTimezone(user, deps.defaultTimezone)
  return translate('limit.tokens', { limit, time: timeOfDay(ends, timezone), timezone })
}

const hourMs = 3_600_000

const budgetOf = ({ settings }: ConversationDeps): Budget => ({ name: 'daily-bytes', points: settings.bytesPerDay, perMs: 24 * hourMs })

/** How often a user is told that a message was not stored. */
const noticeBudget: Budget = { name: 'daily-bytes-notice', points: 1, perMs: hourMs }

/**
 * Stores a message, unless its size and that of its files exceed what may be stored for a user within 24 hours. The user is then notified.
 * A message that was stored before, or cannot be stored, does not count. `store` returns whether the message is new. Returns false if the
 * message is over the limit. With `isSilent`, the user is not notified.
 */
export async function storeWithinDailyBytes(
  deps: ConversationDeps,
  { userId, message, isSilent = false }: { readonly userId: UserId; readonly message: MeasuredMessage; readonly isSilent?: boolean },
  store: () => Promise<boolean>,
): Promise<boolean> {
  const budget = budgetOf(deps)
  if (budget.points === 0) {
    await store()
    return true
  }
  const bytes = measureMessage(deps, message)
  const waitMs = await deps.rateLimits.spend(budget, String(userId), bytes)
  let isCounted = false
  try {
    // The platform may deliver a message again that is already stored.
    const mayStore = waitMs === 0 || (await findPlatformMessage(deps.store.db, userId, { ...message, platformMessageId: message.id }))
    if (mayStore) isCounted = await store()
    else if (!isSilent) await notifyOverLimit(deps, userId, waitMs)
    return Boolean(mayStore)
  } finally {
    if (!isCounted) await deps.rateLimits.refund(budget, String(userId), bytes)
  }
}

type MeasuredMessage = Pick<InboundMessage, 'place' | 'id' | 'text' | 'attachments'>

/** Counts a file whose platform did not state its size. */
export async function countFile(deps: ConversationDeps, userId: UserId, content: Uint8Array): Promise<void> {
  const budget = budgetOf(deps)
  if (budget.points > 0) await deps.rateLimits.spend(budget, String(userId), content.length)
}

/** Returns the size of a message and its files in bytes. Files that are too large to be stored count with the most that is stored. */
function measureMessage({ settings }: ConversationDeps, { text, attachments = [] }: MeasuredMessage): number {
  const fileBytes = attachments.map(({ bytes = 0 }) => Math.min(Math.max(Math.ceil(bytes) || 0, 0), settings.attachmentMaxBytes))
  return fileBytes.reduce((sum, bytes) => sum + bytes, Buffer.byteLength(text))
}

async function notifyOverLimit(deps: ConversationDeps, userId: UserId, waitMs: number): Promise<void> {
  if ((await deps.rateLimits.spend(noticeBudget, String(userId))) > 0) return
  const limit = deps.settings.bytesPerDay
  deps.log.info({ userId, limit }, 'a user exceeded the daily size limit')
  await notifyUser(deps, userId, (translate) => ({ text: describeLimit(translate, limit, waitMs) }))
}

const describeLimit = (translate: Translate, limit: number, waitMs: number) =>
  translate('limit.bytes', { megabytes: Math.round(limit / 2 ** 20), hours: Math.max(1, Math.round(waitMs / hourMs)) })
