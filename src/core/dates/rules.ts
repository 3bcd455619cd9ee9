import { addDays, parseDayLabel } from '../ports/clock.ts'
import { findWeekdayBefore, rangeOfWeek, rangeOfYear, toDayLabel } from './calendar.ts'
import {
  ago,
  type DateRule,
  dateInMonth,
  day,
  eitherWayRound,
  lastWeekend,
  lately,
  latestWeekend,
  type MatchGroups,
  monthNamed,
  range,
  weekdayOfWeek,
} from './meanings.ts'
import { anyOf, counts, months, shortWeekdays, type TimeUnit, units, weekdays } from './words.ts'

/** A letter in a language that separates words by spaces. Japanese text may follow a date without a space. */
const letter = '[[\\p{L}\\p{N}]--[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}]]'

function rule(pattern: string, read: DateRule['read']): DateRule {
  return { pattern: new RegExp(`(?<!${letter})(?:${pattern})(?!${letter})`, 'giv'), read }
}

const weekday = `(?<weekday>${anyOf(weekdays)})`
const month = `(?<month>${anyOf(months)})\\.?`
const count = `(?<count>\\d{1,3}|${anyOf(counts)})`
const unit = `(?<unit>${anyOf(units)})`
const date = '(?<date>0?[1-9]|[12]\\d|3[01])'
const year = '(?<year>(?:19|20)\\d\\d)'
const lastWeek = "last week(?:'s)?|(?:la )?semaine (?:dernière|derniere|passée|passee)|(?:der )?(?:letzte|vorige|vergangene)[nr]? woche"

const positionIn = (table: ReadonlyMap<string, number>, word = ''): number => table.get(word.toLowerCase()) ?? 0
const countOf = (word = ''): number => counts.get(word.toLowerCase()) ?? Number(word)
const unitOf = (word = ''): TimeUnit => units.get(word.toLowerCase()) ?? 'day'

const monthIn = ({ month: name, year: named }: MatchGroups) => ({
  month: positionIn(months, name) + 1,
  year: named ? Number(named) : undefined,
})
const readMonth: DateRule['read'] = (groups, today) => monthNamed(monthIn(groups), today)
const readDate: DateRule['read'] = (groups, today) => dateInMonth({ ...monthIn(groups), day: Number(groups['date']) }, today)
const readAgo: DateRule['read'] = (groups, today) => ago(countOf(groups['count']), unitOf(groups['unit']), today)
const readLately: DateRule['read'] = (groups, today) => lately(countOf(groups['count']), unitOf(groups['unit']), today)
const readLastWeek: DateRule['read'] = ({ weekday: name }, today) => weekdayOfWeek(1, positionIn(weekdays, name), today)

