import { endOfDay, startOfDay } from '../ports/clock.ts'
import { dueLanguageCodes, findDueLanguage } from './due-languages/index.ts'
import { type Moment, toLocalMoment } from './due-meanings.ts'
import { parseNamedDays } from './named-days.ts'
import { anyOf, foldText, formsOf, letter, positionsOf } from './patterns.ts'

/** A span of time in the past, from a first instant up to, but not including, a last one. */
export interface TimeSpan {
  readonly from: Date
  readonly to: Date
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The longest number of hours or minutes that is read. */
const mostUnits = 1_000

/**
 * Parses words for a past span: "the last two hours", "yesterday", "since Monday". Reads all languages in which due times are read.
 * `languages` are those that the user uses, preferred ones first. Undefined if there are none.
 */
export function parseSpan(
  text: string,
  { languages, ...moment }: Moment & { readonly languages: readonly string[] },
): TimeSpan | undefined {
  const { now, timezone } = moment
  const ms = readDuration(foldText(text.slice(0, 200)))
  if (ms !== undefined) return { from: new Date(now.getTime() - ms), to: now }
  const days = parseNamedDays(text, toLocalMoment(moment).today, languages)
  if (days.length === 0) return undefined
  const starts = days.map(({ from }) => startOfDay(from, timezone).getTime())
  const ends = days.map(({ to }) => endOfDay(to, timezone).getTime())
  return { from: new Date(Math.min(...starts)), to: new Date(Math.min(Math.max(...ends), now.getTime())) }
}

/** "Half", before a unit, in all languages, folded. */
const half = '(?:half(?: an)?|halbe|demi|media|mezza?|meia|halfuur|полу?|半)'

/** A number of hours or minutes in one language. */
interface DurationReader {
  readonly pattern: RegExp
  readonly counts: ReadonlyMap<string, number>
}

function compileDurationReaders(): readonly DurationReader[] {
  return dueLanguageCodes.flatMap((code) => {
    const language = findDueLanguage(code)
    if (!language) return []
    const { words, hour, minute } = language
    const counts = positionsOf(words.counts)
    const edge = words.isSpaceless ? '' : `(?!${letter})`
    const start = words.isSpaceless ? '' : `(?<!${letter})`
    const count = `(?:(?<digits>\\d{1,9})|(?<half>${half})|(?<word>${anyOf(counts.keys())}))`
    const unit = `(?:(?<hour>${anyOf(formsOf(hour))})|(?<minute>${anyOf(formsOf(minute))}))`
    return [
      { pattern: new RegExp(`${start}(?:${count}(?:\\s(?!${half}\\b)\\p{L}{1,15})?[\\s'\\-]{0,5}(?:个|個)?)?${unit}${edge}`, 'v'), counts },
    ]
  })
}

/** Compiled when first needed, because that delays the start. */
let durationReaders: readonly DurationReader[] | undefined

/**
 * Returns the duration that a folded text names, in ms. A unit without a number is one, unless the text has a number in another language:
 * languages share units.
 */
function readDuration(text: string): number | undefined {
  durationReaders ??= compileDurationReaders()
  const found = durationReaders.flatMap(({ pattern, counts }) => {
    const groups = pattern.exec(text)?.groups
    return groups ? [{ groups, counts }] : []
  })
  const isCounted = ({ groups: { digits, half: isHalf, word } }: (typeof found)[number]) => (digits ?? isHalf ?? word) !== undefined
  for (const { groups, counts } of [...found.filter(isCounted), ...found]) {
    const { digits, half: isHalf, word, hour } = groups
    const counted = digits === undefined ? (counts.get((word ?? '').replace(/\s+/g, ' ')) ?? 1) : Number(digits)
    const number = isHalf === undefined ? counted : 0.5
    return number > 0 && number <= mostUnits ? number * (hour === undefined ? minuteMs : hourMs) : undefined
  }
  return undefined
}
