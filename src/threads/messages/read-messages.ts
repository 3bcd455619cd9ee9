import type { ChangeSeq, DayLabel, MessageId, PlaceId, PlatformMessageId, SegmentId, ThreadId, UserId } from '../../core/domain/ids.ts'
import type { Message } from '../../core/domain/messages.ts'
import type { PlaceRef } from '../../core/ports/platform.ts'
import { Prisma } from '../../store/generated/client.ts'
import { type Db, planOnce } from '../../store/store.ts'
import type { DaySegment } from '../days/day-segment.ts'
import { type Scope, visibleChat, visibleInPlace, visibleTo } from '../scope.ts'
import { fromMessageJson, type MessageJson, messageColumns, messageJsonColumns, newestFirst, oldestFirst } from './message-columns.ts'

/** Identifies a platform's message within a thread. */
export interface PlacedMessageKey {
  readonly threadId: ThreadId
  readonly placeId: PlaceId
  readonly platformMessageId: PlatformMessageId
}

/** Returns a user's message by its platform id, with its day. Relies on messages_place_id_platform_message_id_thread_id_key. */
export async function findUserMessage(db: Db, key: PlacedMessageKey): Promise<{ message: Message; segment: DaySegment } | undefined> {
  const [row] = await db.$queryRaw<(Message & { dayLabel: DayLabel })[]>`
    SELECT ${messageColumns}, s.day_label AS "dayLabel"
    FROM messages m JOIN day_segments s ON s.id = m.segment_id
    WHERE m.thread_id = ${key.threadId} AND m.place_id = ${key.placeId} AND m.platform_message_id = ${key.platformMessageId}`
  if (!row) return undefined
  const { dayLabel, ...message } = row
  return { message, segment: { id: message.segmentId, dayLabel } }
}

/**
 * Returns a message by its platform id, or by the platform id of one of its parts if the bot wrote it. Relies on
 * deliveries_platform_message_id_idx.
 */
export async function findMessage(db: Db, key: PlacedMessageKey): Promise<Message | undefined> {
  const userMessage = await findUserMessage(db, key)
  if (userMessage) return userMessage.message
  const [row] = await db.$queryRaw<Message[]>`
    SELECT ${messageColumns} FROM deliveries d JOIN messages m ON m.id = d.message_id
    WHERE d.platform_message_id = ${key.platformMessageId} AND m.place_id = ${key.placeId} AND m.thread_id = ${key.threadId} LIMIT 1`
  return row
}

export interface PlatformMessageKey {
  readonly place: PlaceRef
  readonly platformMessageId: PlatformMessageId
}

/**
 * Returns a message in a user's own thread by its platform id, or by the platform id of one of its parts. Relies on
 * places_platform_tenant_address_key.
 */
export async function findPlatformMessage(
  db: Db,
  userId: UserId,
  { place, platformMessageId }: PlatformMessageKey,
): Promise<Message | undefined> {
  const [row] = await db.$queryRaw<{ threadId: ThreadId; placeId: PlaceId }[]>`
    SELECT c.thread_id AS "threadId", p.id AS "placeId" FROM continuous_threads c, places p
    WHERE c.user_id = ${userId} AND p.platform = ${place.platform} AND p.tenant = ${place.tenant} AND p.address = ${place.address}`
  return row && findMessage(db, { ...row, platformMessageId })
}

/** Returns the day of a platform's message. */
export async function findMessageDay(db: Db, userId: UserId, key: PlatformMessageKey): Promise<DayLabel | undefined> {
  const message = await findPlatformMessage(db, userId, key)
  const segment = message && (await db.daySegment.findUnique({ where: { id: message.segmentId }, select: { dayLabel: true } }))
  return segment?.dayLabel as DayLabel | undefined
}

/** Returns a message by id, or undefined if it does not exist or is not in the scope. */
export async function findMessageById(db: Db, scope: Scope, id: MessageId): Promise<Message | undefined> {
  const [row] = await db.$queryRaw<Message[]>`SELECT ${messageColumns} FROM messages m WHERE m.id = ${id} AND ${visibleTo(scope, 'm')}`
  return row
}

/** Returns what a user or the bot said by id, in a shared place also to another member. Undefined if it is not in the scope or was deleted. */
export async function findChatMessage(db: Db, scope: Scope, id: MessageId): Promise<Message | undefined> {
  const [row] = await db.$queryRaw<Message[]>`
    SELECT ${messageColumns} FROM messages m WHERE m.id = ${id} AND ${visibleChat(scope)} AND m.deleted_at IS NULL`
  return row
}

