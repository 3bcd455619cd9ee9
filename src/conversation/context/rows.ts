import type { ChangeSeq, DayLabel, MessageId, PlaceId, SegmentId } from '../../core/domain/ids.ts'
import type { Audience, Message, MessageKind, ToolCall } from '../../core/domain/messages.ts'
import { type TruncatedText, whole } from '../../core/domain/text.ts'
import { Prisma } from '../../store/generated/client.ts'
import { type ColumnsInJson, columnsInJson, type Db, fromColumns, type InJson, listInJson } from '../../store/store.ts'
import { readerTimezoneSql, resolveShownDay } from '../../threads/days/day-segment.ts'
import { fromReferencesJson, markForwarded, type ReferencesJson, type StoredReference } from '../../threads/messages/references.ts'
import type { Place } from '../../threads/places.ts'
import { type Scope, visibleChat, visibleTo } from '../../threads/scope.ts'
import type { ContextBudgets } from './budgets.ts'

/** A message in the form that the context needs. */
export interface ContextRow {
  readonly id: MessageId
  readonly segmentId: SegmentId
  readonly dayLabel: DayLabel
  /** The timezone that its time is shown in, as an IANA name: that of its day or, of another member's message, that of the reader. */
  readonly timezone: string
  /** `system`: posted by the bot itself, such as a digest. */
  readonly role: 'user' | 'assistant' | 'tool' | 'system'
  readonly kind: MessageKind
  readonly audience: Audience
  readonly authorName: string
  readonly text: TruncatedText
  readonly tool: ToolCall | null
  readonly sentAt: Date
  readonly platformOrder: bigint
  readonly changeSeq: ChangeSeq
  readonly replyToId: MessageId | null
  /** Its reactions, in the order they were added. */
  readonly reactions: string | null
  /** Whether it is a message to answer. Part 10 shows what it refers to. */
  readonly isToAnswer?: true
  /** What it refers to besides a message of the same thread. */
  readonly references: readonly StoredReference[]
  readonly place: Pick<Place, 'id' | 'platform' | 'kind' | 'title'>
}

/** A message to answer, with what it refers to. */
export interface MessageToAnswer extends Message {
  readonly references?: readonly StoredReference[]
}

/** A message as `contextColumns` reads it, in JSON. */
interface StoredContextRow<Part extends string>
  extends Pick<ContextRow, 'id' | 'segmentId' | 'role' | 'kind' | 'audience' | 'authorName' | 'tool' | 'changeSeq' | 'replyToId'> {
  readonly part: Part
  readonly placeId: PlaceId
  /** In ms since 1970. */
  readonly sentAt: number
  /** In decimal, because it may exceed what a number in JSON can hold. */
  readonly platformOrder: string
  readonly head: string
  readonly tail: string
  /** The number of code points between `head` and `tail`. */
  readonly cut: number
}

/** Messages, and what else is stored about them. */
interface StoredContext<Part extends string> {
  readonly messages: ColumnsInJson<StoredContextRow<Part>>
  /** In the order they were added. */
  readonly reactions: readonly { readonly messageId: MessageId; readonly emoji: string }[]
  /** In the order of each message. */
  readonly references: readonly (NonNullable<ReferencesJson>[number] & { readonly messageId: MessageId })[]
  readonly places: readonly ContextRow['place'][]
  /** The days of the reader's thread among those of the messages. */
  readonly days: readonly { readonly id: SegmentId; readonly ownDay: DayLabel; readonly timezone: string }[]
  /** That of the reader. */
  readonly timezone: string
}

/** Messages that are not read. */
export interface HiddenRows {
  readonly hidden: ReadonlySet<MessageId>
}

export interface ReadLimits {
  readonly rowsRead: number
  readonly charactersRead: number
}

/**
 * SQL for the columns of a row. Of a long text, only the beginning and the end are read, up to half of `charactersRead` each, which bounds
 * the cost of a message. The characters of a text are counted only if its bytes are too many.
 */
