import type { MessageId, PlatformMessageId } from '../core/ids.ts'
import type { Role } from '../core/messages.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db } from '../store/store.ts'
import { inOrder, newestFirst } from '../threads/rows.ts'
import { type Scope, visibleTo } from '../threads/scope.ts'
import { type CheckedGet, notFound } from './get-input.ts'
import type { SaidAt } from './search-results.ts'

/** A message as conversation.get reads it. */
export interface WindowRow extends SaidAt {
  readonly id: MessageId
  readonly role: Role
  readonly author: string
  /** Its first `charactersRead` characters. */
  readonly text: string
  readonly sentAt: Date
  readonly platformOrder: bigint
  readonly title: string
  readonly platformMessageId: PlatformMessageId | null
}

export interface Window {
  /** In the order of the conversation. */
  readonly rows: readonly WindowRow[]
  /** Which of them matters most: where not all fits, the rest is dropped from the far ends. */
  readonly centre: number
}

/** Of a longer message only the beginning is read: by the estimate of src/model/tokens.ts it alone is more than one answer holds. */
const charactersRead = 24_000

/** What a page of messages is taken from. */
export interface Range {
  /** The `where` of the page itself. */
  readonly page: Prisma.Sql
  /** The same of everything that one can page to. */
  readonly all: Prisma.Sql
}

/** The alias is m. Tombstones say nothing; tool outputs repeat what is elsewhere. */
const said = Prisma.sql`m.kind = 'chat' AND m.role IN ('user', 'assistant') AND m.deleted_at IS NULL`

const spoken = (scope: Scope) => Prisma.sql`${visibleTo(scope, 'm')} AND ${said}`

/** What is asked for, as SQL. Throws InputError when a message or a day it names is not to be seen. */
export async function rangeOf(db: Db, scope: Scope, asked: CheckedGet): Promise<Range> {
  const day = asked.day_segment_id ? await onDay(db, scope, asked.day_segment_id) : Prisma.empty
  // A page may begin at anything in the thread: what was deleted since the page before still has its place.
  const beyond = async (comparison: Prisma.Sql, id: number | undefined) =>
    id ? Prisma.sql`AND ${order} ${comparison} ${await positionOf(db, visibleTo(scope, 'm'), id)}` : Prisma.empty
  const from = await beyond(Prisma.sql`>=`, asked.from_message_id)
  const to = await beyond(Prisma.sql`<=`, asked.to_message_id)
  const after = await beyond(Prisma.sql`>`, asked.after_message_id)
  const before = await beyond(Prisma.sql`<`, asked.before_message_id)
  const all = Prisma.sql`${spoken(scope)} ${day} ${from} ${to}`
  const page = Prisma.sql`${all} ${after} ${before}`
  // One of the two says where a page begins; both together are what is wanted.
  return { page, all: asked.after_message_id && asked.before_message_id ? page : all }
}

/** A day of which the scope sees nothing is not there. Relies on messages_segment_id_sent_at_platform_order_id_idx. */
async function onDay(db: Db, scope: Scope, segmentId: number): Promise<Prisma.Sql> {
  const seen = await db.$queryRaw<unknown[]>`
    SELECT m.id FROM messages m WHERE m.segment_id = ${segmentId} AND ${visibleTo(scope, 'm')} LIMIT 1`
  if (seen.length === 0) throw notFound('day')
  return Prisma.sql`AND m.segment_id = ${segmentId}`
}

type Placed = Pick<WindowRow, 'id' | 'sentAt' | 'platformOrder'>

/** What a thread is ordered by, and where a message stands in it. */
const order = Prisma.sql`(m.sent_at, m.platform_order, m.id)`
const placeOf = ({ id, sentAt, platformOrder }: Placed) => Prisma.sql`(${sentAt}::timestamptz, ${platformOrder}::bigint, ${id}::int)`

