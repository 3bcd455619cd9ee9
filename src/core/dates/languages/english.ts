import { type DateLanguage, dash, latinScript, words } from './language.ts'

const tensAndOnes = (ones: string, tens: string): string[] => words(ones).map((one) => `${tens}-${one} ${tens}_${one}`)
const month = '(?:{month}|{shortMonth})\\.?'
const inYear = '(?:,? {year}|,? (?:of )?{yearsAgo})?'
const suffix = '(?:st|nd|rd|th)'
const ordinal = `${suffix}?`
const last = `{number}${ordinal}`
const first = `{firstDate}${ordinal}`
const to = '(?:to|until|till|through) (?:the )?'
const dayOfWeek = '(?:{weekday}|{shortWeekday}\\.?)'
const next = '(?:(?:the )?(?:next|coming|following))'
const every = `(?:every|each)(?: (?:single|other|second|third|fourth|last|{number}${suffix}))?`
const numbered = `(?:the )?{number}${suffix}?`
/** "She sat 2nd", "they wed 10/10", "mon 3e" in French. */
const shortWeekday = '(?:(?<=(?:(?<![a-z])(?:on|last|this|since)|[,;:\\(\\n]|^) ?)|(?!mon|wed|sat|sun)){shortWeekday}\\.?'

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
    ...words('four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'),
    ...tensAndOnes('one two three four five six seven eight nine', 'twenty'),
    'thirty',
    ...tensAndOnes('one', 'thirty'),
  ],
  withinNumber: '(?:(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand)(?: and)?',
  dates: [
    '',
    ...words('first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth'),
    ...words('sixteenth seventeenth eighteenth nineteenth twentieth'),
    ...tensAndOnes('first second third fourth fifth sixth seventh eighth ninth', 'twenty'),
    'thirtieth',
    ...tensAndOnes('first', 'thirty'),
  ],
  units: { day: 'day days', week: 'week weeks', month: 'month months', year: 'year years' },
  spans: [
    ['half_a_year half_year', 6, 'month'],
    ['fortnight a_fortnight', 2, 'week'],
  ],
  periods: {
    daysAgo: ['today|tonight|this (?:morning|afternoon|evening)', 'yesterday|last night', '(?:the )?day before yesterday'],
    weekendsAgo: ['(?:this|the) weekend', 'last weekend'],
    weeksAgo: ['this week', "last week(?:'s)?|(?:the )?(?:previous|past) week", '(?:the )?week before last'],
    monthsAgo: ['this month', '(?:last|previous|past) month'],
    yearsAgo: ['this year', '(?:last|previous|past) year'],
  },
  phrases: {
    noPastDay: [
      `(?:on )?${dayOfWeek}(?: (?:morning|afternoon|evening|night))?,? (?:(?:of|in) )?(?:the week after next|${next} week)`,
      `(?:on )?${dayOfWeek} (?:of|in) ${next} month`,
      `(?:the week after next|${next} week),? (?:on )?${dayOfWeek}`,
      `(?:on )?${dayOfWeek},? (?:after next|in {about}(?:{count} {unit}|{span}))`,
      `in {about}(?:{count} {unit}|{span}),? on ${dayOfWeek}`,
      `(?:{count} {unit}|{span}) from (?:(?:on|last|this) )?(?:${dayOfWeek}|{daysAgo})`,
      `(?:(?:on )?${numbered} (?:of )?)?${month}(?: ${numbered})?,? (?:of )?next year`,
      `next year,? (?:in|on) (?:${numbered} (?:of )?)?${month}(?: ${numbered})?`,
      `(?:on )?(?:the )?(?:{number}${suffix}|${dayOfWeek}) (?:of|in) (?:every|each) (?:{unit}|${month})`,
      `${every} ${dayOfWeek}(?:,? (?:and|or) ${dayOfWeek})*`,
      `${every} {unit},? on (?:the {number}${suffix}|${dayOfWeek})`,
      `${every} (?:${numbered} (?:of )?)?${month}(?: ${numbered})?`,
      `${every} (?:{unit}|weekend)|(?:every|each) {number}${suffix}`,
      `(?:once|twice|{count} times) (?:a|per) {unit},? on (?:the {number}${suffix}|${dayOfWeek})`,
      `{greater} {unit} ago,? (?:on )?(?:${dayOfWeek}|{daysAgo})`,
      `(?:on )?(?:${dayOfWeek}|{daysAgo}),? {greater} {unit} ago`,
      '(?:may|march) {number} (?:times|more|or|people|percent|{unit}|of (?:the|them|us|you)|miles)',
      '(?:i|you|he|she|it|we|they|who|that|which|this) may {number}',
      'on 24/7',
      `(?:from|between) the {number}${suffix} (?:to|until|till|through|and) (?:the )?{number}${suffix}(?!{end}|,? (?:of )?(?:${month}|{monthsAgo}))`,
      'by (?:{weekday}|{shortWeekday})',
      `(?:by|(?<!\\d${suffix} )(?:until|till)) (?:{weekday},? )?the {number}${suffix}`,
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
    date: [
      `${last} (?:of )?${month}${inYear}`,
      `${month} (?:the )?${last}${inYear}`,
      `{ordinal} of {month}${inYear}`,
      // "You may first want to", "the march first went".
      `(?:(?<=(?:on|since|until) )|(?!may|march)){month} {ordinal}${inYear}{end}`,
      `{month} the {ordinal}${inYear}{end}`,
    ],
    // The month comes first, unless it cannot.
    numericDate: ['(?:on|since|until|till|from) {monthNumber}/{number}{end}', '(?:on|since|until|till|from) {number}/{monthNumber}{end}'],
    eitherNumericDate: [
      `(?:on )?(?:{weekday}|${shortWeekday}),? {monthNumber}/{number}{end}`,
      `(?:on )?(?:{weekday}|${shortWeekday}),? {number}/{monthNumber}{end}`,
    ],
    daysOfMonth: [`(?:from|between) the (?=\\d)${first} (?:to|until|till|through|and) (?:the )?{number}${suffix}(?: of {monthsAgo})?{end}`],
    dateInMonth: [`(?:the )?{number}${suffix} of {monthsAgo}`],
    weekdayDate: [
      `(?:on )?(?:{weekday}|${shortWeekday}),? (?:the )?{number}${suffix}{end}`,
      '(?:on )?{weekday},? the (?:{number}|{ordinal}){end}',
    ],
    sameDayAgo: [
      '(?:{count} {unit}|{span}) ago,? {daysAgo}',
      '{daysAgo},? {about}(?:{count} {unit}|{span}) ago',
      '(?:on )?this (?:very |same )?day {yearsAgo1}',
    ],
    weekdaysAgo: ['(?:on )?(?:the )?{weekday} before last', '{count} {weekday}s ago'],
    weekdayOfWeek: [
      '{weekday},? (?:of )?{weeksAgo}',
      '{weeksAgo},? (?:on )?{weekday}',
      '(?:on )?{weekday},? {count} {week} ago',
      '{count} {week} ago,? (?:on )?{weekday}',
    ],
    weekdayOfThisWeek: ['this {weekday}'],
    weekday: ['(?:(?:on|last|this past|past) )?{weekday}', '(?:on|last|this|since) {shortWeekday}\\.?'],
    ago: ['{about}(?:{count} {unit}|{span}) ago'],
    lately: ['(?:the )?(?:last|past) {count} {unit}'],
    month: [
      `${month} {year}`,
      `(?:in )?${month},? (?:of )?{yearsAgo}`,
      `{yearsAgo},? in ${month}`,
      `(?:in|during|since|last|early|late|mid) ${month}`,
    ],
    year: ['(?:in|during|since) {year}'],
    dayOfMonth: [
      `on the {number}${suffix}{end}`,
      `(?<=(?:since|from|between|before|after|around) )the {number}${suffix}{end}`,
      `{lineStart}the {number}${suffix}{lineEnd}`,
      `(?<=i (?:mean|meant) )the {number}${suffix}(?=[,.;!?]|$)`,
      `the {number}${suffix}{end}{happened}`,
    ],
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
  about: 'about|around|roughly|approximately|almost|nearly|some|circa|exactly',
  happened:
    'did (?:we|you|i|they|he|she) (?:say|talk|speak|do|decide|discuss|meet|go|eat|write|plan|agree|mention)|happened|talked|spoke|said|met|discussed|decided|went|arrived|began|started|wrote|agreed|told|mentioned',
  afterDay: 'to (?:the|yesterday|today|last)|until|till|through|at|in the|with|about|when|what|who|i|we|you|he|she|they|it|did|was|were|is',
  beforeDate: 'on|the|on the',
  pastWords: 'ago last past previous',
  frequentWords: 'the and is are was were we you i it that this of to in on with have had did what when for not my our they he she',
}
