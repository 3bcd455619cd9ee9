import type { DayLabel, MessageId, PlatformMessageId, SegmentId } from '../core/ids.ts'
import type { Role } from '../core/messages.ts'
import { clip } from '../core/text.ts'
import { estimateTokens } from '../model/tokens.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db, Store } from '../store/store.ts'
import { inOrder, newestFirst } from '../threads/rows.ts'
import { type Scope, visibleTo } from '../threads/scope.ts'
import { type CheckedGet, checkedGet, type GetInput, notFound } from './get-input.ts'
import { type Permalink, placeName, type SaidAt } from './search-results.ts'

export interface GetParts {
  readonly store: Store
  readonly permalink?: Permalink
}

export interface GottenMessage {
  readonly message_id: MessageId
  readonly role: Role
  readonly author: string
  readonly content: string
  readonly created_at: Date
  readonly place: string
  readonly permalink?: string
}

export interface GottenMessages {
  /** In the order of the conversation. */
  readonly messages: readonly GottenMessage[]
  /** Whether something was cut for its length. */
  readonly truncated: boolean
  /** To be passed as before_message_id; absent where nothing comes before. */
  readonly next_before_message_id?: MessageId
  /** To be passed as after_message_id; absent where nothing comes after. */
  readonly next_after_message_id?: MessageId
}

export interface GottenSummary {
  readonly day_label: DayLabel
  readonly summary_markdown: string
  readonly updated_at: Date
  readonly truncated: boolean
}

/** Tokens of one answer, by the estimate of src/model/tokens.ts. */
const mostTokens = 6_000
/** Characters that are within that for any script: the estimate is at most 1.5 tokens a character. */
const longestContent = 12_000

/**
 * Messages as they were said, or the summary of a day. Throws InputError; what the scope does
 * not see is "not found", the same as what does not exist.
 */
export async function get(parts: GetParts, scope: Scope, input: GetInput): Promise<GottenMessages | GottenSummary> {
  const asked = checkedGet(input)
  const { day_segment_id, from_message_id, to_message_id, before_message_id, after_message_id } = asked
  const wantsMessages = from_message_id || to_message_id || before_message_id || after_message_id
  return day_segment_id && !wantsMessages ? summaryOf(parts.store.db, scope, day_segment_id as SegmentId) : messagesFor(parts, scope, asked)
}

/** A summary rests on private rows: in a shared place there is none to be found. */
async function summaryOf(db: Db, scope: Scope, segmentId: SegmentId): Promise<GottenSummary> {
  const [row] = await db.$queryRaw<{ day: DayLabel; markdown: string; updatedAt: Date }[]>`
    SELECT s.day_label AS day, d.markdown, d.updated_at AS "updatedAt"
    FROM day_segments s JOIN day_summaries d ON d.segment_id = s.id
    WHERE s.id = ${segmentId} AND s.thread_id = ${scope.threadId} AND ${scope.audience} = 'private'`
  if (!row) throw notFound('day with a summary')
  const { text, cut } = shortened(row.markdown, mostTokens)
  return { day_label: row.day, summary_markdown: text, updated_at: row.updatedAt, truncated: cut }
}

interface Row extends SaidAt {
  readonly id: MessageId
  readonly role: Role
  readonly author: string
  readonly text: string
  readonly sentAt: Date
  readonly platformOrder: bigint
  readonly title: string
  readonly platformMessageId: PlatformMessageId | null
}

async function messagesFor(parts: GetParts, scope: Scope, asked: CheckedGet): Promise<GottenMessages> {
  const { db } = parts.store
  const within = await boundsOf(db, scope, asked)
  const window = asked.message_id
    ? await around(db, within, { id: asked.message_id as MessageId, asked })
    : await between(db, within, asked)
  const kept = withinTokens(window.rows, window.keep)
  const [first, last] = [kept.rows[0], kept.rows.at(-1)]
  return {
    messages: kept.rows.map((row) => shown(row, parts.permalink)),
    truncated: kept.cut,
    ...(first && (window.more.before || first.id !== window.rows[0]?.id) && { next_before_message_id: first.id }),
    ...(last && (window.more.after || last.id !== window.rows.at(-1)?.id) && { next_after_message_id: last.id }),
  }
}

/** The alias is m. Tombstones say nothing; tool outputs repeat what is elsewhere. */
const said = Prisma.sql`m.kind = 'chat' AND m.role IN ('user', 'assistant') AND m.deleted_at IS NULL`

/** The `where` of every row that may be given: what the scope sees, inside of all bounds asked for. */
async function boundsOf(db: Db, scope: Scope, asked: CheckedGet): Promise<Prisma.Sql> {
  const visible = Prisma.sql`${visibleTo(scope, 'm')} AND ${said}`
  let within = visible
  if (asked.day_segment_id) within = Prisma.sql`${within} AND m.segment_id = ${asked.day_segment_id}`
  const limits = [
    [asked.from_message_id, Prisma.sql`>=`],
    [asked.to_message_id, Prisma.sql`<=`],
    [asked.after_message_id, Prisma.sql`>`],
    [asked.before_message_id, Prisma.sql`<`],
  ] as const
  for (const [id, comparison] of limits) {
    if (!id) continue
    const at = await positionOf(db, visible, id as MessageId)
    within = Prisma.sql`${within} AND (m.sent_at, m.platform_order, m.id) ${comparison} ${at}`
  }
  return within
}

