import type { DayLabel } from '../domain/ids.ts'
import { addDays, dayLabelOf, timeOfDay } from '../ports/clock.ts'
import { daysBetween, rangeOfMonth, rangeOfWeek, toCalendarDate, toDayLabel, weekdayOf } from './calendar.ts'
import type { Due } from './due.ts'
import type { DueKind, DueUnit, DueValues, PartOfDay } from './due-languages/language.ts'

/** The pieces of one phrase, by their kind. */
export type DuePhrase = Readonly<Partial<Record<DueKind, DueValues>>> & { readonly until?: boolean }

/** When a phrase is said. */
export interface Moment {
  readonly now: Date
  readonly timezone: string
}

/** The same in local time. Found once for all phrases of a text, because it takes longer than reading one. */
export interface LocalMoment extends Moment {
  readonly today: DayLabel
  /** HH:MM. */
  readonly nowTime: string
}

export const toLocalMoment = ({ now, timezone }: Moment): LocalMoment => ({
  now,
  timezone,
  today: dayLabelOf(now, timezone),
  nowTime: timeOfDay(now, timezone),
})

interface Today {
  readonly today: DayLabel
  /** Whether the phrase names a time that is still to come today. */
  readonly isLaterToday: boolean
}

/** The times of the parts of a day. The later one is for a part of today that has begun. */
const timesOfParts: Readonly<Record<PartOfDay, readonly string[]>> = {
  morning: ['09:00', '11:00'],
  noon: ['12:00'],
  afternoon: ['15:00', '17:00'],
  evening: ['18:00', '21:00'],
  night: ['21:00', '23:00'],
  midnight: ['00:00'],
}

/** The hours, from and to, that are in the second half of the day when they are said with a part of the day. */
const lateHours: Readonly<Partial<Record<PartOfDay, readonly [from: number, to: number]>>> = {
  noon: [1, 3],
  afternoon: [1, 11],
  evening: [4, 11],
  night: [6, 11],
}

/**
 * Returns the times that a phrase can name, the likely one first. An hour from 1 to 5 without more is in the afternoon, and one up to 11
 * can also be in the evening.
 */
function findTimes({ time, part, day, weekday, repeat }: DuePhrase): string[] {
  const partOfDay = time?.part ?? part?.part ?? day?.part ?? weekday?.part ?? repeat?.part
  if (!time || time.hour === undefined) return partOfDay ? [...timesOfParts[partOfDay]] : []
  const minutes = time.hour * 60 + (time.minute ?? 0) + (time.shift ?? 0)
  const at = (hours: number): string[] => {
    const sum = (minutes + hours * 60 + 1_440) % 1_440
    return [`${String(Math.floor(sum / 60)).padStart(2, '0')}:${String(sum % 60).padStart(2, '0')}`]
  }
  if ((time.minute ?? 0) > 59 || time.hour > 23) return []
  if (partOfDay) {
    if (time.hour === 12) return at(partOfDay === 'morning' || partOfDay === 'night' || partOfDay === 'evening' ? -12 : 0)
    const [from, to] = lateHours[partOfDay] ?? [1, 0]
    return at(time.hour >= from && time.hour <= to ? 12 : 0)
  }
  if (time.isExact || time.hour === 0 || time.hour > 12) return at(0)
  if (time.hour === 12) return at(0)
  return time.hour <= 5 ? at(12) : [...at(0), ...at(12)]
}

/** Returns what a phrase means. Undefined if there is no such day or time, or it is past. */
export function readDue(phrase: DuePhrase, { now, timezone, today, nowTime }: LocalMoment): Due | undefined {
  if (phrase.in && !isDayUnit(phrase.in.unit)) return readMoment(phrase.in, { now, timezone })
  // What repeats is at the likely time, whatever the time is now.
  const times = findTimes(phrase).slice(0, phrase.repeat ? 1 : 2)
  if (times.length === 0 && phrase.time) return undefined
  const [usual] = times
  const laterToday = times.find((time) => time > nowTime)
  const context = { today, isLaterToday: laterToday !== undefined }
  const withTime = (day: DayLabel): Due | undefined => {
    if (day < today) return undefined
    if (day > today || usual === undefined) return { day, ...(usual !== undefined && { time: usual }) }
    // Midnight ends a day.
    if (usual === '00:00') return { day: addDays(day, 1), time: usual }
    return laterToday === undefined ? undefined : { day, time: laterToday }
  }
  if (phrase.repeat) return readRepeat(phrase, { ...context, withTime })
  const day = readDay(phrase, context)
  if (day) return withTime(day)
  if (namesDay(phrase) || usual === undefined) return undefined
  return withTime(laterToday === undefined ? addDays(today, 1) : today)
}

