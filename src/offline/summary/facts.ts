import type { Translate } from '../../core/messages/messages.ts'
import { numbersOf } from '../compare.ts'
import { isQuestionSentence } from '../sentences.ts'
import { toTopicStems } from '../words.ts'
import { classifyStatement, hasCommonCue, hasCue } from './cues.ts'
import type { OfflineBullet } from './draft.ts'
import type { CollectedLists } from './lists.ts'
import type { ResolvedStatement } from './references.ts'
import { countNames, type StemCounts, scoreStatement } from './score.ts'
import { shorten } from './wording.ts'

/** The maximum numbers of characters of a fact, and of one with what it continues or answers. */
const maxFactLength = 170
const maxJoinedLength = 230

/** The numbers of facts of the shortest and the longest day, and how many messages of the user add one. */
const minFacts = 4
const maxFacts = 12
const messagesPerFact = 2

/** A sentence that scores less tells nothing. The user's own count for more, because the summary is about the user. */
const minScore = { user: 0.6, assistant: 1 } as const
const adviceWeight = 0.5
const storyWeight = 0.85
/** What the first sentence of an answer to a question scores more. */
const answerBonus = 0.8
/** What another sentence of a message that is told already must score more. */
const repeatedMessage = 0.5

/** A fact is left out if more than this share of its words is told already. */
const maxToldShare = { user: 0.65, assistant: 0.4 } as const

export interface FactSources {
  readonly statements: readonly ResolvedStatement[]
  readonly counts: StemCounts
  /** What the lists tell. */
  readonly told: CollectedLists
  readonly translate: Translate
}

interface Candidate {
  readonly statement: ResolvedStatement
  readonly position: number
  /** The question that it answers, with the sentence before it if it is not understood alone. */
  readonly question: readonly ResolvedStatement[]
  readonly score: number
}

/** Chooses the sentences that tell what else the day was about, in order. */
export function chooseFacts(sources: FactSources): readonly OfflineBullet[] {
  const { statements, told } = sources
  const bullets = Object.values(told.lists).flat()
  const userMessages = new Set(statements.filter(({ role }) => role === 'user').map(({ id }) => id)).size
  const limit = Math.min(maxFacts, Math.round(minFacts + userMessages / messagesPerFact))
  const toldStems = new Set(bullets.flatMap(({ text }) => toTopicStems(text)))
  const toldNumbers = new Set(bullets.flatMap(({ text }) => numbersOf(text)))
  const chosen: Candidate[] = []
  for (const candidate of listCandidates(sources)) {
    if (new Set(chosen.map(({ statement }) => statement.id)).size >= limit) break
    const { text, role } = candidate.statement
    const stems = new Set(toTopicStems(text))
    const newNumbers = numbersOf(text).filter((number) => !toldNumbers.has(number))
    const known = [...stems].filter((stem) => toldStems.has(stem)).length
    if (newNumbers.length === 0 && known / stems.size > maxToldShare[role]) continue
    const isRepeated = chosen.some(({ statement }) => statement.id === candidate.statement.id)
    if (isRepeated && newNumbers.length === 0 && candidate.score < minScore[role] + repeatedMessage) continue
    chosen.push(candidate)
    for (const stem of stems) toldStems.add(stem)
    for (const number of newNumbers) toldNumbers.add(number)
  }
  return joinFacts(
    sources,
    chosen.sort((a, b) => a.position - b.position),
  )
}

/** Returns the sentences that tell something, those that tell most first. */
function listCandidates({ statements, counts, told }: FactSources): readonly Candidate[] {
  return statements
    .flatMap((statement, position): Candidate[] => {
      if (told.used.has(statement) || !isTelling(statement)) return []
      const question = findQuestion(statements, position)
      const score = rate(statement, counts) + (question.length > 0 && statement.role === 'assistant' ? answerBonus : 0)
      return score >= minScore[statement.role] ? [{ statement, position, question, score }] : []
    })
    .sort((a, b) => b.score - a.score || a.position - b.position)
}

/** In characters. */
const maxReplyLength = 40

