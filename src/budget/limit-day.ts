import { dayLabelOf, endOfDay, startOfDay } from '../core/ports/clock.ts'

/**
 * Returns the day that the daily limits apply to. It is a day in the bot's timezone, because users could change theirs to one where a day
 * has just started.
 */
export function findLimitDay(now: Date, timezone: string): { readonly begins: Date; readonly ends: Date } {
  const today = dayLabelOf(now, timezone)
  return { begins: startOfDay(today, timezone), ends: endOfDay(today, timezone) }
}
