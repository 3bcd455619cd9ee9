import type { SegmentId } from '../../core/domain/ids.ts'
import { block, indent } from '../../core/domain/transcript.ts'
import { formatDay } from '../../core/ports/clock.ts'
import { type DaySummary, findDaySummary, listSummariesBefore } from '../../summaries/read.ts'
import type { OmittedContent } from './report.ts'
import { type BuiltContextPart, type ContextPartInput, type FitPart, nothing } from './section.ts'
import { divideTokens, formatTruncated, shrinkToTokens, whole } from './truncate.ts'

/** Part 4: the summaries of the latest days before today that have one, older first. None in a shared place. */
export async function prepareDaySummaries(input: ContextPartInput): Promise<FitPart> {
  const { turn, today, budgets } = input
  const newestFirst = await listSummariesBefore(input.deps, turn.scope, { before: today, limit: budgets.summarizedDays })
  const summaries = newestFirst.reverse()
  return (room) => formatSummariesPart(input, { summaries, room })
}

/** Part 5: today's summary, where there is one already. */
export async function prepareTodaySummary(input: ContextPartInput): Promise<FitPart> {
  const summary = await findDaySummary(input.deps, input.turn.scope, input.today)
  return (room) => (summary ? formatSummariesPart(input, { summaries: [summary], room }) : nothing)
}

/** A summary that has room for less than this is left out. */
const leastTokens = 40

function formatSummariesPart(
  { count }: ContextPartInput,
  { summaries, room }: { summaries: readonly DaySummary[]; room: number },
): BuiltContextPart {
  const countBody = (markdown: string) => count(indent(markdown))
  const frames = summaries.map((summary) => count(framed(summary, '')) + 1)
  const textRoom = room - frames.reduce((total, frame) => total + frame, 0)
  // A huge one is counted only as far as it is more than there is room for.
  const counted = summaries.map(({ markdown }) => shrinkToTokens(whole(markdown), textRoom + 1, countBody))
  const sizes = counted.map(({ tokens }) => tokens)
  const why = `there is room for ${room} tokens`
  const needed = sizes.reduce((total, size) => total + size, 0)
  if (textRoom < Math.min(leastTokens, needed))
    return { ...nothing, leftOut: summaries.map(({ dayLabel }) => ({ what: `the summary of ${dayLabel}`, why })) }

  const allowed = divideTokens(sizes, textRoom)
  const texts: string[] = []
  const summarized: SegmentId[] = []
  const leftOut: OmittedContent[] = []
  let tokens = 0
  for (const [index, summary] of summaries.entries()) {
    const most = allowed[index] ?? 0
    const measured = counted[index]
    const { excerpt, tokens: taken } =
      measured && measured.tokens <= most ? measured : shrinkToTokens(whole(summary.markdown), most, countBody)
    const what = `the summary of ${summary.dayLabel}`
    const isTooShort = excerpt.cut > 0 && most < leastTokens
    if (excerpt.cut > 0) leftOut.push({ what: isTooShort ? what : `the middle of ${what}`, why })
    if (isTooShort) continue
    texts.push(framed(summary, indent(formatTruncated(excerpt))))
    summarized.push(summary.segmentId)
    tokens += taken + (frames[index] ?? 0)
  }
  return texts.length > 0 ? { text: texts.join('\n\n'), tokens, items: texts.length, summarized, leftOut } : { ...nothing, leftOut }
}

const framed = ({ dayLabel }: DaySummary, body: string) => `Summary of ${formatDay(dayLabel)} (${dayLabel}):\n${block('day-summary', body)}`
