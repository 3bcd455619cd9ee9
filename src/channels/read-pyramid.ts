import type { PlaceId } from '../core/domain/ids.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db } from '../store/store.ts'
import { formatSpan } from './format-span.ts'
import { listRoots, type PyramidPosition } from './pyramid.ts'
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
 * Returns the summaries that represent a channel, oldest first: those that no other summary contains. Looks them up from the top, so that
 * their number and not the age of the channel decides how long it takes. What a forgotten message was part of is represented by the
 * summaries below. Relies on channel_summaries_position_idx.
 */
export async function listRepresentingSummaries(db: Db, placeId: PlaceId): Promise<ChannelSummary[]> {
  const last = await db.channelSummary.findFirst({
    where: { placeId, isUsed: true, level: 1 },
    orderBy: { ordinal: 'desc' },
    select: { ordinal: true },
  })
  const found: ChannelSummary[] = []
  let sought = listRoots(last ? last.ordinal + 1 : 0)
  while (sought.length > 0) {
    const rows = await findByPosition(db, placeId, sought)
    found.push(...rows)
    const known = new Set(rows.map(toKey))
    sought = sought.filter((position) => position.level > 1 && !known.has(toKey(position))).flatMap(listChildren)
  }
  return found.sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
}

const toKey = ({ level, ordinal }: PyramidPosition): string => `${level} ${ordinal}`

const listChildren = ({ level, ordinal }: PyramidPosition): readonly PyramidPosition[] =>
  [0, 1].map((side) => ({ level: level - 1, ordinal: 2 * ordinal + side }))

const findByPosition = (db: Db, placeId: PlaceId, positions: readonly PyramidPosition[]): Promise<ChannelSummary[]> =>
  db.$queryRaw<ChannelSummary[]>`
    SELECT ${summaryColumns}
    FROM unnest(${positions.map(({ level }) => level)}::int[], ${positions.map(({ ordinal }) => ordinal)}::int[]) AS sought(level, ordinal)
    JOIN channel_summaries s ON s.place_id = ${placeId} AND s.level = sought.level AND s.ordinal = sought.ordinal AND s.is_used`

/** Formats a summary for a context, headed by what it stands for, with times in the timezone of the channel. */
export const formatChannelSummary = (summary: ChannelSummary, timezone: string): string =>
  `Summarized ${formatSpan(summary, timezone)}: ${summary.text}`

/** A summary must be of this level or a higher one to tell of another channel. */
const tellingLevel = 2

/** Returns the newest summaries that tell what a channel talked about on the whole, oldest first. */
export const pickTelling = (summaries: readonly ChannelSummary[], count: number): readonly ChannelSummary[] =>
  summaries.filter(({ level }) => level >= tellingLevel).slice(-count)
