import type { DayLabel } from '../domain/ids.ts'
import { parseDayLabel } from '../ports/clock.ts'
import { type DayRange, findFirstAfter, findLatestBefore, toCalendarDate } from './calendar.ts'
import { type DayMention, findDayMentions } from './day-mention.ts'
import type { LanguageReader } from './language-reader.ts'
import type { PhraseKind } from './languages/language.ts'
import { dateInMonth, dayOfMonth } from './meanings.ts'
import { foldText, letter, or, toPattern } from './patterns.ts'

/** The words of a text that name a past day or period. */
export interface NamedDays extends DayRange {
  /** The words as written. */
  readonly text: string
  /** Their offset in the text, in UTF-16 units. */
  readonly start: number
  readonly end: number
  /** The most likely day of the range, such as seven days ago for "a week ago". */
  readonly day?: DayLabel
}

/** The number of characters at the start of a text that are searched for dates. */
const longestRead = 1_000

/** The greatest length of an argument that can name a day. */
const longestDay = 100

/**
 * Returns the days that a text names, relative to `today`, in the order of the text. Reads all languages in `languages/`. The optional
 * `languages` are the ISO codes of those that the user uses, preferred ones first. They decide only what an ambiguous word means: "hier" is
 * "yesterday" in French and "here" in German. Without them, the other words of the text decide.
 */
export function parseNamedDays(text: string, today: DayLabel, languages?: readonly string[]): NamedDays[] {
  const head = text.slice(0, longestRead)
  return parseMentions(head, today, languages).map(({ from, to, start, end, day }) => {
    const words = head.slice(start, end).trimEnd()
    return { from, to, text: words, start, end, ...(day && { day }) }
  })
}

function parseMentions(text: string, today: DayLabel, languages?: readonly string[]): DayMention[] {
  const folded = foldText(text)
  return combineMentions(findDayMentions(folded, today, languages), folded, today)
}

/**
 * Parses an argument that names one day: a date, "today", "yesterday", "last Tuesday", "3 March". Returns the latest such day up to today.
 * Returns undefined for a period, for an ambiguous date, for more than 100 characters, and for anything else.
 */
export function parseDay(text: string, today: DayLabel): DayLabel | undefined {
  const trimmed = text.trim()
  if (trimmed.length > longestDay) return undefined
  const written = trimmed.normalize('NFC')
  const words = written.replace(/[.!?。！？؟]+$/, '')
  // "3.11." needs its last period. Short weekdays are recognized only after "on", except if they are the whole argument.
  const forms = [written, words, `on ${words}`]
  const [days, ...others] = forms.map((form) => matchWhole(form, today)).find((found) => found.length > 0) ?? []
  if (!days || others.length > 0 || (days.kind === 'numericDate' && isAmbiguous(words))) return undefined
  return days.day ?? (days.from === days.to ? days.from : undefined)
}

/** Returns whether a text ends with a date such as 3/11, which is a day in November or in March. */
function isAmbiguous(text: string): boolean {
  const [, first, second] = text.match(/(\d+)\/(\d+)$/) ?? []
  return first !== second && Number(first) <= 12 && Number(second) <= 12
}

function matchWhole(text: string, today: DayLabel): DayMention[] {
  const found = parseMentions(text, today)
  return found.every((days) => isOnlyLead(text.slice(0, days.start), days) && text.slice(days.end).trim() === '') ? found : []
}

/** Returns whether a text is empty, or only words such as "on the" before a date. */
function isOnlyLead(text: string, days: DayMention): boolean {
  if (text.trim() === '') return true
  const lead = foldText(text).trim()
  return (
    dateKinds.includes(days.kind) &&
    days.readers.some(({ language }) => new RegExp(`^(?:${toPattern(language.beforeDate ?? '(?!)')})$`).test(lead))
  )
}

/** Combines the mentions of a folded text that belong together. Expects and returns them in the order of the text. */
function combineMentions(mentions: readonly DayMention[], text: string, today: DayLabel): DayMention[] {
  return joinRanges(resolveDates(mentions, text), text).map(({ isJoined, ...days }) =>
    !isJoined && !rangeKinds.includes(days.kind) && days.to < today && isSince(days, text) ? { ...days, to: today } : days,
  )
}

/** Their ends are named, so "since" before them means their beginning. */
const rangeKinds: readonly PhraseKind[] = ['datesInMonth', 'daysOfMonth', 'months']

const dateKinds: readonly PhraseKind[] = ['date', 'numericDate', 'eitherNumericDate', 'dateInMonth', 'weekdayDate', 'dayOfMonth']

const dayOfWeekKinds: readonly PhraseKind[] = ['weekday', 'weekdayOfWeek', 'weekdayOfThisWeek', 'weekendsAgo']

interface ResolvedMention extends DayMention {
  /** Whether a weekday has been joined to the date. */
  readonly hasWeekday?: boolean
}

/**
 * "Tuesday, 3 March" means that date, whatever its weekday. "The Sunday before 3 March" is relative to that date, not to today. The date
 * counts too, because people may have reported on that day what happened on the Sunday.
 */
function resolveDates(found: readonly DayMention[], text: string): ResolvedMention[] {
  const all: ResolvedMention[] = []
  // Goes backwards, because "the Sunday before Tuesday, 3 March" depends on the last words.
  for (const days of found.toReversed()) {
    const date = all.at(-1)
    if (date && date.from === date.to && dateKinds.includes(date.kind) && dayOfWeekKinds.includes(days.kind))
      all.splice(-1, 1, ...resolveDate(days, date, text.slice(days.end, date.start)).toReversed())
    else all.push(days)
  }
  // Drops days before the first supported year or after the last.
  return all.toReversed().filter(({ from, to }) => parseDayLabel(from) && parseDayLabel(to))
}

