import { parseNamedDays } from '../../core/dates/named-days.ts'
import type { SegmentId } from '../../core/domain/ids.ts'
import { block, divideTokens, formatCount, formatTruncated, indent, shrinkToTokens, whole } from '../../core/domain/text.ts'
import { formatDay, timeOfDay } from '../../core/ports/clock.ts'
import { findLastSession, type PastSession, type SessionMoment } from '../../sessions/read.ts'
import { defaultSessionSettings } from '../../sessions/settings.ts'
import { type DaySummary, dropEmptyLists, findDaySummary } from '../../summaries/read.ts'
import { type FittedRow, fitRows, formatQuote } from './messages.ts'
import { describeBudget, type OmittedContent } from './report.ts'
import type { ContextRow } from './rows.ts'
import { type BuiltContextPart, type ContextPartInput, type ContextTurn, type FitPart, nothing, type ShownContent } from './section.ts'

/**
 * Part 4: the latest summaries of days before today, oldest first. While budget is left, also those of days before, each of them whole. Empty
 * in a shared place.
 */
export async function prepareDaySummaries(input: ContextPartInput): Promise<FitPart> {
  const { today, budgets, count } = input
  const earlierDays = (await input.reading.stored).summaries.filter(({ dayLabel }) => dayLabel < today)
  const newestFirst = earlierDays.slice(0, budgets.summarizedDaysMax).map(shorten)
  return (budget) => {
    let left = budget
    const earlier = newestFirst.findIndex((summary, index) => {
      left -= count(formatSummary(summary, indent(summary.markdown))) + 1
      return index >= budgets.summarizedDays && (left < 0 || budget <= budgets.daySummaries)
    })
    const summaries = newestFirst.slice(0, earlier === -1 ? undefined : earlier).reverse()
    return formatSummariesPart(input, { summaries, budget })
  }
}

/** Part 5: today's summary, if there is one. */
async function prepareTodaySummary(input: ContextPartInput): Promise<FitPart> {
  const summary = (await input.reading.stored).summaries.find(({ dayLabel }) => dayLabel === input.today)
  // It may repeat the reply that is replaced.
  const isOutdated = input.turn.replaced !== undefined && summary?.stale
  return (budget) => (summary && !isOutdated ? formatSummariesPart(input, { summaries: [shorten(summary)], budget }) : nothing)
}

const shorten = (summary: DaySummary): DaySummary => ({ ...summary, markdown: dropEmptyLists(summary.markdown) })

/** The maximum number of days named by the incoming text whose summaries are recalled. */
const maxNamedDays = 2

/** Finds the summaries of the days that the incoming text names, whatever words they contain, without those that are shown. */
export async function findNamedSummaries({ deps, turn, today }: ContextPartInput, { summaries }: ShownContent): Promise<DaySummary[]> {
  const text = turn.messagesToAnswer.map((message) => message.text).join('\n')
  const days = new Set(parseNamedDays(text, today).flatMap(({ from, to }) => (from === to ? from : [])))
  const found = await Promise.all([...days].slice(0, maxNamedDays).map((day) => findDaySummary(deps, turn.scope, day)))
  return found.flatMap((summary) => (summary && !summaries.has(summary.segmentId) ? summary : []))
}

/** A summary is omitted if its budget is smaller than this. */
const leastTokens = 40

function formatSummariesPart(
  { count }: ContextPartInput,
  { summaries, budget }: { summaries: readonly DaySummary[]; budget: number },
): BuiltContextPart {
  const countBody = (markdown: string) => count(indent(markdown))
  const frames = summaries.map((summary) => count(formatSummary(summary, '')) + 1)
  const textBudget = budget - frames.reduce((total, frame) => total + frame, 0)
  // The limit avoids counting a huge summary in full: it is enough to know that it exceeds the budget.
  const counted = summaries.map(({ markdown }) => shrinkToTokens(whole(markdown), textBudget + 1, countBody))
  const sizes = counted.map(({ tokens }) => tokens)
  const why = describeBudget(budget)
  const needed = sizes.reduce((total, size) => total + size, 0)
  if (textBudget < Math.min(leastTokens, needed))
    return { ...nothing, omitted: summaries.map(({ dayLabel }) => ({ what: `the summary of ${dayLabel}`, why })) }

  const allowed = divideTokens(sizes, textBudget)
  const texts: string[] = []
  const summarized: SegmentId[] = []
  const omitted: OmittedContent[] = []
  let tokens = 0
  for (const [index, summary] of summaries.entries()) {
    const most = allowed[index] ?? 0
    const measured = counted[index]
    const { excerpt, tokens: taken } =
      measured && measured.tokens <= most ? measured : shrinkToTokens(whole(summary.markdown), most, countBody)
    const what = `the summary of ${summary.dayLabel}`
    const isTooShort = excerpt.cut > 0 && most < leastTokens
    if (excerpt.cut > 0) omitted.push({ what: isTooShort ? what : `the middle of ${what}`, why })
    if (isTooShort) continue
    texts.push(formatSummary(summary, indent(formatTruncated(excerpt))))
    summarized.push(summary.segmentId)
    tokens += taken + (frames[index] ?? 0)
  }
  return texts.length > 0 ? { reference: texts.join('\n\n'), tokens, items: texts.length, summarized, omitted } : { ...nothing, omitted }
}