const dayKinds = ['date', 'numericDate', 'dayOfMonth', 'in', 'later', 'day', 'weekday'] as const

const namesDay = (phrase: DuePhrase): boolean => dayKinds.some((kind) => phrase[kind])

const isDayUnit = (unit: DueUnit | undefined): boolean => unit !== 'hour' && unit !== 'minute'

function readMoment({ count = 1, unit }: DueValues, { now, timezone }: Moment): Due {
  const then = new Date(now.getTime() + count * (unit === 'hour' ? 3_600_000 : 60_000))
  return { day: dayLabelOf(then, timezone), time: timeOfDay(then, timezone) }
}

function readDay(phrase: DuePhrase, context: Today): DayLabel | undefined {
  const kind = dayKinds.find((each) => phrase[each])
  const values = kind && phrase[kind]
  if (!values) return undefined
  const day = dayReadings[kind](values, context)
  const weekday = phrase.weekday?.weekday
  const isWeek = (kind === 'in' || kind === 'later') && values.unit === 'week'
  return day && isWeek && weekday !== undefined ? addDays(rangeOfWeek(day).from, weekday) : day
}

type DayReading = (values: DueValues, context: Today) => DayLabel | undefined

/** Reads a date of the year in which it is next, up to the next 29 February. */
const readDate: DayReading = ({ month = 0, date = 0, year }, { today, isLaterToday }) => {
  if (year !== undefined) return toDayLabel({ year, month, day: date })
  const first = toCalendarDate(today).year
  const days = Array.from({ length: 9 }, (_, later) => toDayLabel({ year: first + later, month, day: date }))
  return days.find((day) => day !== undefined && (day > today || (day === today && isLaterToday)))
}

const dayReadings: Readonly<Record<(typeof dayKinds)[number], DayReading>> = {
  day: ({ days = 0 }, { today }) => addDays(today, days),
  weekday: ({ weekday = 0, weeks }, { today, isLaterToday }) => {
    if (weeks !== undefined) return addDays(rangeOfWeek(today, weeks).from, weekday)
    const days = (weekday - weekdayOf(today) + 7) % 7
    return addDays(today, days === 0 && !isLaterToday ? 7 : days)
  },
  date: readDate,
  // The order of the language, unless there is no such month.
  numericDate: ({ month = 0, date = 0, ...values }, context) =>
    readDate(month > 12 ? { ...values, month: date, date: month } : { ...values, month, date }, context),
  dayOfMonth: ({ date = 0, months }, { today, isLaterToday }) => {
    const { year, month } = toCalendarDate(today)
    const inMonth = (later: number) => toDayLabel({ ...toCalendarDate(rangeOfMonth(year, month + later).from), day: date })
    if (months !== undefined) return inMonth(months)
    return [0, 1, 2].map(inMonth).find((day) => day !== undefined && (day > today || (day === today && isLaterToday)))
  },
  later: ({ count = 1, unit }, { today }) => {
    const { year, month } = toCalendarDate(today)
    if (unit === 'week') return rangeOfWeek(today, count).from
    return unit === 'month' ? rangeOfMonth(year, month + count).from : rangeOfMonth(year + count, 1).from
  },
  in: ({ count = 1, unit = 'day' }, { today }) => addUnits(today, count, unit),
}

/** Adds days or longer units. The last day of a shorter month stands for a day that it lacks. */
function addUnits(day: DayLabel, count: number, unit: DueUnit): DayLabel {
  if (unit === 'day' || unit === 'week') return addDays(day, unit === 'week' ? count * 7 : count)
  const { year, month, day: date } = toCalendarDate(day)
  const { from, to } = rangeOfMonth(year, month + (unit === 'year' ? count * 12 : count))
  return addDays(from, Math.min(date - 1, daysBetween(from, to)))
}

