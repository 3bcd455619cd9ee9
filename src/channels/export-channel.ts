import { quoteLines } from '../core/domain/quotations.ts'
import { plainName } from '../core/domain/text.ts'
import { type Translate, translatorOf } from '../core/messages/messages.ts'
import { dayLabelOf, formatDay, timeOfDay } from '../core/ports/clock.ts'
import type { DaySpan } from '../core/ports/personal-data.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db, Store } from '../store/store.ts'
import { type LogEntry, readLines } from './cascade/channel-lines.ts'
import type { Channel } from './channel.ts'
import { formatSpan } from './format-span.ts'
import { type ListedSummary, listSummaries } from './list-summaries.ts'

export interface ChannelExport {
  readonly channel: Channel
  readonly title: string
  /** Messages of these days only, in the timezone of the channel. The summaries are always complete. */
  readonly span: DaySpan
}

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
  let heading = `\n## ${translate('exportFile.channelSummaries')}\n`
  for await (const summary of readSummaries(db, channel)) {
    yield heading
    heading = ''
    yield `\n**${summary.level}**, ${formatSpan(summary, timezone)}\n\n${quoteLines(summary.text)}\n`
  }
}

/** Yields the log and the summaries of a channel as one JSON object, with one message or summary per line. */
export async function* exportChannelJson({ db }: Store, { channel, title, span }: ChannelExport): AsyncGenerator<string> {
  const { timezone, language } = channel
  yield `{"format":"throughline-channel","version":1,\n"channel":${JSON.stringify({ title, timezone, language })},\n"messages":[`
  let separator = '\n'
  for await (const line of readLog(db, channel, span)) {
    yield `${separator}${JSON.stringify(toExported(line))}`
    separator = ',\n'
  }
  yield '\n],\n"summaries":['
  separator = '\n'
  for await (const { isRepresenting: _, ...summary } of readSummaries(db, channel)) {
    yield `${separator}${JSON.stringify(summary)}`
    separator = ',\n'
  }
  yield '\n]}\n'
}

/** The fields of a message in the file. Times are in UTC. */
const toExported = ({ id, role, author, text, sentAt, editedAt, imageCount: images, fileCount: files }: LogEntry) => ({
  ...{ id, role, author, text, sentAt, editedAt, images, files },
})

async function* readLog(db: Db, channel: Channel, { from, to }: DaySpan): AsyncGenerator<LogEntry> {
  const dayOf = Prisma.sql`to_char(m.sent_at AT TIME ZONE ${channel.timezone}, 'YYYY-MM-DD')`
  const inSpan = Prisma.sql`(${from ?? null}::text IS NULL OR ${dayOf} >= ${from ?? null}) AND (${to ?? null}::text IS NULL OR ${dayOf} <= ${to ?? null})`
  for (let after = Prisma.empty; ; ) {
    const page = await readLines(db, channel, { where: Prisma.sql`${inSpan} ${after}`, limit: pageSize })
    yield* page
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    // Not looked up, because the message may be deleted meanwhile.
    after = Prisma.sql`AND (m.sent_at, m.platform_order, m.id) > (${last.sentAt}::timestamptz, ${last.platformOrder}::bigint, ${last.id}::int)`
  }
}

/** Yields all summaries of the pyramid, the highest level first. */
async function* readSummaries(db: Db, { placeId }: Channel): AsyncGenerator<ListedSummary> {
  for (let after: ListedSummary | undefined; ; ) {
    const page = await listSummaries(db, placeId, { limit: pageSize, ...(after && { after }) })
    yield* page
    after = page.at(-1)
    if (!after || page.length < pageSize) return
  }
}

function formatLine(
  { id, role, author, text, sentAt, imageCount, fileCount }: LogEntry,
  { timezone, translate }: { readonly timezone: string; readonly translate: Translate },
): string {
  const speaker = role === 'assistant' ? 'Throughline' : plainName(author)
  const attachments = imageCount + fileCount > 0 ? ` · ${translate('count.files', { count: imageCount + fileCount })}` : ''
  return `\n**${speaker}**, ${timeOfDay(sentAt, timezone)} (#${id})${attachments}\n\n${quoteLines(text)}\n`
}
