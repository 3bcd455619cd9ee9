import type { Translate } from '../../core/messages/messages.ts'
import { findSharedStems, isSameWord, namesOf } from '../compare.ts'
import { hasCommonCue } from '../summary/cues.ts'
import { foldText, toTopicStems } from '../words.ts'
import type { AnswerLine } from './lines.ts'
import { withoutDays } from './period.ts'

/** A number near a word of the topic, and the words between them: "340", "a". */
interface TopicValue {
  readonly value: string
  readonly slot: string
}

/** The numbers of words from a number to the topic, after it ("340 a spread") and before it ("a spread costs 340"). */
const maxWordsAfter = 2
const maxWordsBefore = 3

/**
 * Whether a line gives another value for the same as an earlier one. Both must have a number near a word of the topic, in the same words or
 * with enough else in common, or the newer one says that something changed. What different people want are different things.
 */
export function isUpdateOf(newer: AnswerLine, older: AnswerLine, topic: readonly string[]): boolean {
  const isChange = hasCommonCue(newer.said, 'change')
  if (compareTime(newer, older) <= 0 || (!isChange && namesDiffer(newer.said, older.said))) return false
  const [values, olderValues] = [findValues(newer.said, topic), findValues(older.said, topic)]
  if (values.length === 0 || olderValues.length === 0 || isSubset(values, olderValues)) return false
  if (values.some(({ slot }) => olderValues.some((other) => other.slot === slot)) || isChange) return true
  // "14 double spreads" and "340 a spread" are different things, but what follows the topic is the topic's.
  const isOfTopic = ({ slot }: TopicValue) => slot.endsWith('#')
  return values.some(isOfTopic) && olderValues.some(isOfTopic) && findSharedStems(newer.said, older.said).length >= 2
}

const isSubset = (values: readonly TopicValue[], others: readonly TopicValue[]): boolean =>
  values.every(({ value }) => others.some((other) => other.value === value))

/** Returns the numbers near the topic, apart from those of dates. */
function findValues(text: string, topic: readonly string[]): readonly TopicValue[] {
  const words = splitTokens(withoutDays(foldText(text)))
  const isTopic = (word: string) => toTopicStems(word).some((stem) => topic.some((other) => isSameWord(stem, other)))
  return words.flatMap((word, index): TopicValue[] => {
    if (!/\p{N}/u.test(word)) return []
    const after = words.slice(index + 1, index + 1 + maxWordsAfter)
    const following = after.findIndex(isTopic)
    if (following >= 0) return [{ value: word, slot: `# ${after.slice(0, following).join(' ')}` }]
    const before = words.slice(Math.max(0, index - maxWordsBefore), index)
    const preceding = before.findLastIndex(isTopic)
    return preceding >= 0 ? [{ value: word, slot: `${before.slice(preceding + 1).join(' ')} #` }] : []
  })
}

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' })

/** Splits a text into words and numbers. A number keeps its separators. */
const splitTokens = (text: string): readonly string[] =>
  (text.match(/\p{N}+(?:[.,:]\p{N}+)*|[^\p{N}]+/gu) ?? []).flatMap((part) =>
    /\p{N}/u.test(part) ? [part] : Array.from(segmenter.segment(part), ({ segment }) => segment).filter((word) => /\p{L}/u.test(word)),
  )

function namesDiffer(one: string, other: string): boolean {
  const [names, others] = [namesOf(one), namesOf(other)]
  return names.length > 0 && others.length > 0 && !names.some((name) => others.includes(name))
}

/** Orders lines by time as far as it is known. Those of the same time are in the order of their ids. */
export function compareTime(one: AnswerLine, other: AnswerLine): number {
  const [time, otherTime] = [Date.parse(one.sentAt), Date.parse(other.sentAt)]
  const byTime = Number.isNaN(time) || Number.isNaN(otherTime) ? one.day.localeCompare(other.day) : time - otherTime
  return byTime || one.id - other.id
}

/** Adds to each line what it replaced, and drops that. */
export function mergeUpdates(lines: readonly AnswerLine[], topic: readonly string[], translate: Translate): readonly AnswerLine[] {
  const newestOf = (line: AnswerLine) =>
    lines
      .filter((other) => isUpdateOf(other, line, topic))
      .sort(compareTime)
      .at(-1)
  return lines
    .filter((line) => !newestOf(line))
    .map((line) => {
      const earlier = lines.filter((other) => newestOf(other) === line)
      const past = earlier.map(({ text }) => translate('offline.before', { text })).join(' ')
      return past ? { ...line, text: `${line.text} (${past})` } : line
    })
}