/** By the primary key. Throws when the message is not to be seen. */
async function positionOf(db: Db, visible: Prisma.Sql, id: number): Promise<Prisma.Sql> {
  const [row] = await db.$queryRaw<Placed[]>`
    SELECT m.id, m.sent_at AS "sentAt", m.platform_order AS "platformOrder" FROM messages m WHERE m.id = ${id} AND ${visible}`
  if (!row) throw notFound('message')
  return placeOf(row)
}

/** The messages of one page. Throws InputError when the message in its middle is not to be seen. */
export async function windowOf(db: Db, scope: Scope, { asked, range }: { asked: CheckedGet; range: Range }): Promise<Window> {
  const { message_id: id, limit } = asked
  if (!id) return between(db, range, asked)
  const at = await positionOf(db, spoken(scope), id)
  // Who pages on from a window may still name its message: then only the page counts.
  return (await around(db, range, { id, at, limit })) ?? (await between(db, range, asked))
}

/** A message in the middle of its window; at either end, the other side gets the room. Undefined when it is not on the page. */
async function around(
  db: Db,
  { page }: Range,
  { id, at, limit }: { id: number; at: Prisma.Sql; limit: number },
): Promise<Window | undefined> {
  const [before, from] = await Promise.all([
    select(db, Prisma.sql`${page} AND ${order} < ${at}`, { by: newestFirst, limit: limit - 1 }),
    select(db, Prisma.sql`${page} AND ${order} >= ${at}`, { by: inOrder, limit }),
  ])
  if (from[0]?.id !== id) return undefined
  const earlier = Math.min(before.length, Math.max(Math.ceil((limit - 1) / 2), limit - from.length))
  return { rows: [...before.slice(0, earlier).reverse(), ...from.slice(0, limit - earlier)], centre: earlier }
}

/** From the beginning of the page, or, where it has only an end, up to that end. */
async function between(db: Db, { page }: Range, asked: CheckedGet): Promise<Window> {
  const { from_message_id: from, to_message_id: to, after_message_id: after, before_message_id: before, limit } = asked
  const backwards = after === undefined && (before !== undefined || (to !== undefined && from === undefined))
  const rows = await select(db, page, { by: backwards ? newestFirst : inOrder, limit })
  return backwards ? { rows: rows.reverse(), centre: rows.length - 1 } : { rows, centre: 0 }
}

/** Relies on messages_thread_id_sent_at_platform_order_id_idx, or within one day on messages_segment_id_sent_at_platform_order_id_idx. */
function select(db: Db, within: Prisma.Sql, { by, limit }: { by: Prisma.Sql; limit: number }): Promise<WindowRow[]> {
  return db.$queryRaw<WindowRow[]>`
    SELECT m.id, m.role, m.author_name AS author, left(m.text, ${charactersRead}::int) AS text, m.sent_at AS "sentAt", m.platform_order AS "platformOrder",
      p.platform, p.tenant, p.address, p.title,
      coalesce(m.platform_message_id,
        (SELECT d.platform_message_id FROM deliveries d WHERE d.message_id = m.id ORDER BY d.part LIMIT 1)) AS "platformMessageId"
    FROM messages m JOIN places p ON p.id = m.place_id
    WHERE ${within} ORDER BY ${by} LIMIT ${limit}`
}

/** Whether there is more before the first and after the last of some rows. Relies on the same indexes. */
export async function goesOn(db: Db, { all }: Range, rows: readonly Placed[]): Promise<{ before: boolean; after: boolean }> {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return { before: false, after: false }
  const [before, after] = await Promise.all([
    db.$queryRaw<unknown[]>`SELECT m.id FROM messages m WHERE ${all} AND ${order} < ${placeOf(first)} ORDER BY ${newestFirst} LIMIT 1`,
    db.$queryRaw<unknown[]>`SELECT m.id FROM messages m WHERE ${all} AND ${order} > ${placeOf(last)} ORDER BY ${inOrder} LIMIT 1`,
  ])
  return { before: before.length > 0, after: after.length > 0 }
}
