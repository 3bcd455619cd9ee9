import type { DayLabel, Invocation, MessageId, SegmentId, UserId } from '../core/domain/ids.ts'
import type { Message } from '../core/domain/messages.ts'
import { addDays, dayLabelOf, endOfDay, startOfDay, timeOfDay } from '../core/ports/clock.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { resolveTimezone } from '../people/users.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db, Store } from '../store/store.ts'
import type { AppendResult } from '../threads/messages/append-message.ts'
import { skipMessage } from '../threads/messages/pending-messages.ts'
import { lockThread } from '../threads/thread.ts'
import type { ConversationDeps } from './deps.ts'
import { isStopCommand } from './receive/run-command.ts'
import type { Turn } from './turn/claim-turn.ts'

const minute = 60_000

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
  const rate = isNew && limit > 0 ? await measureRate(deps.store, message, limit) : 'within'
  if (rate === 'within') return 'within'
  const { isSkipped, noticeId } = await skipOverLimit(deps, appended, {
    invocation,
    notice: rate === 'first over' ? describeLimit(limit) : undefined,
  })
  if (noticeId) {
    deps.log.info({ threadId: message.threadId, limit }, 'a user exceeded the message rate limit')
    await enqueue(deps, 'deliver-message', { messageId: noticeId })
  }
  if (!isSkipped) return 'within'
  return noticeId ? 'notified' : 'silent'
}

const describeLimit = (limit: number) =>
  `You sent more than ${limit} messages within a minute, which is the limit. From this message on, they are kept but not answered. Write again in a minute.`

type MessageRate = 'within' | 'first over' | 'over'

/**
 * Counts the user's earlier messages in all places by the time they were sent, so that messages delivered late after an outage are not a
 * burst. A burst lasts as long as any message of the last minute was over the limit. Relies on
 * messages_thread_id_sent_at_platform_order_id_idx.
 */
async function measureRate({ db }: Store, { id, threadId, sentAt }: Message, limit: number): Promise<MessageRate> {
  const rows = await db.$queryRaw<{ at: Date }[]>`
    SELECT m.sent_at AS at FROM messages m
    WHERE m.thread_id = ${threadId} AND m.role = 'user' AND m.id < ${id}
      AND m.sent_at > ${new Date(sentAt.getTime() - 2 * minute)} AND m.sent_at <= ${sentAt}
    ORDER BY m.sent_at DESC LIMIT ${2 * limit}`
  const times = [sentAt, ...rows.map(({ at }) => at)].map((at) => at.getTime())
  const isWithinAMinute = (earlier: number | undefined, later: number) => earlier !== undefined && earlier > later - minute
  const isOver = (index: number) => isWithinAMinute(times[index + limit], times[index] ?? 0)
  if (!isOver(0)) return 'within'
  return times.some((at, index) => index > 0 && isWithinAMinute(at, sentAt.getTime()) && isOver(index)) ? 'over' : 'first over'
}

interface SkipOptions {
  readonly invocation: Invocation | undefined
  readonly notice: string | undefined
}

/**
 * Leaves a message over the limit unanswered, and posts the notice if there is one. `isSkipped` is false for /stop, and for a message that
 * a turn has already claimed.
 */
function skipOverLimit(
  deps: ConversationDeps,
  { message, place }: AppendResult,
  { invocation, notice }: SkipOptions,
): Promise<{ isSkipped: boolean; noticeId?: MessageId }> {
  const { id, threadId, placeId } = message
  return deps.store.transaction(async (tx) => {
    await lockThread(tx, threadId)
    const isSkipped = !isStopCommand(message.text) && (await skipMessage(tx, id))
    if (!notice) return { isSkipped }
    const { segmentId } = await tx.message.findUniqueOrThrow({ where: { id }, select: { segmentId: true } })
    const noticeId = await deps.post(tx, {
      threadId,
      segmentId: segmentId as SegmentId,
      placeId,
      kind: 'notice',
      text: notice,
      after: message,
      ...(place.kind === 'shared' && { replyTo: id }),
      ...(isSkipped && invocation && { invocation }),
    })
    return { isSkipped, noticeId }
  })
}

/** Model usage on behalf of one user. */
export interface UsageTotals {
  /** Model calls for replies, and attempted day summaries. Each summary takes one or more calls. */
  readonly calls: number
  readonly summaries: number
  /** Tokens as reported by the model servers. */
  readonly inputTokens: number
  readonly outputTokens: number
  /** For replies without reported usage: the tokens of the context, once per call. */
  readonly estimatedTokens: number
}

export interface UsageRow extends UsageTotals {
  readonly day: DayLabel
  /** Null if unknown. */
  readonly model: string | null
}

export interface UsageQuery {
  readonly userId: UserId
  /** IANA name of the timezone that defines the user's days. */
  readonly timezone: string
  /** The last day, and the number of days including it. */
  readonly until: DayLabel
  readonly days: number
}

/**
 * SQL that selects those turns of a user since an instant that called a model. Unreported usage is estimated from the context, which only
 * a failed turn may lack.
 */
const turnsSince = (userId: UserId, begins: Date) => Prisma.sql`
  SELECT t.started_at, t.model, COALESCE(t.calls, 0) AS calls, 0 AS summaries,
    COALESCE(t.input_tokens, 0) AS input, COALESCE(t.output_tokens, 0) AS output,
    CASE WHEN t.input_tokens IS NULL THEN COALESCE((t.context->>'total')::int * COALESCE(t.calls, 1), 0) ELSE 0 END AS estimated
  FROM turns t WHERE t.user_id = ${userId} AND t.started_at >= ${begins} AND t.model IS NOT NULL`

