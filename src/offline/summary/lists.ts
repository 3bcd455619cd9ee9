import { numbersOf } from '../compare.ts'
import { toTopicStems } from '../words.ts'
import { classifyStatement, findContent, hasCue, type OfflineListName } from './cues.ts'
import { describeDecision, findAcceptedProposal, type PlacedStatement } from './decisions.ts'
import { mergeBullets, type OfflineBullet, type OfflineLists } from './draft.ts'
import { findAnswerBefore, findUnanswered } from './proposals.ts'
import type { ResolvedStatement } from './references.ts'
import { type StemCounts, scoreStatement } from './score.ts'
import { shorten } from './wording.ts'

/** How many bullets of one part of the day a list takes, those that say most. */
const maxBullets: Readonly<Record<OfflineListName, number>> = { goals: 5, decisions: 12, openLoops: 8, nextSteps: 7 }

interface ScoredBullet extends OfflineBullet {
  readonly score: number
}

export interface CollectedLists {
  readonly lists: OfflineLists
  /** The sentences that the lists tell. */
  readonly used: ReadonlySet<ResolvedStatement>
}

/** Collects the lists of a day from its sentences, in order. */
export function collectLists(statements: readonly ResolvedStatement[], counts: StemCounts): CollectedLists {
  const lists: Record<OfflineListName, ScoredBullet[]> = { goals: [], decisions: [], openLoops: [], nextSteps: [] }
  const used = new Set<ResolvedStatement>()
  for (const [position, statement] of statements.entries()) {
    if (statement.role !== 'user' || statement.isQuestion || used.has(statement)) continue
    const list = classifyStatement(statement)
    const isDecision = list === 'decisions' || (list === undefined && hasCue(statement, 'agreement'))
    const place = { statements, position }
    const bullet = isDecision ? describeDecision(place, used) : list ? describe(place) : findAcceptedProposal(place)
    if (!bullet) continue
    used.add(statement)
    lists[isDecision ? 'decisions' : (list ?? 'decisions')].push({ ...bullet, score: scoreStatement(statement, counts) })
  }
  const unanswered = findUnanswered(statements)
  const openLoops = keepBest(lists, 'openLoops')
  return {
    lists: {
      goals: keepBest(lists, 'goals'),
      decisions: keepBest(lists, 'decisions'),
      openLoops: [...openLoops, ...unanswered.map((bullet) => ({ ...bullet, text: shorten(bullet.text) }))],
      nextSteps: keepBest(lists, 'nextSteps'),
    },
    used,
  }
}

/** Keeps the bullets of a list with the highest scores, of equal ones the latest, in order. */
function keepBest(lists: Readonly<Record<OfflineListName, readonly ScoredBullet[]>>, name: OfflineListName): readonly OfflineBullet[] {
  const bullets = mergeBullets(lists[name])
  const kept = new Set(
    bullets
      .toReversed()
      .sort((a, b) => b.score - a.score)
      .slice(0, maxBullets[name]),
  )
  return bullets.filter((bullet) => kept.has(bullet)).map(({ score: _score, ...bullet }) => bullet)
}

/** A reply that is shorter is understood only with what it replies to. In characters. */
const maxReplyLength = 40

/** Returns a bullet that can be understood alone, or undefined if that is not possible. */
function describe({ statements, position }: PlacedStatement): OfflineBullet | undefined {
  const statement = statements[position] as ResolvedStatement
  const { id, text, isUnclear } = statement
  const before = statements[position - 1]
  const isFirst = before?.id !== id
  const content = findContent(text).length
  const isThin = content < 2 && toTopicStems(text).length < 4 && numbersOf(text).length === 0
  const alone: OfflineBullet = { text: shorten(text), ids: [id], isUnclear }
  if (isFirst && (isThin || (text.length < maxReplyLength && hasCue(statement, 'past')))) {
    if (content === 0 && statements.slice(position + 1).some((one) => one.id === id && classifyStatement(one) !== undefined))
      return undefined
    const context = findFullest(findAnswerBefore(statements, position))
    if (context) return { text: shorten(`${context.text} – ${text}`), ids: [context.id, id] }
    return content === 0 && isUnclear ? undefined : alone
  }
  const needsContext = !isFirst && isUnclear && !before.isQuestion && classifyStatement(before) === undefined
  return needsContext && !hasCue(before, 'praise') ? { text: shorten(`${before.text} ${text}`), ids: [id] } : alone
}

/** Returns the sentence of a short answer that says most, preferably a question. */
function findFullest(answer: readonly ResolvedStatement[]): ResolvedStatement | undefined {
  const weigh = ({ text, isQuestion }: ResolvedStatement) => (isQuestion ? 100 : 0) + toTopicStems(text).length
  const [fullest] = [...answer].sort((a, b) => weigh(b) - weigh(a))
  return fullest && !fullest.isOfLongAnswer && toTopicStems(fullest.text).length > 1 ? fullest : undefined
}
