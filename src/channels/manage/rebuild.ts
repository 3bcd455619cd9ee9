import type { PlaceId } from '../../core/domain/ids.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db, Tx } from '../../store/store.ts'
import { isChannelMessage, isInWindow } from '../cascade/channel-lines.ts'
import type { Channel } from '../channel.ts'

export interface RebuildEstimate {
  /** The number of windows with messages. */
  readonly windows: number
  /** The tokens that their summaries take, with those of all levels above. */
  readonly tokens: number
}

/** What a summary takes besides its messages: the instruction and the answer, in tokens. */
const tokensPerSummary = 600
const charactersPerToken = 4

/** Estimates what making all summaries of a channel again takes. What raw messages are no longer kept of stays as it is. */
export async function estimateRebuild(db: Db, channel: Channel): Promise<RebuildEstimate> {
  const [row] = await db.$queryRaw<{ windows: number; characters: number }[]>`
    SELECT count(DISTINCT w.starts_at)::int AS windows, coalesce(sum(length(m.text)), 0)::int AS characters
    FROM channel_windows w JOIN messages m ON ${isChannelMessage(channel)} AND ${isInWindow(Prisma.sql`w.starts_at`)}
    WHERE w.place_id = ${channel.placeId} AND NOT w.is_pruned`
  const { windows = 0, characters = 0 } = row ?? {}
  // A complete pyramid has as many summaries above its windows as it has windows.
  return { windows, tokens: Math.ceil(characters / charactersPerToken) + 2 * windows * tokensPerSummary }
}

/** Has all summaries of a channel made again, as far as there are messages, with a limit of tokens of its own. */
export async function startRebuild(tx: Tx, channel: Channel, { tokens }: RebuildEstimate): Promise<void> {
  const { placeId } = channel
  await tx.$executeRaw`
    UPDATE channel_windows w SET revision = nextval('channel_window_revisions')
    WHERE w.place_id = ${placeId} AND NOT w.is_pruned AND EXISTS (SELECT 1 FROM messages m WHERE ${isChannelMessage(channel)} AND ${isInWindow(Prisma.sql`w.starts_at`)})`
  await tx.$executeRaw`UPDATE channels SET extra_tokens = ${tokens}, next_cascade_at = '-infinity' WHERE place_id = ${placeId}`
}

export interface RebuildProgress {
  readonly done: number
  readonly total: number
  readonly isRunning: boolean
}

/** Returns how many windows of a channel have the summary that was asked for. */
export async function findRebuildProgress(db: Db, placeId: PlaceId): Promise<RebuildProgress> {
  const [row] = await db.$queryRaw<RebuildProgress[]>`
    SELECT count(*) FILTER (WHERE w.revision = w.summarized_revision OR EXISTS (
        SELECT 1 FROM channel_summaries s WHERE s.place_id = c.place_id AND NOT s.is_used AND s.level = 1 AND s.first_window = w.starts_at))::int AS done,
      count(*)::int AS total, c.extra_tokens > 0 AS "isRunning"
    FROM channels c JOIN channel_windows w ON w.place_id = c.place_id WHERE c.place_id = ${placeId} GROUP BY c.extra_tokens`
  return row ?? { done: 0, total: 0, isRunning: false }
}
