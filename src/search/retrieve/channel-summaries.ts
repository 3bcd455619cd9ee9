import type { DayRange } from '../../core/dates/calendar.ts'
import { endOfDay, startOfDay } from '../../core/ports/clock.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import type { Scope } from '../../threads/scope.ts'
import { type SearchTerm, toTsquery } from '../query/terms.ts'
import { type TextFilter, withoutExcludedSql } from './text-filter.ts'

/** A summary of a part of a channel's conversation that has words of a query. */
export interface ChannelSummaryMatch {
  /** When the first and the last message were sent. */
  readonly from: Date
  readonly to: Date
  readonly messages: number
  readonly topics: readonly string[]
  readonly text: string
}

export interface ChannelSummaryQuery {
  readonly terms: readonly SearchTerm[]
  readonly textFilter: TextFilter
  /** Only summaries of these days, in the timezone. */
  readonly days: DayRange | undefined
  readonly timezone: string
}

/** The number of summaries returned. They are long. */
const mostSummaries = 3

/** The share of the terms of a query that a summary must have. */
const neededShare = 0.5

/**
 * Returns the summaries of a channel that have most of the terms of a query, best first: those with more terms, and of these the ones of
 * fewer messages. None in a direct place, and none while the channel is off. Relies on channel_summaries_terms_idx.
 */
export async function findChannelSummaries(
  db: Db,
  { audience }: Scope,
  { terms, textFilter, days, timezone }: ChannelSummaryQuery,
): Promise<readonly ChannelSummaryMatch[]> {
  const sought = terms.filter((term) => term.length > 0)
  if (audience === 'private' || sought.length === 0) return []
  const queries = sought.map(toTsquery)
  const matched = Prisma.sql`(SELECT count(*) FROM unnest(${queries}::text[]) AS term(query) WHERE s.terms @@ term.query::tsquery)`
  return db.$queryRaw<ChannelSummaryMatch[]>`
    SELECT s.starts_at AS "from", s.ends_at AS "to", s.message_count AS messages, s.topics, s.text
    FROM channel_summaries s JOIN places p ON p.id = s.place_id JOIN channels c ON c.place_id = s.place_id AND c.is_on
    WHERE p.audience = ${audience} AND s.is_used AND s.terms @@ ${queries.join(' | ')}::tsquery AND ${matched} >= ${Math.ceil(sought.length * neededShare)}
      AND ${withoutExcludedSql(textFilter, Prisma.sql`s.terms`)} ${days ? isWithin(days, timezone) : Prisma.empty}
    ORDER BY ${matched} DESC, s.message_count, s.starts_at DESC LIMIT ${mostSummaries}`
}

const isWithin = ({ from, to }: DayRange, timezone: string): Prisma.Sql =>
  Prisma.sql`AND s.ends_at >= ${startOfDay(from, timezone)} AND s.starts_at < ${endOfDay(to, timezone)}`
