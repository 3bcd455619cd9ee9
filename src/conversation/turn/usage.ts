import type { DayLabel, UserId } from '../../core/domain/ids.ts'
import { addDays, dayLabelOf, endOfDay, startOfDay, timeOfDay } from '../../core/ports/clock.ts'
import { resolveTimezone } from '../../people/settings.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import type { ConversationDeps } from '../deps.ts'
import type { Turn } from './turn.ts'

/** What models were asked for one person. */
export interface UsageTotals {
  /** Calls for replies, and day summaries that were written or tried, of which each takes a call or more. */
  readonly calls: number
  readonly summaries: number
  /** Tokens as the servers of the models counted them. */
  readonly inputTokens: number
  readonly outputTokens: number
  /** Of replies whose server counts nothing: what the context came to, once for each call. */
  readonly estimatedTokens: number
}

export interface UsageRow extends UsageTotals {
  readonly day: DayLabel
  /** Null where nobody knows any more. */
  readonly model: string | null
}

export interface UsageQuery {
  readonly userId: UserId
  /** IANA name: the one in which the person's days are cut. */
  readonly timezone: string
  /** The last day, and how many up to it. */
  readonly until: DayLabel
  readonly days: number
}

/**
 * The turns of a person since an instant for which a model was asked. What nobody counted is estimated, never taken for
 * nothing: a failed turn alone has no context to estimate it from. Relies on turns_user_id_started_at_idx.
 */
const turnsSince = (userId: UserId, begins: Date) => Prisma.sql`
  SELECT t.started_at, t.model, COALESCE(t.calls, 0) AS calls, 0 AS summaries,
    COALESCE(t.input_tokens, 0) AS input, COALESCE(t.output_tokens, 0) AS output,
    CASE WHEN t.input_tokens IS NULL THEN COALESCE((t.context->>'total')::int * COALESCE(t.calls, 1), 0) ELSE 0 END AS estimated
  FROM turns t WHERE t.user_id = ${userId} AND t.started_at >= ${begins} AND t.model IS NOT NULL`

/** The tokens of a person's replies since an instant, as the limit of a day counts them. */
export async function countReplyTokens(db: Db, userId: UserId, begins: Date): Promise<number> {
  const [row] = await db.$queryRaw<{ tokens: number }[]>`
    SELECT COALESCE(sum(u.input + u.output + u.estimated), 0)::float8 AS tokens FROM (${turnsSince(userId, begins)}) u`
  return row?.tokens ?? 0
}

/**
 * What a person used, by day of theirs and by model. The days are cut here and not in SQL, whose list of timezones may be
 * another. Relies on summary_runs_segment_id_started_at_idx too, for each day of the thread.
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

/** All tokens of a usage. */
export const tokensOf = ({ inputTokens, outputTokens, estimatedTokens }: UsageTotals): number =>
  inputTokens + outputTokens + estimatedTokens

/** What a million tokens cost, whichever model they are for. */
export interface Price {
  readonly input: number
  readonly output: number
  readonly currency: string
}

/**
 * In the currency of the price: "1.20 USD"; of less than one, the first two digits that say something. What is estimated
 * was shown to a model, so it counts as read.
 */
export function formatCost(
  { input, output, currency }: Price,
  usage: Pick<UsageTotals, 'inputTokens' | 'outputTokens'> & Partial<UsageTotals>,
): string {
  const amount = ((usage.inputTokens + (usage.estimatedTokens ?? 0)) * input + usage.outputTokens * output) / 1_000_000
  const digits = amount >= 1 || amount === 0 ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { maximumSignificantDigits: 2 }
  return `${amount.toLocaleString('en', digits)} ${currency}`
}

/** The day of the limit: by the bot's own timezone, as a person could set theirs to where the day has just begun. */
export function findLimitDay(now: Date, timezone: string): { readonly begins: Date; readonly ends: Date } {
  const today = dayLabelOf(now, timezone)
  return { begins: startOfDay(today, timezone), ends: endOfDay(today, timezone) }
}

/**
 * What is said to a person whose replies have used up the tokens of a day; undefined as long as some are left, or where
 * there is no limit. Day summaries are not counted: one import can call for a thousand of them.
 */
export async function findDailyLimitNotice(
  deps: ConversationDeps,
  { user, place }: Pick<Turn, 'user' | 'place'>,
): Promise<string | undefined> {
  const limit = deps.settings.tokensPerDay
  if (limit === 0) return undefined
  const { begins, ends } = findLimitDay(deps.clock.now(), deps.defaultTimezone)
  if ((await countReplyTokens(deps.store.db, user.id, begins)) < limit) return undefined
  // How much somebody uses, and where they are, is nobody else's business.
  if (place.kind === 'shared')
    return 'I cannot answer you any more today, because a limit is reached: /usage tells you more, and your message is kept.'
  const timezone = resolveTimezone(deps, user)
  return `You have used up the limit of ${limit.toLocaleString('en')} tokens a day, which begins anew at ${timeOfDay(ends, timezone)} (${timezone}): your message is kept, and /retry has the last one answered then.`
}
