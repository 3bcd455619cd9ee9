import type { DayLabel } from '../domain/ids.ts'
import { parseDayLabel } from '../ports/clock.ts'
import { type DayRange, findFirstAfter, findLatestBefore } from './calendar.ts'
import { japaneseRules } from './japanese.ts'
import { dateRules } from './rules.ts'
import { anyOf, months, shortWeekdays, weekdays } from './words.ts'

/** Words of a text that name a day or a period of the past. */
export interface NamedDays extends DayRange {
  /** The words, as they are written. */
  readonly text: string
  /** Where they begin in the text, in UTF-16 units. */
  readonly start: number
  readonly end: number
  /** The one day that is meant by words such as "a week ago", whose range is wider. */
  readonly day?: DayLabel
}

/** Dates are looked for at the beginning of a long text only, in characters. */
const longestRead = 1_000

/** The days that a text names in English, French, German or Japanese, seen from `today`, in the order of the text. */
export function parseNamedDays(text: string, today: DayLabel): NamedDays[] {
  const head = text.slice(0, longestRead)
  const read: { start: number; end: number; found: NamedDays[] }[] = []
  for (const { pattern, read: meaningsOf } of [...dateRules, ...japaneseRules]) {
    for (const match of findMatches(pattern, head)) {
      const [start, end] = [match.index, match.index + match[0].length]
      if (read.some((other) => start < other.end && other.start < end) || isGermanHere(match[0], head)) continue
      const meanings = meaningsOf(match.groups ?? {}, today)
      read.push({ start, end, found: meanings.map(({ range, day }) => ({ ...range, text: match[0], start, end, ...(day && { day }) })) })
    }
  }
  const found = read.sort((a, b) => a.start - b.start).flatMap((words) => words.found)
  return joinRanges(resolveDates(found, head), head).map((days) => (isSince(days, head) && days.to < today ? { ...days, to: today } : days))
}

/** As matchAll, which copies its pattern each time, and so has patterns as long as these compiled again and again. */
function* findMatches(pattern: RegExp, text: string): Iterable<RegExpExecArray> {
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) yield match
}

/** "hier" is yesterday in French, and here in German. */
function isGermanHere(words: string, text: string): boolean {
  return words.toLowerCase() === 'hier' && /(?<!\p{L})(?:wir|ich|haben|habe|hast|nicht|und|ist|wurde|steht)(?!\p{L})/iu.test(text)
}

/** "since Monday" lasts until today. Some rules take the word in, others leave it before. */
function isSince({ start, end, text: words }: NamedDays, text: string): boolean {
  if (isJapanese(words) && /^(?:から|以降|以来)/.test(text.slice(end))) return true
  return (
    /^(?:since|depuis|seit)\s/i.test(words) || /(?<!\p{L})(?:since|depuis|seit)\s+(?:the |le |la |dem |der )?$/iu.test(text.slice(0, start))
  )
}

const isJapanese = (words: string): boolean => /\p{sc=Han}|\p{sc=Hira}/u.test(words)

const dayOfWeek = new RegExp(`(?<!\\p{L})(?:${anyOf(weekdays)}|${anyOf(shortWeekdays)}|week-?end|wochenende)(?!\\p{L})`, 'iu')
const calendarDate = new RegExp(`\\d[-./]\\d|\\d.*${anyOf(months)}|${anyOf(months)}.*\\d`, 'iu')

const partOfDay = '(?:\\s+(?:morning|afternoon|evening|night|matin|après-midi|soir|morgen|vormittag|nachmittag|abend))?'
const between = (words: string, article: string): RegExp => new RegExp(`^${partOfDay}${words}(?:${article})?$`, 'iu')

