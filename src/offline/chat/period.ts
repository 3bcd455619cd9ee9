import { daysBetween } from '../../core/dates/calendar.ts'
import { parseNamedDays } from '../../core/dates/named-days.ts'
import type { DayLabel } from '../../core/domain/ids.ts'

/** Days from the first to the last, both included. */
export interface Period {
  readonly since: DayLabel
  readonly until: DayLabel
}

/**
 * The first days up to `today` that a question names; undefined when it names none. The search prefers such days;
 * here a question is held to the days it asks for.
 */
export function parsePeriod(text: string, today: DayLabel): Period | undefined {
  const days = parseNamedDays(text.normalize('NFC'), today).find(({ from }) => from <= today)
  return days && { since: days.from, until: days.to < today ? days.to : today }
}

/** How many days a period has. */
export function countDays({ since, until }: Period): number {
  return daysBetween(since, until) + 1
}
