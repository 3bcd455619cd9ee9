import { isQuestionSentence } from '../sentences.ts'
import { toTopicStems } from '../words.ts'
import { type CuedSentence, hasCommonCue, hasCue } from './cues.ts'
import type { OfflineBullet } from './draft.ts'
import type { ResolvedStatement } from './references.ts'

/** Returns the sentences of the message before that of a sentence, if they are the assistant's. */
export function findAnswerBefore(statements: readonly ResolvedStatement[], position: number): readonly ResolvedStatement[] {
  const message = statements[position]?.message ?? 0
  const previous = statements.slice(0, position).filter((one) => one.message === message - 1)
  return previous[0]?.role === 'assistant' ? previous : []
}

/** A proposal is at the end of a message: what comes before the last sentences is explanation. */
const maxClosingSentences = 3

/** Returns the last proposal at the end of a message, with the sentence before it if it says little alone. */
export function findProposal(sentences: readonly ResolvedStatement[], isProposal = isAnyProposal): OfflineBullet | undefined {
  const position = sentences.findLastIndex((one, index) => index >= sentences.length - maxClosingSentences && isProposal(one))
  const proposal = sentences[position]
  if (!proposal) return undefined
  const ids = [proposal.id]
  if (toTopicStems(proposal.text).length > 1) return { text: proposal.text, ids }
  const before = sentences[position - 1]
  return before && toTopicStems(before.text).length > 0 ? { text: `${before.text} ${proposal.text}`, ids } : undefined
}

/** Returns a sentence as it was said, for cues that `text` may lack. */
const asSaid = ({ said, cues }: ResolvedStatement): CuedSentence => ({ text: said, cues })

const isAnyProposal = (statement: ResolvedStatement): boolean =>
  (hasCue(asSaid(statement), 'proposal') || hasCue(statement, 'proposal')) && !hasCue(asSaid(statement), 'vague')

/** What the assistant suggests, but does not offer to do itself. */
export const isSuggestion = (statement: ResolvedStatement): boolean => isAnyProposal(statement) && !hasCue(asSaid(statement), 'offer')

const isQuestionOrProposal = (statement: ResolvedStatement): boolean =>
  (isQuestionSentence(statement.said) && !hasCue(asSaid(statement), 'vague')) || isAnyProposal(statement)

const maxUnanswered = 2

/**
 * Returns what is unanswered when the day ends, in order: a question at the end of the user's last message, or else the assistant's last
 * question or proposal, and the latest offers that the user passed over.
 */
export function findUnanswered(statements: readonly ResolvedStatement[]): readonly OfflineBullet[] {
  const messages = groupByMessage(statements)
  const question = messages.at(-1)?.findLast(({ role, isQuestion, text }) => role === 'user' && isQuestion && toTopicStems(text).length > 0)
  const proposals = messages.flatMap((sentences, index): OfflineBullet[] => {
    const reply = messages[index + 1]
    if (sentences[0]?.role !== 'assistant' || (reply && !isPassedOver(sentences, reply))) return []
    const proposal = findProposal(sentences, reply ? isOffer : isQuestionOrProposal)
    return proposal ? [proposal] : []
  })
  const all = question ? [...proposals, { text: question.text, ids: [question.id] }] : proposals
  return all.slice(-maxUnanswered).map((bullet) => ({ ...bullet, isUnanswered: true }))
}

const isOffer = (statement: ResolvedStatement): boolean =>
  isQuestionSentence(statement.said) && hasCue(asSaid(statement), 'offer') && !hasCue(asSaid(statement), 'vague')

/** Whether a reply does not answer a message: it neither accepts nor refuses, nor is it about the same. */
function isPassedOver(sentences: readonly ResolvedStatement[], reply: readonly ResolvedStatement[]): boolean {
  const [first] = reply
  if (!first || hasCommonCue(first.said, 'acceptance') || hasCommonCue(first.said, 'refusal')) return false
  const stems = new Set(sentences.flatMap(({ text }) => toTopicStems(text)))
  return !reply.some(({ text }) => toTopicStems(text).some((stem) => stems.has(stem)))
}

function groupByMessage(statements: readonly ResolvedStatement[]): readonly (readonly ResolvedStatement[])[] {
  const groups: ResolvedStatement[][] = []
  for (const statement of statements) {
    const group = groups.at(-1)
    if (group?.[0]?.message === statement.message) group.push(statement)
    else groups.push([statement])
  }
  return groups
}
