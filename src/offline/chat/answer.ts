import { mentionsAny } from '../words.ts'
import { formatPeriod, groupByDay } from './days.ts'
import { answerDirectly } from './direct-answer.ts'
import type { OfflineSearch } from './findings.ts'
import { type AnswerLine, citationPattern, type QuotedLine, quoteMessages, toSummaryLines } from './lines.ts'
import { extractTopicStems, mentionsDecision, type QuestionFocus } from './question.ts'
import { mergeUpdates } from './updates.ts'
import { toPlainLine, truncate } from './wording.ts'

/** The maximum number of lines in one answer. It is lower if only the search decides what fits. */
const maxLines = 24
const maxQuotes = 5

/** Messages that score less than this fraction of the best score are left out. */
const minRelativeScore = 0.4

/**
 * Answers a question. What asks for anything is answered by the line that answers it best, with what was true before. Sections of days are
 * listed by day and in order. Every line has its citation. If there are none, says so.
 */
export function buildAnswer(search: OfflineSearch): string {
  const { translate, question, findings } = search
  if (findings.failed) return translate('offline.searchFailed')
  const memories = formatMemories(search)
  const answer = question.focus === 'anything' ? (answerDirectly(search) ?? listDay(search)) : listSections(search)
  if (answer !== undefined || memories.length > 0) return [...memories, ...(answer ?? [])].join('\n\n')
  const period = search.period && formatPeriod(search.period, translate)
  return period && !search.isWidened ? translate('offline.noResultsIn', { period }) : translate('offline.noResults')
}

/** Formats memories about the question's topic, or all of them if it has no topic ("what do you know about me?"). */
function formatMemories({ question, findings, translate }: OfflineSearch): readonly string[] {
  const topic = extractTopicStems(question)
  const memories = findings.memories.map((text) => truncate(toPlainLine(text)))
  const known = (topic.length > 0 ? memories.filter((text) => mentionsAny(text, topic)) : memories).slice(0, maxQuotes)
  if (topic.length > 0) return known.map((text) => translate('offline.remember', { text }))
  return known.length > 0 ? [translate('offline.memoryIntro'), known.map((text) => `- ${text}`).join('\n')] : []
}

/** Lists what days were about, for a question that names days and no topic that is found in them. */
function listDay(search: OfflineSearch): readonly string[] | undefined {
  const { period, findings, question, translate } = search
  const isAboutTopic = extractTopicStems(question).length > 0
  if (!period || (search.isWidened && isAboutTopic)) return undefined
  const lines = findings.summaries.flatMap((summary) => toSummaryLines(summary, 'summary'))
  const shown = lines.length > 0 ? lines : isAboutTopic ? [] : quoteMessages(findings, question).slice(0, maxQuotes)
  return shown.length > 0 ? [formatIntro(search, 'summary'), ...groupByDay(shown, translate)] : undefined
}

function listSections(search: OfflineSearch): readonly string[] | undefined {
  const { translate, question } = search
  const matches = mergeUpdates(findRelevantLines(search), extractTopicStems(question), translate)
  const lines = spreadOverDays(matches, maxLines)
  if (lines.length === 0) return undefined
  const left = matches.length - lines.length
  return [
    formatIntro(search, question.focus),
    ...groupByDay(lines, translate),
    ...(left > 0 ? [translate('offline.moreLines', { count: left })] : []),
  ]
}

function formatIntro({ translate, period, isWidened }: OfflineSearch, focus: QuestionFocus): string {
  const intro = translate(`offline.${focus}`)
  return isWidened && period ? `${translate('offline.otherDays', { period: formatPeriod(period, translate) })} ${intro}` : intro
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
function findRelevantLines({ question, findings }: OfflineSearch): readonly AnswerLine[] {
  const { focus } = question
  const topic = extractTopicStems(question)
  const onTopic = ({ text }: AnswerLine) => topic.length === 0 || mentionsAny(text, topic)
  const quotes = quoteMessages(findings, question)
  const bestScore = Math.max(0, ...quotes.map(({ score }) => score))
  const fromMessages = quotes.filter(({ score }) => score >= bestScore * minRelativeScore)
  const fromSummaries = findings.summaries.flatMap((summary) => toSummaryLines(summary, focus))
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
