import { findChannelOf } from '../../channels/find-channel.ts'
import { formatPause } from '../../channels/format-span.ts'
import { type ChannelSummary, formatChannelSummary, listRepresentingSummaries, pickTelling } from '../../channels/read-pyramid.ts'
import { block, type CountTokens, clip, formatCount, formatTruncated, indent, whole } from '../../core/domain/text.ts'
import { dayLabelOf, formatDay, timeOfDay } from '../../core/ports/clock.ts'
import type { Place } from '../../threads/places.ts'
import type { ContextDeps } from '../deps.ts'
import { fitRows, formatQuote, formatRowTime } from './messages.ts'
import { findLatestShown } from './recent-messages.ts'
import { describeBudget, type OmittedContent } from './report.ts'
import type { ContextRow } from './rows.ts'
import {
  type BuiltContextPart,
  type ContextPartInput,
  type FitPart,
  nothing,
  type PlaceHistory,
  type ReadTurn,
  type RelatedSummary,
} from './section.ts'
import { loadOthersRows, loadStoredHistory } from './shared-rows.ts'

/** The maximum number of characters shown of a place's title. */
const maxTitleCharacters = 80

/** The maximum number of messages of others that are read, and those of the log of a channel. More would not fit. */
const othersRead = 120
const logRead = 240

/** Omitting a summary of this level or a higher one loses much of what a channel talked about. */
const notableLevel = 4

/** How many summaries are shown of each related channel. */
const summariesOfRelated = 2

/**
 * Part 7, in a shared place: its title, which people choose, and what others said there. In a channel that is switched on, that is
 * everything said there: the summaries that represent it, and the messages that none of them stands for. Otherwise, it is what others said
 * to the bot lately, and what it answered.
 */
export function preparePlace(input: ContextPartInput, history: PlaceHistory): FitPart {
  const { turn, deps, count } = input
  const title = clip(turn.place.title.replace(/\s+/g, ' ').trim(), maxTitleCharacters)
  const heading = title === '' ? '' : `The place is titled ${JSON.stringify(title)}.`
  const headingTokens = count(heading) + 1
  const isEmpty = history.rows.length === 0 && history.summaries.length === 0
  return (budget, shown) => {
    if (headingTokens > budget)
      return heading === '' && isEmpty ? nothing : { ...nothing, omitted: [{ what: 'all of it', why: describeBudget(budget) }] }
    const rows = history.rows.filter(({ id }) => !shown.messages.has(id))
    const room = { tokens: budget - headingTokens, characters: input.budgets.placeCharacters - lengthOf(heading) }
    const { dropped, ...said } = formatHistory(input, { ...history, rows }, room)
    if (dropped.some(({ level }) => level >= notableLevel))
      deps.log.warn({ placeId: turn.place.id, summaries: dropped.length }, 'a summary of much of a channel was left out of a context')
    const reference = [heading, said.reference].filter(Boolean).join('\n')
    return reference === ''
      ? said
      : { ...said, reference, tokens: headingTokens + said.tokens, items: said.items + (heading === '' ? 0 : 1) }
  }
}

type PlaceRequest = Pick<ContextPartInput, 'deps' | 'budgets'> & { readonly turn: ReadTurn }

/** Loads what part 7 shows. */
export async function loadPlaceHistory({ deps, budgets, turn }: PlaceRequest): Promise<PlaceHistory> {
  const { store } = deps
  const limits = { ...budgets, rowsRead: othersRead }
  const before = findLatestShown(turn)
  const isShown = ({ sentAt }: ContextRow) => !before || sentAt < before.sentAt
  const stored = await loadStoredHistory(store.db, turn.scope, { ...limits, rowsRead: logRead + 1, placeId: turn.place.id })
  const { channel, summaries, rows } = stored
  if (!channel?.isOn)
    return {
      ...{ channel: undefined, summaries: [], related: [], hasUnread: false },
      rows: (await loadOthersRows(store.db, turn.scope, limits)).filter(isShown),
    }
  const related = await loadRelated(deps, turn.place, stored.related)
  return { channel, summaries, related, rows: rows.slice(-logRead).filter(isShown), hasUnread: rows.length > logRead }
}

/** Loads the latest summaries of related channels, as far as everyone who can read this place can read them. */
async function loadRelated(
  { store: { db }, readers }: ContextDeps,
  place: Place,
  related: readonly Place[],
): Promise<readonly RelatedSummary[]> {
  const loaded = related.map(async (other) => {
    const channel = (await readers.canAllRead(place, other)) ? await findChannelOf(db, other.id) : undefined
    if (!channel) return []
    const summaries = pickTelling(await listRepresentingSummaries(db, other.id), summariesOfRelated)
    return summaries.map((summary) => ({ title: other.title, summary, timezone: channel.timezone }))
  })
  return (await Promise.all(loaded)).flat()
}

/** Something said in the place, as one or more lines. */
interface PlaceEntry {
  readonly startsAt: Date
  readonly endsAt: Date
  readonly text: string
  readonly of: { readonly row: ContextRow } | { readonly summary: ChannelSummary }
}

type FittedHistory = BuiltContextPart & { readonly dropped: readonly ChannelSummary[] }

/** What a text may take. */
interface TextRoom {
  readonly tokens: number
  readonly characters: number
}

/** The characters of lines in a context, with their margin and the end of the last one. */
const lengthOf = (text: string): number => indent(text).length + 1