export const contextColumns = (charactersRead: number) => {
  const half = Math.floor(charactersRead / 2)
  const isShort = Prisma.sql`octet_length(m.text) <= ${half}::int`
  return Prisma.sql`
    m.id, m.segment_id AS "segmentId", m.place_id AS "placeId", m.role, m.kind, m.audience, m.author_name AS "authorName", m.tool,
    (extract(epoch FROM m.sent_at) * 1000)::bigint AS "sentAt", m.platform_order::text AS "platformOrder", m.change_seq AS "changeSeq",
    m.reply_to_id AS "replyToId", CASE WHEN ${isShort} THEN m.text ELSE left(m.text, ${half}::int) END AS head,
    CASE WHEN ${isShort} THEN '' ELSE right(m.text, least(${half}::int, greatest(0, length(m.text) - ${half}::int))) END AS tail,
    CASE WHEN ${isShort} THEN 0 ELSE greatest(0, length(m.text) - ${2 * half}::int) END AS cut`
}

export interface RowsById {
  readonly ids: readonly MessageId[]
  readonly charactersRead: number
  /** The messages that are loaded with their neighbors: see `neighborsSql`. */
  readonly withNeighbors?: readonly MessageId[]
}

/** A message of fewer characters, such as "Noted. I'll do that.", is hardly understood without what was said before. */
const shortText = 100

/**
 * SQL for the ids of the replies to some messages, of what is said next in their threads within ten minutes, and of the two messages before
 * a short one.
 */
function neighborsSql({ audience }: Scope, ids: readonly MessageId[]): Prisma.Sql {
  const inPlace = audience === 'private' ? Prisma.empty : Prisma.sql`AND n.audience = ${audience} AND n.audience <> 'private'`
  const isInThread = Prisma.sql`n.thread_id = q.thread_id AND n.kind = 'chat' AND n.deleted_at IS NULL ${inPlace}`
  const position = (alias: 'n' | 'q') => Prisma.raw(`(${alias}.sent_at, ${alias}.platform_order, ${alias}.id)`)
  return Prisma.sql`
    SELECT near.id FROM messages q CROSS JOIN LATERAL (
      SELECT n.id FROM messages n WHERE q.role = 'user' AND n.turn_id = q.turn_id AND n.role = 'assistant' AND n.text <> ''
      UNION ALL
      (SELECT n.id FROM messages n
        WHERE ${isInThread} AND n.role = 'user' AND ${position('n')} > ${position('q')} AND n.sent_at < q.sent_at + interval '10 minutes'
        ORDER BY n.sent_at, n.platform_order, n.id LIMIT 1)
      UNION ALL
      (SELECT n.id FROM messages n
        WHERE length(q.text) < ${shortText} AND ${isInThread} AND n.role <> 'tool' AND n.text <> '' AND ${position('n')} < ${position('q')}
        ORDER BY n.sent_at DESC, n.platform_order DESC, n.id DESC LIMIT 2)) near
    WHERE q.id = ANY(${[...ids]}::int[])`
}

/**
 * SQL for messages by id, in a shared place those of all members. Relies on messages_pkey, and for neighbors on messages_turn_id_idx and on
 * messages_conversation_idx, or on messages_shared_idx in a shared place. OFFSET 0 makes the visibility condition apply afterwards.
 * Otherwise, the planner could read the whole thread.
 */
export function rowsByIdSql(scope: Scope, { ids, charactersRead, withNeighbors = [] }: RowsById): Prisma.Sql {
  const orNeighbors = withNeighbors.length > 0 ? Prisma.sql`UNION ALL ${neighborsSql(scope, withNeighbors)}` : Prisma.empty
  return Prisma.sql`
    SELECT ${contextColumns(charactersRead)}
    FROM (SELECT * FROM messages WHERE id = ANY(ARRAY(SELECT unnest(${[...ids]}::int[]) ${orNeighbors})) OFFSET 0) m
    WHERE ${visibleChat(scope)} AND m.deleted_at IS NULL AND NOT m.pending`
}

export async function loadRowsById(db: Db, scope: Scope, rows: RowsById): Promise<readonly ContextRow[]> {
  if (rows.ids.length === 0) return []
  return loadRows(db, scope, rowsByIdSql(scope, rows))
}

/**
 * SQL that selects the user's own conversation in a scope, without commands, notices, digests, tombstones, pending messages, and those that
 * are hidden. The alias of messages is m.
 */
export function isConversation(scope: Scope, hidden: ReadonlySet<MessageId>): Prisma.Sql {
  return Prisma.sql`${visibleTo(scope, 'm')} AND m.kind = 'chat' AND m.role IN ('user', 'assistant', 'tool')
    AND m.deleted_at IS NULL AND NOT m.pending AND (m.role <> 'tool' OR m.tool IS NOT NULL) AND m.id <> ALL(${[...hidden]}::int[])`
}