/** Returns the texts of those messages that exist and that the readers of a reply may see, by id. Relies on messages_pkey. */
export async function loadVisibleTexts(db: Db, scope: Scope, ids: readonly MessageId[]): Promise<ReadonlyMap<MessageId, string>> {
  const rows = await db.$queryRaw<{ id: MessageId; text: string }[]>`
    SELECT m.id, m.text FROM messages m WHERE m.id IN (${Prisma.join([...ids])}) AND ${visibleInPlace(scope, 'm')} AND m.deleted_at IS NULL`
  return new Map(rows.map(({ id, text }) => [id, text]))
}

/** When a message was sent, and on which day of the thread. */
export interface MessageMoment {
  readonly id: MessageId
  readonly sentAt: Date
  readonly dayLabel: DayLabel
  readonly timezone: string
}

/** Returns when those messages were sent that exist and that the readers of a reply may see. Relies on messages_pkey. */
export function listMoments(db: Db, scope: Scope, ids: readonly MessageId[]): Promise<MessageMoment[]> {
  return db.$queryRaw<MessageMoment[]>`
    SELECT m.id, m.sent_at AS "sentAt", s.day_label AS "dayLabel", s.timezone FROM messages m JOIN day_segments s ON s.id = m.segment_id
    WHERE m.id IN (${Prisma.join([...ids])}) AND ${visibleInPlace(scope, 'm')} AND m.deleted_at IS NULL`
}

export interface DayWindow {
  readonly messages: readonly Message[]
  readonly hasEarlier: boolean
  readonly hasLater: boolean
}

/** Requests at most `limit` rows of a day: the newest ones, those around a message, or those before a message. */
export interface DayWindowRequest {
  readonly limit: number
  readonly around?: Message | undefined
  readonly before?: Message | undefined
}

/** Returns rows of a day in order, without drafts. Relies on messages_segment_id_sent_at_platform_order_id_idx. */
export async function loadDayWindow(db: Db, scope: Scope, segmentId: SegmentId, request: DayWindowRequest): Promise<DayWindow> {
  const { around, before } = request
  const limit = around ? Math.ceil(request.limit / 2) : request.limit
  const selectRows = Prisma.sql`SELECT ${messageColumns} FROM messages m
    WHERE m.segment_id = ${segmentId} AND m.kind <> 'draft' AND ${visibleTo(scope, 'm')}`
  const upperBound = around
    ? Prisma.sql`AND ${orderTuple} <= ${toOrderTuple(around)}`
    : before
      ? Prisma.sql`AND ${orderTuple} < ${toOrderTuple(before)}`
      : Prisma.empty
  const [earlier, later] = await Promise.all([
    db.$queryRaw<Message[]>`${selectRows} ${upperBound} ORDER BY ${newestFirst} LIMIT ${limit + 1}`,
    around
      ? db.$queryRaw<Message[]>`${selectRows} AND ${orderTuple} > ${toOrderTuple(around)} ORDER BY ${oldestFirst} LIMIT ${limit + 1}`
      : [],
  ])
  return {
    messages: [...earlier.slice(0, limit).reverse(), ...later.slice(0, limit)],
    hasEarlier: earlier.length > limit,
    hasLater: before !== undefined || later.length > limit,
  }
}

/** Returns at most `limit` rows changed after `since`, in the order of their changes. Relies on messages_thread_id_change_seq_key. */
export async function listChangesSince(db: Db, scope: Scope, since: ChangeSeq, limit: number): Promise<Message[]> {
  const rows = await db.$queryRaw<MessageJson[]>(planOnce`
    SELECT ${messageJsonColumns} FROM messages m WHERE ${isChangedSince(scope, since)} ORDER BY m.change_seq LIMIT ${limit}::int`)
  return rows.map(fromMessageJson)
}

/** SQL for the condition that a message m is among the first `limit` changes since `since`. */
export const isAmongChanges = (scope: Scope, since: ChangeSeq, limit: number): Prisma.Sql => Prisma.sql`
  m.id IN (SELECT c.id FROM (SELECT m.id FROM messages m WHERE ${isChangedSince(scope, since)} ORDER BY m.change_seq LIMIT ${limit}::int) c)`