function formatHistory(input: ContextPartInput, history: PlaceHistory, { tokens: budget, characters: most }: TextRoom): FittedHistory {
  const { count } = input
  const { channel } = history
  const timezone = timezoneOf(input, history)
  const format = (lines: string) => (channel ? formatLog(lines, timezone === input.turn.timezone ? '' : timezone) : formatOthers(lines))
  const limit = budget - count(format('')) - 1
  const summaries = history.summaries.map((summary): PlaceEntry => {
    const { startsAt, endsAt } = summary
    return { startsAt, endsAt, text: formatChannelSummary(summary, timezone), of: { summary } }
  })
  const rows = fitMessages(input, history, limit)
  const inOrder = [...summaries, ...rows].sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
  const entries = new Map(inOrder.map((entry, index) => [entry, markSilence(entry, channel && inOrder[index - 1])]))
  // The newest messages are left out last, and the oldest summaries first.
  const kept = new Set<PlaceEntry>()
  let [tokens, characters] = [0, lengthOf(format(''))]
  for (const entry of [...summaries, ...rows].reverse()) {
    const text = entries.get(entry) ?? ''
    const [moreTokens, moreCharacters] = [count(indent(text)) + 1, lengthOf(text)]
    if (tokens + moreTokens > limit || characters + moreCharacters > most) break
    tokens += moreTokens
    characters += moreCharacters
    kept.add(entry)
  }
  const shown = inOrder.filter((entry) => kept.has(entry))
  const dropped = summaries.flatMap((entry) => (kept.has(entry) || !('summary' in entry.of) ? [] : entry.of.summary))
  const shownRows = shown.flatMap(({ of }) => ('row' in of ? of.row.id : []))
  const omitted = describeOmitted(
    { rows: history.rows.length - shownRows.length, hasUnread: history.hasUnread, summaries: dropped.length },
    budget,
  )
  const related = fitRelated(history, count, { tokens: limit - tokens, characters: most - characters })
  if (shown.length === 0 && related.items === 0) return { ...nothing, omitted, dropped }
  const own = shown.length > 0 ? format(shown.map((entry) => entries.get(entry)).join('\n')) : ''
  return {
    ...{ reference: [related.text, own].filter(Boolean).join('\n'), tokens: tokens + related.tokens + budget - limit },
    ...{ items: shown.length + related.items, quoted: shownRows, omitted, dropped },
  }
}

/** Formats what the related channels talked about, if all of it fits. */
function fitRelated(
  { related }: PlaceHistory,
  count: CountTokens,
  room: TextRoom,
): { readonly text: string; readonly tokens: number; readonly items: number } {
  if (related.length === 0) return { text: '', tokens: 0, items: 0 }
  const lines = related.map(({ title, summary, timezone }) => `${JSON.stringify(title)}: ${formatChannelSummary(summary, timezone)}`)
  const text = `What related channels talked about lately:\n${block('related', lines.join('\n'))}`
  const tokens = count(text) + 1
  return tokens <= room.tokens && lengthOf(text) <= room.characters
    ? { text, tokens, items: related.length }
    : { text: '', tokens: 0, items: 0 }
}

/** A channel has a timezone of its own, in which its summaries tell the time. */
const timezoneOf = ({ turn }: ContextPartInput, { channel }: PlaceHistory): string => channel?.timezone ?? turn.timezone

const formatLog = (lines: string, otherTimezone: string): string =>
  `What was said in this channel, also among others: summaries of earlier parts, and the messages since.${otherTimezone && ` Times are in ${otherTimezone}.`}\n${block('channel', lines)}`

const formatOthers = (lines: string): string =>
  `What others said to you in this place lately, and what you answered:\n${block('place', lines)}`

/** Marks a long silence before an entry. */
const markSilence = ({ startsAt, text }: PlaceEntry, previous: PlaceEntry | undefined): string =>
  [previous && formatPause(previous.endsAt, startsAt), text].filter(Boolean).join('\n')

function fitMessages(input: ContextPartInput, history: PlaceHistory, limit: number): readonly PlaceEntry[] {
  const { turn, budgets, count } = input
  const { rows, channel } = history
  const timezone = timezoneOf(input, history)
  const timeOf = (row: ContextRow) =>
    channel
      ? `${formatDay(dayLabelOf(row.sentAt, timezone))}, ${timeOfDay(row.sentAt, timezone)}`
      : `${formatDay(row.dayLabel)}, ${formatRowTime(row, turn)}`
  const format = (row: ContextRow, text: string) => formatQuote(row, { time: timeOf(row), text, placeId: turn.place.id })
  const frame = (row: ContextRow) => count(format(row, formatTruncated(whole('')))) + 1
  const fitted = fitRows(
    rows.map((row) => ({ row, limit, cutTo: budgets.cutMessage, frame: frame(row) })),
    (text) => count(indent(text)),
  )
  return fitted.rows.map(({ row, text }) => ({
    ...{ startsAt: row.sentAt, endsAt: row.sentAt, text: format(row, formatTruncated(text)) },
    of: { row },
  }))
}

interface OmittedHistory {
  readonly rows: number
  readonly hasUnread: boolean
  readonly summaries: number
}

function describeOmitted({ rows, hasUnread, summaries }: OmittedHistory, budget: number): OmittedContent[] {
  const why = describeBudget(budget)
  const messages = [
    ...(rows > 0 ? [`${formatCount(rows, 'earlier message')} of others`] : []),
    ...(hasUnread ? ['all older ones that have no summary yet'] : []),
  ]
  return [
    ...(summaries > 0 ? [{ what: formatCount(summaries, 'older summary', 'older summaries'), why }] : []),
    ...(messages.length > 0 ? [{ what: messages.join(' and '), why }] : []),
  ]
}