export type UnsummarizedLimits = ReadLimits & Pick<ContextBudgets, 'uncoveredDays' | 'searchedDays'> & HiddenRows

/**
 * SQL for the unsummarized messages of the latest days before a day that have any, latest changes of each day first. Summaries cover private
 * messages only. Messages in shared places count as unsummarized, and their days are counted apart. Relies on messages_shared_idx, on
 * day_segments_thread_id_day_label_key, and for each day on the end of messages_segment_change_idx and messages_shared_segment_idx.
 */
export const unsummarizedRowsSql = (scope: Scope, before: DayLabel, limits: UnsummarizedLimits): Prisma.Sql => {
  const { rowsRead, charactersRead, uncoveredDays, searchedDays, hidden } = limits
  const latest = (which: Prisma.Sql, ifAny = Prisma.sql`TRUE`) => {
    // OFFSET 0 keeps the planner from sorting all messages of a day, of which it wrongly expects very few to match.
    const ofDay = Prisma.sql`
      SELECT m.* FROM (
        SELECT m.* FROM messages m WHERE m.segment_id = d.id AND m.kind = 'chat' AND ${which} ORDER BY m.change_seq DESC OFFSET 0) m
      WHERE ${isConversation(scope, hidden)} AND m.role <> 'tool'`
    return Prisma.sql`
      SELECT d.day_label, m.* FROM (
        SELECT d.* FROM (SELECT id, day_label, covered_seq FROM day_segments
          WHERE thread_id = ${scope.threadId} AND day_label < ${before} AND ${ifAny} ORDER BY day_label DESC LIMIT ${searchedDays}) d
        CROSS JOIN LATERAL (${ofDay} LIMIT 1) m ORDER BY d.day_label DESC LIMIT ${uncoveredDays}) d
      CROSS JOIN LATERAL (${ofDay} LIMIT ${rowsRead}) m`
  }
  const isShared = Prisma.sql`m.audience <> 'private'`
  // Not EXISTS, which drops the order and could then read all messages.
  const anyShared = Prisma.sql`
    (SELECT TRUE FROM messages m WHERE ${visibleTo(scope, 'm')} AND m.kind = 'chat' AND ${isShared} ORDER BY m.audience, m.sent_at LIMIT 1)`
  const shared = latest(isShared, anyShared)
  const uncovered = latest(Prisma.sql`m.audience = 'private' AND m.change_seq > d.covered_seq`)
  const all = scope.audience === 'private' ? Prisma.sql`${uncovered} UNION ALL ${shared}` : shared
  return Prisma.sql`
    SELECT ${contextColumns(charactersRead)} FROM (${all}) m
    ORDER BY m.day_label DESC, m.change_seq DESC LIMIT ${rowsRead}`
}

/** Runs a statement that selects `contextColumns`. Returns its messages, oldest first. */
export const loadRows = async (db: Db, scope: Scope, select: Prisma.Sql): Promise<readonly ContextRow[]> =>
  (await loadRowsAndLists(db, scope, { parts: { all: select }, lists: {} })).rowsOf('all')

interface ReadTogether<Part extends string, Lists extends object> {
  /** Statements that select `contextColumns`. */
  readonly parts: { readonly [Name in Part]?: Prisma.Sql }
  /** Any other queries. */
  readonly lists: Readonly<Record<keyof Lists & string, Prisma.Sql>>
}

/**
 * Runs several queries as one statement. Returns the messages of each part, oldest first, and the rows of the other queries. They arrive as
 * one value, because the client takes ten times as long to convert hundreds of rows column by column. What few messages have is looked up
 * for all of them at once.
 */
