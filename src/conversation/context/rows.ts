import type { ChangeSeq, DayLabel, MessageId, PlaceId, SegmentId } from '../../core/domain/ids.ts'
import type { Audience, Message, PlaceKind, ToolCall } from '../../core/domain/messages.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import { newestFirst } from '../../threads/messages/message-columns.ts'
import type { Place } from '../../threads/places.ts'
import { type Scope, visibleTo } from '../../threads/scope.ts'
import { type TruncatedText, whole } from './truncate.ts'

/** A message in the form that the context needs. */
export interface ContextRow {
  readonly id: MessageId
  readonly segmentId: SegmentId
  readonly role: 'user' | 'assistant' | 'tool'
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
  readonly place: Pick<Place, 'id' | 'platform' | 'kind' | 'title'>
}

interface StoredContextRow extends Omit<ContextRow, 'text' | 'place'> {
  readonly head: string
  readonly tail: string
  /** The number of code points between `head` and `tail`. */
  readonly cut: number
  readonly placeId: PlaceId
  readonly platform: string
  readonly placeKind: PlaceKind
  readonly title: string
}

export interface ReadLimits {
  readonly rowsRead: number
  readonly charactersRead: number
}

/**
 * SQL for the columns of a row. Of a long text, only the beginning and the end are read, up to half of `charactersRead` each, which bounds
 * the cost of a message.
 */
const columns = (charactersRead: number) => {
  const half = Math.floor(charactersRead / 2)
  return Prisma.sql`
    m.id, m.segment_id AS "segmentId", m.role, m.audience, m.author_name AS "authorName", m.tool, m.sent_at AS "sentAt",
    m.platform_order AS "platformOrder", m.change_seq AS "changeSeq", m.reply_to_id AS "replyToId",
    (SELECT string_agg(r.emoji, ' ' ORDER BY r.at) FROM reactions r WHERE r.message_id = m.id AND r.present) AS reactions,
    left(m.text, ${half}::int) AS head, right(m.text, least(${half}::int, greatest(0, length(m.text) - ${half}::int))) AS tail,
    greatest(0, length(m.text) - ${2 * half}::int) AS cut,
    p.id AS "placeId", p.platform, p.kind AS "placeKind", p.title`
}

/**
 * SQL that selects the conversation visible to a scope, without commands, notices, digests, tombstones and pending messages. The alias of
 * messages is m.
 */
function isConversation(scope: Scope): Prisma.Sql {
  return Prisma.sql`${visibleTo(scope, 'm')} AND m.kind = 'chat' AND m.role IN ('user', 'assistant', 'tool')
    AND m.deleted_at IS NULL AND NOT m.pending AND (m.role <> 'tool' OR m.tool IS NOT NULL)`
}

/**
 * SQL for the newest messages. Relies on messages_conversation_idx, or on messages_shared_idx in a shared place. Either index is read from
 * its end, up to the limit.
 */
export const newestRowsSql = (scope: Scope, { rowsRead, charactersRead }: ReadLimits) => Prisma.sql`
  SELECT ${columns(charactersRead)} FROM messages m JOIN places p ON p.id = m.place_id
  WHERE ${isConversation(scope)} ORDER BY ${newestFirst} LIMIT ${rowsRead}`

export async function loadNewestRows(db: Db, scope: Scope, limits: ReadLimits): Promise<ContextRow[]> {
  return sortRows((await db.$queryRaw<StoredContextRow[]>(newestRowsSql(scope, limits))).map(fromStoredRow))
}

/** Loads messages by id. Relies on messages_pkey. */
export async function loadRowsById(
  db: Db,
  scope: Scope,
  { ids, charactersRead }: { ids: readonly MessageId[]; charactersRead: number },
): Promise<ContextRow[]> {
  if (ids.length === 0) return []
  const rows = await db.$queryRaw<StoredContextRow[]>`
    SELECT ${columns(charactersRead)} FROM messages m JOIN places p ON p.id = m.place_id
    WHERE m.id IN (${Prisma.join([...ids])}) AND ${isConversation(scope)}`
  return sortRows(rows.map(fromStoredRow))
}

export interface EarlierDay {
  readonly id: SegmentId
  readonly dayLabel: DayLabel
  readonly coveredSeq: ChangeSeq
}

/** Returns the latest day before `day`. Relies on day_segments_thread_id_day_label_key. */
export async function findLatestDayBefore(db: Db, scope: Scope, day: DayLabel): Promise<EarlierDay | undefined> {
  const [earlier] = await db.$queryRaw<EarlierDay[]>`
    SELECT id, day_label AS "dayLabel", covered_seq AS "coveredSeq" FROM day_segments
    WHERE thread_id = ${scope.threadId} AND day_label < ${day} ORDER BY day_label DESC LIMIT 1`
  return earlier
}

/**
 * SQL for the unsummarized messages of a day, latest changes first. Summaries cover private messages only, so messages in shared places
 * count as unsummarized. Relies on messages_segment_change_idx and messages_shared_segment_idx, each read from its end, up to the limit.
 */
export const unsummarizedRowsSql = (scope: Scope, day: EarlierDay, { rowsRead, charactersRead }: ReadLimits) => {
  const latest = (which: Prisma.Sql) => Prisma.sql`
    (SELECT ${columns(charactersRead)} FROM messages m JOIN places p ON p.id = m.place_id
     WHERE m.segment_id = ${day.id} AND ${which} AND ${isConversation(scope)} AND m.role <> 'tool'
     ORDER BY m.change_seq DESC LIMIT ${rowsRead})`
  if (scope.audience !== 'private') return latest(Prisma.sql`TRUE`)
  const summarizable = latest(Prisma.sql`m.audience = 'private' AND m.change_seq > ${day.coveredSeq}`)
  return Prisma.sql`${summarizable} UNION ALL ${latest(Prisma.sql`m.audience <> 'private'`)}`
}

export async function loadUnsummarizedRows(
  db: Db,
  scope: Scope,
  { day, limits }: { day: EarlierDay; limits: ReadLimits },
): Promise<ContextRow[]> {
  return sortRows((await db.$queryRaw<StoredContextRow[]>(unsummarizedRowsSql(scope, day, limits))).map(fromStoredRow))
}

/** Converts a message that is already loaded to a row. */
export function toContextRow(message: Message, place: Place): ContextRow {
  return { ...message, role: 'user', text: whole(message.text), reactions: null, place }
}

function fromStoredRow({ head, tail, cut, placeId, platform, placeKind, title, ...row }: StoredContextRow): ContextRow {
  const text = cut === 0 ? whole(head + tail) : { head, tail, cut }
  return { ...row, text, place: { id: placeId, platform, kind: placeKind, title } }
}

/** Sorts rows in the order of the thread. */
export function sortRows(rows: readonly ContextRow[]): ContextRow[] {
  return [...rows].sort((a, b) => a.sentAt.getTime() - b.sentAt.getTime() || Number(a.platformOrder - b.platformOrder) || a.id - b.id)
}