function resolveDate(days: DayMention, date: ResolvedMention, between: string): ResolvedMention[] {
  const phrasing = days.readers.map(connectorsOf)
  if (phrasing.some(({ beside }) => beside.test(between)))
    // A weekend stays a weekend, and a date has only one weekday, so "Saturday, Sunday 4 October" names two days.
    return days.from === days.to && !date.hasWeekday && date.kind !== 'weekdayDate'
      ? [{ ...date, start: days.start, hasWeekday: true }]
      : [days, date]
  if (phrasing.some(({ before }) => before.test(between))) return [{ ...days, ...findLatestBefore(days, date.from), end: date.start }, date]
  if (phrasing.some(({ after }) => after.test(between))) return [{ ...days, ...findFirstAfter(days, date.from), end: date.start }, date]
  return [days, date]
}

interface JoinedMention extends DayMention {
  readonly isJoined?: boolean
}

/** Joins "from 3 March to 10 March" into one range. */
function joinRanges(found: readonly ResolvedMention[], text: string): JoinedMention[] {
  const ranges: JoinedMention[] = []
  for (const { hasWeekday: _, ...days } of found) {
    const first = ranges.at(-1)
    const from = first && findRangeStart(first, days)
    if (first && from && first.end <= days.start && from <= days.to && isRange(first, days, text)) {
      const { day: _day, ...start } = first
      ranges[ranges.length - 1] = { ...start, from, to: days.to, end: days.end, isJoined: true }
    } else ranges.push(days)
  }
  return ranges
}

/** Returns the first day of a range. "From 3 March to 10 April 2025" means 3 March 2025. */
function findRangeStart(first: DayMention, { to, hasYear }: DayMention): DayLabel | undefined {
  if (first.kind === 'dayOfMonth' && first.from > to) return dayOfMonth({ date: toCalendarDate(first.from).day }, to)[0]?.range.from
  const isInOtherYear = first.kind === 'date' && !first.hasYear && (hasYear || first.from > to)
  return isInOtherYear ? dateInMonth({ ...toCalendarDate(first.from), year: undefined }, to)[0]?.range.from : first.from
}

/** The language of the second end decides, because the first may be in digits or the same word in several languages. */
function isRange(first: DayMention, second: DayMention, text: string): boolean {
  const between = text.slice(first.end, second.start)
  const opening = readBefore(first.start, text)
  return [...second.readers, ...first.readers]
    .map(connectorsOf)
    .some(({ from, to, toPrefix }) => from.test(opening) && (to.test(between) || toPrefix.test(text.slice(first.end, second.start + 1))))
}

/** Returns the end of the text before an offset, long enough for a connecting word. */
const readBefore = (offset: number, text: string): string => text.slice(Math.max(0, offset - 40), offset)

function isSince({ start, end, kind, readers }: DayMention, text: string): boolean {
  const [before, words, after] = [readBefore(start, text), text.slice(start, end), text.slice(end)]
  return readers
    .map(connectorsOf)
    .some(
      ({ since, startsWithSince, sinceAfter }) =>
        since.test(before) || (kind !== 'ago' && startsWithSince.test(words)) || sinceAfter.test(after),
    )
}

/** Patterns for the text before, between or after mentions. */
interface ConnectorPatterns {
  readonly since: RegExp
  readonly startsWithSince: RegExp
  readonly sinceAfter: RegExp
  readonly from: RegExp
  readonly to: RegExp
  readonly toPrefix: RegExp
  readonly beside: RegExp
  readonly before: RegExp
  readonly after: RegExp
}

const compiled = new Map<LanguageReader, ConnectorPatterns>()

function connectorsOf(reader: LanguageReader): ConnectorPatterns {
  const known = compiled.get(reader) ?? compileConnectors(reader)
  compiled.set(reader, known)
  return known
}

function compileConnectors({ language: { connectors, isSpaceless, prefix = '', beforeDate } }: LanguageReader): ConnectorPatterns {
  const pattern = (source: string) => new RegExp(source, 'v')
  const { article, since, sinceAfter, from, to, toPrefix, partOfDay, before, after } = connectors
  const space = isSpaceless ? '\\s*' : '\\s+'
  // An article may be written together with what follows, as in "l'8".
  const articles = article === undefined ? '' : `(?:${or(article)}\\s*)?`
  const opening = (words: string | undefined): RegExp =>
    pattern(`(?<!${letter})${isSpaceless ? '' : prefix}${or(words)}${space}${articles}$`)
  const between = (words: string, leads = articles): RegExp => pattern(`^(?:\\s+${or(partOfDay)})?${words}${leads}$`)
  return {
    since: opening(since),
    startsWithSince: pattern(`^${prefix}${or(since)}\\s`),
    sinceAfter: pattern(`^${or(sinceAfter)}`),
    from: from === undefined ? /$/ : opening(from),
    to: pattern(`^${space}${or(to)}${space}${articles}$`),
    toPrefix: pattern(`^\\s+${or(toPrefix)}$`),
    beside: between(isSpaceless ? '[,、]?\\s*' : '(?:,?\\s*\\(|,\\s*|\\s+)', `${articles}(?:${or(beforeDate)}\\s+)?`),
    before: between(`\\s+${or(before)}\\s+`),
    after: between(`\\s+${or(after)}\\s+`),
  }
}
