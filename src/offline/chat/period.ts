import { daysBetween } from '../../core/dates/calendar.ts'
import { parseNamedDays } from '../../core/dates/named-days.ts'
import type { DayLabel } from '../../core/domain/ids.ts'

/** A range of days, both ends included. */
export interface Period {
  readonly since: DayLabel
  readonly until: DayLabel
}

/**
 * Returns the first range of days up to `today` that a question names, or undefined if it names none. The search only prefers such days,
 * but the offline model insists on them.
 */
export function parsePeriod(text: string, today: DayLabel): Period | undefined {
  const days = parseNamedDays(text.normalize('NFC'), today).find(({ from }) => from <= today)
  return days && { since: days.from, until: days.to < today ? days.to : today }
}

/** Returns the number of days in a period. */
export function countDays({ since, until }: Period): number {
  return daysBetween(since, until) + 1
}

/** Any day will do, because only the places of days in a text matter. */
const someDay = '2026-01-01' as DayLabel

/** Blanks the days that a text names. */
export function withoutDays(text: string): string {
  const composed = text.normalize('NFC')
  return parseNamedDays(composed, someDay).reduce(
    (rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end),
    composed,
  )
}
