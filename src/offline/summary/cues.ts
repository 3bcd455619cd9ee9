import { combineCues } from '../languages/all.ts'
import type { ConversationCues, LanguageCues } from '../languages/cues.ts'
import { foldText, toTopicStems } from '../words.ts'

/** The lists of a day summary, in the order of its template. */
export const listNames = ['goals', 'decisions', 'openLoops', 'nextSteps'] as const
export type OfflineListName = (typeof listNames)[number]

const undecidedCues = combineCues(({ undecided }) => undecided)
const decisionCues = combineCues(({ decision }) => decision)
const openLoopCues = combineCues(({ openLoop }) => openLoop)
const nextStepCues = combineCues(({ nextStep }) => nextStep)
const everyListCue = new RegExp(`${decisionCues.source}|${undecidedCues.source}|${openLoopCues.source}`, 'gu')
const goalCues = combineCues(({ goal }) => goal)
const completionCues = combineCues(({ completion }) => completion)
/** Cues that are short, so that the language of the text is not known. */
const commonCues = {
  acceptance: combineCues(({ conversation }) => conversation.acceptance),
  refusal: combineCues(({ conversation }) => conversation.refusal),
  proposal: combineCues(({ conversation }) => conversation.proposal),
  instruction: combineCues(({ conversation }) => conversation.instruction),
  change: combineCues(({ conversation }) => conversation.change),
  day: combineCues(({ conversation }) => conversation.day),
}

/** The number of characters of a sentence to scan. */
const maxReadLength = 1_000

const fold = (text: string): string => foldText(text.slice(0, maxReadLength)).trim()

/** Whether a folded text mentions a decision. */
export const hasDecisionCue = (folded: string): boolean => decisionCues.test(folded) && !undecidedCues.test(folded)

/** A sentence with the cues of its language. */
export interface CuedSentence {
  readonly text: string
  readonly cues: LanguageCues
}

/** Whether a sentence has a cue of what sentences do in a conversation, in its language. */
export const hasCue = ({ text, cues }: CuedSentence, cue: Exclude<keyof ConversationCues, 'verbForms' | 'hedges'>): boolean =>
  cues.conversation[cue].test(fold(text))

/** Whether a text has a cue in any language. */
export const hasCommonCue = (text: string, cue: keyof typeof commonCues): boolean => commonCues[cue].test(fold(text))

/**
 * Returns the list to which a statement belongs by its cues, or undefined if it has none, or settles nothing. What asks the assistant for
 * help is answered, so it is neither open nor a next step.
 */
export function classifyStatement(statement: CuedSentence & { readonly isAsking: boolean }): OfflineListName | undefined {
  const { text, isAsking } = statement
  const folded = fold(text)
  if (toTopicStems(text).length === 0 && !decisionCues.test(folded)) return undefined
  if (hasCue(statement, 'vague')) return undefined
  if (undecidedCues.test(folded)) return 'openLoops'
  if (decisionCues.test(folded)) return 'decisions'
  if (openLoopCues.test(folded) && !isAsking) return 'openLoops'
  if (nextStepCues.test(folded) && !isAsking) return 'nextSteps'
  if (goalCues.test(folded)) return 'goals'
  return isAppointment(statement) && !isAsking ? 'nextSteps' : undefined
}

/** Whether a sentence names a day and a time ahead: "Dentist: Tuesday at nine". */
function isAppointment({ text, cues }: CuedSentence): boolean {
  if (!hasCue({ text, cues }, 'clock')) return false
  return text.split(/[:;,.!–—，。；]\s*/).some((clause) => hasCue({ text: clause, cues }, 'day') && !hasCue({ text: clause, cues }, 'past'))
}

/** The number of words of a cue without content. */
const maxCueLength = 4

/** Returns the topic words of a statement apart from the words that put it in a list. A cue of two parts may have content between them. */
export const findContent = (sentence: string): readonly string[] =>
  toTopicStems(
    fold(sentence).replace(everyListCue, (cue) => {
      const words = cue.split(/\s+/)
      return words.length > maxCueLength ? words.slice(1, -1).join(' ') : ' '
    }),
  )

/** Whether a sentence reports that something is done. */
export function isCompletion(sentence: string): boolean {
  const folded = fold(sentence)
  return completionCues.test(folded) && !openLoopCues.test(folded) && !nextStepCues.test(folded)
}
