import { numbersOf } from '../compare.ts'
import { foldText, toTopicStems } from '../words.ts'
import { hasCue } from './cues.ts'
import type { ResolvedStatement } from './references.ts'

/** The number of messages that contain each stem. */
export type StemCounts = ReadonlyMap<string, number>

export function countStems(statements: readonly ResolvedStatement[]): StemCounts {
  const messages = new Map<string, Set<number>>()
  for (const { id, text } of statements) {
    for (const stem of toTopicStems(text)) messages.set(stem, (messages.get(stem) ?? new Set()).add(id))
  }
  return new Map([...messages].map(([stem, ids]) => [stem, ids.size]))
}

/** A sentence without numbers, names and days tells less if it is shorter, in characters, or has fewer topic words. */
const minTellingLength = 40
const minTellingStems = 4

/** Rates how much a sentence tells: numbers, names and days, what the speaker did, and what the day is about. Praise and advice tell little. */
export function scoreStatement(statement: ResolvedStatement, counts: StemCounts): number {
  const { text, isUnclear } = statement
  const stems = new Set(toTopicStems(text))
  const numbers = numbersOf(text).length
  const names = countNames(text)
  const hasDay = hasCue(statement, 'day')
  const isBare = numbers === 0 && names === 0 && !hasDay
  const isSelf = hasCue(statement, 'self')
  const isPraise = hasCue(statement, 'praise')
  const central = [...stems].reduce((sum, stem) => sum + Math.min(4, (counts.get(stem) ?? 1) - 1), 0) / Math.sqrt(stems.size + 3)
  const isListener = hasCue(statement, 'listener')
  return (
    (numbers > 0 ? 1.2 + Math.min(2, numbers - 1) * 0.3 : 0) +
    (numbers === 0 && hasCue(statement, 'numberWord') ? 0.6 : 0) +
    Math.min(2, names) * 0.6 +
    (hasDay ? 0.5 : 0) +
    (isSelf ? 0.7 : 0) +
    (hasCue(statement, 'past') ? 0.2 : 0) +
    (hasCue(statement, 'instruction') ? 2 : 0) +
    Math.min(1.5, central / 4) +
    Math.min(12, stems.size) * 0.12 -
    (isPraise ? (numbers > 0 ? 0.4 : 0.9) : 0) -
    (hasCue(statement, 'vague') ? 1.2 : 0) -
    (isListener ? (isPraise ? 1.2 : isSelf ? 0.3 : 0.9) : 0) -
    (isUnclear ? 0.4 : 0) -
    (isBare && !isSelf && stems.size < minTellingStems ? 0.25 : 0) -
    (isBare && text.length < minTellingLength ? 0.3 : 0)
  )
}

/** Counts the capitalized words that do not begin the sentence. */
export function countNames(text: string): number {
  const names = text.slice(1).match(/(?<=[\p{L}\p{N},;:]\s["“«(']?)\p{Lu}[\p{L}’'-]+/gu) ?? []
  return new Set(names.map(foldText).filter((name) => name.length > 1)).size
}
