import type { LanguageWords } from '../../core/languages.ts'
import type { TranscriptLine } from '../../core/transcript.ts'
import { sentencesOf } from './sentences.ts'
import { topicStems } from './words.ts'

/** Topics named, and sentences quoted. */
const TOPICS = 4
const QUOTES = 2

/** Characters of a quoted sentence: longer ones are seldom to the point, shorter ones say nothing. */
const LONGEST_QUOTE = 160
const SHORTEST_QUOTE = 20

/** A topic is a longer word, a name or a number: short words are most often verbs. */
const TELLING = /^.{5,}$|^\p{Lu}.{2,}|\d/u

interface Phrases {
  readonly messages: (count: number) => string
  readonly about: (topics: string) => string
}

const english: Phrases = {
  messages: (count) => (count === 1 ? 'One message' : `${count} messages`),
  about: (topics) => `, mostly about ${topics}`,
}

const phrases: Readonly<Record<string, Phrases>> = {
  english,
  french: {
    messages: (count) => (count === 1 ? 'Un message' : `${count} messages`),
    about: (topics) => `, surtout à propos de : ${topics}`,
  },
  german: {
    messages: (count) => (count === 1 ? 'Eine Nachricht' : `${count} Nachrichten`),
    about: (topics) => `, vor allem über: ${topics}`,
  },
  spanish: {
    messages: (count) => (count === 1 ? 'Un mensaje' : `${count} mensajes`),
    about: (topics) => `, sobre todo acerca de: ${topics}`,
  },
  italian: { messages: (count) => (count === 1 ? 'Un messaggio' : `${count} messaggi`), about: (topics) => `, soprattutto su: ${topics}` },
  portuguese: {
    messages: (count) => (count === 1 ? 'Uma mensagem' : `${count} mensagens`),
    about: (topics) => `, sobretudo sobre: ${topics}`,
  },
  dutch: { messages: (count) => (count === 1 ? 'Eén bericht' : `${count} berichten`), about: (topics) => `, vooral over: ${topics}` },
}

/** A stretch of the day in one line: how much was said, what about, and the sentences most of it turns on. */
export function describe(spoken: readonly TranscriptLine[], words: LanguageWords): string {
  const { messages, about } = phrases[words.language] ?? english
  const topics = topicsOf(spoken)
  const quotes = centralSentences(spoken).map(({ id, text }) => `“${text}” [#${id}]`)
  const head = `${messages(spoken.length)}${topics.length > 0 ? about(topics.join(', ')) : ''}`
  return quotes.length > 0 ? `${head}: ${quotes.join(' ')}` : `${head}.`
}

/** How many messages each stem is in. */
function frequencies(lines: readonly TranscriptLine[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { text } of lines) for (const stem of new Set(topicStems(text))) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return counts
}

/** The person's words that most messages share, as they first wrote them; what they said themselves counts for more. */
function topicsOf(lines: readonly TranscriptLine[]): string[] {
  const own = lines.filter(({ role }) => role === 'user')
  const counts = frequencies([...lines, ...own])
  const written = new Map<string, string>()
  for (const { text } of own.length > 0 ? own : lines) {
    for (const word of text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? []) {
      const [stem] = topicStems(word)
      if (stem && TELLING.test(word) && !written.has(stem)) written.set(stem, word)
    }
  }
  return [...written]
    .map(([stem, word]) => ({ word, count: counts.get(stem) ?? 0 }))
    .filter(({ count }) => count > 2)
    .sort((a, b) => b.count - a.count)
    .slice(0, TOPICS)
    .map(({ word }) => word)
}

/** The person's sentences whose words are in most messages, in the order of the day. */
function centralSentences(lines: readonly TranscriptLine[]): { id: number; text: string }[] {
  const counts = frequencies(lines)
  const seen = new Set<string>()
  return lines
    .filter(({ role }) => role === 'user')
    .flatMap(({ id, text }) => sentencesOf(text).map((sentence) => ({ id, text: sentence })))
    .filter(({ text }) => text.length >= SHORTEST_QUOTE && text.length <= LONGEST_QUOTE && !text.endsWith('?'))
    .filter(({ text }) => !seen.has(text) && seen.add(text))
    .map((sentence, position) => {
      const stems = [...new Set(topicStems(sentence.text))]
      const score = stems.reduce((sum, stem) => sum + (counts.get(stem) ?? 0), 0) / Math.sqrt(stems.length + 3)
      return { ...sentence, position, score }
    })
    .sort((a, b) => b.score - a.score || a.position - b.position)
    .slice(0, QUOTES)
    .sort((a, b) => a.position - b.position)
    .map(({ id, text }) => ({ id, text: text.replace(/[[\]]/g, '') }))
}
