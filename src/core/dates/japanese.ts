// The Japanese words that name days. Japanese has no spaces between words, so these rules cannot match word boundaries. Instead, they
// exclude longer words that contain the same characters.

import type { DayLabel } from '../domain/ids.ts'
import { addDays } from '../ports/clock.ts'
import { findWeekdayBefore, rangeOfMonth, rangeOfWeek, rangeOfYear, toCalendarDate, toDayLabel } from './calendar.ts'
import {
  ago,
  type DateRule,
  dateInMonth,
  day,
  lastWeekend,
  lately,
  latestWeekend,
  type MatchGroups,
  monthNamed,
  range,
  weekdayOfWeek,
} from './meanings.ts'
import { anyOf, type TimeUnit } from './words.ts'

const rule = (pattern: string, read: DateRule['read']): DateRule => ({ pattern: new RegExp(pattern, 'gv'), read })

const digits = '[0-9０-９]'
const signs = '一二三四五六七八九'
const number = `(?:${digits}{1,3}|[${signs}]?十[${signs}]?|[${signs}])`
const notWithinNumber = `(?<![0-9０-９十${signs}])`

/** 0 is Monday. */
const weekdaySigns = '月火水木金土日'
const weekday = `(?<weekday>[${weekdaySigns}])曜日?`
const count = `${notWithinNumber}(?<count>${number}|数)`
const month = `${notWithinNumber}(?<month>${number})月`
const date = `(?<date>${number})日(?![前間])`

/** The expressions for "n days, weeks, months or years ago". */
const daysAgo = new Map([
  ...sameFor(0, '今日 本日 今朝 今晩 今夜'),
  ...sameFor(1, '昨日 きのう 昨夜 昨晩'),
  ...sameFor(2, '一昨日 おととい'),
])
const weeksAgo = new Map([...sameFor(0, '今週'), ...sameFor(1, '先週'), ...sameFor(2, '先々週')])
const monthsAgo = new Map([...sameFor(0, '今月'), ...sameFor(1, '先月'), ...sameFor(2, '先々月')])
const yearsAgo = new Map([...sameFor(0, '今年'), ...sameFor(1, '去年 昨年'), ...sameFor(2, '一昨年 おととし')])
const units = new Map<string, TimeUnit>([
  ...sameFor<TimeUnit>('day', '日'),
  ...sameFor<TimeUnit>('week', '週 週間'),
  ...sameFor<TimeUnit>('month', 'か月 ヶ月 カ月 ヵ月 ケ月 箇月'),
  ...sameFor<TimeUnit>('year', '年'),
])

function sameFor<Value>(value: Value, words: string): (readonly [string, Value])[] {
  return words.split(' ').map((word) => [word, value])
}

const unit = `(?<unit>${anyOf(units)})`
const writtenYear = `(?<!${digits})(?<year>(?:19|20|１９|２０)${digits}{2})年`
const inYear = `(?:(?:${writtenYear}|(?<years>${anyOf(yearsAgo)}))の?)?`

/** Reads a number. "A few" counts as three, as in the other languages. */
function numberOf(written = ''): number {
  const plain = written.normalize('NFKC')
  if (plain === '数') return 3
  const [tens = '', ones] = plain.split('十')
  if (ones === undefined) return /\d/.test(plain) ? Number(plain) : digitOf(plain)
  return (tens ? digitOf(tens) : 1) * 10 + digitOf(ones)
}

/** Returns 0 for an empty string. */
const digitOf = (sign: string): number => (sign ? signs.indexOf(sign) + 1 : 0)

const unitOf = (word = ''): TimeUnit => units.get(word) ?? 'day'
const weekdayOf = ({ weekday: sign = '' }: MatchGroups): number => weekdaySigns.indexOf(sign)

function yearIn({ year: written, years }: MatchGroups, today: DayLabel): number | undefined {
  if (written) return numberOf(written)
  return years ? toCalendarDate(today).year - (yearsAgo.get(years) ?? 0) : undefined
}

/** The rules are tried in this order, like those of the other languages. */
export const japaneseRules: readonly DateRule[] = [
  // Future and recurring dates name no past day. They are matched here so that no later rule matches the weekday in them.
  rule(`(?:再?来週|次|今度|毎週)の?(?:[${weekdaySigns}]曜日?|週?末)`, () => []),
  rule(`(?:再?来年|毎年)の?${number}月(?:の?${number}日)?`, () => []),

  rule(`${inYear}${month}の?${date}`, (groups, today) =>
    dateInMonth({ month: numberOf(groups['month']), day: numberOf(groups['date']), year: yearIn(groups, today) }, today),
  ),
  rule(`${inYear}${month}(?![曜前号])`, (groups, today) => {
    const named = numberOf(groups['month'])
    return named >= 1 && named <= 12 ? monthNamed({ month: named, year: yearIn(groups, today) }, today) : []
  }),
  rule(`(?<months>${anyOf(monthsAgo)})の?${date}`, ({ months = '', date: written }, today) => {
    const now = toCalendarDate(today)
    const { from } = rangeOfMonth(now.year, now.month - (monthsAgo.get(months) ?? 0))
    return day(toDayLabel({ ...toCalendarDate(from), day: numberOf(written) }))
  }),

  rule(`${count}${unit}前`, (groups, today) => ago(numberOf(groups['count']), unitOf(groups['unit']), today)),
  rule(`(?:過去|直近|ここ|この)の?${count}${unit}間?`, (groups, today) => lately(numberOf(groups['count']), unitOf(groups['unit']), today)),

  rule(`(?<!日)(?<days>${anyOf(daysAgo)})(?!子)`, ({ days = '' }, today) => day(addDays(today, -(daysAgo.get(days) ?? 0)))),
  rule('先週の?週?末', (_, today) => lastWeekend(today)),
  rule('(?:今週の?|この)?週末|今週末', (_, today) => latestWeekend(today)),
  rule(`(?<weeks>${anyOf(weeksAgo)})の?${weekday}`, (groups, today) =>
    weekdayOfWeek(weeksAgo.get(groups['weeks'] ?? '') ?? 0, weekdayOf(groups), today),
  ),
  rule(`(?:(?:この)?前の|こないだの)?${weekday}`, (groups, today) => day(findWeekdayBefore(today, weekdayOf(groups)))),

  rule(`(?<weeks>${anyOf(weeksAgo)})`, ({ weeks = '' }, today) => range(rangeOfWeek(today, -(weeksAgo.get(weeks) ?? 0)))),
  rule(`(?<months>${anyOf(monthsAgo)})`, ({ months = '' }, today) => ago(monthsAgo.get(months) ?? 0, 'month', today)),
  rule(`(?<years>${anyOf(yearsAgo)})`, ({ years = '' }, today) => ago(yearsAgo.get(years) ?? 0, 'year', today)),
  rule(`${writtenYear}(?![間前])`, (groups) => range(rangeOfYear(numberOf(groups['year'])))),
]
