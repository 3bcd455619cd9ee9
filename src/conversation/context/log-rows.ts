import { isChannelMessage, isInWindow } from '../../channels/cascade/channel-lines.ts'
import type { PlaceId } from '../../core/domain/ids.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import { newestFirst } from '../../threads/messages/message-columns.ts'
import type { Scope } from '../../threads/scope.ts'
import {
  type ContextRow,
  contextColumns,
  fromStoredRow,
  joinPlaceAndDay,
  type ReadLimits,
  type StoredContextRow,
  sortRows,
} from './rows.ts'

/** The maximum number of windows without a summary that are read. There are as few as one unless summaries fail or were deleted. */
const windowsRead = 100

/**
 * SQL for what others said in a channel that no summary stands for, and what the bot answered them, newest first. Relies on
 * channel_windows_changed_idx, because a window without a summary counts as changed, and on messages_audience_idx.
 */
const unsummarizedLogSql = (scope: Scope, { placeId, rowsRead, charactersRead }: ReadLimits & { readonly placeId: PlaceId }) => Prisma.sql`
  SELECT ${contextColumns(scope, charactersRead)} FROM (
    SELECT w.starts_at FROM channel_windows w
    WHERE w.place_id = ${placeId} AND w.revision IS DISTINCT FROM w.summarized_revision AND NOT EXISTS (
      SELECT 1 FROM channel_summaries s WHERE s.place_id = w.place_id AND s.is_used AND s.level = 1 AND s.first_window = w.starts_at)
    ORDER BY w.starts_at DESC LIMIT ${windowsRead}) w
  CROSS JOIN LATERAL (SELECT m.* FROM messages m WHERE ${isChannelMessage(scope)} AND ${isInWindow(Prisma.sql`w.starts_at`)} OFFSET 0) m
  ${joinPlaceAndDay(scope)}
  WHERE m.thread_id <> ${scope.threadId} ORDER BY ${newestFirst} LIMIT ${rowsRead}`

export const loadUnsummarizedLog = async (
  db: Db,
  scope: Scope,
  limits: ReadLimits & { readonly placeId: PlaceId },
): Promise<ContextRow[]> => sortRows((await db.$queryRaw<StoredContextRow[]>(unsummarizedLogSql(scope, limits))).map(fromStoredRow))
