import { oneDay } from '../core/dates/calendar.ts'
import { InputError } from '../core/domain/errors.ts'
import type { DayLabel, MessageId, PlatformMessageId } from '../core/domain/ids.ts'
import type { Role } from '../core/domain/messages.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db } from '../store/store.ts'
import { joinOwnDay, type ShownDay, shownDaySql } from '../threads/days/day-segment.ts'
import { newestFirst, oldestFirst } from '../threads/messages/message-columns.ts'
import { textWithReferencesSql } from '../threads/messages/references.ts'
import { type PlaceAccess, type Scope, visibleChat, visibleTo } from '../threads/scope.ts'
import type { MessageOrigin } from './deps.ts'
import { createNotFoundError, type ParsedGetInput } from './get-input.ts'
import { findSegmentsInRanges, maxAge, newestOfDaysSql } from './retrieve/bounds.ts'

/** A message as loaded for conversation.get. */
export interface WindowMessage extends MessageOrigin, ShownDay {
  readonly id: MessageId
  readonly role: Role
  readonly author: string
  /** At most `maxTextChars` characters. */
  readonly text: string
  /** The number of characters before `text`. */
  readonly textStart: number
  readonly sentAt: Date
  readonly platformOrder: bigint
  readonly title: string
  readonly platformMessageId: PlatformMessageId | null
}

export interface MessageWindow {
  /** In conversation order. */
  readonly rows: readonly WindowMessage[]
  /** The index of the most important row. If not all rows fit, those farthest from it are dropped first. */
  readonly centerIndex: number
}

/** Only this many characters of a message are read. By the estimate of src/model/tokens.ts, they already exceed one response. */
const maxTextChars = 24_000

/** Of a day in a shared place, only this many messages can be read. */
const maxDayMessages = 10_000

/** The messages that a request can return. */
export interface MessageRange {
  /** The WHERE condition for one page. */
  readonly pageSql: Prisma.Sql
  /** The WHERE condition for all pages together. */
  readonly fullSql: Prisma.Sql
  /** The scope of the request. */
  readonly scope: Scope
}

/** SQL condition for messages, alias m. Leaves out tombstones, which have no text. */
const visibleTextSql = (scope: Scope, access?: PlaceAccess) => Prisma.sql`${visibleChat(scope, access)} AND m.deleted_at IS NULL`

/**
 * SQL condition for the messages, alias m, next to which a page may begin. A message deleted since the last page still has a position. In
 * one's own direct place, any row has one.
 */
const visiblePositionSql = (scope: Scope) => (scope.audience === 'private' ? visibleTo(scope, 'm') : visibleChat(scope))

/** Turns the arguments into SQL. Throws InputError if they name a message or a day that is not visible. */
export async function resolveRange(db: Db, scope: Scope, args: ParsedGetInput): Promise<MessageRange> {
  const hasDay = args.day_segment_id !== undefined || args.day !== undefined
  const day = hasDay ? await requireVisibleDay(db, scope, args) : Prisma.empty
  const comparedTo = async (comparison: Prisma.Sql, id: number | undefined) =>
    id ? Prisma.sql`AND ${positionColumnsSql} ${comparison} ${await loadPositionSql(db, visiblePositionSql(scope), id)}` : Prisma.empty
  const from = await comparedTo(Prisma.sql`>=`, args.from_message_id)
  const to = await comparedTo(Prisma.sql`<=`, args.to_message_id)
  const after = await comparedTo(Prisma.sql`>`, args.after_message_id)
  const before = await comparedTo(Prisma.sql`<`, args.before_message_id)
  const access = hasDay ? 'lookup' : 'index'
  const fullSql = Prisma.sql`${visibleTextSql(scope, access)} ${day} ${from} ${to}`
  const pageSql = Prisma.sql`${fullSql} ${after} ${before}`
  // One of the two alone is a page boundary. Both together are the requested range.
  return { pageSql, fullSql: args.after_message_id && args.before_message_id ? pageSql : fullSql, scope }
}

