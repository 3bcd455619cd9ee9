import type { DateLanguage, TimeUnit } from '../languages/language.ts'

export type PartOfDay = 'morning' | 'noon' | 'afternoon' | 'evening' | 'night' | 'midnight'

export type DueUnit = TimeUnit | 'hour' | 'minute'

/**
 * The kinds of pieces of which a phrase such as "every Friday at nine" consists.
 *
 * - `skip`: words that are no due time, matched so that no other piece matches a part of them: "last Friday", "9 people".
 * - `day`: a number of `days` from today.
 * - `weekday`: the next such day, or with `weeks` the one in a later calendar week.
 * - `date`: a day of a month, perhaps with its year. `numericDate`: the same in digits.
 * - `dayOfMonth`: a day of this or the next month, or with `months` of a later one.
 * - `later`: the first day of a later week, month or year.
 * - `in`: a number of units from now.
 * - `time`: a time of the day. `part`: a part of it.
 * - `repeat`: "every" with a unit, weekdays or a date.
 */
export const dueKinds = ['skip', 'repeat', 'in', 'date', 'numericDate', 'dayOfMonth', 'later', 'weekday', 'day', 'time', 'part'] as const

export type DueKind = (typeof dueKinds)[number]

/** What the words of a piece say. A rule gives what its words always mean, and captures the rest. */
export interface DueValues {
  readonly days?: number
  /** 0 is Monday. */
  readonly weekday?: number
  /** Several after "every". */
  readonly weekdays?: readonly number[]
  /** The position of a weekday in its month: 1 is the first, -1 the last. */
  readonly position?: number
  readonly weeks?: number
  readonly months?: number
  readonly date?: number
  readonly month?: number
  readonly year?: number
  readonly count?: number
  readonly unit?: DueUnit
  readonly hour?: number
  readonly minute?: number
  /** Minutes to add to the time: -30 in "halb zehn". */
  readonly shift?: number
  readonly part?: PartOfDay
  /** Whether it is only read beside another piece, at the start of a text, at the end of a clause, or before a word of `follow`. */
  readonly isWeak?: boolean
  /** Whether it is only read beside another piece: "morning". */
  readonly isBound?: boolean
  /** Whether the hour is written with its minutes in digits. */
  readonly isExact?: boolean
}

export type DueRule = readonly [kind: DueKind, pattern: string, values?: DueValues]

/**
 * How a language says when something is due. Patterns are written as in `DateLanguage`, with these words:
 *
 * - {weekday} {shortweekday} {month} {date} {number} {year}, and {weekdays} for one or more, joined by `and`;
 * - {count} {unit} for days and longer, {anyunit} for any unit;
 * - {hour} in digits or words, {minute} for two digits, {minutes} for a number that is added, {minutesto} for one that is subtracted;
 * - {am} and {pm} for what the language writes after an hour;
 * - {first} and {second} for the numbers of a date in digits.
 */
export interface DueLanguage {
  /** The names of days and months, and the numbers. */
  readonly words: DateLanguage
  /** Replaces the weekdays of `words`. */
  readonly weekdays?: readonly string[]
  readonly minute: string
  readonly hour: string
  /** Replaces the numbers of `words` in hours, by position. */
  readonly hours?: readonly string[]
  readonly am?: string
  readonly pm?: string
  /** Whether dates in digits begin with the month. */
  readonly isMonthFirst?: boolean
  /** Whether "9:30" can also be in the evening. */
  readonly has12Hours?: boolean
  /** "And" between weekdays. */
  readonly and: string
  readonly rules: readonly DueRule[]
  /** What may stand before a day, or between two pieces: "on", "by", "until", "starting". */
  readonly lead: string
  /** What else may stand between two pieces. */
  readonly glue?: string
  /** The beginnings of what ends a repetition: "until Friday". */
  readonly until: string
  /** What may stand after a phrase as a part of it. */
  readonly trail?: string
  /** What may follow a weak piece. */
  readonly follow: string
  readonly requests: RequestLanguage
}

/**
 * How a language asks to be reminded. In patterns, § stands for the due phrase, which may also be missing where it stands, and {thing} for
 * what to be reminded of.
 */
export interface RequestLanguage {
  /** Words, one of which every request contains. */
  readonly need: string
  /** What may stand before a request: "hey", "please". */
  readonly openers: string
  readonly patterns: readonly string[]
  /** The words of a request that may stand between a day and a time: "tomorrow remind me at nine". */
  readonly core: string
  /** "That", before a clause that keeps its due phrase: "remind me that the bank is closed on Friday". */
  readonly that?: string
  /** The beginnings of what is no thing to be reminded of: "what we said". */
  readonly noThing?: string
  /** What may stand after a request: "please", "thanks". */
  readonly closers: string
  /** Edits of the thing, in order: a pattern and its replacement. They see the text with its capitals. */
  readonly edits?: readonly (readonly [pattern: RegExp, replacement: string])[]
}
