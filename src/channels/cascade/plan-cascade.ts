import type { PlaceId } from '../../core/domain/ids.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import type { Channel } from '../channel.ts'
import { type ChannelWindow, type PyramidNode, type PyramidPosition, planPyramid, windowMs } from '../pyramid.ts'
import { isChannelMessage, isInWindow } from './channel-lines.ts'

/** The next state of a pyramid, from its first change on. Everything to the left stays. */
export interface CascadePlan {
  /** The windows with messages, in order. */
  readonly windows: readonly ChannelWindow[]
  /** The ordinal of the first of them. */
  readonly first: number
  /** Windows whose messages are all gone. */
  readonly emptied: readonly ChannelWindow[]
  /** The summaries from the first change on, lowest level first. */
  readonly nodes: readonly PyramidNode[]
}

/** Plans the next state of the pyramid of a channel. Undefined if no closed window has changed. */
export async function planCascade(db: Db, channel: Channel, now: Date): Promise<CascadePlan | undefined> {
  const found = await readWindowsFromFirstChange(db, channel, now)
  const [earliest] = found
  if (!earliest) return undefined
  const windows = found.filter(({ hasMessages }) => hasMessages)
  const first = await countWindowsBefore(db, channel.placeId, earliest.startsAt)
  const left = await readLeftSources(db, channel.placeId, first)
  return {
    windows,
    first,
    emptied: found.filter(({ hasMessages }) => !hasMessages),
    nodes: planPyramid(windows, first, (position) => left.get(toKey(position))),
  }
}

/** Returns the closed windows from the first changed one on, in order. Relies on channel_windows_changed_idx and channel_windows_pkey. */
function readWindowsFromFirstChange(db: Db, channel: Channel, now: Date): Promise<(ChannelWindow & { readonly hasMessages: boolean })[]> {
  const { placeId } = channel
  const latest = new Date(now.getTime() - windowMs)
  // A window that has not changed has messages, because emptied ones are removed.
  return db.$queryRaw<(ChannelWindow & { readonly hasMessages: boolean })[]>`
    SELECT w.starts_at AS "startsAt", w.revision, w.revision = w.summarized_revision IS TRUE OR EXISTS (
      SELECT 1 FROM messages m WHERE ${isChannelMessage(channel)} AND ${isInWindow(Prisma.sql`w.starts_at`)}) AS "hasMessages"
    FROM channel_windows w
    WHERE w.place_id = ${placeId} AND w.starts_at <= ${latest} AND w.starts_at >= (
      SELECT min(c.starts_at) FROM channel_windows c
      WHERE c.place_id = ${placeId} AND c.starts_at <= ${latest} AND c.revision IS DISTINCT FROM c.summarized_revision)
    ORDER BY w.starts_at`
}

/** Counts the windows before an instant. All of them have a summary. Relies on channel_summaries_windows_idx. */
async function countWindowsBefore(db: Db, placeId: PlaceId, startsAt: Date): Promise<number> {
  const last = await db.channelSummary.findFirst({
    where: { placeId, level: 1, isUsed: true, firstWindow: { lt: startsAt } },
    orderBy: { firstWindow: 'desc' },
    select: { ordinal: true },
  })
  return last ? last.ordinal + 1 : 0
}

const toKey = ({ level, ordinal }: PyramidPosition): string => `${level} ${ordinal}`

/** Returns the sources of the last summary of each level before the window `first`. Relies on channel_summaries_position_idx. */
async function readLeftSources(db: Db, placeId: PlaceId, first: number): Promise<ReadonlyMap<string, string>> {
  const levels = Array.from({ length: Math.ceil(Math.log2(first + 1)) }, (_, index) => index + 1)
  const rows = await db.$queryRaw<Pick<PyramidNode, 'level' | 'ordinal' | 'source'>[]>`
    SELECT s.level, s.ordinal, s.source FROM unnest(${levels}::int[], ${levels.map((level) => lastOrdinalBefore(first, level))}::int[]) AS wanted(level, ordinal)
    JOIN channel_summaries s ON s.place_id = ${placeId} AND s.level = wanted.level AND s.ordinal = wanted.ordinal AND s.is_used`
  return new Map(rows.map((node) => [toKey(node), node.source]))
}

const lastOrdinalBefore = (first: number, level: number): number => Math.floor(first / 2 ** (level - 1)) - 1
