import { DateTime, Info } from 'luxon'
import type { DayLabel, MonthLabel } from '../domain/ids.ts'
import { addDays, parseDayLabel } from '../ports/clock.ts'

/** A range of days, both ends included. */
export interface DayRange {
  readonly from: DayLabel
  readonly to: DayLabel
}

export const oneDay = (day: DayLabel): DayRange => ({ from: day, to: day })

export interface CalendarDate {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
}

export function toCalendarDate(day: DayLabel): CalendarDate {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return { year, month, day: date }
}

/** Returns the label of a date, undefined if the calendar has no such date. */
export function toDayLabel({ year, month, day }: CalendarDate): DayLabel | undefined {
  return parseDayLabel([String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-'))
}

/** Returns 0 for Monday to 6 for Sunday. */
export function weekdayOf(day: DayLabel): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
}

/** Returns the week of a day, Monday to Sunday, shifted by `later` weeks. */
export function rangeOfWeek(day: DayLabel, later = 0): DayRange {
  const from = addDays(day, 7 * later - weekdayOf(day))
  return { from, to: addDays(from, 6) }
}

/** Returns a calendar month. Months above 12 or below 1 fall into other years. */
export function rangeOfMonth(year: number, month: number): DayRange {
  const first = (y: number, m: number) =>
    toDayLabel({ year: y + Math.floor((m - 1) / 12), month: ((((m - 1) % 12) + 12) % 12) + 1, day: 1 }) ?? ('0000-01-01' as DayLabel)
  return { from: first(year, month), to: addDays(first(year, month + 1), -1) }
}

export function rangeOfYear(year: number): DayRange {
  return { from: rangeOfMonth(year, 1).from, to: rangeOfMonth(year, 12).to }
}

/** Returns the latest day before `today` that is the given weekday (0 is Monday): seven days ago if today is that weekday. */
export function findWeekdayBefore(today: DayLabel, weekday: number): DayLabel {
  return addDays(today, -((weekdayOf(today) - weekday + 6) % 7) - 1)
}

/** Moves a range back by whole weeks until it ends before a day. */
export function findLatestBefore({ from, to }: DayRange, day: DayLabel): DayRange {
  const weeks = Math.floor(daysBetween(day, to) / 7) + 1
  return { from: addDays(from, -7 * weeks), to: addDays(to, -7 * weeks) }
}

/** Moves a range forward by whole weeks until it begins after a day. */
export function findFirstAfter({ from, to }: DayRange, day: DayLabel): DayRange {
  const weeks = Math.floor(daysBetween(from, day) / 7) + 1
  return { from: addDays(from, 7 * weeks), to: addDays(to, 7 * weeks) }
}

/** Returns the number of days from `from` to `to`, negative if `to` is earlier. */
export const daysBetween = (from: DayLabel, to: DayLabel): number => (Date.parse(to) - Date.parse(from)) / 86_400_000

export const monthOf = (day: DayLabel): MonthLabel => day.slice(0, 7) as MonthLabel

/** Parses a month label. Undefined unless it is a real month written YYYY-MM. */
export function parseMonthLabel(text: string): MonthLabel | undefined {
  const first = parseDayLabel(`${text}-01`)
  return first && monthOf(first)
}

/** Lists the days of a month, the first one first. */
export function listDaysOfMonth(month: MonthLabel): DayLabel[] {
  const days: DayLabel[] = []
  for (let day = `${month}-01` as DayLabel; monthOf(day) === month; day = addDays(day, 1)) days.push(day)
  return days
}

/** Returns the month before a month (-1), or the one after it (1). */
export function findNeighboringMonth(month: MonthLabel, side: -1 | 1): MonthLabel {
  const first = `${month}-01` as DayLabel
  return monthOf(addDays(first, side < 0 ? -1 : 31))
}

/** Formats a month: "November 2026". `locale` is a BCP 47 tag. */
export function formatMonth(month: MonthLabel, locale: string): string {
  return DateTime.fromISO(month, { zone: 'UTC' }).setLocale(locale).toLocaleString({ month: 'long', year: 'numeric' })
}

export interface Weekday {
  /** 0 for Monday to 6 for Sunday. */
  readonly index: number
  /** "Mon". */
  readonly short: string
  /** "Monday". */
  readonly long: string
}

/** Lists the days of a week in a language, beginning with the one that its weeks begin with. `locale` is a BCP 47 tag. */
export function listWeekdays(locale: string): Weekday[] {
  const first = Info.getStartOfWeek({ locale }) - 1
  const [shortNames, longNames] = [Info.weekdays('short', { locale }), Info.weekdays('long', { locale })]
  return longNames.map((_, place) => {
    const index = (first + place) % 7
    return { index, short: (shortNames[index] ?? '').replace(/\.$/, ''), long: longNames[index] ?? '' }
  })
}
