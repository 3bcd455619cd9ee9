import type { LoopOwner } from '../../core/domain/loops.ts'
import type { LanguageCues } from '../languages/cues.ts'
import { hasCue } from '../summary/cues.ts'
import type { ResolvedStatement } from '../summary/references.ts'
import { foldText } from '../words.ts'
import { reportCuesOf, sessionCuesOf } from './languages/all.ts'
import type { SessionCues } from './languages/session-cues.ts'
import { rateReportedWord, readReportedWords } from './reports.ts'
import { readTaskWords, shareWords, type TaskWords } from './tasks.ts'

/** A loop that a sentence may close. */
export interface CloseableLoop {
  /** The id with which it was shown. Absent for a loop of the same session. */
  readonly id?: number
  readonly owner: LoopOwner
  readonly words: TaskWords
  /** Whether a pronoun is left in it, so that it does not name its object. */
  readonly isUnclear: boolean
  /** Whether its object is to be fetched, so that it is not done when that has only arrived. */
  readonly isPickUp: boolean
}

export interface StatedClosing {
  readonly loop: CloseableLoop
  readonly state: 'done' | 'dropped'
}

/** What is said in a session before a sentence. */
export interface SaidBefore {
  readonly statements: readonly ResolvedStatement[]
  readonly openLoops: readonly CloseableLoop[]
}

/** Finds the open loops that a sentence says are done or no longer wanted. Empty if it is not clear which are meant. */
export function findStatedClosings(statement: ResolvedStatement, before: SaidBefore): readonly StatedClosing[] {
  const { role, said, text, isQuestion, isOfLongAnswer } = statement
  if (isQuestion || isOfLongAnswer || /[?？]/.test(said)) return []
  const reported = closeByReportedWord(statement, before.openLoops)
  if (reported.length > 0) return reported
  const cues = sessionCuesOf(statement.cues)
  if (isConditional(foldText(text), cues)) return []
  const owners = before.openLoops.filter(({ owner }) => role === 'user' || owner === 'bot')
  return splitClauses(text, cues).flatMap((clause) => closeByClause(clause, statement, { ...before, openLoops: owners }))
}

/** Finds what the user was to ask or tell somebody, who is now said to have answered. */
function closeByReportedWord(statement: ResolvedStatement, openLoops: readonly CloseableLoop[]): readonly StatedClosing[] {
  const loops = openLoops.filter(({ owner }) => owner === 'user')
  for (const report of loops.length > 0 ? readReportedWords(statement) : []) {
    const closed = pickBest(loops, ({ words }) => rateReportedWord(report, words))
    if (closed.length > 0) return closed.map((loop) => ({ loop, state: 'done' }))
  }
  return []
}

/** Whether a sentence only imagines or repeats something. What is no longer needed is not imagined. */
const isConditional = (folded: string, { unreal, dropped }: SessionCues): boolean =>
  unreal.test(folded) && folded.search(new RegExp(dropped.source, 'u')) < 0

const splitClauses = (text: string, { clause }: SessionCues): readonly string[] =>
  text.split(new RegExp(clause.source, 'u')).flatMap((one) => one?.trim() || [])

function closeByClause(clause: string, statement: ResolvedStatement, before: SaidBefore): readonly StatedClosing[] {
  const cues = sessionCuesOf(statement.cues)
  const folded = foldText(clause)
  const drops = new RegExp(cues.dropped.source, 'u').test(folded)
  if (drops) {
    const report = readTaskWords(clause, statement.cues, [cues.dropped])
    return pickBest(before.openLoops, (loop) => rateDrop(report, loop)).map((loop) => ({ loop, state: 'dropped' }))
  }
  if (cues.notDone.test(folded)) return []
  const arrived = closeByArrival(clause, statement, before.openLoops)
  if (arrived.length > 0) return arrived
  const isGeneric = new RegExp(cues.done.source, 'u').test(folded)
  const report = readTaskWords(clause, statement.cues, [cues.done])
  if (!isGeneric && report.doneConcepts.size === 0) return []
  const isOfOther = cues.thirdPerson.test(clause)
  const candidates = before.openLoops.filter(({ owner }) => !isOfOther || owner === 'other')
  if (report.words.length === 0) {
    const loop = isOfOther || statement.role !== 'user' ? undefined : findMeant(report, statement, { ...before, openLoops: candidates })
    return loop ? [{ loop, state: 'done' }] : []
  }
  if (statement.role === 'assistant' && !hasCue({ text: clause, cues: statement.cues }, 'self')) return []
  return pickBest(candidates, (loop) => rateReport({ ...report, isGeneric }, loop)).map((loop) => ({ loop, state: 'done' }))
}

const gettingConcepts: ReadonlySet<string> = new Set(['fetch', 'order', 'buy'])

/** Closes what the user was to get or order, which is now said to have come. */
function closeByArrival(clause: string, statement: ResolvedStatement, openLoops: readonly CloseableLoop[]): readonly StatedClosing[] {
  const { here, arrived } = reportCuesOf(statement.cues)
  const folded = foldText(clause)
  const isHere = here.test(folded)
  if (statement.role !== 'user' || !(isHere || arrived.test(folded))) return []
  const { words } = readTaskWords(clause, statement.cues, [here, arrived])
  const isGetting = ({ owner, words: loop, isPickUp }: CloseableLoop) =>
    owner === 'user' && [...loop.concepts].some((concept) => gettingConcepts.has(concept)) && (isHere || !isPickUp)
  const rate = (loop: CloseableLoop) => {
    const shared = shareWords(words, loop.words.words).length
    return isGetting(loop) && shared === words.length ? shared : 0
  }
  return pickBest(openLoops, rate).map((loop) => ({ loop, state: 'done' }))
}

