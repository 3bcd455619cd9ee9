import { block, formatTruncated, indent, shrinkToTokens, whole } from '../../core/domain/text.ts'
import { formatDay, timeOfDay } from '../../core/ports/clock.ts'
import { findLastSession, listDayMoments, type PastSession, type SessionMoment } from '../../sessions/read.ts'
import { defaultSessionSettings } from '../../sessions/settings.ts'
import { prepareTodaySummary } from './earlier-days.ts'
import { describeBudget } from './report.ts'
import { type BuiltContextPart, type ContextPartInput, type FitPart, nothing } from './section.ts'

/** A summary is omitted if its budget is smaller than this. */
const leastTokens = 40

/**
 * Part 3: the summary of the last session, once a new one has started. Omitted if the raw window shows the session itself. Its text stays
 * the same throughout a session.
 */
export async function prepareLastSession(input: ContextPartInput): Promise<FitPart> {
  const { deps, turn, count } = input
  const startedAt = await findSessionStart(input)
  const before = new Date(startedAt.getTime() - defaultSessionSettings.gapMs)
  const last = await findLastSession(deps.store.db, turn.scope, before)
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
  const { deps, turn, today } = input
  const fitSummary = await prepareTodaySummary(input)
  // They may repeat the reply that is replaced.
  const moments = turn.replaced === undefined ? await listDayMoments(deps.store.db, turn.scope, today) : []
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