function isTelling(statement: ResolvedStatement): boolean {
  const { text, said, isQuestion, isFiller, isOfLongAnswer, role } = statement
  if (isQuestion || isFiller || hasCue(statement, 'vague')) return false
  if (said.length < maxReplyLength && hasCommonCue(said, 'acceptance')) return false
  const stems = toTopicStems(text).length
  const isBare = numbersOf(text).length === 0 && countNames(text) === 0 && !hasCue(statement, 'numberWord')
  if (isBare && stems < (text.length < maxReplyLength ? 4 : 3) && !isUnspacedText(text)) return false
  return stems > 0 && (role === 'user' || !(isOfLongAnswer || isQuestionSentence(said) || /\*\*|[:：]$/.test(said)))
}

const isUnspacedText = (text: string): boolean => /[\p{Script=Han}\p{Script=Hiragana}]/u.test(text)

function rate(statement: ResolvedStatement, counts: StemCounts): number {
  const score = scoreStatement(statement, counts)
  if (statement.role === 'user') return score
  return score * (hasCue(statement, 'self') && hasCue(statement, 'past') ? storyWeight : adviceWeight)
}

/** Whether a sentence, as it was said, only continues another. */
const isContinuation = ({ said, cues }: ResolvedStatement): boolean => hasCue({ text: said, cues }, 'continuation')

/** How many sentences before a question that says little alone are told with it. */
const maxLeadingSentences = 2

/** Returns the question that the first sentence of a message answers, with the sentences before it if it says little alone. */
function findQuestion(statements: readonly ResolvedStatement[], position: number): readonly ResolvedStatement[] {
  const statement = statements[position] as ResolvedStatement
  const question = statements[position - 1]
  if (question?.message !== statement.message - 1 || !question.isQuestion || question.role === statement.role) return []
  // A user who is asked something may go on without an answer.
  if (statement.role === 'user' && !isContinuation(statement)) return []
  if (toTopicStems(question.text).length > 1) return [question]
  const before = statements.slice(Math.max(0, position - 1 - maxLeadingSentences), position - 1).filter(({ id }) => id === question.id)
  return [...before, question]
}

/** Joins what was said in one message, with the question that it answers or the sentence that it continues. */
function joinFacts({ statements, translate }: FactSources, chosen: readonly Candidate[]): readonly OfflineBullet[] {
  const facts: { text: string; ids: number[]; last: number }[] = []
  for (const { statement, position, question } of chosen) {
    const { id, role, text } = statement
    const fact = facts.at(-1)
    const isSameMessage = fact?.ids.at(-1) === id
    if (isSameMessage && fact.text.length + text.length < maxJoinedLength) {
      fact.text = `${fact.text} ${text}`
      fact.last = position
    } else if (question.length > 0) {
      const asked = question.filter((one) => !chosen.some((other) => other.statement === one))
      const ids = [...new Set([...asked.map((one) => one.id), id])]
      facts.push({ text: shorten(`${asked.map((one) => one.text).join(' ')} – ${text}`, maxJoinedLength), ids, last: position })
    } else {
      const before = findContinued(statements, position, isSameMessage ? fact.last : -1)
      const whole = shorten(before ? `${before.text} ${text}` : text, before ? maxJoinedLength : maxFactLength)
      facts.push({ text: role === 'user' ? whole : translate('offline.saidByAssistant', { text: whole }), ids: [id], last: position })
    }
  }
  return facts.map(({ text, ids }) => ({ text, ids }))
}

/** Returns the sentence without which a sentence is not understood, unless it is told already. */
function findContinued(statements: readonly ResolvedStatement[], position: number, last: number): ResolvedStatement | undefined {
  const statement = statements[position] as ResolvedStatement
  const before = statements[position - 1]
  if (!before || before.id !== statement.id || position - 1 <= last || before.isQuestion) return undefined
  if (!statement.isUnclear && !isContinuation(statement)) return undefined
  const isTold = classifyStatement(before) !== undefined
  return isTold || hasCue(before, 'praise') || before.text.length + statement.text.length > maxJoinedLength ? undefined : before
}
