import { addDays, parseDayLabel } from '../core/clock.ts'
import type { DayLabel } from '../core/ids.ts'
import { type DayRange, dateOf, dayOf, monthOf, oneDay, weekdayBefore, weekdayOf, weekOf, yearOf } from './calendar.ts'
import { anyOf, counts, months, shortWeekdays, type Unit, units, weekdays } from './date-words.ts'

/** What some words mean on a given day. */
export interface Meaning {
  readonly range: DayRange
  /** The one day that is meant where the range is wider: seven days ago, in the week of "a week ago". */
  readonly day?: DayLabel
}

export interface DateRule {
  readonly pattern: RegExp
  /** Several where the words can be read in two ways; none where they name no past day ("next week"). */
  readonly read: (groups: Readonly<Record<string, string>>, today: DayLabel) => readonly Meaning[]
}

function rule(pattern: string, read: DateRule['read']): DateRule {
  return { pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'giu'), read }
}

const day = (label: DayLabel | undefined): Meaning[] => (label ? [{ range: oneDay(label) }] : [])
const range = (days: DayRange): Meaning[] => [{ range: days }]

const weekday = `(?<weekday>${anyOf(weekdays)})`
const month = `(?<month>${anyOf(months)})\\.?`
const count = `(?<count>\\d{1,3}|${anyOf(counts)})`
const unit = `(?<unit>${anyOf(units)})`
const date = '(?<date>0?[1-9]|[12]\\d|3[01])'
const year = '(?<year>(?:19|20)\\d\\d)'
const lastWeek =
  "last week(?:'s)?|la semaine (?:dernière|derniere|passée|passee)|(?:der )?(?:letzte|letzten|vorige|vorigen|vergangene|vergangenen) woche"

const positionIn = (table: ReadonlyMap<string, number>, word = ''): number => table.get(word.toLowerCase()) ?? 0
const countOf = (word = ''): number => counts.get(word.toLowerCase()) ?? Number(word)
const unitOf = (word = ''): Unit => units.get(word.toLowerCase()) ?? 'day'

/** The most recent such date that is not after today, where no year is named. */
function dateInMonth(groups: Readonly<Record<string, string>>, today: DayLabel): Meaning[] {
  const named = { month: positionIn(months, groups['month']) + 1, day: Number(groups['date']) }
  if (groups['year']) return day(dayOf({ ...named, year: Number(groups['year']) }))
  const thisYear = dateOf(today).year
  // 29 February may be some years back.
  const years = [thisYear, ...Array.from({ length: 8 }, (_, back) => thisYear - 1 - back)]
  return day(years.map((y) => dayOf({ ...named, year: y })).find((label) => label && label <= today))
}

function monthNamed(groups: Readonly<Record<string, string>>, today: DayLabel): Meaning[] {
  const named = positionIn(months, groups['month']) + 1
  if (groups['year']) return range(monthOf(Number(groups['year']), named))
  const now = dateOf(today)
  return range(monthOf(named <= now.month ? now.year : now.year - 1, named))
}

