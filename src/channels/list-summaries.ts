import type { PlaceId } from '../core/domain/ids.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db } from '../store/store.ts'
import type { PyramidPosition } from './pyramid.ts'
import { type ChannelSummary, isRepresenting, summaryColumns } from './read-pyramid.ts'

/** A summary of the pyramid. */
export interface ListedSummary extends ChannelSummary {
  /** Whether it is one of those that represent the channel. */
  readonly isRepresenting: boolean
}

export interface SummaryListRequest {
  /** All levels if absent. */
  readonly level?: number
  /** The last summary of the page before. */
  readonly after?: PyramidPosition
  readonly limit: number
}

/** Lists the summaries of a channel's pyramid, highest level first, and newest first within a level. Relies on channel_summaries_position_idx. */
export function listSummaries(db: Db, placeId: PlaceId, { level, after, limit }: SummaryListRequest): Promise<ListedSummary[]> {
  const ofLevel = level === undefined ? Prisma.empty : Prisma.sql`AND s.level = ${level}`
  const rest = after ? Prisma.sql`AND (s.level, s.ordinal) < (${after.level}::int, ${after.ordinal}::int)` : Prisma.empty
  return db.$queryRaw<ListedSummary[]>`
    SELECT ${summaryColumns}, ${isRepresenting} AS "isRepresenting" FROM channel_summaries s
    WHERE s.place_id = ${placeId} AND s.is_used ${ofLevel} ${rest} ORDER BY s.level DESC, s.ordinal DESC LIMIT ${limit}`
}

/** Returns the highest level of a channel's pyramid, or 0 if it is empty. */
export async function findHighestLevel(db: Db, placeId: PlaceId): Promise<number> {
  const top = await db.channelSummary.findFirst({ where: { placeId, isUsed: true }, orderBy: { level: 'desc' }, select: { level: true } })
  return top?.level ?? 0
}

/** A window whose latest state the pyramid has no summary of. */
export interface WaitingWindow {
  readonly startsAt: Date
  /** Whether it has a summary of an earlier state. */
  readonly isOutdated: boolean
}

export interface WaitingWindows {
  /** The newest ones, newest first. */
  readonly windows: readonly WaitingWindow[]
  readonly total: number
}

/** Returns the windows of a channel that wait for a summary. Relies on channel_windows_changed_idx. */
export async function findWaitingWindows(db: Db, placeId: PlaceId, limit: number): Promise<WaitingWindows> {
  const rows = await db.$queryRaw<(WaitingWindow & { readonly total: number })[]>`
    SELECT w.starts_at AS "startsAt", w.summarized_revision IS NOT NULL AS "isOutdated", (count(*) OVER ())::int AS total
    FROM channel_windows w WHERE w.place_id = ${placeId} AND w.revision IS DISTINCT FROM w.summarized_revision
    ORDER BY w.starts_at DESC LIMIT ${limit}`
  return { windows: rows.map(({ startsAt, isOutdated }) => ({ startsAt, isOutdated })), total: rows[0]?.total ?? 0 }
}
