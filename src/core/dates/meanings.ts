import type { DayLabel } from '../domain/ids.ts'
import { addDays } from '../ports/clock.ts'
import { type DayRange, oneDay, rangeOfMonth, rangeOfWeek, rangeOfYear, toCalendarDate, toDayLabel, weekdayOf } from './calendar.ts'
import type { TimeUnit } from './languages/language.ts'

/** A possible meaning of a date expression, relative to a given day. */
export interface DateMeaning {
  readonly range: DayRange
  /** The most likely day within the range: seven days ago for "a week ago". */
  readonly day?: DayLabel
}

export const day = (label: DayLabel | undefined): DateMeaning[] => (label ? [{ range: oneDay(label) }] : [])
export const range = (days: DayRange): DateMeaning[] => [{ range: days }]

/** Returns a date, which is the most recent one up to today if no year is given. */
export function dateInMonth(named: { month: number; day: number; year?: number | undefined }, today: DayLabel): DateMeaning[] {
  const { year } = named
  if (year) return day(toDayLabel({ ...named, year }))
  const thisYear = toCalendarDate(today).year
  // The latest 29 February may be several years back.
  for (let back = 0; back <= 8; back += 1) {
    const label = toDayLabel({ ...named, year: thisYear - back })
    if (label && label <= today) return day(label)
  }
  return []
}

/** Returns the latest day up to today that is the given day of its month, and the given weekday if there is one. */
export function dayOfMonth({ date, weekday }: { date: number; weekday?: number | undefined }, today: DayLabel): DateMeaning[] {
  const now = toCalendarDate(today)
  // The latest Monday that is the 31st may be more than two years back.
  for (let back = 0; back <= 60; back += 1) {
    const { year, month } = toCalendarDate(rangeOfMonth(now.year, now.month - back).from)
    const label = toDayLabel({ year, month, day: date })
    if (label && label <= today && (weekday === undefined || weekdayOf(label) === weekday)) return day(label)
  }
  return []
}

/** Returns the same day of an earlier week, month or year. A month that is too short gives its last day. */
export function sameDayAgo(count: number, unit: TimeUnit, from: DayLabel): DateMeaning[] {
  if (unit === 'day' || unit === 'week') return day(addDays(from, -count * (unit === 'week' ? 7 : 1)))
  const now = toCalendarDate(from)
  const month = rangeOfMonth(now.year, now.month - count * (unit === 'year' ? 12 : 1))
  return day(toDayLabel({ ...toCalendarDate(month.from), day: Math.min(now.day, toCalendarDate(month.to).day) }))
}

/** Returns a month, which is the most recent one that has begun if no year is given. 1 is January. */
export function monthNamed({ month, year }: { month: number; year?: number | undefined }, today: DayLabel): DateMeaning[] {
  if (year) return range(rangeOfMonth(year, month))
  const now = toCalendarDate(today)
  return range(rangeOfMonth(month <= now.month ? now.year : now.year - 1, month))
}

export function ago(count: number, unit: TimeUnit, today: DayLabel): DateMeaning[] {
  const now = toCalendarDate(today)
  switch (unit) {
    case 'day':
      return day(addDays(today, -count))
    case 'week':
      return [{ range: rangeOfWeek(today, -count), day: addDays(today, -7 * count) }]
    case 'month':
      return range(rangeOfMonth(now.year, now.month - count))
    case 'year':
      return range(rangeOfYear(now.year - count))
  }
}

/** Returns the last `count` units up to today, both ends included. */
export function lately(count: number, unit: TimeUnit, today: DayLabel): DateMeaning[] {
  const days = { day: 1, week: 7, month: 31, year: 366 }[unit]
  return range({ from: addDays(today, -count * days), to: today })
}

/** Returns a weekday (0 is Monday) of this week or an earlier week, or nothing if it is in the future. */
export function weekdayOfWeek(weeksAgo: number, weekday: number, today: DayLabel): DateMeaning[] {
  const label = addDays(rangeOfWeek(today, -weeksAgo).from, weekday)
  return label <= today ? day(label) : []
}

/** Returns the weekend of an earlier week. Of this week, returns it once it has begun, otherwise the last one. */
export function weekendAgo(weeksAgo: number, today: DayLabel): DateMeaning[] {
  const weeks = weeksAgo === 0 && weekdayOf(today) < 5 ? 1 : weeksAgo
  const monday = rangeOfWeek(today, -weeks).from
  return range({ from: addDays(monday, 5), to: addDays(monday, 6) })
}

/** Reads 3/4/2026 both as a day in April and as a day in March. */
export function eitherWayRound(first: number, second: number, year: number): DateMeaning[] {
  const dayFirst = toDayLabel({ year, month: second, day: first })
  const monthFirst = toDayLabel({ year, month: first, day: second })
  return dayFirst === monthFirst ? day(dayFirst) : [...day(dayFirst), ...day(monthFirst)]
}
