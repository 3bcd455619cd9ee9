import { dayInWords, parseDayLabel } from '../../core/clock.ts'
import { type DaySummary, type Findings, linesOf, type Quoted } from './findings.ts'
import type { Period } from './period.ts'
import { PHRASES, type Phrases } from './phrases.ts'
import { type Question, questionIn, tellsDecision, topicOf } from './question.ts'
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
  const lines = relevantLines(search).slice(0, MOST_LINES)
  if (lines.length === 0) return period && !search.widened ? phrases.nothingIn(period) : phrases.nothing
  const intro = phrases.intro[search.question.asked]
  return [search.widened && period ? `${phrases.otherDays(period)} ${intro}` : intro, ...byDay(lines, phrases)].join('\n\n')
}

function relevantLines({ question, findings }: Search): readonly Line[] {
  const { asked } = question
  const topic = topicOf(question)
  const onTopic = ({ text }: Line) => topic.length === 0 || mentions(text, topic)
  const said = quotes(findings, question)
  if (asked === 'anything') return said.slice(0, MOST_QUOTES)
  const told = findings.summaries.flatMap((summary) => summaryLines(summary, asked))
  const fitting = told.filter(onTopic)
  if (asked === 'decisions') {
    // A day without a summary, such as today, has its decisions only in its messages.
    const known = new Set(fitting.map(({ day }) => day))
    return [...fitting, ...said.filter((line) => !known.has(line.day) && tellsDecision(line.text) && onTopic(line))]
  }
  if (fitting.length > 0) return fitting
  return topic.length > 0 || asked === 'summary' ? said.filter(onTopic).slice(0, MOST_QUOTES) : []
}

function summaryLines(summary: DaySummary, asked: 'decisions' | 'open' | 'goals' | 'summary'): readonly Line[] {
  // The story of a day carries no citations, so its decisions go with it.
  const lines = asked === 'summary' ? [...linesOf(summary, 'summary'), ...linesOf(summary, 'decisions')] : linesOf(summary, asked)
  return lines.map((line) => ({ day: summary.day, text: citedLine(line) }))
}

function quotes({ messages, hits }: Findings, question: Question): readonly Line[] {
  const best = Math.max(0, ...hits.map(({ score }) => score))
  const scoreOf = (quoted: Quoted) => hits.find(({ message_id }) => message_id === quoted.message_id)?.score ?? 0
  const asked = oneLine(question.text)
  const candidates = messages.filter((quoted) => scoreOf(quoted) >= best * RELEVANT && !isEcho(quoted, asked))
  // An earlier question is no answer, unless there is nothing else.
  const statements = candidates.filter(({ content }) => !questionIn(content))
  return (statements.length > 0 ? statements : candidates).map(({ day, author, content, message_id }) => ({
    day,
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
  const citations = line.match(/\[#\d+\]/g) ?? []
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