interface TaskReport extends TaskWords {
  readonly isGeneric: boolean
}

/** What is finished may still have to be handed over, so "the file is done" does not say that it was sent. */
const handovers: ReadonlySet<string> = new Set(['send', 'bring', 'return', 'tell', 'submit'])

/** Rates how well a report fits a loop: all that one of them names is named by the other. 0 if it does not fit. */
function rateReport(report: TaskReport, { words: loop, isUnclear }: CloseableLoop): number {
  const concepts = [...report.doneConcepts].filter((concept) => loop.concepts.has(concept)).length
  const isHandover = [...loop.concepts].some((concept) => handovers.has(concept))
  const fitsVerb = concepts > 0 || (report.isGeneric && report.doneConcepts.size === 0 && !isHandover)
  if (!fitsVerb) return 0
  const shared = shareWords(report.words, loop.words).length
  const isNamed =
    shared === report.words.length || (loop.words.length > 0 && shareWords(loop.words, report.words).length === loop.words.length)
  if (isNamed && shared > 0) return shared + concepts
  return isUnclear && concepts > 0 ? 0.5 : 0
}

/** Rates how well what is no longer wanted fits a loop. */
function rateDrop(report: TaskWords, { words: loop }: CloseableLoop): number {
  const shared = shareWords(report.words, loop.words).length
  const concepts = [...report.concepts].filter((concept) => loop.concepts.has(concept)).length
  if (shared === 0 || (report.concepts.size > 0 && concepts === 0)) return 0
  const isNamed = shared === report.words.length || shareWords(loop.words, report.words).length === loop.words.length
  return isNamed ? shared + concepts : 0
}

/** Returns the loop with the best rating, also if it was stated more than once. Empty if two different ones are as good. */
function pickBest(loops: readonly CloseableLoop[], rate: (loop: CloseableLoop) => number): readonly CloseableLoop[] {
  const rated = loops.map((loop) => ({ loop, rating: rate(loop) }))
  const best = Math.max(0, ...rated.map(({ rating }) => rating))
  const winners = rated.filter(({ rating }) => rating > 0 && rating === best).map(({ loop }) => loop)
  const [first] = winners
  return first && winners.every((other) => isSameTask(first.words, other.words)) ? winners : []
}

const isSameTask = (one: TaskWords, other: TaskWords): boolean =>
  [...one.concepts].every((concept) => other.concepts.has(concept)) &&
  (shareWords(one.words, other.words).length === one.words.length || shareWords(other.words, one.words).length === other.words.length)

/** The number of messages before a report that may name what it is about. */
const maxNamingDistance = 3

/**
 * Finds the loop that a report without an object means, such as "done" or "sent it": the only one of its verb that the last messages
 * name, or the only one of its verb at all, if nothing else was spoken of before.
 */
function findMeant(report: TaskWords, statement: ResolvedStatement, { statements, openLoops }: SaidBefore): CloseableLoop | undefined {
  const candidates =
    report.doneConcepts.size > 0
      ? openLoops.filter(({ words }) => [...report.doneConcepts].some((concept) => words.concepts.has(concept)))
      : openLoops
  const spoken = statements.map((one) => ({ ...one, task: readTaskWords(one.text, one.cues) }))
  const recent = spoken.filter(({ message }) => message >= statement.message - maxNamingDistance)
  const isNamed = ({ words }: CloseableLoop) => recent.some(({ task }) => shareWords(words.words, task.words).length > 0)
  const named = candidates.filter(isNamed)
  const [first] = named
  if (first) return named.every((other) => isSameTask(first.words, other.words)) ? first : undefined
  const isTalk = spoken.some(({ task, isFiller }) => !isFiller && task.words.length > 0)
  // "Called them" means people who are not named here.
  if (peoplePattern.test(foldText(statement.text))) return undefined
  return !isTalk && candidates.length === 1 ? candidates[0] : undefined
}

/** Reads a loop for comparison with what is said. */
export const toCloseableLoop = (
  { id, owner, text }: { readonly id?: number; readonly owner: LoopOwner; readonly text: string },
  cues: LanguageCues,
): CloseableLoop => ({
  ...(id !== undefined && { id }),
  owner,
  words: readTaskWords(text, cues),
  isUnclear: pronounPattern.test(foldText(text)),
  isPickUp: pickUpPattern.test(foldText(text)),
})

/** Verbs of a task that is only done where its object is, in all languages. */
const pickUpPattern =
  /(?<!\p{L})(?:pick up|fetch|collect|abholen|holen|chercher|recuperer|recoger|buscar|ritirare|prendere|pegar|забрать)(?!\p{L})|取りに|[领取]/u

/** Pronouns for people, in the languages that tell them from things. */
const peoplePattern = /(?<!\p{L})(?:them|him|her|ihnen|ihm|lui|leur|loro|eles|elas|ellos|ellas|им|ему|ей)(?!\p{L})/u

/** Pronouns for things that a task is about, in all languages. */
const pronounPattern = /(?<!\p{L})(?:it|them|this|that|es|ihn|ca|cela|eso|esto|isso|isto|это|его|ее)(?!\p{L})|それ|これ|它/u