/**
 * Returns the SQL condition for a day. Throws InputError if the day has no visible message. Relies on
 * messages_segment_id_sent_at_platform_order_id_idx.
 */
async function requireVisibleDay(db: Db, scope: Scope, args: ParsedGetInput): Promise<Prisma.Sql> {
  if (scope.audience !== 'private') return requireVisibleDayInPlace(db, scope, args)
  const { day, day_segment_id } = args
  const segmentSql = day
    ? Prisma.sql`(SELECT s.id FROM day_segments s WHERE s.thread_id = ${scope.threadId} AND s.day_label = ${day})`
    : Prisma.sql`${day_segment_id}`
  const visibleRows = await db.$queryRaw<unknown[]>`
    SELECT m.id FROM messages m WHERE m.segment_id = ${segmentSql} AND ${visibleTo(scope, 'm')} LIMIT 1`
  if (visibleRows.length === 0) throw createNotFoundError('day')
  return Prisma.sql`AND m.segment_id = ${segmentSql}`
}

/** Returns the SQL condition for a day in a shared place: the same day of all members, because they talk to each other. */
async function requireVisibleDayInPlace(db: Db, scope: Scope, { day, day_segment_id }: ParsedGetInput): Promise<Prisma.Sql> {
  const [named] = await db.$queryRaw<{ day: DayLabel }[]>`
    SELECT s.day_label AS day FROM day_segments s WHERE s.id = ${day_segment_id ?? null}::int
      AND EXISTS (SELECT 1 FROM messages m WHERE m.segment_id = s.id AND ${visibleChat(scope)})`
  const label = (day as DayLabel | undefined) ?? named?.day
  const segments = label ? await findSegmentsInRanges(db, scope, [oneDay(label)]) : []
  if (segments.length === 0) throw createNotFoundError('day')
  return Prisma.sql`AND m.id = ANY(ARRAY(${newestOfDaysSql({ scope, upTo: maxAge, segments }, segments, maxDayMessages)}))`
}

type MessagePosition = Pick<WindowMessage, 'id' | 'sentAt' | 'platformOrder'>

/** SQL for the columns that order a thread, and for the position of a message in that order. */
const positionColumnsSql = Prisma.sql`(m.sent_at, m.platform_order, m.id)`
const positionSql = ({ id, sentAt, platformOrder }: MessagePosition) =>
  Prisma.sql`(${sentAt}::timestamptz, ${platformOrder}::bigint, ${id}::int)`

/** Loads the position of a message by primary key. Throws InputError if the message is not visible. */
async function loadPositionSql(db: Db, visible: Prisma.Sql, id: number): Promise<Prisma.Sql> {
  const [row] = await db.$queryRaw<MessagePosition[]>`
    SELECT m.id, m.sent_at AS "sentAt", m.platform_order AS "platformOrder" FROM messages m WHERE m.id = ${id} AND ${visible}`
  if (!row) throw createNotFoundError('message')
  return positionSql(row)
}

/** Loads the messages of one page. Throws InputError if the message at its center is not visible. */
export async function loadWindow(
  db: Db,
  scope: Scope,
  { args, range }: { args: ParsedGetInput; range: MessageRange },
): Promise<MessageWindow> {
  const { message_id: id, from_character: textStart = 0, limit } = args
  if (!id) return loadFromEdge(db, range, args)
  const position = await loadPositionSql(db, visibleTextSql(scope), id)
  // A caller that pages beyond a window may still pass the id of its center, in which case only the page boundary counts.
  return (await loadAround(db, range, { id, position, textStart, limit })) ?? (await loadFromEdge(db, range, args))
}

/**
 * Loads a window with a message in the middle. Near an end of the range, the other side gets the remaining room. Returns undefined if the
 * message is not on the page.
 */
