import { numbersOf } from '../compare.ts'
import { formatAnswerDay, formatPeriod, groupByDay } from './days.ts'
import type { OfflineSearch } from './findings.ts'
import { type QuotedLine, quoteMessages, quoteSummary } from './lines.ts'
import { Relevance } from './relevance.ts'
import { compareTime, isUpdateOf } from './updates.ts'

/** The maximum numbers of earlier values and of other lines. */
const maxEarlier = 2
const maxOthers = 3

/** Lines that cover less than this fraction of what the best one covers are left out. */
const minRelativeCoverage = 0.6

/** What the assistant said counts less than what people said. */
const assistantWeight = 0.8

/** A message with none of the words of a question is an answer only if its meaning is this close. */
const minSemanticScore = 0.5

interface RatedLine {
  readonly line: QuotedLine
  readonly coverage: number
}

/**
 * Answers with the line that covers the question best, then with what it replaced, then with other lines. If a later message gives another
 * value for the same, that one leads. Returns undefined if no line covers enough of the question, or it has no topic.
 */
export function answerDirectly({ question, findings, period, isWidened, translate }: OfflineSearch): readonly string[] | undefined {
  const quotes = [...quoteMessages(findings, question), ...findings.summaries.flatMap(quoteSummary)]
  const relevance = new Relevance(
    question,
    quotes.map(({ said }) => said),
  )
  const { topic } = relevance
  if (topic.length === 0) return undefined
  const rate = (line: QuotedLine): RatedLine => ({
    line,
    coverage: relevance.measure(line.said, line.foundWords) * (line.isByAssistant ? assistantWeight : 1),
  })
  const rated = dropRepeated(quotes.map(rate)).sort(compareRated)
  const answering = rated.filter(({ line, coverage }) => relevance.isAnswer(coverage) || isSimilar(findings.isSemantic, line))
  const [best] = answering
  if (!best) return undefined
  const lines = rated.map(({ line }) => line)
  const lead = findNewest(best.line, lines, topic)
  const earlier = answering.filter(({ line }) => line !== lead && isUpdateOf(lead, line, topic)).map(({ line }) => line)
  const replaced = new Set(earlier.flatMap(({ said }) => numbersOf(said)))
  const isReplaced = ({ said }: QuotedLine) => numbersOf(said).length > 0 && numbersOf(said).every((number) => replaced.has(number))
  const others = answering
    .filter(({ line, coverage }) => line !== lead && !earlier.includes(line) && coverage >= best.coverage * minRelativeCoverage)
    .filter(({ line }) => !isReplaced(line))
    .slice(0, maxOthers)
    .map(({ line }) => line)
  const show = (line: QuotedLine) => `${line.text} · ${formatAnswerDay(line.day, translate)}`
  const past = earlier.toSorted((a, b) => compareTime(b, a)).slice(0, maxEarlier)
  return [
    ...(isWidened && period ? [translate('offline.otherDays', { period: formatPeriod(period, translate) })] : []),
    show(lead),
    ...past.map((line) => translate('offline.before', { text: show(line) })),
    ...(others.length > 0 ? [translate('offline.anything'), ...groupByDay(others, translate)] : []),
  ]
}

const isSimilar = (isSemantic: boolean, { score }: QuotedLine): boolean => isSemantic && score >= minSemanticScore

/** Keeps the better one of a message and the summary line that cites it. */
function dropRepeated(rated: readonly RatedLine[]): RatedLine[] {
  const kept = new Map<number, RatedLine>()
  for (const one of rated) {
    const existing = kept.get(one.line.id)
    if (!existing || one.coverage > existing.coverage) kept.set(one.line.id, one)
  }
  return [...kept.values()]
}

/** Orders lines by what they cover, roughly, then by how the search rates them, then newest first. */
const compareRated = (one: RatedLine, other: RatedLine): number =>
  Math.round(other.coverage * 10) - Math.round(one.coverage * 10) || other.line.score - one.line.score || compareTime(other.line, one.line)

/** Returns the newest update of a line, or the line itself. */
function findNewest(line: QuotedLine, lines: readonly QuotedLine[], topic: readonly string[]): QuotedLine {
  const updates = lines.filter((other) => !other.isByAssistant && isUpdateOf(other, line, topic)).sort(compareTime)
  return updates.at(-1) ?? line
}
