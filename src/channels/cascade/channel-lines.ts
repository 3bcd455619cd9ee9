import type { TimeSpan } from '../../core/dates/parse-span.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import { newestFirst, oldestFirst } from '../../threads/messages/message-columns.ts'
import { isBeingErased } from '../../threads/thread.ts'
import type { Channel } from '../channel.ts'
import { windowMs } from '../pyramid.ts'
import type { ChannelLine } from '../summary-material.ts'

/** SQL for whether an account, alias a, had opted out of the log when a message, alias m, was sent. */
const hadOptedOut = Prisma.sql`EXISTS (
  SELECT 1 FROM channel_authors x WHERE x.place_id = m.place_id AND x.platform_user_id = a.platform_user_id
    AND x.opted_out_at <= m.sent_at AND (x.opted_in_at IS NULL OR x.opted_in_at > m.sent_at))`

/**
 * SQL for whether the author of a message, alias m, had opted out when it was sent, or it answers one who had, because an answer repeats
 * what was said. Only what is said to the bot is stored of them. Relies on messages_turn_id_idx.
 */
const isOfOptedOut = Prisma.sql`(
  EXISTS (SELECT 1 FROM accounts a WHERE a.id = m.author_account_id AND ${hadOptedOut})
  OR (m.role = 'assistant' AND EXISTS (
    SELECT 1 FROM messages asked JOIN accounts a ON a.id = asked.author_account_id
    WHERE asked.turn_id = m.turn_id AND asked.role = 'user' AND ${hadOptedOut})))`

/**
 * SQL for the messages of a channel, alias m: what its members and the bot said there, in whichever thread it is. Relies on
 * messages_audience_idx.
 */
export const isChannelMessage = ({ audience }: Pick<Channel, 'audience'>): Prisma.Sql => Prisma.sql`
  m.audience = ${audience} AND m.audience <> 'private' AND m.kind = 'chat' AND m.role IN ('user', 'assistant') AND m.deleted_at IS NULL
  AND NOT ${isBeingErased(Prisma.sql`m.thread_id`)} AND NOT ${isOfOptedOut}`

/** SQL for whether a message, alias m, was sent in the window that starts at an SQL expression. */
export const isInWindow = (startsAt: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`m.sent_at >= ${startsAt} AND m.sent_at < ${startsAt} + ${windowMs} * INTERVAL '1 millisecond'`

/** A message of a channel, with what only people are shown. */
export interface LogEntry extends ChannelLine {
  readonly editedAt: Date | null
  /** Decides on the order of messages that were sent at the same time. */
  readonly platformOrder: bigint
}

export interface LineSelection {
  /** The alias of messages is m. */
  readonly where: Prisma.Sql
  /** Oldest first if absent. */
  readonly order?: Prisma.Sql
  readonly limit?: number
}

/** Returns the messages of a window, in order. */
export const readWindow = (db: Db, channel: Channel, startsAt: Date): Promise<ChannelLine[]> =>
  readLines(db, channel, { where: isInWindow(Prisma.sql`${startsAt}::timestamptz`) })

/** Yields the messages of a span in pages of at most `size`, the newest page first, each in order. Relies on messages_audience_idx. */
export async function* readSpan(
  db: Db,
  channel: Channel,
  { from, to }: TimeSpan,
  size: number,
): AsyncGenerator<readonly ChannelLine[], undefined> {
  const inSpan = Prisma.sql`m.sent_at >= ${from}::timestamptz AND m.sent_at < ${to}::timestamptz`
  let where = inSpan
  for (;;) {
    const page = (await readLines(db, channel, { where, order: newestFirst, limit: size })).reverse()
    const [oldest] = page
    if (!oldest) return
    yield page
    if (page.length < size) return
    const { id, sentAt, platformOrder } = oldest
    where = Prisma.sql`${inSpan} AND (m.sent_at, m.platform_order, m.id) < (${sentAt}::timestamptz, ${platformOrder}::bigint, ${id}::int)`
  }
}

/** Returns the messages of a channel that a condition selects. */
export function readLines(db: Db, channel: Channel, { where, order = oldestFirst, limit }: LineSelection): Promise<LogEntry[]> {
  return db.$queryRaw<LogEntry[]>`
    SELECT m.id, m.sent_at AS "sentAt", m.role, m.author_name AS author, m.text, m.edited_at AS "editedAt", m.platform_order AS "platformOrder", coalesce(l.image_count, files.images::int) AS "imageCount", coalesce(l.file_count, files.others::int) AS "fileCount"
    FROM messages m LEFT JOIN channel_messages l ON l.message_id = m.id CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE a.media_type LIKE 'image/%') AS images, count(*) FILTER (WHERE a.media_type NOT LIKE 'image/%') AS others
      FROM attachments a WHERE a.message_id = m.id) files
    WHERE ${isChannelMessage(channel)} AND ${where} ORDER BY ${order} ${limit === undefined ? Prisma.empty : Prisma.sql`LIMIT ${limit}`}`
}