function ago(count: number, unit: Unit, today: DayLabel): Meaning[] {
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
function lately(count: number, unit: Unit, today: DayLabel): Meaning[] {
  const days = { day: 1, week: 7, month: 31, year: 366 }[unit]
  return range({ from: addDays(today, -count * days), to: today })
}

function latestWeekend(today: DayLabel): DayRange {
  const monday = weekOf(today, weekdayOf(today) >= 5 ? 0 : -1).from
  return { from: addDays(monday, 5), to: addDays(monday, 6) }
}

function eitherWayRound(groups: Readonly<Record<string, string>>): Meaning[] {
  const [first, second, y] = [Number(groups['first']), Number(groups['second']), Number(groups['year'])]
  const dayFirst = dayOf({ year: y, month: second, day: first })
  const monthFirst = dayOf({ year: y, month: first, day: second })
  return dayFirst === monthFirst ? day(dayFirst) : [...day(dayFirst), ...day(monthFirst)]
}

/** Tried in this order; words that a rule has read are not read again by a later one. */
export const dateRules: readonly DateRule[] = [
  rule('(?<iso>\\d{4}-\\d{2}-\\d{2})', ({ iso = '' }) => day(parseDayLabel(iso))),
  rule(`(?<first>\\d{1,2})/(?<second>\\d{1,2})/${year}`, eitherWayRound),
  rule(`${date}\\.(?<number>0?[1-9]|1[0-2])\\.${year}`, ({ date: d, number, year: y }) =>
    day(dayOf({ year: Number(y), month: Number(number), day: Number(d) })),
  ),
  rule(`${date}(?:st|nd|rd|th|er|e|\\.)?\\s+(?:of\\s+|de\\s+)?${month}(?:,?\\s+${year})?`, dateInMonth),
  rule(`${month}\\s+${date}(?:st|nd|rd|th)?(?:,?\\s+${year})?`, dateInMonth),

  // What lies ahead names no day of the past; read here so that no later rule takes its weekday.
  rule(`(?:next|coming)\\s+(?:${anyOf(weekdays)}|${anyOf(units)}|weekend|${anyOf(months)})`, () => []),
  rule(`(?:${anyOf(weekdays)}|${anyOf(units)}|week-?end|${anyOf(months)})\\s+prochaine?`, () => []),
  rule(`(?:nächste[nrs]?|kommende[nrs]?)\\s+(?:${anyOf(weekdays)}|${anyOf(units)}|wochenende|${anyOf(months)})`, () => []),

  rule('(?:the )?day before yesterday|avant-?\\s?hier|vorgestern', (_, today) => day(addDays(today, -2))),
  rule('yesterday|last night|hier|gestern', (_, today) => day(addDays(today, -1))),
  rule("today|tonight|this (?:morning|afternoon|evening)|aujourd['’]?hui|ce matin|ce soir|cet après-midi|heute", (_, today) => day(today)),

  rule(`${weekday}\\s+(?:of |de )?(?:${lastWeek})`, ({ weekday: name }, today) =>
    day(addDays(weekOf(today, -1).from, positionIn(weekdays, name))),
  ),
  rule(`this\\s+${weekday}|diesen\\s+(?<german>${anyOf(weekdays)})`, ({ weekday: name, german }, today) => {
    const label = addDays(weekOf(today).from, positionIn(weekdays, name ?? german))
    return label <= today ? day(label) : []
  }),
  rule(
    `(?:(?:on|last|this past|past|le|am|letzten|vorigen|vergangenen)\\s+)?${weekday}(?:\\s+(?:dernier|passé))?`,
    ({ weekday: name }, today) => day(weekdayBefore(today, positionIn(weekdays, name))),
  ),
  rule(`(?:on|last|this)\\s+(?<weekday>${anyOf(shortWeekdays)})\\.?`, ({ weekday: name }, today) =>
    day(weekdayBefore(today, positionIn(shortWeekdays, name))),
  ),

  rule('last weekend|le week-?end (?:dernier|passé)|letztes wochenende', (_, today) =>
    range({ from: addDays(weekOf(today).from, -2), to: addDays(weekOf(today).from, -1) }),
  ),
  rule('(?:this|the) weekend|ce week-?end|le week-?end|(?:am|dieses) wochenende', (_, today) => range(latestWeekend(today))),

  rule(`(?:the )?(?:last|past)\\s+${count}\\s+${unit}`, (groups, today) => lately(countOf(groups['count']), unitOf(groups['unit']), today)),
  rule(`(?:les|ces)\\s+${count}\\s+(?:derniers|dernières|dernieres)\\s+${unit}`, (groups, today) =>
    lately(countOf(groups['count']), unitOf(groups['unit']), today),
  ),
  rule(`(?:die|den|der)?\\s*letzten\\s+${count}\\s+${unit}`, (groups, today) =>
    lately(countOf(groups['count']), unitOf(groups['unit']), today),
  ),
  rule(`${count}\\s+${unit}\\s+ago`, (groups, today) => ago(countOf(groups['count']), unitOf(groups['unit']), today)),
  rule(`(?:il y a|vor)\\s+${count}\\s+${unit}`, (groups, today) => ago(countOf(groups['count']), unitOf(groups['unit']), today)),

  rule('(?:the )?week before last|vorletzte woche', (_, today) => range(weekOf(today, -2))),
  rule(`${lastWeek}|(?:the )?(?:previous|past) week`, (_, today) => range(weekOf(today, -1))),
  rule('this week|cette semaine|diese(?:r)? woche', (_, today) => range(weekOf(today))),
  rule('(?:last|previous|past) month|(?:le )?mois (?:dernier|passé|passe)|(?:letzten|letzter|vorigen|vergangenen) monat', (_, today) =>
    ago(1, 'month', today),
  ),
  rule('this month|ce mois(?:-ci)?|diesen monat', (_, today) => ago(0, 'month', today)),
  rule("(?:last|previous|past) year|l['’]an(?:née)? (?:dernier|dernière|passé|passée)|(?:letztes|voriges|vergangenes) jahr", (_, today) =>
    ago(1, 'year', today),
  ),
  rule('this year|cette année|dieses jahr', (_, today) => ago(0, 'year', today)),

  rule(`${month}\\s+(?:de\\s+)?${year}`, monthNamed),
  rule(`(?:in|during|since|last|early|late|mid|en|au mois de|depuis|fin|début|im|seit|anfang|mitte|ende|letzten)\\s+${month}`, monthNamed),
  rule(`(?:in|during|since|en|depuis|im jahr|seit)\\s+${year}`, (groups) => range(yearOf(Number(groups['year'])))),
]