export async function loadRowsAndLists<Part extends string, Lists extends object>(
  db: Db,
  scope: Scope,
  { parts, lists }: ReadTogether<Part, Lists>,
): Promise<{ readonly rowsOf: (part: Part) => readonly ContextRow[]; readonly lists: ListsInJson<Lists> }> {
  const selects = Object.entries<Prisma.Sql | undefined>(parts).flatMap(([part, select]) =>
    select ? Prisma.sql`(SELECT ${part}::text AS part, one.* FROM (${select}) one)` : [],
  )
  const listsSql = Object.entries<Prisma.Sql>(lists).map(([name, query]) => Prisma.sql`${name}::text, ${listInJson(query)}`)
  const idsOf = (column: 'id' | 'segmentId' | 'placeId') => Prisma.sql`ANY(ARRAY(SELECT DISTINCT "${Prisma.raw(column)}" FROM read))`
  const reactions = Prisma.sql`
    SELECT message_id AS "messageId", emoji FROM reactions WHERE message_id = ${idsOf('id')} AND present ORDER BY at`
  const references = Prisma.sql`
    SELECT message_id AS "messageId", kind, author_name AS "authorName", text, sent_at AS "sentAt"
    FROM message_references WHERE message_id = ${idsOf('id')} ORDER BY message_id, position`
  const places = Prisma.sql`SELECT id, platform, kind, title FROM places WHERE id = ${idsOf('placeId')}`
  const days = Prisma.sql`
    SELECT id, day_label AS "ownDay", timezone FROM day_segments WHERE id = ${idsOf('segmentId')} AND thread_id = ${scope.threadId}`
  const [stored] = await db.$queryRaw<(StoredContext<Part> & { readonly lists: ListsInJson<Lists> })[]>`
    WITH read AS MATERIALIZED (${Prisma.join(selects, ' UNION ALL ')})
    SELECT ${columnsInJson(messageColumnNames, Prisma.sql`read`)} AS messages,
      ${listInJson(reactions)} AS reactions, ${listInJson(references)} AS "references",
      ${listInJson(places)} AS places, ${listInJson(days)} AS days, ${readerTimezoneSql(scope)} AS timezone,
      json_build_object(${listsSql.length > 0 ? Prisma.join(listsSql) : Prisma.empty}) AS lists`
  if (!stored) throw new Error('A statement without a condition returned no row.')
  const rows = sortRows(fromStoredContext(stored))
  return { rowsOf: (part) => rows.filter((row) => row.part === part), lists: stored.lists }
}

const messageColumnNames: readonly (keyof StoredContextRow<string>)[] = [
  ...(['part', 'id', 'segmentId', 'placeId', 'role', 'kind', 'audience', 'authorName', 'tool', 'sentAt'] as const),
  ...(['platformOrder', 'changeSeq', 'replyToId', 'head', 'tail', 'cut'] as const),
]

type ListsInJson<Lists extends object> = { readonly [Name in keyof Lists]: readonly InJson<Lists[Name]>[] }

function fromStoredContext<Part extends string>(stored: StoredContext<Part>): (ContextRow & { readonly part: Part })[] {
  const places = new Map(stored.places.map((place) => [place.id, place]))
  const days = new Map(stored.days.map((day) => [day.id, day]))
  const reactions = gatherByMessage(stored.reactions.map(({ messageId, emoji }) => [messageId, emoji]))
  const references = gatherByMessage(stored.references.map(({ messageId, ...reference }) => [messageId, reference]))
  // Copying the rest of an object takes thirty times as long as naming its properties, and there are hundreds of objects.
  return fromColumns(stored.messages).flatMap((message) => {
    const { part, id, segmentId, role, kind, audience, authorName, tool, changeSeq, replyToId, head, tail, cut } = message
    const place = places.get(message.placeId)
    // Never: a message has a place.
    if (!place) return []
    const kept = { part, id, segmentId, role, kind, audience, authorName, tool, changeSeq, replyToId, place }
    const text = cut === 0 ? whole(head + tail) : { head, tail, cut }
    const found = references.get(id)
    const refersTo = found ? fromReferencesJson(found) : []
    const said = {
      text: found ? markForwarded(text, refersTo) : text,
      references: refersTo,
      reactions: reactions.get(id)?.join(' ') ?? null,
    }
    const { ownDay, timezone } = days.get(segmentId) ?? { ownDay: null, timezone: stored.timezone }
    const sentAt = new Date(message.sentAt)
    const dayLabel = resolveShownDay({ ownDay, timezone, sentAt })
    return { sentAt, timezone, dayLabel, platformOrder: BigInt(message.platformOrder), ...said, ...kept }
  })
}

function gatherByMessage<Value>(pairs: readonly (readonly [MessageId, Value])[]): ReadonlyMap<MessageId, readonly Value[]> {
  const gathered = new Map<MessageId, Value[]>()
  for (const [id, value] of pairs) gathered.set(id, [...(gathered.get(id) ?? []), value])
  return gathered
}

/** Sorts rows in the order of the thread. */
export function sortRows<Row extends ContextRow>(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => a.sentAt.getTime() - b.sentAt.getTime() || Number(a.platformOrder - b.platformOrder) || a.id - b.id)
}
