import type { DayLabel } from '../domain/ids.ts'
import { addDays } from '../ports/clock.ts'
import { type DayRange, dateOf, dayOf, monthOf, oneDay, weekdayOf, weekOf, yearOf } from './calendar.ts'
import type { Unit } from './words.ts'

/** What some words mean on a given day. */
export interface Meaning {
  readonly range: DayRange
  /** The one day that is meant where the range is wider: seven days ago, in the week of "a week ago". */
  readonly day?: DayLabel
}

export type Groups = Readonly<Record<string, string>>

export interface DateRule {
  readonly pattern: RegExp
  /** Several where the words can be read in two ways; none where they name no past day ("next week"). */
  readonly read: (groups: Groups, today: DayLabel) => readonly Meaning[]
}

export const day = (label: DayLabel | undefined): Meaning[] => (label ? [{ range: oneDay(label) }] : [])
export const range = (days: DayRange): Meaning[] => [{ range: days }]

/** The most recent such date that is not after today, where no year is named. */
export function dateInMonth(named: { month: number; day: number; year?: number | undefined }, today: DayLabel): Meaning[] {
  const { year } = named
  if (year) return day(dayOf({ ...named, year }))
  const thisYear = dateOf(today).year
  // 29 February may be some years back.
  const years = [thisYear, ...Array.from({ length: 8 }, (_, back) => thisYear - 1 - back)]
  return day(years.map((y) => dayOf({ ...named, year: y })).find((label) => label && label <= today))
}

/** The most recent such month that has begun, where no year is named. 1 is January. */
export function monthNamed({ month, year }: { month: number; year?: number | undefined }, today: DayLabel): Meaning[] {
  if (year) return range(monthOf(year, month))
  const now = dateOf(today)
  return range(monthOf(month <= now.month ? now.year : now.year - 1, month))
}

export function ago(count: number, unit: Unit, today: DayLabel): Meaning[] {
  const now = dateOf(today)
  switch (unit) {
    case 'day':
      return day(addDays(today, -count))
    case 'week':
      return [{ range: weekOf(today, -count), day: addDays(today, -7 * count) }]
    case 'month':
      return range(monthOf(now.year, now.month - count))
    case 'year':
      return range(yearOf(now.year - count))
  }
}

/** The last so many days up to today, both ends included. */
export function lately(count: number, unit: Unit, today: DayLabel): Meaning[] {
  const days = { day: 1, week: 7, month: 31, year: 366 }[unit]
  return range({ from: addDays(today, -count * days), to: today })
}

/** A weekday of this week or of one so many weeks ago, 0 for Monday; none where it is still to come. */
export function weekdayOfWeek(weeksAgo: number, weekday: number, today: DayLabel): Meaning[] {
  const label = addDays(weekOf(today, -weeksAgo).from, weekday)
  return label <= today ? day(label) : []
}

/** The weekend of last week. */
export function lastWeekend(today: DayLabel): Meaning[] {
  const { from } = weekOf(today)
  return range({ from: addDays(from, -2), to: addDays(from, -1) })
}

/** This weekend once it has begun, before that the last one. */
export function latestWeekend(today: DayLabel): Meaning[] {
  const monday = weekOf(today, weekdayOf(today) >= 5 ? 0 : -1).from
  return range({ from: addDays(monday, 5), to: addDays(monday, 6) })
}

/** 3/4/2026 is in April or in March. */
export function eitherWayRound(first: number, second: number, year: number): Meaning[] {
  const dayFirst = dayOf({ year, month: second, day: first })
  const monthFirst = dayOf({ year, month: first, day: second })
  return dayFirst === monthFirst ? day(dayFirst) : [...day(dayFirst), ...day(monthFirst)]
}
