export type TimeUnit = 'day' | 'week' | 'month' | 'year'

/**
 * The kinds of phrases, in the order in which they are looked for. A later phrase does not see words that an earlier one matched.
 *
 * - `noPastDay`: future and recurring days, and idioms. They are matched so that no other phrase matches a part of them.
 * - `datesInMonth`: a range of days of one month: "3 to 10 March". {firstDate} is its first day.
 * - `daysOfMonth`: a range of days of an unnamed month: "from the 3rd to the 5th". It can be {monthsAgo}.
 * - `months`: a range of months: "from March to May 2025". {firstMonth} is its first month.
 * - `numericDate`: a date without its year in digits: "am 3.11."
 * - `eitherNumericDate`: the same, where the weekday decides which number is the month: "Tuesday 3/11".
 * - `dateInMonth`: a day of a month in relation to today: "the 3rd of last month".
 * - `weekdayDate`: a weekday with a day of an unnamed month: "Monday the 9th".
 * - `sameDayAgo`: "a week ago today". {daysAgo} is the day from which it counts.
 * - `weekdaysAgo`: "two Tuesdays ago". Without {count}, the one before last.
 * - `weekdayOfWeek`: also with {count} weeks: "Tuesday two weeks ago".
 * - `lastNight`: yesterday and today.
 * - `dayOfMonth`: a day of an unnamed month: "on the 20th". "The 20th" can also be a choice or a rank, so there must be evidence of a day: a
 *   word such as "on", {happened}, or nothing else in the line.
 * - `daysAgo` and so on: the patterns of `periods`. A language need not repeat them.
 */
export const phraseKinds = [
  'noPastDay',
  'datesInMonth',
  'months',
  'date',
  'numericDate',
  'eitherNumericDate',
  'daysOfMonth',
  'dateInMonth',
  'weekdayDate',
  'sameDayAgo',
  'weekdaysAgo',
  'daysAgo',
  'weekdayOfWeek',
  'weekdayOfThisWeek',
  'weekday',
  'ago',
  'lately',
  'lastNight',
  'month',
  'year',
  'weekendsAgo',
  'weeksAgo',
  'monthsAgo',
  'yearsAgo',
  'dayOfMonth',
] as const

export type PhraseKind = (typeof phraseKinds)[number]

/** The kinds of periods that language tables count back from today. */
export const periodKinds = ['daysAgo', 'weekendsAgo', 'weeksAgo', 'monthsAgo', 'yearsAgo'] as const

export type PeriodKind = (typeof periodKinds)[number]

/** Patterns of the words that connect a date with other words. */
export interface DateConnectors {
  /** What may stand between a connecting word and a date: an article. */
  readonly article?: string
  /** "Since", before a date. */
  readonly since?: string
  /** "Since", directly after a date. */
  readonly sinceAfter?: string
  /** "From", "between". Without it, a range needs no such word. */
  readonly from?: string
  /** "To", "until", "and": between the two ends of a range. */
  readonly to: string
  /** "And", if it is written as part of the next word. */
  readonly toPrefix?: string
  /** "Morning", "evening": may stand between a weekday and what follows. */
  readonly partOfDay?: string
  /** "Before" in "the Sunday before 3 March". */
  readonly before?: string
  readonly after?: string
}

/**
 * How a language names days. All words may have their accents, which readers may leave out.
 *
 * The position in a list is the meaning: 0 is Monday, January, none, or this week. The forms of one word are separated by spaces, and `_`
 * is a space within a form. Other strings are patterns, in which a space stands for any white space, and these stand for the words of the
 * language:
 *
 * - {weekday} {shortWeekday} {month} {firstMonth} {shortMonth} {year} {count} {unit} {span}, and {week} for the forms of that unit;
 * - {date} {firstDate} for a day of a month, {number} for one in digits, {ordinal} for one in words, {monthNumber} for 1 to 12;
 * - {daysAgo} or {daysAgo1} for all the patterns of a period or one of them;
 * - {about} for an optional word such as "about";
 * - {greater} for a number in words that is greater than those of {count};
 * - {lineStart} and {lineEnd} for the ends of a line, {happened} for a word of `happened` in the same sentence;
 * - {end} after a day of a month that is not followed by what it counts: "on the 20th we met", but not "on the 20th floor".
 */