const weekdayCodes = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const frequencies: Readonly<Partial<Record<DueUnit, string>>> = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' }

interface RepeatContext extends Today {
  withTime(day: DayLabel): Due | undefined
}

/** Reads a rule and its first day: today if its time is still to come, otherwise the next one of the rule. */
function readRepeat(phrase: DuePhrase, { withTime, ...context }: RepeatContext): Due | undefined {
  const values = { ...phrase.repeat }
  const { today, isLaterToday } = context
  const named = values.weekdays ?? (phrase.weekday?.weekday === undefined ? undefined : [phrase.weekday.weekday])
  const fixed = { ...(phrase.dayOfMonth ?? {}), ...(phrase.date ?? phrase.numericDate ?? {}) }
  const date = values.date ?? (phrase.until || phrase.date ? undefined : fixed.date)
  const month = values.month ?? (values.unit === 'year' ? fixed.month : undefined)
  const dateInYear = values.date ?? (values.unit === 'year' ? fixed.date : undefined)
  const unit = values.unit ?? (month !== undefined ? 'year' : values.position !== undefined || date !== undefined ? 'month' : 'week')
  const interval = values.count ?? 1
  const until = phrase.until ? readDay({ ...phrase, repeat: {} } as DuePhrase, context) : undefined
  const weekdays = until && !values.weekdays ? undefined : named
  if (interval < 1 || (until && until < today)) return undefined
  const parts = [`FREQ=${frequencies[unit]}`]
  if (interval > 1) parts.push(`INTERVAL=${interval}`)
  if (unit === 'year' && month !== undefined) parts.push(`BYMONTH=${month}`)
  if (unit === 'year' && month !== undefined && dateInYear !== undefined) parts.push(`BYMONTHDAY=${dateInYear}`)
  if (unit === 'month' && date !== undefined) parts.push(`BYMONTHDAY=${date}`)
  if (weekdays && unit !== 'year') parts.push(`BYDAY=${weekdays.map((day) => `${values.position ?? ''}${weekdayCodes[day]}`).join(',')}`)
  if (until) parts.push(`UNTIL=${until.replaceAll('-', '')}`)
  const first = findFirst()
  const due = first && withTime(first)
  return due && { ...due, repeat: parts.join(';') }

  function findFirst(): DayLabel | undefined {
    if (unit === 'year' && month !== undefined) return readDate({ month, date: dateInYear ?? 1 }, context)
    if (unit === 'month' && date !== undefined) return findMonthDay(date)
    if (weekdays && values.position !== undefined) return findWeekdayOfMonth(weekdays[0] ?? 0, values.position)
    if (weekdays) return weekdays.map((weekday) => dayReadings.weekday({ ...phrase.weekday, weekday }, context) ?? today).sort()[0]
    const start = until ? undefined : readDay(phrase, context)
    return start ?? (isLaterToday ? today : addUnits(today, interval, unit))
  }

  function findMonthDay(day: number): DayLabel | undefined {
    if (day > 0) return dayReadings.dayOfMonth({ date: day }, context)
    const { year, month: current } = toCalendarDate(today)
    return [0, 1].map((later) => addDays(rangeOfMonth(year, current + later).to, day + 1)).find(isAhead)
  }

  function findWeekdayOfMonth(weekday: number, position: number): DayLabel | undefined {
    const { year, month: current } = toCalendarDate(today)
    const inMonth = (later: number): DayLabel => {
      const { from, to } = rangeOfMonth(year, current + later)
      if (position < 0) return addDays(to, -((weekdayOf(to) - weekday + 7) % 7))
      return addDays(from, ((weekday - weekdayOf(from) + 7) % 7) + 7 * (position - 1))
    }
    return [0, 1].map(inMonth).find(isAhead)
  }

  function isAhead(day: DayLabel): boolean {
    return day > today || (day === today && isLaterToday)
  }
}