const isChangedSince = (scope: Scope, since: ChangeSeq) =>
  Prisma.sql`${visibleTo(scope, 'm')} AND m.change_seq > ${since} AND m.kind <> 'draft'`

/** Counts the changes after `since`, up to `limit`. Relies on messages_thread_id_change_seq_key. */
export async function countChangesSince(db: Db, scope: Scope, since: ChangeSeq, limit: number): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>(planOnce`
    SELECT count(*)::int AS count FROM (SELECT 1 FROM messages m WHERE ${isChangedSince(scope, since)} LIMIT ${limit}::int) changed`)
  return row?.count ?? 0
}

/**
 * Returns the rows around a message in order: up to `before` earlier ones, the message itself, and up to `after` later ones. Omits
 * tombstones and drafts.
 */
export async function loadMessagesAround(db: Db, scope: Scope, id: MessageId, span: { before: number; after: number }): Promise<Message[]> {
  const middle = await findMessageById(db, scope, id)
  if (!middle) return []
  const position = toOrderTuple(middle)
  const isShown = Prisma.sql`${visibleTo(scope, 'm')} AND m.kind <> 'draft' AND m.deleted_at IS NULL`
  const [earlier, later] = await Promise.all([
    db.$queryRaw<Message[]>`
      SELECT ${messageColumns} FROM messages m WHERE ${isShown} AND ${orderTuple} < ${position}
      ORDER BY ${newestFirst} LIMIT ${span.before}`,
    db.$queryRaw<Message[]>`
      SELECT ${messageColumns} FROM messages m WHERE ${isShown} AND ${orderTuple} > ${position}
      ORDER BY ${oldestFirst} LIMIT ${span.after}`,
  ])
  return [...earlier.reverse(), middle, ...later]
}

/** SQL for the position of a row in its thread, to be compared with the position of another message. */
const orderTuple = Prisma.sql`(m.sent_at, m.platform_order, m.id)`

function toOrderTuple({ sentAt, platformOrder, id }: Message): Prisma.Sql {
  return Prisma.sql`(${sentAt}::timestamptz, ${platformOrder}::bigint, ${id}::int)`
}

export interface DayListItem {
  readonly segmentId: SegmentId
  readonly dayLabel: DayLabel
  /** The number of conversation messages on that day. */
  readonly messages: number
  readonly hasSummary: boolean
  readonly finalizedAt: Date | null
}

/** SQL for whether a message counts toward its day. The alias of messages is m. */
export const isDayMessage = Prisma.sql`m.kind = 'chat' AND m.role <> 'tool' AND m.deleted_at IS NULL`

/** Lists the days of a thread, newest first, optionally only those before a given day. Relies on day_segments_thread_id_day_label_key. */
export function listDays(db: Db, threadId: ThreadId, page: { before?: DayLabel; limit: number }): Promise<DayListItem[]> {
  return db.$queryRaw<DayListItem[]>`
    SELECT s.id AS "segmentId", s.day_label AS "dayLabel", s.finalized_at AS "finalizedAt",
      EXISTS (SELECT 1 FROM day_summaries d WHERE d.segment_id = s.id) AS "hasSummary",
      (SELECT count(*)::int FROM messages m WHERE m.segment_id = s.id AND ${isDayMessage}) AS messages
    FROM day_segments s
    WHERE s.thread_id = ${threadId} AND (${page.before ?? null}::text IS NULL OR s.day_label < ${page.before ?? null})
    ORDER BY s.day_label DESC LIMIT ${page.limit}`
}

export type DaySize = Pick<DayListItem, 'dayLabel' | 'messages' | 'hasSummary'>

/** Returns the sizes of the days of the messages m that meet a condition. Relies on messages_segment_change_idx. */
export function listDaysOf(db: Db, condition: Prisma.Sql): Promise<DaySize[]> {
  return db.$queryRaw<DaySize[]>(planOnce`
    SELECT s.day_label AS "dayLabel", EXISTS (SELECT 1 FROM day_summaries d WHERE d.segment_id = s.id) AS "hasSummary",
      (SELECT count(*)::int FROM messages m WHERE m.segment_id = s.id AND ${isDayMessage}) AS messages
    FROM day_segments s WHERE s.id IN (SELECT m.segment_id FROM messages m WHERE ${condition})`)
}

/**
 * Lists the days of a thread that have messages, newest first. Does not count the messages, so that many days can be listed. Relies on
 * messages_segment_change_idx.
 */