/** Where a message stands in the order of its thread, for comparing. Throws when it is not to be seen. */
async function positionOf(db: Db, visible: Prisma.Sql, id: MessageId): Promise<Prisma.Sql> {
  const [row] = await db.$queryRaw<{ sentAt: Date; platformOrder: bigint }[]>`
    SELECT m.sent_at AS "sentAt", m.platform_order AS "platformOrder" FROM messages m WHERE m.id = ${id} AND ${visible}`
  if (!row) throw notFound('message')
  return Prisma.sql`(${row.sentAt}::timestamptz, ${row.platformOrder}::bigint, ${id}::int)`
}

interface Window {
  readonly rows: readonly Row[]
  /** Where to keep when not all fits: the rest is dropped from the far ends. */
  readonly keep: number
  readonly more: { readonly before: boolean; readonly after: boolean }
}

/** A message in the middle of its window; at either end of the conversation, the other side gets the room. */
async function around(db: Db, within: Prisma.Sql, { id, asked }: { id: MessageId; asked: CheckedGet }): Promise<Window> {
  const at = await positionOf(db, within, id)
  const others = asked.limit - 1
  const [before, from] = await Promise.all([
    select(db, Prisma.sql`${within} AND (m.sent_at, m.platform_order, m.id) < ${at}`, { order: newestFirst, limit: others + 1 }),
    select(db, Prisma.sql`${within} AND (m.sent_at, m.platform_order, m.id) >= ${at}`, { order: inOrder, limit: others + 2 }),
  ])
  const half = Math.ceil(others / 2)
  const earlier = Math.min(before.length, Math.max(half, others - (from.length - 1)))
  const later = Math.min(from.length - 1, others - earlier)
  return {
    rows: [...before.slice(0, earlier).reverse(), ...from.slice(0, later + 1)],
    keep: earlier,
    more: { before: before.length > earlier, after: from.length - 1 > later },
  }
}

/** From the beginning of what is asked for, or, with only an end given, up to that end. */
async function between(db: Db, within: Prisma.Sql, asked: CheckedGet): Promise<Window> {
  const backwards = (asked.before_message_id ?? asked.to_message_id) !== undefined && !asked.after_message_id && !asked.from_message_id
  const found = await select(db, within, { order: backwards ? newestFirst : inOrder, limit: asked.limit + 1 })
  const more = found.length > asked.limit
  const rows = found.slice(0, asked.limit)
  return backwards
    ? { rows: rows.reverse(), keep: rows.length - 1, more: { before: more, after: asked.before_message_id !== undefined } }
    : { rows, keep: 0, more: { before: asked.after_message_id !== undefined, after: more } }
}

/** Relies on messages_thread_id_sent_at_platform_order_id_idx, or within one day on messages_segment_id_sent_at_platform_order_id_idx. */
function select(db: Db, within: Prisma.Sql, { order, limit }: { order: Prisma.Sql; limit: number }): Promise<Row[]> {
  return db.$queryRaw<Row[]>`
    SELECT m.id, m.role, m.author_name AS author, m.text, m.sent_at AS "sentAt", m.platform_order AS "platformOrder",
      p.platform, p.tenant, p.address, p.title,
      coalesce(m.platform_message_id,
        (SELECT d.platform_message_id FROM deliveries d WHERE d.message_id = m.id ORDER BY d.part LIMIT 1)) AS "platformMessageId"
    FROM messages m JOIN places p ON p.id = m.place_id
    WHERE ${within} ORDER BY ${order} LIMIT ${limit}`
}

/** The rows that fit together, grown from one of them to both sides; that one is cut when it alone is too long. */
function withinTokens(rows: readonly Row[], keep: number): { rows: Row[]; cut: boolean } {
  const middle = rows[keep]
  if (!middle) return { rows: [], cut: false }
  const { text, cut } = shortened(middle.text, mostTokens)
  const kept = [{ ...middle, text }]
  let room = mostTokens - estimateTokens(text)
  const sides = [
    { rest: rows.slice(0, keep).reverse(), add: (row: Row) => kept.unshift(row) },
    { rest: rows.slice(keep + 1), add: (row: Row) => kept.push(row) },
  ]
  for (let step = 0; sides.some(({ rest }) => step < rest.length); step++) {
    for (const side of sides) {
      const row = side.rest[step]
      if (!row) continue
      const tokens = estimateTokens(row.text)
      // A side that was stopped takes no more: what is given has no holes.
      if (tokens > room) side.rest = []
      else {
        side.add(row)
        room -= tokens
      }
    }
  }
  return { rows: kept, cut: cut || kept.length < rows.length }
}

function shortened(text: string, tokens: number): { text: string; cut: boolean } {
  if (estimateTokens(text) <= tokens) return { text, cut: false }
  let length = longestContent
  while (estimateTokens(clip(text, length)) > tokens) length = Math.floor(length * 0.8)
  return { text: clip(text, length), cut: true }
}

function shown(row: Row, permalinkOf: Permalink | undefined): GottenMessage {
  const permalink = row.platformMessageId && permalinkOf?.(row, row.platformMessageId)
  return {
    message_id: row.id,
    role: row.role,
    author: row.author,
    content: row.text,
    created_at: row.sentAt,
    place: placeName(row),
    ...(permalink && { permalink }),
  }
}
