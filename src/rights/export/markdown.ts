import { dayInWords, timeOfDay } from '../../core/clock.ts'
import type { MessageId, SegmentId } from '../../core/ids.ts'
import type { Message } from '../../core/messages.ts'
import type { DaySpan } from '../../core/personal-data.ts'
import { plainName } from '../../core/text.ts'
import { timezoneOf } from '../../people/settings.ts'
import { userById } from '../../people/users.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db, Store } from '../../store/store.ts'
import { attachmentsOf } from '../../threads/attachments.ts'
import { inOrder, messageColumns } from '../../threads/rows.ts'
import { ownedBy, type Scope, visibleTo } from '../../threads/scope.ts'
import { findContinuousThread } from '../../threads/thread.ts'
import type { ExportWhat } from './json.ts'

export interface MarkdownParts {
  readonly store: Store
  readonly defaultTimezone: string
}

const messagesAtOnce = 500

/** What was said and is remembered, for people to read: days with their summaries and messages, then the memory by theme. Piece by piece. */
export async function* exportMarkdown(parts: MarkdownParts, { userId, span = {} }: ExportWhat): AsyncGenerator<string> {
  const { db } = parts.store
  const user = await userById(db, userId)
  if (!user) return
  const timezone = timezoneOf(parts, user)
  const threadId = await findContinuousThread(db, userId)
  yield `# The conversation of ${plainName(user.name)}\n\n- Timezone: ${timezone}\n- Language: ${user.language}\n- Posted summary: ${user.digest}\n`
  if (!threadId) return
  const scope: Scope = { userId, threadId, audience: 'private' }
  for (const day of await daysIn(db, scope, span)) {
    yield `\n## ${dayInWords(day.dayLabel)}\n`
    if (day.summary) yield `\n### Summary of the day\n\n${quoted(day.summary)}\n`
    yield '\n### Messages\n'
    for await (const message of messagesOf(db, scope, day.id)) yield messageIn(message, timezone)
  }
  yield* memoryOf(db, scope)
}

interface ExportedDay {
  readonly id: SegmentId
  readonly dayLabel: Parameters<typeof dayInWords>[0]
  readonly summary: string | null
}

function daysIn(db: Db, scope: Scope, { from, to }: DaySpan): Promise<ExportedDay[]> {
  return db.$queryRaw<ExportedDay[]>`
    SELECT s.id, s.day_label AS "dayLabel", d.markdown AS summary
    FROM day_segments s LEFT JOIN day_summaries d ON d.segment_id = s.id
    WHERE s.thread_id = ${scope.threadId} AND s.day_label >= ${from ?? ''} AND (${to ?? null}::text IS NULL OR s.day_label <= ${to ?? null})
    ORDER BY s.day_label`
}

interface ShownMessage extends Message {
  readonly place: string
  readonly files: readonly string[]
}

/** Relies on messages_segment_id_sent_at_platform_order_id_idx. */
async function* messagesOf(db: Db, scope: Scope, segmentId: SegmentId): AsyncGenerator<ShownMessage> {
  let past = Prisma.empty
  for (;;) {
    const page = await db.$queryRaw<(Message & { place: string })[]>`
      SELECT ${messageColumns}, p.platform || CASE p.kind WHEN 'shared' THEN ', ' || p.title ELSE '' END AS place
      FROM messages m JOIN places p ON p.id = m.place_id
      WHERE m.segment_id = ${segmentId} AND ${visibleTo(scope, 'm')} AND m.kind <> 'draft' AND m.role <> 'tool' AND m.secret_until IS NULL ${past}
      ORDER BY ${inOrder} LIMIT ${messagesAtOnce}`
    const files = await fileNames(db, scope, page)
    for (const message of page) yield { ...message, files: files.get(message.id) ?? [] }
    const last = page.at(-1)
    if (!last || page.length < messagesAtOnce) return
    past = Prisma.sql`AND (m.sent_at, m.platform_order, m.id) > (${last.sentAt}::timestamptz, ${last.platformOrder}::bigint, ${last.id}::int)`
  }
}

async function fileNames(db: Db, scope: Scope, page: readonly Message[]): Promise<ReadonlyMap<MessageId, string[]>> {
  const attachments = await attachmentsOf(
    db,
    scope,
    page.map(({ id }) => id),
  )
  const names = new Map<MessageId, string[]>()
  for (const { messageId, name } of attachments) names.set(messageId, [...(names.get(messageId) ?? []), name])
  return names
}

function messageIn({ id, role, authorName, place, sentAt, text, deletedAt, files }: ShownMessage, timezone: string): string {
  const who = role === 'user' ? plainName(authorName) || 'You' : 'Throughline'
  const said = deletedAt ? '*deleted*' : quoted(text)
  const listed = files.map((name) => `\n- File: ${plainName(name)}`).join('')
  return `\n**${who}**, ${timeOfDay(sentAt, timezone)}, ${plainName(place)} (#${id})\n\n${said}\n${listed && `${listed}\n`}`
}

async function* memoryOf(db: Db, scope: Scope): AsyncGenerator<string> {
  const items = await db.$queryRaw<{ theme: string; content: string; type: string; status: string }[]>`
    SELECT t.name AS theme, i.content, i.type, i.status
    FROM memory_items i JOIN memory_themes t ON t.id = i.theme_id
    WHERE ${ownedBy(scope, 'i')} ORDER BY t.name, t.id, i.created_at, i.id`
  if (items.length > 0) yield '\n## What is remembered\n'
  let theme: string | undefined
  for (const item of items) {
    if (item.theme !== theme) yield `\n### ${plainName(item.theme)}\n`
    theme = item.theme
    yield `\n${quoted(item.content)}\n>\n> *${item.type}${item.status === 'archived' ? ', no longer so' : ''}*\n`
  }
}

/** As a quotation, so that no line of it is taken for a heading or for the end of what was said. */
const quoted = (text: string): string =>
  text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
