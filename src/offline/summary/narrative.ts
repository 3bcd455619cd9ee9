import type { TranscriptLine } from '../../core/domain/text.ts'
import type { Translate } from '../../core/messages/messages.ts'
import { isQuestionSentence, splitSentences } from '../sentences.ts'
import { splitWords, toTopicStems } from '../words.ts'

/** The maximum numbers of topics to name and of sentences to quote. */
const maxTopics = 4
const maxQuotes = 2

/** The maximum number of characters in a quoted sentence. Longer sentences are rarely to the point. */
const maxQuoteLength = 160
const minQuoteLength = 20

/** A topic is a longer word, a name or a number, because most short words are verbs. */
const topicWordPattern = /^.{5,}$|^\p{Lu}.{2,}|\d|^[\p{Script=Han}\p{Script=Katakana}]{2,}/u

const unspacedPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const unspacedPatterns = new RegExp(unspacedPattern, 'gu')

/** Describes a part of the day in one line: the number of messages, their topics, and their central sentences. */
export function buildNarrative(spokenLines: readonly TranscriptLine[], translate: Translate): string {
  const topics = findTopics(spokenLines)
  const quotes = selectCentralSentences(spokenLines).map(({ id, text }) => `“${text}” [#${id}]`)
  const values = { count: spokenLines.length, topics: topics.join(', ') }
  const opening = translate(topics.length > 0 ? 'offline.messagesAbout' : 'offline.messages', values)
  return quotes.length > 0 ? `${opening}: ${quotes.join(' ')}` : `${opening}.`
}

/** Counts the messages that contain each stem. */
function countStems(lines: readonly TranscriptLine[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { text } of lines) for (const stem of new Set(toTopicStems(text))) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return counts
}

/** Returns the most frequent words, as first written. The user's own messages count more. */
function findTopics(lines: readonly TranscriptLine[]): string[] {
  const userLines = lines.filter(({ role }) => role === 'user')
  const counts = countStems([...lines, ...userLines])
  const wordsByStem = new Map<string, string>()
  for (const { text } of userLines.length > 0 ? userLines : lines) {
    for (const word of splitTopicWords(text)) {
      const [stem] = toTopicStems(word)
      if (stem && topicWordPattern.test(word) && !wordsByStem.has(stem)) wordsByStem.set(stem, word)
    }
  }
  return [...wordsByStem]
    .map(([stem, word]) => ({ word, count: counts.get(stem) ?? 0 }))
    .filter(({ count }) => count > 2)
    .sort((a, b) => b.count - a.count)
    .slice(0, maxTopics)
    .map(({ word }) => word)
}

/** Splits a text into words, with what is joined by hyphens and apostrophes. */
const splitTopicWords = (text: string): readonly string[] =>
  (text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? []).flatMap((word) => (unspacedPattern.test(word) ? splitWords(word) : [word]))

/** Whether a sentence has the length of a quote. A Chinese or Japanese character counts for two. */
function isQuotable(sentence: string): boolean {
  const length = sentence.replace(unspacedPatterns, '..').length
  return length >= minQuoteLength && length <= maxQuoteLength && !isQuestionSentence(sentence)
}

/** Returns the user's sentences whose words occur in the most messages, in order. */
function selectCentralSentences(lines: readonly TranscriptLine[]): { id: number; text: string }[] {
  const counts = countStems(lines)
  const seen = new Set<string>()
  return lines
    .filter(({ role }) => role === 'user')
    .flatMap(({ id, text }) => splitSentences(text).map((sentence) => ({ id, text: sentence })))
    .filter(({ text }) => isQuotable(text))
    .filter(({ text }) => !seen.has(text) && seen.add(text))
    .map((sentence, position) => {
      const stems = [...new Set(toTopicStems(sentence.text))]
      const score = stems.reduce((sum, stem) => sum + (counts.get(stem) ?? 0), 0) / Math.sqrt(stems.length + 3)
      return { ...sentence, position, score }
    })
    .sort((a, b) => b.score - a.score || a.position - b.position)
    .slice(0, maxQuotes)
    .sort((a, b) => a.position - b.position)
    .map(({ id, text }) => ({ id, text: text.replace(/[[\]]/g, '') }))
}
