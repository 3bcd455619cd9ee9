import type { LanguageCode } from '../domain/languages.ts'
import type { Moment } from './due-meanings.ts'
import { type FoundDue, findDues } from './due-phrases.ts'

/** Who says when something is due, and when they say it. */
export interface DueOptions extends Moment {
  /** The languages to read, the likely one first. */
  readonly languages: readonly LanguageCode[]
}

/** How much of a text is read. A due phrase stands at the beginning or end of a short text. */
const longestText = 1_000

/**
 * Finds the first phrase of a text that says when something is due in the future, and its place, so that it can be cut out.
 *
 * - A weekday is its next day, today only with a time that is still to come. In English, "next Friday" is the one of the next week.
 * - A date without a year is its next day. One that is past or impossible is not found.
 * - A time alone is today if it is still to come, otherwise tomorrow. Without more, 1 to 5 are in the afternoon, 6 to 11 in the morning,
 *   or in the evening of today if the morning's is past.
 * - "In the morning" is 09:00, "in the evening" 18:00.
 * - A repetition begins on its first day: today only with a time that is still to come.
 *
 * Only the first 1,000 characters are read.
 */
export function parseDue(text: string, options: DueOptions): FoundDue | undefined {
  return findDues(text.slice(0, longestText), options)[0]
}
