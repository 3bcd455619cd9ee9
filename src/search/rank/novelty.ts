import { asksAboutPast } from '../query/intent-cues.ts'
import type { ParsedQuery } from '../query/parse-query.ts'

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
