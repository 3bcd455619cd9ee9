import { daysBetween } from '../../core/dates/calendar.ts'
import type { DayLabel } from '../../core/domain/ids.ts'
import { asksAboutPast } from '../query/intent-cues.ts'
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

interface RepeatableMessage {
  readonly role: string
  /** The beginning of the message. */
  readonly text: string
  /** Whether the message cites other messages. */
  readonly cites: boolean
}

/** Returns a factor from 0 to 1, which is lower for a message that asks or repeats something instead of adding something new. */
export function computeNovelty(query: ParsedQuery, { role, text, cites }: RepeatableMessage, isAsking: boolean): number {
  if (isAsking && hasSameWords(text, query.text)) return 0.05
  if (role === 'assistant' ? cites : isAsking && asksAboutPast(text)) return 0.2
  if (role === 'assistant') return query.isAboutSpeaker ? 0.15 : 1
  return isAsking ? 0.95 : 1
}

function hasSameWords(one: string, other: string): boolean {
  // A cheap check that rules out most messages.
  if (one.length > other.length * 2 + 20) return false
  return normalizeText(one) === normalizeText(other)
}

function normalizeText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
