import type { DayLabel } from '../domain/ids.ts'
import { parseDayLabel } from '../ports/clock.ts'
import { type DayRange, findFirstAfter, findLatestBefore } from './calendar.ts'
import { japaneseRules } from './japanese.ts'
import { dateRules } from './rules.ts'
import { anyOf, months, shortWeekdays, weekdays } from './words.ts'

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

/** Returns the days that a text names in English, French, German or Japanese, relative to `today`, in the order of the text. */
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

/** Works like matchAll, but does not copy the pattern. A copy would compile these long patterns again on each call. */
function* findMatches(pattern: RegExp, text: string): Iterable<RegExpExecArray> {
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) yield match
}

/** "Hier" means yesterday in French and "here" in German. */
function isGermanHere(words: string, text: string): boolean {
  return words.toLowerCase() === 'hier' && /(?<!\p{L})(?:wir|ich|haben|habe|hast|nicht|und|ist|wurde|steht)(?!\p{L})/iu.test(text)
}

/** "Since Monday" lasts until today. Some rules match the word "since", others do not. */
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

/** The words that can stand between a weekday or weekend and a date, and what both mean together. */
const besides: readonly { pattern: RegExp; read: (days: NamedDays, date: NamedDays) => readonly NamedDays[] }[] = [
  {
    pattern: between('(?:,?\\s*\\(|,\\s*|\\s+)', 'the |on |le |dem |den |der '),
    // A weekend stays a weekend, and a date has only one weekday, so "Saturday, Sunday 4 October" names two days.
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
 * "Tuesday, 3 March" means that date, whatever its weekday. "The Sunday before 3 March" is relative to that date, not to today. The date
 * counts too, because people may have reported on that day what happened on the Sunday.
 */
function resolveDates(found: readonly NamedDays[], text: string): NamedDays[] {
  const all: NamedDays[] = []
  // Goes backwards, because "the Sunday before Tuesday, 3 March" depends on the last words.
  for (const days of found.toReversed()) {
    const [date] = all
    const isBeside = date && date.from === date.to && dayOfWeek.test(days.text) && calendarDate.test(date.text)
    const words = isBeside ? text.slice(days.end, date.start) : undefined
    const beside = words === undefined ? undefined : besides.find(({ pattern }) => pattern.test(words))
    const named = date && beside ? beside.read(days, date) : [days, ...(date ? [date] : [])]
    all.splice(0, 1, ...named.map((each) => ({ ...each, text: text.slice(each.start, each.end).trim() })))
  }
  // Drops days before the first supported year or after the last.
  return all.filter(({ from, to }) => parseDayLabel(from) && parseDayLabel(to))
}

/** Joins "from 3 March to 10 March" into one range. */
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
 * Parses an argument that names one day: a date, "today", "yesterday", "last Tuesday", "3 March". Returns the latest such day up to today.
 * Returns undefined for a period, for an ambiguous date, and for anything else.
 */
export function parseDay(text: string, today: DayLabel): DayLabel | undefined {
  const words = text
    .trim()
    .normalize('NFC')
    .replace(/^(?:on|the|le|am)\s+(?=\d)/i, '')
    .replace(/[.!?。！？]+$/, '')
  // Short weekdays are recognized only after "on", except if they are the whole argument.
  const [days, ...others] = [words, `on ${words}`].map((form) => matchWhole(form, today)).find((found) => found.length > 0) ?? []
  if (!days || others.length > 0) return undefined
  return days.day ?? (days.from === days.to ? days.from : undefined)
}

function matchWhole(text: string, today: DayLabel): NamedDays[] {
  const found = parseNamedDays(text, today)
  return found.every(({ start, end }) => text.slice(0, start).trim() === '' && text.slice(end).trim() === '') ? found : []
}
