import { isChannelMessage, isInWindow } from '../../channels/cascade/channel-lines.ts'
import type { Channel } from '../../channels/channel.ts'
import { channelOfSql } from '../../channels/find-channel.ts'
import { relatedPlacesSql } from '../../channels/manage/related.ts'
import { type ChannelSummary, fromSummaryJson, representingSummariesSql } from '../../channels/read-pyramid.ts'
import type { PlaceId } from '../../core/domain/ids.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import { newestFirst } from '../../threads/messages/message-columns.ts'
import type { Place } from '../../threads/places.ts'
import { isInPlace, type Scope } from '../../threads/scope.ts'
import { isBeingErased } from '../../threads/thread.ts'
import { type ContextRow, contextColumns, loadRows, loadRowsAndLists, type ReadLimits } from './rows.ts'

/**
 * SQL for the messages of others among the newest in a shared place: what they said to the bot, and what it answered, without the log of a
 * channel. Relies on messages_audience_idx, read from its end, up to the limit, and on continuous_threads_thread_id_key.
 */
export const othersRowsSql = (scope: Scope, { rowsRead, charactersRead }: ReadLimits) => Prisma.sql`
  SELECT ${contextColumns(charactersRead)} FROM (
    SELECT m.* FROM messages m
    WHERE ${isInPlace(scope, 'm', 'index')} AND m.kind = 'chat' AND m.role IN ('user', 'assistant') AND m.deleted_at IS NULL
    ORDER BY ${newestFirst} LIMIT ${rowsRead}) m
  WHERE m.thread_id <> ${scope.threadId} AND NOT ${isBeingErased(Prisma.sql`m.thread_id`)}
    AND EXISTS (SELECT 1 FROM continuous_threads c WHERE c.thread_id = m.thread_id)`

export async function loadOthersRows(db: Db, scope: Scope, limits: ReadLimits): Promise<readonly ContextRow[]> {
  return loadRows(db, scope, othersRowsSql(scope, limits))
}

/** The maximum number of windows without a summary that are read. There are as few as one unless summaries fail or were deleted. */
const windowsRead = 100

/**
 * SQL for what others said in a channel that no summary stands for, and what the bot answered them, newest first. Relies on
 * channel_windows_changed_idx, because a window without a summary counts as changed, and on messages_audience_idx.
 */
const unsummarizedLogSql = (scope: Scope, { placeId, rowsRead, charactersRead }: ReadLimits & { readonly placeId: PlaceId }) => Prisma.sql`
  SELECT ${contextColumns(charactersRead)} FROM (
    SELECT w.starts_at FROM channel_windows w
    WHERE w.place_id = ${placeId} AND w.revision IS DISTINCT FROM w.summarized_revision AND NOT EXISTS (
      SELECT 1 FROM channel_summaries s WHERE s.place_id = w.place_id AND s.is_used AND s.level = 1 AND s.first_window = w.starts_at)
    ORDER BY w.starts_at DESC LIMIT ${windowsRead}) w
  CROSS JOIN LATERAL (SELECT m.* FROM messages m WHERE ${isChannelMessage(scope)} AND ${isInWindow(Prisma.sql`w.starts_at`)} OFFSET 0) m
  WHERE m.thread_id <> ${scope.threadId} ORDER BY ${newestFirst} LIMIT ${rowsRead}`

/** What is stored of a shared place that may be a logged channel. */
export interface StoredPlaceHistory {
  /** Whether it is on or off. Undefined if it was never switched on. */
  readonly channel: Channel | undefined
  /** Those that represent the channel, oldest first. */
  readonly summaries: readonly ChannelSummary[]
  /** The messages that no summary stands for, oldest first. */
  readonly rows: readonly ContextRow[]
  readonly related: readonly Place[]
}

/**
 * Loads what was said in a channel, in one statement. So it is of one state of the pyramid, and a cascade that ends meanwhile neither hides
 * nor repeats a message.
 */
export async function loadStoredHistory(
  db: Db,
  scope: Scope,
  limits: ReadLimits & { readonly placeId: PlaceId },
): Promise<StoredPlaceHistory> {
  const { rowsOf, lists } = await loadRowsAndLists<'log', { channels: Channel; summaries: ChannelSummary; related: Place }>(db, scope, {
    parts: { log: unsummarizedLogSql(scope, limits) },
    lists: {
      channels: channelOfSql(limits.placeId),
      summaries: representingSummariesSql(limits.placeId),
      related: relatedPlacesSql(limits.placeId),
    },
  })
  const { channels, summaries, related } = lists
  return { channel: channels[0], summaries: summaries.map(fromSummaryJson), rows: rowsOf('log'), related }
}
