import type { PlaceId } from '../core/domain/ids.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db, InJson } from '../store/store.ts'
import { formatSpan } from './format-span.ts'
import type { PyramidPosition } from './pyramid.ts'
import type { SummarizedSpan, WrittenText } from './summary-material.ts'

/** A summary that stands for a part of a channel's conversation. */
export interface ChannelSummary extends PyramidPosition, SummarizedSpan, WrittenText {}

/** SQL for the columns of a summary, alias s. */
export const summaryColumns = Prisma.sql`s.level, s.ordinal, s.starts_at AS "startsAt", s.ends_at AS "endsAt",
  s.message_count AS "messageCount", s.image_count AS "imageCount", s.file_count AS "fileCount", s.topics, s.text`

/** SQL for whether no other summary of the pyramid contains a summary, alias s. */
export const isRepresenting = Prisma.sql`NOT EXISTS (
  SELECT 1 FROM channel_summaries above
  WHERE above.place_id = s.place_id AND above.is_used AND above.level = s.level + 1 AND above.ordinal = s.ordinal / 2)`

/**
 * SQL for the summaries that represent a channel, oldest first: those that no other summary contains. Looks them up from the top, so that their
 * number and not the age of the channel decides how long it takes. What a forgotten message was part of is represented by the summaries
 * below. Relies on channel_summaries_position_idx and channel_summaries_pkey. OFFSET 0 keeps the planner from reading all summaries.
 */
export const representingSummariesSql = (placeId: PlaceId): Prisma.Sql => {
  const find = (level: Prisma.Sql, ordinal: Prisma.Sql) => Prisma.sql`(
    SELECT s.id FROM channel_summaries s WHERE s.place_id = ${placeId} AND s.is_used AND s.level = ${level} AND s.ordinal = ${ordinal} LIMIT 1)`
  return Prisma.sql`
    WITH RECURSIVE last AS (
      SELECT ordinal FROM channel_summaries WHERE place_id = ${placeId} AND is_used AND level = 1 ORDER BY ordinal DESC LIMIT 1
    ), top AS (SELECT ceil(log(2, ordinal + 1))::int + 1 AS level FROM last), sought AS (
      SELECT level, 0 AS ordinal, ${find(Prisma.sql`top.level`, Prisma.sql`0`)} AS id FROM top
      UNION ALL
      SELECT below.level, below.ordinal, ${find(Prisma.sql`below.level`, Prisma.sql`below.ordinal`)}
      FROM sought CROSS JOIN LATERAL (
        SELECT sought.level - 1 AS level, sought.ordinal * 2 + side AS ordinal FROM generate_series(0, 1) side) below
      WHERE sought.id IS NULL AND below.level >= 1 AND below.ordinal::bigint << (below.level - 1) <= (SELECT ordinal FROM last)
    )
    SELECT found.* FROM sought CROSS JOIN LATERAL (
      SELECT ${summaryColumns} FROM channel_summaries s WHERE s.id = sought.id OFFSET 0) found
    ORDER BY found."startsAt"`
}

/** Returns the summaries that represent a channel, oldest first. */
export const listRepresentingSummaries = (db: Db, placeId: PlaceId): Promise<ChannelSummary[]> =>
  db.$queryRaw<ChannelSummary[]>(representingSummariesSql(placeId))

/** A summary as JSON has it. */
export const fromSummaryJson = (summary: InJson<ChannelSummary>): ChannelSummary => ({
  ...summary,
  startsAt: new Date(summary.startsAt),
  endsAt: new Date(summary.endsAt),
})

/** Formats a summary for a context, headed by what it stands for, with times in the timezone of the channel. */
export const formatChannelSummary = (summary: ChannelSummary, timezone: string): string =>
  `Summarized ${formatSpan(summary, timezone)}: ${summary.text}`

/** A summary must be of this level or a higher one to tell of another channel. */
const tellingLevel = 2

/** Returns the newest summaries that tell what a channel talked about on the whole, oldest first. */
export const pickTelling = (summaries: readonly ChannelSummary[], count: number): readonly ChannelSummary[] =>
  summaries.filter(({ level }) => level >= tellingLevel).slice(-count)
