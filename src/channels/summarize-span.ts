import type { TimeSpan } from '../core/dates/parse-span.ts'
import { estimateTokens } from '../model/tokens.ts'
import { readSpan } from './cascade/channel-lines.ts'
import type { Channel } from './channel.ts'
import type { ChannelDeps, WrittenChannelSummary } from './deps.ts'
import { endOf, listSummariesWithin, readParts, type WindowedSummary } from './span-parts.ts'
import {
  type ChannelLine,
  mergeSpans,
  type SummarizedSpan,
  type SummaryMaterial,
  spanOfLines,
  type WrittenText,
} from './summary-material.ts'
import { summaryLimits } from './write/limits.ts'

interface PartSummary extends SummarizedSpan, WrittenText {}

export interface SpanSummary extends PartSummary {
  /** Whether it lacks what was said at the beginning of the span, because all of it would take too many tokens. */
  readonly isPartial: boolean
}

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
 * Summarizes what was said in a channel in a span of time: from the messages, or, if there are many or some are no longer kept, from the
 * summaries that the pyramid has within the span and the messages besides. Reads back from the end of the span as far as the tokens suffice.
 * Stores nothing. Undefined if nothing was said. Throws if the model fails.
 */
export async function summarizeSpan(deps: ChannelDeps, request: SpanRequest, span: TimeSpan): Promise<SpanSummary | undefined> {
  const { channel } = request
  const run: SpanRun = { ...request, tokens: { left: deps.channelSettings.maxSpanTokens } }
  const summaries = await listSummariesWithin(deps.store.db, channel, span)
  const all = await readShortSpan(deps, channel, span)
  if (all && areKept(summaries, all))
    return all.length === 0 ? undefined : { ...spanOfLines(all), ...(await write(deps, run, { lines: all })), isPartial: false }
  const parts: PartSummary[] = []
  const read: ReadMessages = { summaries: [], lines: new Map() }
  let isPartial = false
  for await (const part of readParts(deps, channel, span, summaries)) {
    const summary = await summarizePart(deps, run, part, parts)
    isPartial = !summary
    if (!summary) break
    parts.unshift(summary)
    if ('summary' in part) read.summaries.push(part.summary)
    else for (const line of part.lines) read.lines.set(line.id, line)
  }
  const merged = await merge(deps, run, parts)
  if (!merged) throw new Error('The tokens do not suffice for any part of a channel.')
  return { ...merged, ...spanOf(read), isPartial }
}

/** What parts of a span were made from. */
interface ReadMessages {
  readonly summaries: SummarizedSpan[]
  /** By id, because a message that continues in the next part counts once. */
  readonly lines: Map<number, ChannelLine>
}

const spanOf = ({ summaries, lines }: ReadMessages): SummarizedSpan =>
  mergeSpans([...summaries, ...(lines.size > 0 ? [spanOfLines([...lines.values()])] : [])])

/** Returns all messages of a span if the model can read them at once. */
async function readShortSpan(
  { store: { db }, channelSettings }: ChannelDeps,
  channel: Channel,
  span: TimeSpan,
): Promise<readonly ChannelLine[] | undefined> {
  const { spanPageSize, maxPartTokens } = channelSettings
  const { value: lines = [] } = await readSpan(db, channel, span, spanPageSize + 1).next()
  const isShort = lines.length <= spanPageSize && estimateTokens(lines.map(({ text }) => text).join('\n')) <= maxPartTokens
  return isShort ? lines : undefined
}

/** Whether every message that summaries stand for is among these. */
const areKept = (summaries: readonly WindowedSummary[], lines: readonly ChannelLine[]): boolean =>
  summaries.every((summary) => {
    const [from, to] = [summary.firstWindow, endOf(summary)]
    return lines.filter(({ sentAt }) => sentAt >= from && sentAt < to).length >= summary.messageCount
  })

/** Summarizes one more part. Undefined if the tokens do not suffice for it and for merging it with the parts after it. */
async function summarizePart(
  deps: ChannelDeps,
  run: SpanRun,
  part: { readonly summary: PartSummary } | { readonly lines: readonly ChannelLine[] },
  later: readonly PartSummary[],
): Promise<PartSummary | undefined> {
  const size = 'summary' in part ? estimateMergedTokens(part.summary) : summaryLimits.outputTokens
  const merging = estimateMergeTokens([size, ...later.map(estimateMergedTokens)], deps.channelSettings.maxMergedSummaries)
  if (merging > run.tokens.left) return undefined
  if ('summary' in part) return part.summary
  const written = await writeWithin(deps, run, part, run.tokens.left - merging)
  return written && { ...spanOfLines(part.lines), ...written }
}

/** What a call that merges summaries takes beyond them, and what the heading of each takes. In tokens. */
const tokensPerMerge = 1_000
const tokensPerHeading = 60

const estimateMergedTokens = ({ text }: WrittenText): number => estimateTokens(text) + tokensPerHeading

/** Estimates the tokens that merging summaries of these sizes takes. */
function estimateMergeTokens(sizes: readonly number[], groupSize: number): number {
  if (sizes.length <= 1) return 0
  const groups = groupInOrder(sizes, groupSize)
  const taken = groups.map((group) => (group.length > 1 ? group.reduce((sum, size) => sum + size, tokensPerMerge) : 0))
  const merged = groups.map(([first = 0, ...others]) => (others.length > 0 ? summaryLimits.outputTokens + tokensPerHeading : first))
  return taken.reduce((sum, tokens) => sum + tokens, 0) + estimateMergeTokens(merged, groupSize)
}

/** Merges summaries that follow each other, in groups if there are many. */
async function merge(deps: ChannelDeps, run: SpanRun, parts: readonly PartSummary[]): Promise<PartSummary | undefined> {
  if (parts.length <= 1) return parts[0]
  const merged: PartSummary[] = []
  for (const group of groupInOrder(parts, deps.channelSettings.maxMergedSummaries)) {
    const [only] = group
    const { topics, text } = group.length === 1 && only ? only : await write(deps, run, { summaries: group })
    merged.push({ ...mergeSpans(group), topics, text })
  }
  return merge(deps, run, merged)
}

const groupInOrder = <T>(items: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

type PartMaterial = { readonly lines: readonly ChannelLine[] } | { readonly summaries: readonly PartSummary[] }

async function write(deps: ChannelDeps, run: SpanRun, material: PartMaterial): Promise<WrittenText> {
  const written = await writeWithin(deps, run, material, run.tokens.left)
  if (!written) throw new Error('A part of a channel is too long to be summarized at once.')
  return written
}

async function writeWithin(
  deps: ChannelDeps,
  { channel, signal, tokens }: SpanRun,
  part: PartMaterial,
  maxTokens: number,
): Promise<WrittenText | undefined> {
  const { language, timezone } = channel
  const material: SummaryMaterial = { language, timezone, ...part }
  const written: WrittenChannelSummary | undefined = await deps.writeSummary(material, { channel, maxTokens, signal })
  if (!written) return undefined
  tokens.left -= written.tokens
  return { topics: written.topics, text: written.text }
}
