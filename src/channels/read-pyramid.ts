import type { PlaceId } from '../core/domain/ids.ts'
import type { Db } from '../store/store.ts'
import { formatSpan } from './format-span.ts'
import type { PyramidPosition } from './pyramid.ts'
import type { SummarizedSpan, WrittenText } from './summary-material.ts'

/** A summary that stands for a part of a channel's conversation. */
export interface ChannelSummary extends PyramidPosition, SummarizedSpan, WrittenText {}

/**
 * Returns the summaries that represent a channel, oldest first: those that no other summary contains. Relies on
 * channel_summaries_position_idx.
 */
export function listRepresentingSummaries(db: Db, placeId: PlaceId): Promise<ChannelSummary[]> {
  return db.$queryRaw<ChannelSummary[]>`
    SELECT s.level, s.ordinal, s.starts_at AS "startsAt", s.ends_at AS "endsAt", s.message_count AS "messageCount",
      s.image_count AS "imageCount", s.file_count AS "fileCount", s.topics, s.text
    FROM channel_summaries s
    WHERE s.place_id = ${placeId} AND s.is_used AND NOT EXISTS (
      SELECT 1 FROM channel_summaries above
      WHERE above.place_id = s.place_id AND above.is_used AND above.level = s.level + 1 AND above.ordinal = s.ordinal / 2)
    ORDER BY s.first_window`
}

/** Formats a summary for a context, headed by what it stands for, with times in the timezone of the channel. */
export const formatChannelSummary = (summary: ChannelSummary, timezone: string): string =>
  `Summarized ${formatSpan(summary, timezone)}: ${summary.text}`

/** A summary must be of this level or a higher one to tell of another channel. */
const tellingLevel = 2

/** Returns the newest summaries that tell what a channel talked about on the whole, oldest first. */
export const pickTelling = (summaries: readonly ChannelSummary[], count: number): readonly ChannelSummary[] =>
  summaries.filter(({ level }) => level >= tellingLevel).slice(-count)