export interface DateLanguage {
  /** ISO 639-1. */
  readonly code: string
  /** Matches every text that can have words of this language. */
  readonly script: RegExp
  /** Whether a date can stand directly beside other letters, as in Chinese. */
  readonly isSpaceless?: boolean
  /** Letters that can be written before a word as part of it, such as the Arabic prepositions. */
  readonly prefix?: string
  readonly weekdays: readonly string[]
  /** Names that are recognized only in patterns with {shortWeekday}, because they are other words too. */
  readonly shortWeekdays?: readonly string[]
  readonly months: readonly string[]
  readonly shortMonths?: readonly string[]
  /** The days of a month in words. Digits are always read. */
  readonly dates?: readonly string[]
  /** The numbers in words. "A few" counts as three. Digits are always read. */
  readonly counts: readonly string[]
  /** Matches the beginning of a greater number, before the separator and the last part: "forty" in "forty-one". */
  readonly withinNumber?: string
  readonly units: Readonly<Record<TimeUnit, string>>
  /** The words for a number of units: "half a year", the Arabic duals. */
  readonly spans?: readonly (readonly [forms: string, count: number, unit: TimeUnit])[]
  /** "About", before a number. */
  readonly about?: string
  /** What people say of a day of a month: "we talked". Evidence that a number with an article is one. */
  readonly happened?: string
  /** What may follow a day of a month, other than the end of a clause: words that it cannot count. */
  readonly afterDay?: string
  /** Patterns of the periods that are 0, 1, 2 units ago. */
  readonly periods: Readonly<Record<PeriodKind, readonly string[]>>
  readonly phrases: Readonly<Partial<Record<PhraseKind, readonly string[]>>>
  readonly connectors: DateConnectors
  /** What may stand before a calendar date that is the whole text: "on the". */
  readonly beforeDate?: string
  /** Words that mean "last" or "ago". */
  readonly pastWords: string
  /** Frequent words that tell this language from others that have the same word for something else. */
  readonly frequentWords: string
}

/** Splits a list of words that have only one form. */
export const words = (text: string): string[] => text.split(' ')

/** A dash between the two ends of a range. */
export const dash = ' ?[\\-–—~〜～] ?'

/** What numbers count. "In 2000 meters" names no year. */
export const measures: readonly string[] = [
  ...words('m km cm mm kg g t l ml kwh mb gb meter meters metern metre metres mètre mètres metro metros metri miles mile feet'),
  ...words('kilometer kilometers kilometern kilometre kilometres kilomètres kilómetros quilômetros chilometri liter litre litros litri'),
  ...words('euro euros dollar dollars dólares dollari pesos reais people persons personen personnes personas pessoas persone leute'),
  ...words('words wörter wörtern mots palabras palavras parole pieces stück steps schritte schritten pas pasos passos passi'),
  ...words('years jahre jahren ans años anos anni days tage tagen jours días dias giorni hours stunden heures horas ore'),
  ...words('minutes minuten minutos minuti seconds sekunden secondes segundos secondi метров метрах км рублей человек шагов слов лет'),
]

/** Any text with Latin letters. */
export const latinScript = /[a-z]/i

const signs = Array.from('一二三四五六七八九')

/** Returns the Chinese and Japanese numbers from 0 to 99 in words, by value. */
export function hanNumbers(others: Readonly<Record<number, string>> = {}): string[] {
  return Array.from({ length: 100 }, (_, value) => [writeNumber(value), others[value] ?? ''].filter(Boolean).join(' '))
}

function writeNumber(value: number): string {
  const [tens, ones] = [Math.floor(value / 10), value % 10]
  return `${tens > 1 ? signs[tens - 1] : ''}${tens > 0 ? '十' : ''}${ones > 0 ? signs[ones - 1] : ''}`
}

/** Must come before a number, so that no part of a longer one is read. */
export const notWithinNumber = '(?<![0-9〇零一二三四五六七八九十百千万])'

/** Returns the names of the months, in digits and in words. */
export const hanMonths: readonly string[] = Array.from({ length: 12 }, (_, before) => {
  const month = before + 1
  return `${month}月 ${String(month).padStart(2, '0')}月 ${writeNumber(month)}月`
})
