import { hasDecisionCue } from '../summary/cues.ts'
import { type ResolvedStatement, resolveReferences } from '../summary/references.ts'
import { countStems, type StemCounts, scoreStatement } from '../summary/score.ts'
import { readStatements } from '../summary/statements.ts'
import { foldText, splitWords, toTopicStems } from '../words.ts'
import type { ChannelRequest } from './request.ts'

/** The most words of a summary. */
const maxWords = 90
const maxTopics = 5
/** A sentence that scores less tells nothing. */
const minScore = 0.6

/** What a sentence scores more for what a reader looks for later. */
const bonus = { decision: 2.5, openQuestion: 1.5, link: 1.5 } as const

/**
 * Answers a request to summarize a part of a channel's conversation with the sentences that tell most, in order: decisions, open questions,
 * names, numbers and links.
 */
export function summarizeChannel({ language, lines, topics }: ChannelRequest): string {
  const statements = resolveReferences(readStatements(lines, language))
  const counts = countStems(statements)
  const names = new Map(lines.map(({ id, name }) => [id, name]))
  const chosen = chooseSentences(statements, counts)
  const text = chosen.map(({ id, said }) => (names.get(id) ? `${names.get(id)}: ${said}` : said)).join(' ')
  const answer = {
    topics: topics.length > 0 ? mergeTopics(topics) : findTopics(chosen),
    // Small talk has no sentence that tells anything.
    summary: text || lines.map(({ text: said }) => said).find((said) => said.trim() !== '') || '–',
  }
  return JSON.stringify(answer)
}

function chooseSentences(statements: readonly ResolvedStatement[], counts: StemCounts): readonly ResolvedStatement[] {
  const best = statements
    .map((statement, position) => ({ statement, position, score: scoreSentence(statement, { position, statements, counts }) }))
    .filter(({ statement, score }) => !statement.isFiller && score >= minScore)
    .sort((a, b) => b.score - a.score || a.position - b.position)
  const told = new Set<string>()
  let words = 0
  return best
    .filter(({ statement: { said } }) => {
      const length = splitWords(said).length
      if (told.has(foldText(said)) || (told.size > 0 && words + length > maxWords)) return false
      told.add(foldText(said))
      words += length
      return true
    })
    .sort((a, b) => a.position - b.position)
    .map(({ statement }) => statement)
}

interface ScoringContext {
  readonly position: number
  readonly statements: readonly ResolvedStatement[]
  readonly counts: StemCounts
}

function scoreSentence(statement: ResolvedStatement, { position, statements, counts }: ScoringContext): number {
  const isOpen = statement.isQuestion && !isAnswered(statement, statements.slice(position + 1))
  return (
    scoreStatement(statement, counts) +
    (hasDecisionCue(foldText(statement.said)) ? bonus.decision : 0) +
    (isOpen ? bonus.openQuestion : 0) +
    (/https?:\/\//.test(statement.said) ? bonus.link : 0)
  )
}

/** Returns whether a later message that is no question shares a topic word with a question. */
function isAnswered({ id, said }: ResolvedStatement, later: readonly ResolvedStatement[]): boolean {
  const stems = new Set(toTopicStems(said))
  return later.some((other) => other.id !== id && !other.isQuestion && toTopicStems(other.said).some((stem) => stems.has(stem)))
}

/** Returns the words that most sentences of a summary share, as they were first written. */
function findTopics(chosen: readonly ResolvedStatement[]): readonly string[] {
  const counts = countStems(chosen)
  const wordByStem = new Map<string, string>()
  for (const word of chosen.flatMap(({ said }) => splitWords(said)))
    for (const stem of toTopicStems(word)) if (!wordByStem.has(stem)) wordByStem.set(stem, word)
  return [...wordByStem]
    .map(([stem, word]) => ({ word, count: counts.get(stem) ?? 0 }))
    .filter(({ word }) => word.length > 2)
    .sort((a, b) => b.count - a.count)
    .slice(0, maxTopics)
    .map(({ word }) => word)
}

/** Merges the topics of several summaries: those of most of them first, and of the others the first of each in turn. */
function mergeTopics(lists: readonly (readonly string[])[]): readonly string[] {
  const counts = new Map<string, number>()
  const inTurn = Array.from({ length: maxTopics }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat()
  for (const topic of inTurn) counts.set(topic, (counts.get(topic) ?? 0) + 1)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxTopics)
    .map(([topic]) => topic)
}
