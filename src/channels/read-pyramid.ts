import type { PlaceId } from '../core/domain/ids.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db } from '../store/store.ts'
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
 * Returns the summaries that represent a channel, oldest first: those that no other summary contains. Relies on
 * channel_summaries_position_idx.
 */
export function listRepresentingSummaries(db: Db, placeId: PlaceId): Promise<ChannelSummary[]> {
  return db.$queryRaw<ChannelSummary[]>`
    SELECT ${summaryColumns} FROM channel_summaries s
    WHERE s.place_id = ${placeId} AND s.is_used AND ${isRepresenting} ORDER BY s.first_window`
}

/** Formats a summary for a context, headed by what it stands for, with times in the timezone of the channel. */
export const formatChannelSummary = (summary: ChannelSummary, timezone: string): string =>
  `Summarized ${formatSpan(summary, timezone)}: ${summary.text}`