async function loadAround(
  db: Db,
  { pageSql, scope }: MessageRange,
  { id, position, textStart, limit }: { id: number; position: Prisma.Sql; textStart: number; limit: number },
): Promise<MessageWindow | undefined> {
  const [before, onwards] = await Promise.all([
    selectMessages(db, Prisma.sql`${pageSql} AND ${positionColumnsSql} < ${position}`, {
      orderBy: newestFirst,
      limit: limit - 1,
      scope,
    }),
    selectMessages(db, Prisma.sql`${pageSql} AND ${positionColumnsSql} >= ${position}`, {
      orderBy: oldestFirst,
      limit,
      scope,
      start: { id, textStart },
    }),
  ])
  if (onwards[0]?.id !== id) return undefined
  if (textStart > 0 && onwards[0].text === '')
    throw new InputError(
      `"from_character" is ${textStart}, but the message is shorter. Pass a value that a search or an earlier call returned.`,
    )
  const beforeCount = Math.min(before.length, Math.max(Math.ceil((limit - 1) / 2), limit - onwards.length))
  return { rows: [...before.slice(0, beforeCount).reverse(), ...onwards.slice(0, limit - beforeCount)], centerIndex: beforeCount }
}

/** Loads a page from the start of the range, or up to its end if only the end is given. */
async function loadFromEdge(db: Db, { pageSql, scope }: MessageRange, args: ParsedGetInput): Promise<MessageWindow> {
  const { from_message_id: from, to_message_id: to, after_message_id: after, before_message_id: before, limit } = args
  const isBackwards = after === undefined && (before !== undefined || (to !== undefined && from === undefined))
  const rows = await selectMessages(db, pageSql, { orderBy: isBackwards ? newestFirst : oldestFirst, limit, scope })
  return isBackwards ? { rows: rows.reverse(), centerIndex: rows.length - 1 } : { rows, centerIndex: 0 }
}

interface Selection {
  readonly scope: Scope
  readonly orderBy: Prisma.Sql
  readonly limit: number
  /** The message that is read from a later character on. */
  readonly start?: { readonly id: number; readonly textStart: number }
}

/**
 * Selects messages. Relies on messages_thread_id_sent_at_platform_order_id_idx or messages_audience_idx or, within one day, on
 * messages_segment_id_sent_at_platform_order_id_idx.
 */
function selectMessages(
  db: Db,
  where: Prisma.Sql,
  { orderBy, limit, scope, start = { id: 0, textStart: 0 } }: Selection,
): Promise<WindowMessage[]> {
  const textStartSql = Prisma.sql`CASE WHEN m.id = ${start.id}::int THEN ${start.textStart}::int ELSE 0 END`
  return db.$queryRaw<WindowMessage[]>`
    SELECT m.id, m.role, m.author_name AS author, substr(${textWithReferencesSql}, 1 + ${textStartSql}, ${maxTextChars}::int) AS text, ${textStartSql} AS "textStart",
      m.sent_at AS "sentAt", ${shownDaySql(scope)}, m.platform_order AS "platformOrder",
      p.platform, p.tenant, p.address, p.title,
      coalesce(m.platform_message_id,
        (SELECT d.platform_message_id FROM deliveries d WHERE d.message_id = m.id ORDER BY d.part LIMIT 1)) AS "platformMessageId"
    FROM (SELECT m.* FROM messages m WHERE ${where} ORDER BY ${orderBy} LIMIT ${limit}) m
    JOIN places p ON p.id = m.place_id ${joinOwnDay(scope)} ORDER BY ${orderBy}`
}

/** Checks whether there are messages before the first and after the last of some rows. Relies on the same indexes as selectMessages. */
export async function checkForMore(
  db: Db,
  { fullSql }: MessageRange,
  rows: readonly MessagePosition[],
): Promise<{ before: boolean; after: boolean }> {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return { before: false, after: false }
  const [before, after] = await Promise.all([
    db.$queryRaw<
      unknown[]
    >`SELECT m.id FROM messages m WHERE ${fullSql} AND ${positionColumnsSql} < ${positionSql(first)} ORDER BY ${newestFirst} LIMIT 1`,
    db.$queryRaw<
      unknown[]
    >`SELECT m.id FROM messages m WHERE ${fullSql} AND ${positionColumnsSql} > ${positionSql(last)} ORDER BY ${oldestFirst} LIMIT 1`,
  ])
  return { before: before.length > 0, after: after.length > 0 }
}
