import type { DayLabel, MessageId, SegmentId } from '../../core/domain/ids.ts'
import type { Message } from '../../core/domain/messages.ts'
import { quoteLines } from '../../core/domain/quotations.ts'
import { plainName } from '../../core/domain/text.ts'
import { type Translate, translatorOf } from '../../core/messages/messages.ts'
import { dayLabelOf, formatDay, timeOfDay } from '../../core/ports/clock.ts'
import type { DaySpan } from '../../core/ports/personal-data.ts'
import { findUserById, resolveTimezone } from '../../people/users.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db, Store } from '../../store/store.ts'
import { listAttachments } from '../../threads/messages/attachments.ts'
import { messageColumns, oldestFirst } from '../../threads/messages/message-columns.ts'
import { fromReferencesJson, type ReferencesJson, referencesSql, type StoredReference } from '../../threads/messages/references.ts'
import { loggedBy } from '../../threads/privacy/logged-messages.ts'
import { listQuotesOf } from '../../threads/privacy/references.ts'
import { ownedBy, type Scope, visibleTo } from '../../threads/scope.ts'
import { findContinuousThread } from '../../threads/thread.ts'
import type { ExportSelection } from './export-json.ts'

export interface MarkdownOptions {
  readonly store: Store
  readonly defaultTimezone: string
}

const messagePageSize = 500

/** Yields the conversation as readable Markdown in the user's language: each day with its summary and messages, then the memories by theme. */
export async function* exportMarkdown(options: MarkdownOptions, { userId, span = {} }: ExportSelection): AsyncGenerator<string> {
  const { db } = options.store
  const user = await findUserById(db, userId)
  if (!user) return
  const timezone = resolveTimezone(user, options.defaultTimezone)
  const threadId = await findContinuousThread(db, userId)
  const translate = translatorOf(user.language)
  const { language, digest } = user
  yield `# ${translate('exportFile.title', { name: plainName(user.name) })}\n\n${translate('exportFile.settings', { timezone, language, digest })}\n`
  if (!threadId) return
  const scope: Scope = { userId, threadId, audience: 'private' }
  for (const day of await loadExportedDays(db, scope, span)) {
    yield `\n## ${formatDay(day.dayLabel, translate.locale)}\n`
    if (day.summary) yield `\n### ${translate('exportFile.summary')}\n\n${quoteLines(day.summary)}\n`
    yield `\n### ${translate('exportFile.messages')}\n`
    const ofDay = Prisma.sql`m.segment_id = ${day.id} AND ${visibleTo(scope, 'm')}`
    for await (const message of readMessages(db, scope, ofDay)) yield formatMessage(message, { timezone, translate })
  }
  yield* writeLogged(db, scope, { span, timezone, translate })
  yield* writeMemory(db, scope, translate)
  const quotes = await listQuotesOf(db, scope)
  if (quotes.length > 0) yield `\n## ${translate('exportFile.quoted')}\n`
  for (const text of quotes) yield `\n${quoteLines(text)}\n`
}

interface ExportedDay {
  readonly id: SegmentId
  readonly dayLabel: Parameters<typeof formatDay>[0]
  readonly summary: string | null
}

function loadExportedDays(db: Db, scope: Scope, { from, to }: DaySpan): Promise<ExportedDay[]> {
  return db.$queryRaw<ExportedDay[]>`
    SELECT s.id, s.day_label AS "dayLabel", d.markdown AS summary
    FROM day_segments s LEFT JOIN day_summaries d ON d.segment_id = s.id
    WHERE s.thread_id = ${scope.threadId} AND s.day_label >= ${from ?? ''} AND (${to ?? null}::text IS NULL OR s.day_label <= ${to ?? null})
    ORDER BY s.day_label`
}

interface ExportedMessage extends Message {
  readonly place: string
  readonly files: readonly string[]
  readonly references: readonly StoredReference[]
}

