import type { PlaceId } from '../core/domain/ids.ts'
import type { Db } from '../store/store.ts'
import { formatPause, formatSpan } from './format-span.ts'
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

export interface FormattedSummaries {
  /** One per summary, oldest first, each after the silence before it. */
  readonly lines: readonly string[]
  /** Those that did not fit, oldest first. */
  readonly dropped: readonly ChannelSummary[]
}

/**
 * Formats summaries as lines of at most `maxCharacters` together, in the timezone of the channel. Drops the oldest first. A silence of more
 * than an hour, also the one before `now`, is marked.
 */
export function formatChannelSummaries(
  summaries: readonly ChannelSummary[],
  { timezone, maxCharacters, now }: { readonly timezone: string; readonly maxCharacters: number; readonly now: Date },
): FormattedSummaries {
  const lines = summaries.map((summary, index) => {
    const silence = formatPause(summary.endsAt, summaries[index + 1]?.startsAt ?? now)
    return `Summarized ${formatSpan(summary, timezone)}: ${summary.text}${silence && `\n${silence}`}`
  })
  let left = maxCharacters
  const first = lines.findLastIndex((line) => {
    left -= line.length + 1
    return left < 0
  })
  return { lines: lines.slice(first + 1), dropped: summaries.slice(0, first + 1) }
}
