import { type DateLanguage, dash, latinScript, words } from './language.ts'

const month = '(?:{month}|{shortMonth})\\.?'
const inYear = '(?:,? {year}|,? (?:of )?{yearsAgo})?'
const ordinal = '(?:st|nd|rd|th)?'
const last = `{date}${ordinal}`
const first = `{firstDate}${ordinal}`
const to = '(?:to|until|till|through) (?:the )?'

export const english: DateLanguage = {
  code: 'en',
  script: latinScript,
  weekdays: words('monday tuesday wednesday thursday friday saturday sunday'),
  // On their own, they can be other words ("mon anniversaire", "the sun sat").
  shortWeekdays: ['mon', 'tue tues', 'wed weds', 'thu thurs', 'fri', 'sat', 'sun'],
  months: words('january february march april may june july august september october november december'),
  shortMonths: words('jan feb mar apr may jun jul aug sep oct nov dec'),
  counts: [
    'zero',
    'a an one',
    'two a_couple_of couple_of',
    'three a_few few several',
    ...words('four five six seven eight nine ten eleven twelve'),
  ],
  units: { day: 'day days', week: 'week weeks', month: 'month months', year: 'year years' },
  periods: {
    daysAgo: ['today|tonight|this (?:morning|afternoon|evening)', 'yesterday|last night', '(?:the )?day before yesterday'],
    weekendsAgo: ['(?:this|the) weekend', 'last weekend'],
    weeksAgo: ['this week', "last week(?:'s)?|(?:the )?(?:previous|past) week", '(?:the )?week before last'],
    monthsAgo: ['this month', '(?:last|previous|past) month'],
    yearsAgo: ['this year', '(?:last|previous|past) year'],
  },
  phrases: {
    noPastDay: [
      'by (?:{weekday}|{shortWeekday})',
      '(?:next|coming) (?:{weekday}|{shortWeekday}|{unit}|weekend|{month}|{shortMonth})',
      '(?:today|{weekday}) (?:in a week|week)',
      // The verb.
      `(?<!on )\\d+ may(?: (?:also|even|only|still|well|not|never))? (?:be|have|come|go|get|need|want|take|make|enter|join|leave|change|seem|look|help|work|fail|apply|i|we|he|she|they)`,
    ],
    datesInMonth: [
      `(?:from (?:the )?)?${first}(?: ${to}|${dash})${last} (?:of )?${month}${inYear}`,
      `between (?:the )?${first} and (?:the )?${last} (?:of )?${month}${inYear}`,
      `from ${month} ${first} ${to}${last}(?!:\\d)${inYear}`,
      `between ${month} ${first} and ${last}(?!:\\d)${inYear}`,
      `${month} ${first}(?: ${to}|[\\-–—])${last}(?!:\\d)(?:,? {year}|(?=\\s*(?:[,;!?\\)]|\\.\\D|\\.?$)))`,
    ],
    months: [
      `from {firstMonth} (?:to|until|till|through) {month}${inYear}`,
      `between {firstMonth} and {month}${inYear}`,
      `{firstMonth}(?: (?:to|until|till|through) |${dash}){month},? {year}`,
    ],
    date: [`${last} (?:of )?${month}${inYear}`, `${month} ${last}${inYear}`],
    weekdayOfWeek: ['{weekday} (?:of )?{weeksAgo1}', '{weeksAgo1} (?:on )?{weekday}'],
    weekdayOfThisWeek: ['this {weekday}'],
    weekday: ['(?:(?:on|last|this past|past) )?{weekday}', '(?:on|last|this|since) {shortWeekday}\\.?'],
    ago: ['{count} {unit} ago'],
    lately: ['(?:the )?(?:last|past) {count} {unit}'],
    month: [
      `${month} {year}`,
      `(?:in )?${month},? (?:of )?{yearsAgo}`,
      `{yearsAgo},? in ${month}`,
      `(?:in|during|since|last|early|late|mid) ${month}`,
    ],
    year: ['(?:in|during|since) {year}'],
  },
  connectors: {
    article: 'the',
    since: 'since',
    from: 'between|from',
    to: 'and|to|until|till|through',
    partOfDay: 'morning|afternoon|evening|night',
    before: 'before|prior to',
    after: 'after',
  },
  beforeDate: 'on|the|on the',
  pastWords: 'ago last past previous',
  frequentWords: 'the and is are was were we you i it that this of to in on with have had did what when for not my our they he she',
}