/** Yields what the user wrote in the logs of channels, by day. */
async function* writeLogged(
  db: Db,
  scope: Scope,
  { span: { from, to }, timezone, translate }: MessageFormat & { readonly span: DaySpan },
): AsyncGenerator<string> {
  const where = Prisma.sql`m.id IN ${loggedBy(scope.userId)} AND m.deleted_at IS NULL AND EXISTS (
    SELECT 1 FROM day_segments s WHERE s.id = m.segment_id AND s.day_label >= ${from ?? ''} AND (${to ?? null}::text IS NULL OR s.day_label <= ${to ?? null}))`
  let day: DayLabel | undefined
  for await (const message of readMessages(db, scope, where)) {
    if (day === undefined) yield `\n## ${translate('exportFile.channels')}\n`
    const ownDay = dayLabelOf(message.sentAt, timezone)
    if (ownDay !== day) yield `\n### ${formatDay(ownDay, translate.locale)}\n`
    day = ownDay
    yield formatMessage(message, { timezone, translate })
  }
}

/** Yields messages in order. Relies on messages_segment_id_sent_at_platform_order_id_idx. */
async function* readMessages(db: Db, scope: Scope, where: Prisma.Sql): AsyncGenerator<ExportedMessage> {
  let afterCursor = Prisma.empty
  for (;;) {
    const page = await db.$queryRaw<(Message & { place: string; references: ReferencesJson })[]>`
      SELECT ${messageColumns}, ${referencesSql} AS "references", p.platform || CASE p.kind WHEN 'shared' THEN ', ' || p.title ELSE '' END AS place
      FROM messages m JOIN places p ON p.id = m.place_id
      WHERE ${where} AND m.kind <> 'draft' AND m.role <> 'tool' AND m.text_expires_at IS NULL ${afterCursor}
      ORDER BY ${oldestFirst} LIMIT ${messagePageSize}`
    const files = await loadFileNames(db, scope, page)
    for (const message of page) yield { ...message, files: files.get(message.id) ?? [], references: fromReferencesJson(message.references) }
    const last = page.at(-1)
    if (!last || page.length < messagePageSize) return
    afterCursor = Prisma.sql`AND (m.sent_at, m.platform_order, m.id) > (${last.sentAt}::timestamptz, ${last.platformOrder}::bigint, ${last.id}::int)`
  }
}

async function loadFileNames(db: Db, scope: Scope, page: readonly Message[]): Promise<ReadonlyMap<MessageId, string[]>> {
  const attachments = await listAttachments(
    db,
    scope,
    page.map(({ id }) => id),
  )
  const names = new Map<MessageId, string[]>()
  for (const { messageId, name } of attachments) names.set(messageId, [...(names.get(messageId) ?? []), name])
  return names
}

interface MessageFormat {
  readonly timezone: string
  readonly translate: Translate
}

function formatMessage(message: ExportedMessage, { timezone, translate }: MessageFormat): string {
  const { id, role, authorName, place, sentAt, text, deletedAt, files, references } = message
  const speaker = role === 'user' ? plainName(authorName) || translate('exportFile.you') : 'Throughline'
  const body = deletedAt
    ? `*${translate('exportFile.deleted')}*`
    : [quoteLines(text), ...references.map((reference) => formatReference(reference, translate))].join('\n>\n')
  const fileList = files.map((name) => `\n- ${translate('exportFile.file', { name: plainName(name) })}`).join('')
  return `\n**${speaker}**, ${timeOfDay(sentAt, timezone)}, ${plainName(place)} (#${id})\n\n${body}\n${fileList && `${fileList}\n`}`
}

/** What a message refers to, as a quotation in the message. */
function formatReference({ kind, authorName, text }: StoredReference, translate: Translate): string {
  const heading = `> *${translate('exportFile.reference', { kind })}*${authorName && `, ${plainName(authorName)}`}`
  return text === '' ? heading : `${heading}\n>\n${quoteLines(quoteLines(text))}`
}

async function* writeMemory(db: Db, scope: Scope, translate: Translate): AsyncGenerator<string> {
  const items = await db.$queryRaw<{ theme: string; content: string; type: string; status: string }[]>`
    SELECT t.name AS theme, i.content, i.type, i.status
    FROM memory_items i JOIN memory_themes t ON t.id = i.theme_id
    WHERE ${ownedBy(scope, 'i')} ORDER BY t.name, t.id, i.created_at, i.id`
  if (items.length > 0) yield `\n## ${translate('exportFile.memories')}\n`
  let theme: string | undefined
  for (const item of items) {
    if (item.theme !== theme) yield `\n### ${plainName(item.theme)}\n`
    theme = item.theme
    yield `\n${quoteLines(item.content)}\n>\n> *${[translate('memory.type', { type: item.type }), ...(item.status === 'archived' ? [translate('exportFile.archived')] : [])].join(', ')}*\n`
  }
}
