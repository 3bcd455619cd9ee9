// Questions about single words of dates.

import { dateLanguages } from './languages/index.ts'
import { anyOf, foldText, formsOf, positionsOf, splitWords } from './patterns.ts'

const spaced = dateLanguages.filter(({ isSpaceless }) => !isSpaceless)

const dayAndMonthNames = new Set(
  spaced.flatMap(({ weekdays, months }) => [...weekdays, ...months].flatMap(formsOf).flatMap(splitWords)).filter((word) => word !== 'may'),
)

const periodWords = new Set(
  spaced.flatMap(({ units, spans, counts, pastWords }) =>
    [...Object.values(units), ...(spans ?? []).map(([forms]) => forms), ...counts, pastWords].flatMap(formsOf),
  ),
)

/** Returns whether a word is the full name of a weekday or month in any language. "May" is too often another word. */
export const isDayOrMonthName = (word: string): boolean => dayAndMonthNames.has(foldText(word))

/** Returns whether a word can belong to a period such as "two years ago" or "2019" in any language. */
export const isPeriodWord = (word: string): boolean => /^(?:19|20)\d\d$/.test(word) || periodWords.has(foldText(word))

/** Returns a pattern of the weekdays in the given languages, with their accents. */
export const patternOfWeekdays = (...codes: readonly string[]): string =>
  anyOf(
    dateLanguages
      .filter(({ code }) => codes.includes(code))
      .flatMap(({ weekdays }) => weekdays.flatMap((forms) => forms.split(' ').filter((form) => form !== ''))),
  )

/** Returns a pattern of the short names of the weekdays in English. */
export const shortWeekdayPattern: string = anyOf(positionsOf(dateLanguages.find(({ code }) => code === 'en')?.shortWeekdays ?? []).keys())
