import type { DayLabel } from '../domain/ids.ts'
import { addDays } from '../ports/clock.ts'
import { findWeekdayBefore, rangeOfMonth, rangeOfWeek, rangeOfYear, toCalendarDate, toDayLabel, weekdayOf } from './calendar.ts'
import type { PeriodKind, PhraseKind, TimeUnit } from './languages/language.ts'
import {
  ago,
  type DateMeaning,
  dateInMonth,
  day,
  dayOfMonth,
  lately,
  monthNamed,
  range,
  sameDayAgo,
  weekdayOfWeek,
  weekendAgo,
} from './meanings.ts'

/** What the words of a phrase stand for, in any language. */
export interface PhraseValues extends Readonly<Partial<Record<PeriodKind, number>>> {
  /** 0 is Monday. */
  readonly weekday?: number | undefined
  /** 1 is January. */
  readonly month?: number | undefined
  /** The first month of a range that ends with `month`. */
  readonly firstMonth?: number | undefined
  readonly date?: number | undefined
  /** The first day of a range that ends on `date`. */
  readonly firstDate?: number | undefined
  readonly year?: number | undefined
  /** Absent in "a week ago" if the language has no word for "a". */
  readonly count?: number | undefined
  readonly unit?: TimeUnit | undefined
}

type PhraseReading = (values: PhraseValues, today: DayLabel) => readonly DateMeaning[]

const readDate: PhraseReading = ({ month = 0, date = 0, ...values }, today) =>
  dateInMonth({ month, day: date, year: yearOf(values, today) }, today)

/** Prefers the order that gives the named weekday. */
const readEitherDate: PhraseReading = ({ weekday, month = 0, date = 0 }, today) => {
  const either = [...dateInMonth({ month, day: date }, today), ...dateInMonth({ month: date, day: month }, today)]
  const meant = either.find(({ range: { from } }) => weekdayOf(from) === weekday) ?? either[0]
  return meant ? [meant] : []
}

/** Reads nothing if the first day comes after the last, because the days may be in two months. */
const readDates: PhraseReading = ({ firstDate = 0, ...values }, today) =>
  readDate(values, today).flatMap(({ range: { from: last } }) => {
    const first = toDayLabel({ ...toCalendarDate(last), day: firstDate })
    return first && first <= last ? range({ from: first, to: last }) : []
  })

/** Reads days of the month before the last day if the first comes after it. */
const readDaysOfMonth: PhraseReading = ({ firstDate = 0, date = 0, monthsAgo = 0 }, today) => {
  const { year, month } = toCalendarDate(today)
  const end = monthsAgo === 0 ? today : rangeOfMonth(year, month - monthsAgo).to
  return dayOfMonth({ date }, end).flatMap(({ range: { from: to } }) =>
    dayOfMonth({ date: firstDate }, to).flatMap(({ range: { from } }) => range({ from, to })),
  )
}

/** A range of months that ends in the named year, or has begun. The first month can be in the year before. */
const readMonths: PhraseReading = ({ firstMonth = 1, month = 1, ...values }, today) =>
  monthNamed({ month, year: yearOf(values, today) }, today).flatMap(({ range: last }) => {
    const { year } = toCalendarDate(last.from)
    return range({ from: rangeOfMonth(firstMonth <= month ? year : year - 1, firstMonth).from, to: last.to })
  })

/** Returns what each kind of phrase means. The same for all languages. */
export const readings: Readonly<Record<PhraseKind, PhraseReading>> = {
  noPastDay: () => [],
  date: readDate,
  numericDate: readDate,
  eitherNumericDate: readEitherDate,
  datesInMonth: readDates,
  daysOfMonth: readDaysOfMonth,
  months: readMonths,
  dateInMonth: ({ monthsAgo = 0, date = 0 }, today) => {
    const now = toCalendarDate(today)
    return day(toDayLabel({ ...toCalendarDate(rangeOfMonth(now.year, now.month - monthsAgo).from), day: date }))
  },
  weekdayDate: ({ weekday, date = 0 }, today) => dayOfMonth({ date, weekday }, today),
  dayOfMonth: ({ date = 0 }, today) => dayOfMonth({ date }, today),
  sameDayAgo: ({ daysAgo = 0, ...values }, today) => readSameDay(values, addDays(today, -daysAgo)),
  weekdaysAgo: ({ weekday = 0, count = 2 }, today) => day(addDays(findWeekdayBefore(today, weekday), 7 - 7 * count)),
  daysAgo: ({ daysAgo = 0 }, today) => day(addDays(today, -daysAgo)),
  weekdayOfWeek: ({ weekday = 0, count = 0, weeksAgo = count }, today) => weekdayOfWeek(weeksAgo, weekday, today),
  weekdayOfThisWeek: ({ weekday = 0 }, today) => weekdayOfWeek(0, weekday, today),
  weekday: ({ weekday = 0 }, today) => day(findWeekdayBefore(today, weekday)),
  ago: ({ count = 1, unit = 'day' }, today) => ago(count, unit, today),
  lastNight: (_, today) => lately(1, 'day', today),
  lately: ({ count = 1, unit = 'day' }, today) => lately(count, unit, today),
  weekendsAgo: ({ weekendsAgo = 0 }, today) => weekendAgo(weekendsAgo, today),
  weeksAgo: ({ weeksAgo = 0 }, today) => range(rangeOfWeek(today, -weeksAgo)),
  monthsAgo: ({ monthsAgo = 0 }, today) => ago(monthsAgo, 'month', today),
  yearsAgo: ({ yearsAgo = 0 }, today) => ago(yearsAgo, 'year', today),
  month: ({ month = 1, ...values }, today) => monthNamed({ month, year: yearOf(values, today) }, today),
  year: ({ year = 0 }) => range(rangeOfYear(year)),
}

const readSameDay: PhraseReading = ({ weeksAgo, monthsAgo, yearsAgo, count = 1, unit = 'day' }, today) => {
  if (weeksAgo !== undefined) return sameDayAgo(weeksAgo, 'week', today)
  if (monthsAgo !== undefined) return sameDayAgo(monthsAgo, 'month', today)
  if (yearsAgo !== undefined) return sameDayAgo(yearsAgo, 'year', today)
  return sameDayAgo(count, unit, today)
}

function yearOf({ year, yearsAgo }: PhraseValues, today: DayLabel): number | undefined {
  return yearsAgo === undefined ? year : toCalendarDate(today).year - yearsAgo
}
