import type { DayLabel, UserId } from '../core/domain/ids.ts'
import { addDays, endOfDay, startOfDay } from '../core/ports/clock.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db } from '../store/store.ts'
import { turnsSince } from './limits.ts'

/** Model usage on behalf of one user. */
export interface UsageTotals {
  /**
   * Model calls for replies and runs of other background work, and attempted day summaries. A run and a summary each take one or more
   * calls.
   */
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
 * Loads a user's usage by day and model. The day boundaries are computed here, because PostgreSQL's timezone database may
 * differ. Also relies on summary_runs_segment_id_started_at_idx for each day of the thread.
 */
export function loadUsageByDay(db: Db, query: UsageQuery): Promise<UsageRow[]> {
  const { userId, timezone, until, days } = query
  const spans = listSpans(query)
  const begins = startOfDay(addDays(until, 1 - days), timezone)
  return db.$queryRaw<UsageRow[]>`
    SELECT g.day, u.model, sum(u.calls)::float8 AS calls, sum(u.summaries)::float8 AS summaries,
      sum(u.input)::float8 AS "inputTokens", sum(u.output)::float8 AS "outputTokens", sum(u.estimated)::float8 AS "estimatedTokens"
    FROM jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) AS g(day text, begins timestamptz, ends timestamptz)
    JOIN (
      ${turnsSince(Prisma.sql`(SELECT c.thread_id FROM continuous_threads c WHERE c.user_id = ${userId})`, begins)}
      UNION ALL
      SELECT r.started_at, d.model, 0, 1, COALESCE(r.input_tokens, 0), COALESCE(r.output_tokens, 0), 0
      FROM continuous_threads c JOIN day_segments s ON s.thread_id = c.thread_id
      JOIN summary_runs r ON r.segment_id = s.id LEFT JOIN day_summaries d ON d.segment_id = s.id
      WHERE c.user_id = ${userId} AND r.started_at >= ${begins}
      UNION ALL
      SELECT b.started_at, b.model, 1, 0,
        CASE WHEN b.is_estimated THEN 0 ELSE b.input_tokens END, CASE WHEN b.is_estimated THEN 0 ELSE b.output_tokens END,
        CASE WHEN b.is_estimated THEN b.input_tokens + b.output_tokens ELSE 0 END
      FROM background_usage b WHERE b.user_id = ${userId} AND b.started_at >= ${begins} AND b.kind <> 'summary'
    ) u ON u.started_at >= g.begins AND u.started_at < g.ends
    GROUP BY g.day, u.model ORDER BY g.day, u.model`
}

/** The tokens of a day. */
export interface DayUsage extends Pick<UsageTotals, 'inputTokens' | 'outputTokens' | 'estimatedTokens'> {
  readonly day: DayLabel
}

/**
 * Loads by day what the summaries of the channels that a user pays for have used, newest day first. Days without usage are left out. It is
 * not recorded which channel it was. Relies on background_usage_user_id_started_at_idx.
 */
export function loadChannelUsageByDay(db: Db, query: UsageQuery): Promise<DayUsage[]> {
  return db.$queryRaw<DayUsage[]>`
    SELECT g.day, sum(CASE WHEN b.is_estimated THEN 0 ELSE b.input_tokens END)::float8 AS "inputTokens",
      sum(CASE WHEN b.is_estimated THEN 0 ELSE b.output_tokens END)::float8 AS "outputTokens",
      sum(CASE WHEN b.is_estimated THEN b.input_tokens + b.output_tokens ELSE 0 END)::float8 AS "estimatedTokens"
    FROM jsonb_to_recordset(${JSON.stringify(listSpans(query))}::jsonb) AS g(day text, begins timestamptz, ends timestamptz)
    JOIN background_usage b ON b.user_id = ${query.userId} AND b.kind = 'channel' AND b.started_at >= g.begins AND b.started_at < g.ends
    GROUP BY g.day ORDER BY g.day DESC`
}

const listSpans = ({ timezone, until, days }: UsageQuery) =>
  Array.from({ length: days }, (_, index) => addDays(until, index - days + 1)).map((day) => ({
    day,
    begins: startOfDay(day, timezone),
    ends: endOfDay(day, timezone),
  }))

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
export const tokensOf = ({ inputTokens, outputTokens, estimatedTokens }: Omit<DayUsage, 'day'>): number =>
  inputTokens + outputTokens + estimatedTokens

/** The price of a million tokens, the same for every model. */
export interface Price {
  readonly input: number
  readonly output: number
  readonly currency: string
}

/** Formats the cost in English, or in the language of `locale`, a BCP 47 tag: "1.20 USD", or two significant digits below one. Estimated tokens count as input. */
export function formatCost(
  { input, output, currency }: Price,
  usage: Pick<UsageTotals, 'inputTokens' | 'outputTokens'> & Partial<UsageTotals>,
  locale = 'en',
): string {
  const amount = ((usage.inputTokens + (usage.estimatedTokens ?? 0)) * input + usage.outputTokens * output) / 1_000_000
  const digits = amount >= 1 || amount === 0 ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { maximumSignificantDigits: 2 }
  return `${amount.toLocaleString(locale, digits)} ${currency}`
}