/** The rules are tried in this order. A later rule does not see words that an earlier rule matched. */
export const dateRules: readonly DateRule[] = [
  rule('(?<iso>\\d{4}-\\d{2}-\\d{2})', ({ iso = '' }) => day(parseDayLabel(iso))),
  rule(`(?<first>\\d{1,2})/(?<second>\\d{1,2})/${year}`, ({ first, second, year: y }) =>
    eitherWayRound(Number(first), Number(second), Number(y)),
  ),
  rule(`${date}\\.(?<number>0?[1-9]|1[0-2])\\.${year}`, ({ date: d, number, year: y }) =>
    day(toDayLabel({ year: Number(y), month: Number(number), day: Number(d) })),
  ),
  rule(`${date}(?:st|nd|rd|th|er|e|\\.)?\\s+(?:of\\s+|de\\s+)?${month}(?:,?\\s+${year})?`, readDate),
  rule(`${month}\\s+${date}(?:st|nd|rd|th)?(?:,?\\s+${year})?`, readDate),

  // Future dates name no past day. They are matched here so that no later rule matches the weekday in them.
  rule(`(?:next|coming)\\s+(?:${anyOf(weekdays)}|${anyOf(shortWeekdays)}|${anyOf(units)}|weekend|${anyOf(months)})`, () => []),
  rule(`(?:${anyOf(weekdays)}|${anyOf(units)}|week-?end|${anyOf(months)})\\s+prochaine?`, () => []),
  rule(`(?:nächste[nrs]?|kommende[nrs]?)\\s+(?:${anyOf(weekdays)}|${anyOf(units)}|wochenende|${anyOf(months)})`, () => []),

  rule('(?:the )?day before yesterday|avant-?\\s?hier|vorgestern', (_, today) => day(addDays(today, -2))),
  rule('yesterday|last night|hier|gestern', (_, today) => day(addDays(today, -1))),
  rule("today|tonight|this (?:morning|afternoon|evening)|aujourd['’]?hui|ce matin|ce soir|cet après-midi|heute", (_, today) => day(today)),

  rule(`${weekday}\\s+(?:of |de )?(?:${lastWeek})`, readLastWeek),
  rule(`(?:${lastWeek})\\s+(?:on |am |le )?${weekday}`, readLastWeek),
  rule(`(?:this|ce|diesen)\\s+${weekday}`, ({ weekday: name }, today) => weekdayOfWeek(0, positionIn(weekdays, name), today)),
  rule(
    `(?:(?:on|last|this past|past|le|am|letzten|vorigen|vergangenen)\\s+)?${weekday}(?:\\s+(?:dernier|passé|passe))?`,
    ({ weekday: name }, today) => day(findWeekdayBefore(today, positionIn(weekdays, name))),
  ),
  rule(`(?:on|last|this|since)\\s+(?<weekday>${anyOf(shortWeekdays)})\\.?`, ({ weekday: name }, today) =>
    day(findWeekdayBefore(today, positionIn(shortWeekdays, name))),
  ),

  rule('last weekend|le week-?end (?:dernier|passé)|letzte[sn] wochenende', (_, today) => lastWeekend(today)),
  rule('(?:this|the) weekend|ce week-?end|le week-?end|(?:am|dieses) wochenende', (_, today) => latestWeekend(today)),

  rule(`(?:the )?(?:last|past)\\s+${count}\\s+${unit}`, readLately),
  rule(`(?:les|ces)\\s+${count}\\s+(?:derniers|dernières|dernieres)\\s+${unit}`, (groups, today) =>
    lately(countOf(groups['count']), unitOf(groups['unit']), today),
  ),
  rule(`(?:die|den|der)?\\s*letzten\\s+${count}\\s+${unit}`, (groups, today) =>
    lately(countOf(groups['count']), unitOf(groups['unit']), today),
  ),
  rule(`${count}\\s+${unit}\\s+ago`, readAgo),
  rule(`(?:il y a|vor)\\s+${count}\\s+${unit}`, readAgo),

  rule('(?:the )?week before last|vorletzte woche', (_, today) => range(rangeOfWeek(today, -2))),
  rule(`${lastWeek}|(?:the )?(?:previous|past) week`, (_, today) => range(rangeOfWeek(today, -1))),
  rule('this week|cette semaine|diese(?:r)? woche', (_, today) => range(rangeOfWeek(today))),
  rule('(?:last|previous|past) month|(?:le )?mois (?:dernier|passé|passe)|(?:letzten|letzter|vorigen|vergangenen) monat', (_, today) =>
    ago(1, 'month', today),
  ),
  rule('this month|ce mois(?:-ci)?|diese[nm] monat', (_, today) => ago(0, 'month', today)),
  rule("(?:last|previous|past) year|l['’]an(?:née)? (?:dernier|dernière|passé|passée)|(?:letzte|vorige|vergangene)[sn] jahr", (_, today) =>
    ago(1, 'year', today),
  ),
  rule('this year|cette année|diese[sm] jahr', (_, today) => ago(0, 'year', today)),

  rule(`${month}\\s+(?:de\\s+)?${year}`, readMonth),
  rule(`(?:in|during|since|last|early|late|mid|en|au mois de|depuis|fin|début|im|seit|anfang|mitte|ende|letzten)\\s+${month}`, readMonth),
  rule(`(?:in|during|since|en|depuis|im jahr|seit)\\s+${year}`, (groups) => range(rangeOfYear(Number(groups['year'])))),
]
