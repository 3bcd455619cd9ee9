import { numbersOf } from '../compare.ts'
import { toTopicStems } from '../words.ts'
import { classifyStatement, findContent, hasCommonCue, hasCue } from './cues.ts'
import type { OfflineBullet } from './draft.ts'
import { findAnswerBefore, findProposal, isSuggestion } from './proposals.ts'
import type { ResolvedStatement } from './references.ts'
import { scoreStatement } from './score.ts'
import { shorten } from './wording.ts'

/** A decision may be longer than other bullets, because it says what was decided. In characters. */
const maxLength = 240

/** A sentence that continues a decision, or only accepts a proposal, is shorter. In characters. */
const maxFragmentLength = 25
const maxAcceptanceLength = 60

export interface PlacedStatement {
  readonly statements: readonly ResolvedStatement[]
  readonly position: number
}

/** Returns what the user accepts with a message such as "Yes, do that": the proposal that the assistant has just made. */
export function findAcceptedProposal({ statements, position }: PlacedStatement): OfflineBullet | undefined {
  const { id, said } = statements[position] as ResolvedStatement
  if (statements[position - 1]?.id === id || said.length > maxAcceptanceLength || !hasCommonCue(said, 'acceptance')) return undefined
  const tellsMore = statements.some((one) => one.id === id && (classifyStatement(one) !== undefined || hasCue(one, 'agreement')))
  const proposal = tellsMore ? undefined : findProposal(findAnswerBefore(statements, position))
  return proposal && { text: shorten(`${proposal.text} – ${said}`, maxLength), ids: [...proposal.ids, id] }
}

/** Returns a decision with its content: what it refers to before it, and what it specifies after it. Marks what it uses. */
export function describeDecision(place: PlacedStatement, used: Set<ResolvedStatement>): OfflineBullet | undefined {
  const statement = place.statements[place.position] as ResolvedStatement
  const isAgreement = classifyStatement(statement) !== 'decisions'
  const content = findContent(statement.text)
  const hasNumbers = numbersOf(statement.text).length > 0
  const isThin = isAgreement || content.length === 0 || (statement.isUnclear && !hasNumbers)
  const context = isThin ? findContext(place, isAgreement) : undefined
  if (isThin && !context && (isAgreement || content.length < 2)) return undefined
  if (context?.statement) used.add(context.statement)
  const texts = [...(context ? [context.text] : []), statement.text]
  const ids = new Set([...(context?.ids ?? []), statement.id])
  for (const next of place.statements.slice(place.position + 1)) {
    if (next.id !== statement.id || !isContinuation(next) || measure(texts, next.text) > maxLength) break
    texts.push(next.text)
    used.add(next)
  }
  const source = hasNumbers || isAgreement ? undefined : findSource(place)
  if (source && measure(texts, source.text) <= maxLength) {
    texts.push(`(${source.text.replace(/[.!。！]+$/, '')})`)
    ids.add(source.id)
  }
  return { text: shorten(texts.join(' '), maxLength), ids: [...ids] }
}

const measure = (texts: readonly string[], text: string): number => texts.join(' ').length + text.length + 1

interface DecisionContext {
  readonly text: string
  readonly ids: readonly number[]
  /** The sentence of the same message that is part of the bullet, so that it needs none of its own. */
  readonly statement?: ResolvedStatement
}

/** Returns what a decision such as "let's do that" refers to: an earlier sentence of the message, or the suggestion that it replies to. */
function findContext({ statements, position }: PlacedStatement, isAgreement: boolean): DecisionContext | undefined {
  const { id } = statements[position] as ResolvedStatement
  const earlier = statements.slice(0, position).filter((one) => one.id === id && isTelling(one) && (!isAgreement || hasCue(one, 'self')))
  const counts = new Map<string, number>()
  const [best] = earlier
    .toReversed()
    .map((one) => ({ one, score: isAgreement ? 0 : scoreStatement(one, counts) }))
    .sort((a, b) => b.score - a.score)
  if (best) return { text: best.one.text, ids: [id], statement: best.one }
  if (isAgreement) return undefined
  const suggestion = findProposal(findAnswerBefore(statements, position), isSuggestion)
  return suggestion && { text: `${suggestion.text} –`, ids: suggestion.ids }
}

const isTelling = (statement: ResolvedStatement): boolean =>
  !statement.isQuestion && !hasCue(statement, 'vague') && toTopicStems(statement.text).length > 0

/** Whether a sentence specifies the decision before it. */
function isContinuation(statement: ResolvedStatement): boolean {
  const { text, isQuestion } = statement
  if (isQuestion || hasCue(statement, 'vague')) return false
  const list = classifyStatement(statement)
  if (hasCue(statement, 'agreement') || (list === 'decisions' && findContent(text).length < 2)) return true
  if (list !== undefined && (list !== 'nextSteps' || hasCue(statement, 'self'))) return false
  return numbersOf(text).length > 0 || list === 'nextSteps' || (text.length <= maxFragmentLength && !hasCue(statement, 'praise'))
}

/** Returns the latest sentence with a number about what the pronouns of a decision stand for. The user's own sentences come first. */
function findSource({ statements, position }: PlacedStatement): ResolvedStatement | undefined {
  const { id, referents } = statements[position] as ResolvedStatement
  const sources = statements
    .slice(0, position)
    .filter(
      (one) => one.id !== id && !one.isQuestion && numbersOf(one.text).length > 0 && referents.some((key) => one.mentioned.includes(key)),
    )
  return sources.findLast(({ role }) => role === 'user') ?? sources.at(-1)
}