const formatSummary = ({ dayLabel }: DaySummary, body: string) =>
  `Summary of ${formatDay(dayLabel)} (${dayLabel}):\n${block('day-summary', body)}`

/**
 * Part 4b: the messages of all earlier days that are not yet summarized, so that nothing is missing if summaries are late or fail. Skips
 * what the raw window shows.
 */
export async function prepareUnsummarized(input: ContextPartInput): Promise<FitPart> {
  const rows = (await input.reading.stored).rowsOf('unsummarized')
  return (budget, shown) =>
    formatUnsummarizedPart(
      input,
      rows.filter(({ id }) => !shown.messages.has(id)),
      budget,
    )
}

function formatUnsummarizedPart(input: ContextPartInput, rows: readonly ContextRow[], budget: number): BuiltContextPart {
  if (rows.length === 0) return nothing
  const { budgets, count } = input
  const headingOf = (row: ContextRow) => formatDayHeading(row, input.turn)
  const headings = new Set(rows.map(headingOf))
  const limit = budget - count(formatUnsummarized([...headings].join('\n'))) - headings.size - 1
  const items = rows.map((row) => ({
    row,
    limit,
    cutTo: budgets.cutMessage,
    frame: count(formatUnsummarizedLine({ row, text: whole('') }, input)) + 1,
  }))
  const fitted = fitRows(items, (text) => count(indent(text)))
  const why = describeBudget(budget)
  const omitted = [
    ...(fitted.dropped > 0 ? [{ what: `${formatCount(fitted.dropped, 'earlier message')}, or more`, why }] : []),
    ...(fitted.cut > 0 ? [{ what: `the middle of ${formatCount(fitted.cut, 'long message')}`, why }] : []),
  ]
  if (fitted.rows.length === 0) return { ...nothing, omitted }
  const lines = fitted.rows.flatMap((one, index) => {
    const heading = headingOf(one.row)
    const before = fitted.rows[index - 1]
    return [...(before && headingOf(before.row) === heading ? [] : [heading]), formatUnsummarizedLine(one, input)]
  })
  const quoted = fitted.rows.map(({ row }) => row.id)
  return {
    reference: formatUnsummarized(lines.join('\n')),
    tokens: fitted.tokens + budget - limit,
    items: fitted.rows.length,
    quoted,
    omitted,
  }
}

const formatUnsummarized = (lines: string): string => `Said on earlier days, and not summarized yet:\n${block('messages', lines)}`

/** Formats the line above the quoted messages of a day, in whose timezone their times are. */
export function formatDayHeading(row: ContextRow, turn: ContextTurn): string {
  const zone = row.timezone === turn.timezone ? '' : `, in ${row.timezone}`
  return `${formatDay(row.dayLabel)} (${row.dayLabel})${zone}:`
}

function formatUnsummarizedLine({ row, text }: FittedRow, { turn }: ContextPartInput): string {
  return formatQuote(row, { time: timeOfDay(row.sentAt, row.timezone), text: formatTruncated(text), placeId: turn.place.id })
}

/**
 * Part 3: the summary of the last session, once a new one has started. Omitted if the raw window shows the session itself. Its text stays
 * the same throughout a session.
 */
