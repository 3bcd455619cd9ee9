import { daysBetween } from '../../core/dates/calendar.ts'
import type { DayLabel } from '../../core/domain/ids.ts'
import type { ParsedQuery } from '../query/parse-query.ts'

export const isOnNamedDay = ({ days }: ParsedQuery, day: DayLabel): boolean => days.some(({ from, to }) => day >= from && day <= to)

/**
 * The fewer days the query names, the more each one is worth. The days after a day long ago count for half, because people often write
 * about events later.
 */
export function computeNamedDayEvidence({ days, today }: ParsedQuery, day: DayLabel): number {
  const values = days.map(({ from, to }) => {
    const length = daysBetween(from, to) + 1
    const fullValue = length <= 1 ? 8 : length <= 7 ? 7 : length <= 31 ? 6 : 2
    if (day >= from && day <= to) return fullValue
    const daysAfter = daysBetween(to, day)
    const isLongAgo = daysBetween(to, today) > 14
    return isLongAgo && length <= 31 && daysAfter > 0 && daysAfter <= (length <= 1 ? 3 : 7) ? fullValue / 2 : 0
  })
  return Math.max(0, ...values)
}