/** Counts the tokens of a user's replies since an instant. The daily limit uses this count. */
export async function countReplyTokens(db: Db, userId: UserId, begins: Date): Promise<number> {
  const [row] = await db.$queryRaw<{ tokens: number }[]>`
    SELECT COALESCE(sum(u.input + u.output + u.estimated), 0)::float8 AS tokens FROM (${turnsSince(userId, begins)}) u`
  return row?.tokens ?? 0
}

/**
 * Loads a user's usage by day and model. The day boundaries are computed here, because PostgreSQL's timezone database may
 * differ. Also relies on summary_runs_segment_id_started_at_idx for each day of the thread.
 */
export function loadUsageByDay(db: Db, { userId, timezone, until, days }: UsageQuery): Promise<UsageRow[]> {
  const spans = Array.from({ length: days }, (_, index) => addDays(until, index - days + 1)).map((day) => ({
    day,
    begins: startOfDay(day, timezone),
    ends: endOfDay(day, timezone),
  }))
  const begins = startOfDay(addDays(until, 1 - days), timezone)
  return db.$queryRaw<UsageRow[]>`
    SELECT g.day, u.model, sum(u.calls)::float8 AS calls, sum(u.summaries)::float8 AS summaries,
      sum(u.input)::float8 AS "inputTokens", sum(u.output)::float8 AS "outputTokens", sum(u.estimated)::float8 AS "estimatedTokens"
    FROM jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) AS g(day text, begins timestamptz, ends timestamptz)
    JOIN (
      ${turnsSince(userId, begins)}
      UNION ALL
      SELECT r.started_at, d.model, 0, 1, COALESCE(r.input_tokens, 0), COALESCE(r.output_tokens, 0), 0
      FROM continuous_threads c JOIN day_segments s ON s.thread_id = c.thread_id
      JOIN summary_runs r ON r.segment_id = s.id LEFT JOIN day_summaries d ON d.segment_id = s.id
      WHERE c.user_id = ${userId} AND r.started_at >= ${begins}
    ) u ON u.started_at >= g.begins AND u.started_at < g.ends
    GROUP BY g.day, u.model ORDER BY g.day, u.model`
}

const nothing: UsageTotals = { calls: 0, summaries: 0, inputTokens: 0, outputTokens: 0, estimatedTokens: 0 }

export function sumUsage(rows: readonly UsageTotals[]): UsageTotals {
  return rows.reduce<UsageTotals>(
    (sum, row) => ({
      calls: sum.calls + row.calls,
      summaries: sum.summaries + row.summaries,
      inputTokens: sum.inputTokens + row.inputTokens,
      outputTokens: sum.outputTokens + row.outputTokens,
      estimatedTokens: sum.estimatedTokens + row.estimatedTokens,
    }),
    nothing,
  )
}

/** Returns the total number of tokens. */
export const tokensOf = ({ inputTokens, outputTokens, estimatedTokens }: UsageTotals): number =>
  inputTokens + outputTokens + estimatedTokens

/** The price of a million tokens, the same for every model. */
export interface Price {
  readonly input: number
  readonly output: number
  readonly currency: string
}

/** Formats the cost: "1.20 USD", or two significant digits below one. Estimated tokens count as input. */
export function formatCost(
  { input, output, currency }: Price,
  usage: Pick<UsageTotals, 'inputTokens' | 'outputTokens'> & Partial<UsageTotals>,
): string {
  const amount = ((usage.inputTokens + (usage.estimatedTokens ?? 0)) * input + usage.outputTokens * output) / 1_000_000
  const digits = amount >= 1 || amount === 0 ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { maximumSignificantDigits: 2 }
  return `${amount.toLocaleString('en', digits)} ${currency}`
}

/**
 * Returns the day that the daily limit applies to. It is a day in the bot's timezone, because users could change theirs to one where a day
 * has just started.
 */
export function findLimitDay(now: Date, timezone: string): { readonly begins: Date; readonly ends: Date } {
  const today = dayLabelOf(now, timezone)
  return { begins: startOfDay(today, timezone), ends: endOfDay(today, timezone) }
}

/**
 * Returns the notice for a user who has reached the daily token limit, or undefined. Day summaries do not count: a single
 * import can require a thousand of them.
 */
export async function findDailyLimitNotice(
  deps: ConversationDeps,
  { user, place }: Pick<Turn, 'user' | 'place'>,
): Promise<string | undefined> {
  const limit = deps.settings.tokensPerDay
  if (limit === 0) return undefined
  const { begins, ends } = findLimitDay(deps.clock.now(), deps.defaultTimezone)
  if ((await countReplyTokens(deps.store.db, user.id, begins)) < limit) return undefined
  // Usage and timezone are private.
  if (place.kind === 'shared')
    return 'I cannot answer you any more today, because you have reached a limit. Your message is kept. Send /usage for details.'
  const timezone = resolveTimezone(user, deps.defaultTimezone)
  return `You have reached the limit of ${limit.toLocaleString('en')} tokens a day. It resets at ${timeOfDay(ends, timezone)} (${timezone}). Your message is kept: send /retry then to have it answered.`
}