export function listDaysWithMessages(db: Db, threadId: ThreadId, limit: number): Promise<DaySegment[]> {
  // LATERAL instead of EXISTS, because without statistics an embedded database would join all messages.
  return db.$queryRaw<DaySegment[]>`
    SELECT s.id, s.day_label AS "dayLabel" FROM day_segments s
    CROSS JOIN LATERAL (SELECT 1 FROM messages m WHERE m.segment_id = s.id AND ${isDayMessage} LIMIT 1) any_message
    WHERE s.thread_id = ${threadId} ORDER BY s.day_label DESC LIMIT ${limit}`
}

/** Counts the messages of each of several days. Relies on messages_segment_change_idx. */
export async function countMessages(db: Db, segmentIds: readonly SegmentId[]): Promise<ReadonlyMap<SegmentId, number>> {
  const rows = await db.$queryRaw<{ id: SegmentId; count: number }[]>`
    SELECT s.id, (SELECT count(*)::int FROM messages m WHERE m.segment_id = s.id AND ${isDayMessage}) AS count
    FROM unnest(${segmentIds}::int[]) s(id)`
  return new Map(rows.map(({ id, count }) => [id, count]))
}

const daySegmentColumns = { id: true, dayLabel: true }

/** Returns the latest day of a thread, optionally the latest before a given day. Relies on day_segments_thread_id_day_label_key. */
export async function findLatestDay(db: Db, threadId: ThreadId, before?: DayLabel): Promise<DaySegment | undefined> {
  const where = { threadId, ...(before && { dayLabel: { lt: before } }) }
  const day = await db.daySegment.findFirst({ where, orderBy: { dayLabel: 'desc' }, select: daySegmentColumns })
  return (day as DaySegment | null) ?? undefined
}

/**
 * Returns the latest day before a given day on which there is something to read, besides tool steps and what was deleted. Relies on
 * day_segments_thread_id_day_label_key and messages_segment_change_idx.
 */
export async function findReadableDay(db: Db, scope: Scope, before: DayLabel): Promise<DaySegment | undefined> {
  // LATERAL instead of EXISTS, because without statistics an embedded database would join all messages.
  const [day] = await db.$queryRaw<DaySegment[]>`
    SELECT s.id, s.day_label AS "dayLabel" FROM day_segments s
    CROSS JOIN LATERAL (SELECT 1 FROM messages m WHERE m.segment_id = s.id AND ${visibleTo(scope, 'm')} AND m.kind <> 'draft'
      AND m.deleted_at IS NULL AND m.role <> 'tool' AND (m.role = 'user' OR m.text <> '') LIMIT 1) any_message
    WHERE s.thread_id = ${scope.threadId} AND s.day_label < ${before} ORDER BY s.day_label DESC LIMIT 1`
  return day
}

/** Returns the first day of a thread after a given day. Relies on day_segments_thread_id_day_label_key. */
export async function findNextDay(db: Db, threadId: ThreadId, after: DayLabel): Promise<DaySegment | undefined> {
  const where = { threadId, dayLabel: { gt: after } }
  const day = await db.daySegment.findFirst({ where, orderBy: { dayLabel: 'asc' }, select: daySegmentColumns })
  return (day as DaySegment | null) ?? undefined
}

export async function findSegment(db: Db, threadId: ThreadId, dayLabel: DayLabel): Promise<DaySegment | undefined> {
  const day = await db.daySegment.findUnique({ where: { threadId_dayLabel: { threadId, dayLabel } }, select: daySegmentColumns })
  return (day as DaySegment | null) ?? undefined
}

/** Returns the times of the newest messages, newest first. Relies on messages_thread_id_sent_at_platform_order_id_idx. */
export async function listLatestTimes(db: Db, threadId: ThreadId, limit: number): Promise<Date[]> {
  const rows = await db.message.findMany({
    where: { threadId, kind: { not: 'draft' } },
    orderBy: { sentAt: 'desc' },
    take: limit,
    select: { sentAt: true },
  })
  return rows.map(({ sentAt }) => sentAt)
}

/** Returns the place of an arbitrary message of a thread, or undefined if the thread has no messages. */
export async function findAnyPlaceId(db: Db, threadId: ThreadId): Promise<PlaceId | undefined> {
  const message = await db.message.findFirst({ where: { threadId }, select: { placeId: true } })
  return message?.placeId as PlaceId | undefined
}
