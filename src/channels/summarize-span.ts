import type { TimeSpan } from '../core/dates/parse-span.ts'
import { estimateTokens } from '../model/tokens.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db } from '../store/store.ts'
import { readSpan } from './cascade/channel-lines.ts'
import { splitLines } from './cascade/split-lines.ts'
import type { Channel } from './channel.ts'
import type { ChannelDeps, WrittenChannelSummary } from './deps.ts'
import { windowMs } from './pyramid.ts'
import { type ChannelSummary, summaryColumns } from './read-pyramid.ts'
import { mergeSpans, type SummarizedSpan, type SummaryMaterial, spanOfLines, type WrittenText } from './summary-material.ts'

export interface SpanSummary extends SummarizedSpan, WrittenText {}

/** Of a span with more messages, only those are read that no summary within the span stands for. */
const mostLines = 1_000

/** The most tokens that summarizing a span may take. */
const maxTokens = 40_000

interface SpanRequest {
  readonly channel: Channel
  readonly signal: AbortSignal
}

interface SpanRun extends SpanRequest {
  readonly tokens: {
    /** How many may still be used. */
    left: number
  }
}

/**
 * Summarizes what was said in a channel in a span of time: from the messages, or, if there are many, from the summaries that the pyramid has
 * within the span and the messages besides. Stores nothing. Undefined if nothing was said. Throws if the model fails.
 */
export async function summarizeSpan(deps: ChannelDeps, request: SpanRequest, span: TimeSpan): Promise<SpanSummary | undefined> {
  const { db } = deps.store
  const { channel } = request
  const run = { ...request, tokens: { left: maxTokens } }
  const lines = await readSpan(db, channel, span, mostLines + 1)
  if (lines.length === 0) return undefined
  if (lines.length <= mostLines && estimateTokens(lines.map(({ text }) => text).join('\n')) <= deps.channelSettings.maxPartTokens)
    return { ...spanOfLines(lines), ...(await write(deps, run, { ...inChannel(channel), lines })) }
  const summaries = await listSummariesWithin(db, channel, span)
  const parts: SpanSummary[] = [...summaries]
  const spans: SummarizedSpan[] = [...summaries]
  for (const gap of findGaps(span, summaries)) {
    const beside = await readSpan(db, channel, gap, mostLines)
    if (beside.length > 0) spans.push(spanOfLines(beside))
    for (const part of splitLines(beside, deps.channelSettings.maxPartTokens, channel.timezone))
      if (part.length > 0) parts.push({ ...spanOfLines(part), ...(await write(deps, run, { ...inChannel(channel), lines: part })) })
  }
  parts.sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
  const merged = await merge(deps, run, parts)
  // A message that continues in the next part counts once.
  return merged && { ...merged, ...mergeSpans(spans) }
}

interface WindowedSummary extends ChannelSummary {
  readonly firstWindow: Date
  readonly lastWindow: Date
}

/** Returns the summaries of the pyramid that lie within a span and are part of no other such summary. Relies on channel_summaries_windows_idx. */
function listSummariesWithin(db: Db, { placeId }: Channel, { from, to }: TimeSpan): Promise<WindowedSummary[]> {
  const isWithin = (alias: Prisma.Sql) => Prisma.sql`
    ${alias}.place_id = ${placeId} AND ${alias}.is_used AND ${alias}.first_window >= ${from}
    AND ${alias}.last_window <= ${new Date(to.getTime() - windowMs)}`
  return db.$queryRaw<WindowedSummary[]>`
    SELECT ${summaryColumns}, s.first_window AS "firstWindow", s.last_window AS "lastWindow"
    FROM channel_summaries s WHERE ${isWithin(Prisma.sql`s`)} AND NOT EXISTS (
      SELECT 1 FROM channel_summaries above
      WHERE ${isWithin(Prisma.sql`above`)} AND above.level = s.level + 1 AND above.ordinal = s.ordinal / 2)
    ORDER BY s.first_window`
}

/** Returns the parts of a span between and beside summaries, which are given in order. */
function findGaps({ from, to }: TimeSpan, summaries: readonly WindowedSummary[]): readonly TimeSpan[] {
  const starts = [from, ...summaries.map(({ lastWindow }) => new Date(lastWindow.getTime() + windowMs))]
  const ends = [...summaries.map(({ firstWindow }) => firstWindow), to]
  return starts.flatMap((start, index) => {
    const end = ends[index] ?? to
    return start < end ? [{ from: start, to: end }] : []
  })
}

/** Merges summaries that follow each other, in groups if there are many. */
async function merge(deps: ChannelDeps, run: SpanRun, parts: readonly SpanSummary[]): Promise<SpanSummary | undefined> {
  const { maxMergedSummaries: size } = deps.channelSettings
  if (parts.length <= 1) return parts[0]
  const merged: SpanSummary[] = []
  for (let start = 0; start < parts.length; start += size) {
    const group = parts.slice(start, start + size)
    const [only] = group
    const text = group.length === 1 && only ? only : await write(deps, run, { ...inChannel(run.channel), summaries: group })
    merged.push({ ...mergeSpans(group), topics: text.topics, text: text.text })
  }
  return merge(deps, run, merged)
}

async function write(deps: ChannelDeps, { channel, signal, tokens }: SpanRun, material: SummaryMaterial): Promise<WrittenText> {
  const written: WrittenChannelSummary | undefined = await deps.writeSummary(material, { channel, maxTokens: tokens.left, signal })
  if (!written) throw new Error('A part of a channel is too long to be summarized at once.')
  tokens.left -= written.tokens
  return { topics: written.topics, text: written.text }
}

const inChannel = ({ language, timezone }: Channel) => ({ language, timezone })
