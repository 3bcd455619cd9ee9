import { quoteLines } from '../core/domain/quotations.ts'
import { plainName } from '../core/domain/text.ts'
import { type Translate, translatorOf } from '../core/messages/messages.ts'
import { dayLabelOf, formatDay, timeOfDay } from '../core/ports/clock.ts'
import type { DaySpan } from '../core/ports/personal-data.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db, Store } from '../store/store.ts'
import { oldestFirst } from '../threads/messages/message-columns.ts'
import { isChannelMessage } from './cascade/channel-lines.ts'
import type { Channel } from './channel.ts'
import { formatSpan } from './format-span.ts'
import type { PyramidPosition } from './pyramid.ts'
import type { SummarizedSpan, WrittenText } from './summary-material.ts'

export interface ChannelExport {
  readonly channel: Channel
  readonly title: string
  /** Messages of these days only, in the timezone of the channel. The summaries are always complete. */
  readonly span: DaySpan
}

/** A message as it is exported. Times are in UTC. */
interface ExportedLine {
  readonly id: number
  readonly role: 'user' | 'assistant'
  readonly author: string
  readonly text: string
  readonly sentAt: Date
  readonly editedAt: Date | null
  readonly images: number
  readonly files: number
}

type ExportedSummary = PyramidPosition & SummarizedSpan & WrittenText

const pageSize = 500

/** Yields the log and the summaries of a channel as readable Markdown, in the language of the channel. */
export async function* exportChannelMarkdown({ db }: Store, { channel, title, span }: ChannelExport): AsyncGenerator<string> {
  const translate = translatorOf(channel.language)
  const { timezone } = channel
  yield `# ${translate('exportFile.channel', { name: plainName(title) })}\n`
  let day: string | undefined
  for await (const line of readLog(db, channel, span)) {
    const label = dayLabelOf(line.sentAt, timezone)
    if (label !== day) yield `\n## ${formatDay(label, translate.locale)}\n`
    day = label
    yield formatLine(line, { timezone, translate })
  }
  const summaries = await listSummaries(db, channel)
  if (summaries.length > 0) yield `\n## ${translate('exportFile.channelSummaries')}\n`
  for (const summary of summaries) yield `\n**${summary.level}**, ${formatSpan(summary, timezone)}\n\n${quoteLines(summary.text)}\n`
}

/** Yields the log and the summaries of a channel as one JSON object, with one message or summary per line. */
export async function* exportChannelJson({ db }: Store, { channel, title, span }: ChannelExport): AsyncGenerator<string> {
  const { timezone, language } = channel
  yield `{"format":"throughline-channel","version":1,\n"channel":${JSON.stringify({ title, timezone, language })},\n"messages":[`
  let separator = '\n'
  for await (const line of readLog(db, channel, span)) {
    yield `${separator}${JSON.stringify(line)}`
    separator = ',\n'
  }
  const summaries = (await listSummaries(db, channel)).map((summary) => JSON.stringify(summary))
  yield `\n],\n"summaries":[\n${summaries.join(',\n')}\n]}\n`
}

async function* readLog(db: Db, channel: Channel, { from, to }: DaySpan): AsyncGenerator<ExportedLine> {
  const dayOf = Prisma.sql`to_char(m.sent_at AT TIME ZONE ${channel.timezone}, 'YYYY-MM-DD')`
  const inSpan = Prisma.sql`${from ? Prisma.sql`AND ${dayOf} >= ${from}` : Prisma.empty} ${to ? Prisma.sql`AND ${dayOf} <= ${to}` : Prisma.empty}`
  for (let after = Prisma.empty; ; ) {
    const page = await db.$queryRaw<(ExportedLine & { readonly order: bigint })[]>`
      SELECT m.id, m.role, m.author_name AS author, m.text, m.sent_at AS "sentAt", m.edited_at AS "editedAt", m.platform_order AS "order",
        coalesce(l.image_count, (SELECT count(*) FROM attachments a WHERE a.message_id = m.id AND a.media_type LIKE 'image/%'))::int AS images,
        coalesce(l.file_count, (SELECT count(*) FROM attachments a WHERE a.message_id = m.id AND a.media_type NOT LIKE 'image/%'))::int AS files
      FROM messages m LEFT JOIN channel_messages l ON l.message_id = m.id
      WHERE ${isChannelMessage(channel)} ${inSpan} ${after} ORDER BY ${oldestFirst} LIMIT ${pageSize}`
    for (const { order: _, ...line } of page) yield line
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    after = Prisma.sql`AND (m.sent_at, m.platform_order, m.id) > (${last.sentAt}::timestamptz, ${last.order}::bigint, ${last.id}::int)`
  }
}

/** Returns all summaries of the pyramid, the highest levels first. */
async function listSummaries(db: Db, { placeId }: Channel): Promise<readonly ExportedSummary[]> {
  return db.channelSummary.findMany({
    where: { placeId, isUsed: true },
    orderBy: [{ level: 'desc' }, { ordinal: 'asc' }],
    select: {
      ...{ level: true, ordinal: true, startsAt: true, endsAt: true, messageCount: true, imageCount: true, fileCount: true },
      ...{ topics: true, text: true },
    },
  })
}

function formatLine(
  { id, role, author, text, sentAt, images, files }: ExportedLine,
  { timezone, translate }: { readonly timezone: string; readonly translate: Translate },
): string {
  const speaker = role === 'assistant' ? 'Throughline' : plainName(author)
  const attachments = images + files > 0 ? ` · ${translate('count.files', { count: images + files })}` : ''
  return `\n**${speaker}**, ${timeOfDay(sentAt, timezone)} (#${id})${attachments}\n\n${quoteLines(text)}\n`
}
