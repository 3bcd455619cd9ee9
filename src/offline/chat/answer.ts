import { allTranslators, type Translate } from '../../core/messages/messages.ts'
import { formatDay, parseDayLabel } from '../../core/ports/clock.ts'
import { mentionsAny } from '../words.ts'
import { listSectionLines, type OpenedSummary, type QuotedMessage, type ToolFindings } from './findings.ts'
import type { Period } from './period.ts'
import { extractTopicStems, mentionsDecision, parseQuestion, type Question, type QuestionFocus } from './question.ts'

/** The maximum number of lines in one answer. It is lower if only the search decides what fits. */
const maxLines = 24
const maxQuotes = 5

/** The maximum number of characters in a quoted line. */
const maxLineLength = 300

/** Messages that score less than this fraction of the best score are left out. */
const minRelativeScore = 0.4

interface AnswerLine {
  readonly day: string
  readonly text: string
}

interface QuotedLine extends AnswerLine {
  readonly id: number
  /** Whether the summary of the message's day covers it. */
  readonly isSummarized: boolean
}

const citationPattern = /\[#\d+\]/g

/** The results of a search, as the basis of an answer. */
export interface OfflineSearch {
  /** Writes the answer. */
  readonly translate: Translate
  readonly question: Question
  /** The requested days. */
  readonly period: Period | undefined
  /** Whether those days contained nothing, so that other days were searched too. */
  readonly isWidened: boolean
  readonly findings: ToolFindings
}

/** Builds the lines that answer the question, grouped by day and in order, each with its citation. If there are none, says so. */
export function buildAnswer(search: OfflineSearch): string {
  const { translate } = search
  if (search.findings.failed) return translate('offline.searchFailed')
  const period = search.period && formatPeriod(search.period, translate)
  const matches = findRelevantLines(search)
  const lines = spreadOverDays(matches, maxLines)
  const memoryLines = findMemoryLines(search)
  const fromMemory =
    memoryLines.length > 0
      ? [translate('offline.memoryIntro'), memoryLines.map((line) => `- ${truncate(toPlainLine(line))}`).join('\n')]
      : []
  if (lines.length === 0 && memoryLines.length > 0) return fromMemory.join('\n\n')
  if (lines.length === 0) return period && !search.isWidened ? translate('offline.noResultsIn', { period }) : translate('offline.noResults')
  const intro = translate(`offline.${search.question.focus}`)
  return [
    ...fromMemory,
    search.isWidened && period ? `${translate('offline.otherDays', { period })} ${intro}` : intro,
    ...groupByDay(lines, translate),
    ...(matches.length > lines.length && search.question.focus !== 'anything'
      ? [translate('offline.moreLines', { count: matches.length - lines.length })]
      : []),
  ].join('\n\n')
}

/** Returns memories about the question's topic, or all memories if it has no topic ("what do you know about me?"). */
function findMemoryLines({ question, findings }: OfflineSearch): readonly string[] {
  const topic = extractTopicStems(question)
  return findings.memories.filter((text) => topic.length === 0 || mentionsAny(text, topic)).slice(0, maxQuotes)
}

/** Takes the first line of each day, then the second of each, and so on, so that no day crowds out another. */
function spreadOverDays(lines: readonly AnswerLine[], limit: number): readonly AnswerLine[] {
  const seen = new Map<string, number>()
  const ranked = lines.map((line) => {
    const rank = seen.get(line.day) ?? 0
    seen.set(line.day, rank + 1)
    return { line, turn: rank }
  })
  const kept = new Set(ranked.toSorted((a, b) => a.turn - b.turn).slice(0, limit))
  return ranked.filter((entry) => kept.has(entry)).map(({ line }) => line)
}

/**
 * Returns the lines about the question's topic, or all lines of the requested kind if none match. Most words of a question are not its
 * topic ("Thanks! What were the main decisions?"), and no stop word list is complete.
 */
function findRelevantLines({ question, period, findings }: OfflineSearch): readonly AnswerLine[] {
  const { focus } = question
  const topic = extractTopicStems(question)
  const onTopic = ({ text }: AnswerLine) => topic.length === 0 || mentionsAny(text, topic)
  const fromMessages = findQuotes(findings, question)
  const fromSummaries = findings.summaries.flatMap((summary) => toSummaryLines(summary, focus))
  if (focus === 'anything') return fromMessages.length > 0 || !period ? fromMessages.slice(0, maxQuotes) : fromSummaries
  if (focus === 'decisions') {
    const topicLines = addUnsummarizedDecisions(fromSummaries.filter(onTopic), fromMessages.filter(onTopic))
    return topicLines.length > 0 ? topicLines : addUnsummarizedDecisions(fromSummaries, fromMessages)
  }
  const topicLines = fromSummaries.filter(onTopic)
  if (topicLines.length > 0) return topicLines
  const quoted = topic.length > 0 || focus === 'summary' ? fromMessages.filter(onTopic).slice(0, maxQuotes) : []
  return quoted.length > 0 ? quoted : fromSummaries
}

/** Adds decisions that were made after their day was summarized, or on days without a summary. */
function addUnsummarizedDecisions(fromSummaries: readonly AnswerLine[], fromMessages: readonly QuotedLine[]): readonly AnswerLine[] {
  const days = new Set(fromSummaries.map(({ day }) => day))
  const cited = new Set(fromSummaries.flatMap(({ text }) => text.match(citationPattern) ?? []))
  const isInSummary = ({ day, id, isSummarized }: QuotedLine) => cited.has(`[#${id}]`) || (isSummarized && days.has(day))
  return [...fromSummaries, ...fromMessages.filter((quote) => mentionsDecision(quote.text) && !isInSummary(quote))]
}

function toSummaryLines(summary: OpenedSummary, focus: QuestionFocus): readonly AnswerLine[] {
  // The narrative has no citations, so the day's decisions follow it.
  const lines =
    focus === 'summary' || focus === 'anything'
      ? [...listSectionLines(summary, 'summary'), ...listSectionLines(summary, 'decisions')]
      : listSectionLines(summary, focus)
  return lines.map((line) => ({ day: summary.day, text: truncateCitedLine(line) }))
}

function findQuotes({ messages, hits }: ToolFindings, question: Question): readonly QuotedLine[] {
  const bestScore = Math.max(0, ...hits.map(({ score }) => score))
  const hitOf = (id: number) => hits.find(({ message_id }) => message_id === id)
  const scoreOf = (quoted: QuotedMessage) => hitOf(quoted.message_id)?.score ?? 0
  const questionLine = toSingleLine(question.text)
  const candidates = messages.filter((quoted) => scoreOf(quoted) >= bestScore * minRelativeScore && !isEcho(quoted, questionLine))
  // An earlier question is not an answer, unless there is nothing else.
  const statements = candidates.filter(({ content }) => !parseQuestion(content))
  return (statements.length > 0 ? statements : candidates).map(({ day, author, content, message_id }) => ({
    day,
    id: message_id,
    isSummarized: hitOf(message_id)?.covered_by_summary ?? false,
    text: `${author ? `${truncate(toPlainLine(author), 60)}: ` : ''}${truncate(toPlainLine(content))} [#${message_id}]`,
  }))
}

/** Whether a line is the question itself, or an earlier answer of this model. */
function isEcho({ role, content }: QuotedMessage, questionLine: string): boolean {
  if (role === 'assistant')
    return allTranslators.some((write) => content.includes(write('offline.noModel')) || content.includes(write('offline.stillNoModel')))
  return toSingleLine(content) === questionLine
}

/** Groups lines by day, oldest first, with headings. */
function groupByDay(lines: readonly AnswerLine[], translate: Translate): readonly string[] {
  const days = [...new Set(lines.map(({ day }) => day))].sort()
  return days.map((day) => {
    const ofDay = new Set(lines.filter((line) => line.day === day).map(({ text }) => `- ${text}`))
    return [`**${formatAnswerDay(day, translate)}**`, ...ofDay].join('\n')
  })
}

function formatPeriod({ since, until }: Period, translate: Translate): string {
  const first = formatAnswerDay(since, translate)
  if (since === until) return translate('offline.oneDay', { day: first })
  return translate('offline.days', { since: first, until: formatAnswerDay(until, translate) })
}

function formatAnswerDay(day: string, { locale }: Translate): string {
  const label = parseDayLabel(day)
  return label ? formatDay(label, locale) : truncate(toPlainLine(day), 40)
}

/** Truncates the text of a summary line, but keeps its citations. */
function truncateCitedLine(line: string): string {
  const citations = line.match(citationPattern) ?? []
  return [truncate(toPlainLine(line)), ...citations].join(' ')
}

/** Turns a text into one line. Removes citations, because an answer adds its own, and code fences, which would stay open. */
function toPlainLine(text: string): string {
  return toSingleLine(text.replace(/\[#\d+\]|`{3,}|~{3,}/g, ' '))
}

function toSingleLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function truncate(text: string, length = maxLineLength): string {
  const characters = Array.from(text)
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text
}