/** What stands between a day of the week, or a weekend, and a date, and what both name then. */
const besides: readonly { pattern: RegExp; read: (days: NamedDays, date: NamedDays) => readonly NamedDays[] }[] = [
  {
    pattern: between('(?:,?\\s*\\(|,\\s*|\\s+)', 'the |on |le |dem |den |der '),
    // A weekend stays one, and a date has one day of the week: "Saturday, Sunday 4 October" are two.
    read: (days, date) => (days.from === days.to && !dayOfWeek.test(date.text) ? [{ ...date, start: days.start }] : [days, date]),
  },
  {
    pattern: between('\\s+(?:before|prior to|avant|vor|vorm)\\s+', 'the |le |dem '),
    read: (days, date) => [{ ...days, ...findLatestBefore(days, date.from), end: date.start }, date],
  },
  {
    pattern: between('\\s+(?:after|après|nach)\\s+', 'the |le |dem '),
    read: (days, date) => [{ ...days, ...findFirstAfter(days, date.from), end: date.start }, date],
  },
]

/**
 * "Tuesday, 3 March" is that date, whatever day of the week it was; "the Sunday before 3 March" is seen from there and not
 * from today, and the date stays named too: what happened that Sunday was told on it.
 */
function resolveDates(found: readonly NamedDays[], text: string): NamedDays[] {
  const all: NamedDays[] = []
  // From the end: "the Sunday before Tuesday, 3 March" is seen from what the last words name.
  for (const days of found.toReversed()) {
    const [date] = all
    const isBeside = date && date.from === date.to && dayOfWeek.test(days.text) && calendarDate.test(date.text)
    const words = isBeside ? text.slice(days.end, date.start) : undefined
    const beside = words === undefined ? undefined : besides.find(({ pattern }) => pattern.test(words))
    const named = date && beside ? beside.read(days, date) : [days, ...(date ? [date] : [])]
    all.splice(0, 1, ...named.map((each) => ({ ...each, text: text.slice(each.start, each.end).trim() })))
  }
  // Beyond the first and the last year there is no day.
  return all.filter(({ from, to }) => parseDayLabel(from) && parseDayLabel(to))
}

/** "from 3 March to 10 March" is one range. */
function joinRanges(found: readonly NamedDays[], text: string): NamedDays[] {
  const ranges: NamedDays[] = []
  for (const days of found) {
    const before = ranges.at(-1)
    if (before && before.end <= days.start && before.from <= days.to && isJoined(text, before, days)) {
      const { from, start } = before
      ranges[ranges.length - 1] = { from, to: days.to, start, end: days.end, text: text.slice(start, days.end) }
    } else ranges.push(days)
  }
  return ranges
}

function isJoined(text: string, first: NamedDays, second: NamedDays): boolean {
  const opens = /(?<!\p{L})(?:between|from|entre|du|de|zwischen|von|vom)\s+(?:le |the |dem )?$/iu.test(text.slice(0, first.start))
  const between = text.slice(first.end, second.start)
  if (isJapanese(second.text)) return /^\s*(?:から|〜|～)\s*$/.test(between)
  return opens && /^\s+(?:and|to|until|till|through|et|au|à|jusqu['’]au|und|bis|bis zum)(?:\s+(?:le|the|dem|zum))?\s+$/iu.test(between)
}

/**
 * The one day that an argument names: a date, "today", "yesterday", "last Tuesday", "3 March"; the latest such day that
 * is not after today. Undefined for anything else, for a period, and for a date that can be read in two ways.
 */
export function parseDay(text: string, today: DayLabel): DayLabel | undefined {
  const words = text
    .trim()
    .normalize('NFC')
    .replace(/^(?:on|the|le|am)\s+(?=\d)/i, '')
    .replace(/[.!?。！？]+$/, '')
  // Short weekdays are understood after "on"; as the whole of an argument they need none.
  const [days, ...others] = [words, `on ${words}`].map((form) => matchWhole(form, today)).find((found) => found.length > 0) ?? []
  if (!days || others.length > 0) return undefined
  return days.day ?? (days.from === days.to ? days.from : undefined)
}

function matchWhole(text: string, today: DayLabel): NamedDays[] {
  const found = parseNamedDays(text, today)
  return found.every(({ start, end }) => text.slice(0, start).trim() === '' && text.slice(end).trim() === '') ? found : []
}
