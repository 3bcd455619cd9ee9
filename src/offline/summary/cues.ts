import { combineCues } from '../languages/all.ts'
import { isQuestionSentence } from '../sentences.ts'
import { foldText, toTopicStems } from '../words.ts'

/** The lists of a day summary, in the order of its template. */
export type OfflineListName = 'goals' | 'decisions' | 'openLoops' | 'nextSteps'

const undecidedCues = combineCues(({ undecided }) => undecided)
const decisionCues = combineCues(({ decision }) => decision)
const openLoopCues = combineCues(({ openLoop }) => openLoop)
const nextStepCues = combineCues(({ nextStep }) => nextStep)
const goalCues = combineCues(({ goal }) => goal)
const completionCues = combineCues(({ completion }) => completion)

/** The number of characters of a sentence to scan. */
const maxReadLength = 1_000

/** Whether a folded text mentions a decision. */
export const hasDecisionCue = (folded: string): boolean => decisionCues.test(folded)

/** Returns the list to which a sentence belongs by its cues, or undefined for questions and sentences without cues. */
export function classifySentence(sentence: string): OfflineListName | undefined {
  const folded = foldText(sentence.slice(0, maxReadLength))
  if (isQuestionSentence(sentence) || toTopicStems(sentence).length === 0) return undefined
  if (undecidedCues.test(folded)) return 'openLoops'
  if (decisionCues.test(folded)) return 'decisions'
  if (openLoopCues.test(folded)) return 'openLoops'
  if (nextStepCues.test(folded)) return 'nextSteps'
  return goalCues.test(folded) ? 'goals' : undefined
}

/** Whether a sentence reports that something is done. */
export function isCompletion(sentence: string): boolean {
  const folded = foldText(sentence.slice(0, maxReadLength))
  return completionCues.test(folded) && !openLoopCues.test(folded) && !nextStepCues.test(folded)
}
