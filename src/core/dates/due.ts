import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import type { DayLabel } from '../domain/ids.ts'
import { parseDayLabel } from '../ports/clock.ts'

/** When something is due. */
export interface Due {
  readonly day: DayLabel
  /** HH:MM, 24 hours. */
  readonly time?: string
  /** RFC 5545 rule without DTSTART, such as FREQ=WEEKLY;BYDAY=MO. */
  readonly repeat?: string
}

const isNumberUpTo =
  (last: number) =>
  (text: string): boolean =>
    /^[1-9]\d{0,3}$/.test(text) && Number(text) <= last

const isDayOfMonth = (text: string): boolean => isNumberUpTo(31)(text.replace(/^-/, ''))

/** Returns a test of a list whose items all pass a test. */
const listOf =
  (isItem: (text: string) => boolean) =>
  (text: string): boolean =>
    text.split(',').every(isItem)

/** The parts that a rule may have, with a test of their values. */
const ruleParts = new Map<string, (value: string) => boolean>([
  ['FREQ', (value) => /^(?:DAILY|WEEKLY|MONTHLY|YEARLY)$/.test(value)],
  ['INTERVAL', isNumberUpTo(1_000)],
  ['COUNT', isNumberUpTo(1_000)],
  ['UNTIL', (value) => readUntil(value) !== undefined],
  ['BYDAY', listOf((value) => /^(?:[+-]?[1-5])?(?:MO|TU|WE|TH|FR|SA|SU)$/.test(value))],
  ['BYMONTH', listOf(isNumberUpTo(12))],
  ['BYMONTHDAY', listOf(isDayOfMonth)],
])

/** The longest month of the year, by number: no rule may name only days that never come. */
const longestMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * Returns whether a text is a rule that a due time may have: FREQ, at most once a day, with INTERVAL, BYDAY, BYMONTHDAY, BYMONTH, and
 * COUNT or UNTIL, each at most once and in capitals. A rule that names only days that never come, such as 31 February, is none.
 */
export function isRepeatRule(text: string): boolean {
  if (text.length > 200) return false
  const parts = readRule(text)
  if (!parts?.has('FREQ') || (parts.has('COUNT') && parts.has('UNTIL'))) return false
  const frequency = parts.get('FREQ')
  const days = parts.get('BYDAY') ?? ''
  // A number before a weekday, and days of the month, have no meaning within a week or a day.
  if (/\d/.test(days) && frequency !== 'MONTHLY' && frequency !== 'YEARLY') return false
  if (parts.has('BYMONTHDAY') && frequency === 'WEEKLY') return false
  const dates = parts.get('BYMONTHDAY')?.split(',').map(Number)
  const months = parts.get('BYMONTH')?.split(',').map(Number)
  return !dates || !months || months.some((month) => dates.some((date) => Math.abs(date) <= (longestMonths[month - 1] ?? 0)))
}

/** Returns the parts of a rule by name. Undefined if one is unknown, repeated or malformed. */
function readRule(text: string): ReadonlyMap<string, string> | undefined {
  const parts = new Map<string, string>()
  for (const part of text.split(';')) {
    const [name = '', value = '', ...rest] = part.split('=')
    if (rest.length > 0 || parts.has(name) || !ruleParts.get(name)?.(value)) return undefined
    parts.set(name, value)
  }
  return parts
}

/** Returns the last day of UNTIL=20261231 or UNTIL=20261231T230000Z. */
function readUntil(value: string): DayLabel | undefined {
  const [, year, month, day] = value.match(/^(\d{4})(\d{2})(\d{2})(?:T\d{6}Z?)?$/) ?? []
  return parseDayLabel(`${year}-${month}-${day}`)
}

/**
 * Returns the instant of a local time. A time that does not exist, because the clock goes forward over it, is moved forward by the length
 * of the gap: 02:30 becomes 03:30. A time that occurs twice, because the clock goes back, is its first occurrence.
 */
export function toInstant({ day, time }: { readonly day: DayLabel; readonly time: string }, timezone: string): Date {
  const local = Temporal.PlainDateTime.from(`${day}T${time}`)
  return new Date(local.toZonedDateTime(timezone, { disambiguation: 'compatible' }).epochMilliseconds)
}

/**
 * Returns the next day of a rule strictly after a day. The rule counts from `due.day`, its DTSTART, which need not be one of its days.
 * Undefined when the rule has ended. As RFC 5545 says, a month without the day is left out: a monthly rule on the 31st has seven days a
 * year, and a yearly one on 29 February has one every four years.
 */
export function findNextDay({ day, repeat }: Due & { readonly repeat: string }, after: DayLabel): DayLabel | undefined {
  if (!isRepeatRule(repeat)) return undefined
  // Days have no zone, so they are counted in UTC, where all of them have 24 hours.
  const untilDay = readUntil(readRule(repeat)?.get('UNTIL') ?? '')
  const rule = repeat.replace(/UNTIL=[^;]*/, `UNTIL=${untilDay?.replaceAll('-', '')}T000000Z`)
  const rruleString = `DTSTART:${day.replaceAll('-', '')}T000000Z\nRRULE:${rule}`
  try {
    const next = new RRuleTemporal({ temporal: Temporal, rruleString, maxIterations: 2_000 }).next(new Date(`${after}T00:00:00Z`))
    return next ? parseDayLabel(next.toString().slice(0, 10)) : undefined
  } catch {
    // The days of the rule never come, such as every twelve months in another month than the first.
    return undefined
  }
}
