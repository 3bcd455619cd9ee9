import { dayInWords, parseDayLabel } from '../../core/clock.ts'
import { type DaySummary, type Findings, linesOf, type Quoted } from './findings.ts'
import type { Period } from './period.ts'
import { PHRASES, type Phrases } from './phrases.ts'
import { type Asked, type Question, questionIn, tellsDecision, topicOf } from './question.ts'
import { mentions } from './words.ts'

/** Lines of one answer; fewer where only the search tells what fits. */
const MOST_LINES = 24
const MOST_QUOTES = 5

/** Characters of one quoted line. */
const LINE_LENGTH = 300

/** Messages that score below this share of the best one are left out. */
const RELEVANT = 0.4

interface Line {
  readonly day: string
  readonly text: string
}

interface Quote extends Line {
  readonly id: number
  /** Whether the summary of its day knows it. */
  readonly covered: boolean
}

const CITATION = /\[#\d+\]/g

/** What a search turned out, for an answer. */
export interface Search {
  readonly question: Question
  /** The days that were asked for. */
  readonly period: Period | undefined
  /** Whether nothing was found in those days, and the others were searched too. */
  readonly widened: boolean
  readonly findings: Findings
}

/** The lines that answer the question, by day and in order, each with its citation; or that there are none. */
export function answerFrom(search: Search): string {
  const phrases = PHRASES[search.question.language]
  if (search.findings.failed) return phrases.searchFailed
  const period = search.period && periodInWords(search.period, phrases)
  const found = relevantLines(search)
  const lines = someOfEachDay(found, MOST_LINES)
  const known = knownLines(search)
  const fromMemory = known.length > 0 ? [phrases.known, known.map((line) => `- ${cut(plain(line))}`).join('\n')] : []
  if (lines.length === 0 && known.length > 0) return fromMemory.join('\n\n')
  if (lines.length === 0) return period && !search.widened ? phrases.nothingIn(period) : phrases.nothing
  const intro = phrases.intro[search.question.asked]
  return [
    ...fromMemory,
    search.widened && period ? `${phrases.otherDays(period)} ${intro}` : intro,
    ...byDay(lines, phrases),
    ...(found.length > lines.length && search.question.asked !== 'anything' ? [phrases.more(found.length - lines.length)] : []),
  ].join('\n\n')
}

/** What memory has on the topic of the question; all that it gave where the question has none ("what do you know about me?"). */
function knownLines({ question, findings }: Search): readonly string[] {
  const topic = topicOf(question)
  return findings.known.filter((text) => topic.length === 0 || mentions(text, topic)).slice(0, MOST_QUOTES)
}

/** The first line of each day, then the second, and so on: a day that says much takes no other day's place. */
function someOfEachDay(lines: readonly Line[], most: number): readonly Line[] {
  const seen = new Map<string, number>()
  const ranked = lines.map((line) => {
    const turn = seen.get(line.day) ?? 0
    seen.set(line.day, turn + 1)
    return { line, turn }
  })
  const kept = new Set(ranked.toSorted((a, b) => a.turn - b.turn).slice(0, most))
  return ranked.filter((entry) => kept.has(entry)).map(({ line }) => line)
}

/**
 * The lines on the topic of the question. Where none is on it, all lines of the kind that was asked for: most words of a
 * question are no topic ("Thanks! What were the main decisions?"), and no list of such words is ever complete.
 */
function relevantLines({ question, period, findings }: Search): readonly Line[] {
  const { asked } = question
  const topic = topicOf(question)
  const onTopic = ({ text }: Line) => topic.length === 0 || mentions(text, topic)
  const said = quotes(findings, question)
  const told = findings.summaries.flatMap((summary) => summaryLines(summary, asked))
  if (asked === 'anything') return said.length > 0 || !period ? said.slice(0, MOST_QUOTES) : told
  if (asked === 'decisions') {
    const onIt = withUnsummarized(told.filter(onTopic), said.filter(onTopic))
    return onIt.length > 0 ? onIt : withUnsummarized(told, said)
  }
  const onIt = told.filter(onTopic)
  if (onIt.length > 0) return onIt
  const quoted = topic.length > 0 || asked === 'summary' ? said.filter(onTopic).slice(0, MOST_QUOTES) : []
  return quoted.length > 0 ? quoted : told
}

/** Decisions from summaries, with those that were made after the summary of their day, or on a day that has none. */
function withUnsummarized(told: readonly Line[], said: readonly Quote[]): readonly Line[] {
  const days = new Set(told.map(({ day }) => day))
  const cited = new Set(told.flatMap(({ text }) => text.match(CITATION) ?? []))
  const isTold = ({ day, id, covered }: Quote) => cited.has(`[#${id}]`) || (covered && days.has(day))
  return [...told, ...said.filter((quote) => tellsDecision(quote.text) && !isTold(quote))]
}

function summaryLines(summary: DaySummary, asked: Asked): readonly Line[] {
  // The story of a day carries no citations, so its decisions go with it.
  const lines =
    asked === 'summary' || asked === 'anything'
      ? [...linesOf(summary, 'summary'), ...linesOf(summary, 'decisions')]
      : linesOf(summary, asked)
  return lines.map((line) => ({ day: summary.day, text: citedLine(line) }))
}

function quotes({ messages, hits }: Findings, question: Question): readonly Quote[] {
  const best = Math.max(0, ...hits.map(({ score }) => score))
  const hitOf = (id: number) => hits.find(({ message_id }) => message_id === id)
  const scoreOf = (quoted: Quoted) => hitOf(quoted.message_id)?.score ?? 0
  const asked = oneLine(question.text)
  const candidates = messages.filter((quoted) => scoreOf(quoted) >= best * RELEVANT && !isEcho(quoted, asked))
  // An earlier question is no answer, unless there is nothing else.
  const statements = candidates.filter(({ content }) => !questionIn(content))
  return (statements.length > 0 ? statements : candidates).map(({ day, author, content, message_id }) => ({
    day,
    id: message_id,
    covered: hitOf(message_id)?.covered_by_summary ?? false,
    text: `${author ? `${cut(plain(author), 60)}: ` : ''}${cut(plain(content))} [#${message_id}]`,
  }))
}

/** The question itself, and this model's own earlier answers. */
function isEcho({ role, content }: Quoted, asked: string): boolean {
  if (role === 'assistant')
    return Object.values(PHRASES).some(({ noModel, stillNoModel }) => content.includes(noModel) || content.includes(stillNoModel))
  return oneLine(content) === asked
}

/** By day, oldest first, under a heading each. */
function byDay(lines: readonly Line[], phrases: Phrases): readonly string[] {
  const days = [...new Set(lines.map(({ day }) => day))].sort()
  return days.map((day) => {
    const ofDay = new Set(lines.filter((line) => line.day === day).map(({ text }) => `- ${text}`))
    return [`**${inWords(day, phrases)}**`, ...ofDay].join('\n')
  })
}

function periodInWords({ since, until }: Period, phrases: Phrases): string {
  return phrases.between(inWords(since, phrases), inWords(until, phrases))
}

function inWords(day: string, { locale }: Phrases): string {
  const label = parseDayLabel(day)
  return label ? dayInWords(label, locale) : cut(plain(day), 40)
}

/** A line of a summary, cut in its text and not in its citations. */
function citedLine(line: string): string {
  const citations = line.match(CITATION) ?? []
  return [cut(plain(line)), ...citations].join(' ')
}

/** On one line, without citations, because those of an answer are its own, and without the fence of a code block that would not end. */
function plain(text: string): string {
  return oneLine(text.replace(/\[#\d+\]|`{3,}|~{3,}/g, ' '))
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function cut(text: string, length = LINE_LENGTH): string {
  const characters = Array.from(text)
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text
}