export async function prepareLastSession(input: ContextPartInput): Promise<FitPart> {
  const { deps, turn, count, reading } = input
  const startedAt = await findSessionStart(input)
  const before = new Date(startedAt.getTime() - defaultSessionSettings.gapMs)
  const { sessions } = await reading.stored
  const known = sessions.find(({ endedAt }) => endedAt <= before)
  // In a busy place, the latest sessions may be those of others who talk at the same time.
  const last = known ?? (sessions.length > 0 ? await findLastSession(deps.store.db, turn.scope, before) : undefined)
  if (!last) return () => nothing
  const heading = formatHeading(last, startedAt)
  const frame = count(`${heading}\n${block('last-session', '')}`) + 1
  return (budget, { messages }) => {
    if (last.messageIds.every((id) => messages.has(id))) return nothing
    const { excerpt, tokens } = shrinkToTokens(whole(last.summary), budget - frame, (text) => count(indent(text)))
    const why = describeBudget(budget)
    if (excerpt.cut > 0 && budget - frame < leastTokens) return { ...nothing, omitted: [{ what: 'the summary of the last session', why }] }
    const omitted = excerpt.cut > 0 ? [{ what: 'the middle of the summary of the last session', why }] : []
    const reference = `${heading}\n${block('last-session', indent(formatTruncated(excerpt)))}`
    return { reference, tokens: tokens + frame, items: 1, omitted }
  }
}

/** Returns when the session of the messages to answer started, as far as the recent messages tell. */
async function findSessionStart({ turn, recent }: ContextPartInput): Promise<Date> {
  const { rows } = await recent
  let { sentAt } = turn.messagesToAnswer[0]
  for (const row of rows.toReversed()) {
    if (sentAt.getTime() - row.sentAt.getTime() >= defaultSessionSettings.gapMs) break
    if (row.sentAt < sentAt && row.kind === 'chat' && row.audience === turn.scope.audience) sentAt = row.sentAt
  }
  return sentAt
}

function formatHeading({ startedAt, endedAt, dayLabel, timezone, platform }: PastSession, now: Date): string {
  const times = `${timeOfDay(startedAt, timezone)} to ${timeOfDay(endedAt, timezone)}`
  const ago = formatDuration(now.getTime() - endedAt.getTime())
  return `Last time (${formatDay(dayLabel)}, ${times}, on ${platform}, ${ago} before this conversation started):`
}

/** The units of time, in minutes. */
const units: readonly (readonly [name: string, minutes: number])[] = [
  ['day', 1_440],
  ['hour', 60],
  ['minute', 1],
]

/** "3 days", "1 hour". */
function formatDuration(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  const [name, length] = units.find(([, size]) => minutes >= size) ?? ['minute', 1]
  const amount = Math.round(minutes / length)
  return `${amount} ${name}${amount === 1 ? '' : 's'}`
}

/** Part 5: today's summary, if there is one, and the key moments of today's sessions. */
export async function prepareToday(input: ContextPartInput): Promise<FitPart> {
  const fitSummary = await prepareTodaySummary(input)
  // Moments may repeat the reply that is replaced.
  const moments = input.turn.replaced === undefined ? (await input.reading.stored).moments : []
  return async (budget, shown) => {
    const summary = await fitSummary(budget, shown)
    const hidden = moments.filter(({ messageId }) => !shown.messages.has(messageId))
    const added = formatMoments(input, { moments: hidden, budget: budget - summary.tokens })
    const reference = [summary.reference, added.reference].filter((text) => text !== undefined).join('\n\n')
    return {
      ...summary,
      ...(reference !== '' && { reference }),
      tokens: summary.tokens + added.tokens,
      items: summary.items + added.items,
      omitted: [...summary.omitted, ...added.omitted],
    }
  }
}

function formatMoments(
  { count }: ContextPartInput,
  { moments, budget }: { readonly moments: readonly SessionMoment[]; readonly budget: number },
): BuiltContextPart {
  if (moments.length === 0) return nothing
  const toReference = (shown: readonly SessionMoment[]) =>
    `Moments of today that matter:\n${block('key-moments', shown.map(formatMoment).join('\n'))}`
  for (let first = 0; first < moments.length; first++) {
    const shown = moments.slice(first)
    const reference = toReference(shown)
    const tokens = count(reference) + 1
    const omitted = first > 0 ? [{ what: `the first ${first} of ${moments.length} key moments`, why: describeBudget(budget) }] : []
    if (tokens <= budget) return { reference, tokens, items: shown.length, omitted }
  }
  return { ...nothing, omitted: [{ what: 'the key moments', why: describeBudget(budget) }] }
}

const formatMoment = ({ messageId, sentAt, timezone, text }: SessionMoment) =>
  indent(`[#${messageId}] ${timeOfDay(sentAt, timezone)} ${text}`)
