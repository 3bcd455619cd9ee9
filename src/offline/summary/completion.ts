import { isSameWord } from '../compare.ts'
import { allCues } from '../languages/all.ts'
import { foldText, splitWords, toTopicStems } from '../words.ts'
import { isCompletion } from './cues.ts'
import type { OfflineBullet, OfflineLists } from './draft.ts'
import type { ResolvedStatement } from './references.ts'

/** The first form of each verb whose forms begin differently. */
const verbsByForm: ReadonlyMap<string, string> = new Map(
  allCues.flatMap(({ conversation }) =>
    conversation.verbForms.split(',').flatMap((forms) => {
      const words = forms.trim().split(/\s+/)
      return words.map((word) => [word, words[0] as string] as const)
    }),
  ),
)

interface Completion {
  readonly id: number
  readonly words: readonly string[]
}

/** Drops open loops and next steps that a later sentence of the user reports as done. */
export function dropCompleted<Draft extends { readonly lists: OfflineLists }>(
  draft: Draft,
  statements: readonly ResolvedStatement[],
): Draft {
  const completions = statements
    .filter(({ role, text, isQuestion }) => role === 'user' && !isQuestion && isCompletion(text))
    .map(({ id, text }): Completion => ({ id, words: toTaskWords(text) }))
  const isOpen = (bullet: OfflineBullet) => !completions.some((one) => completes(one, bullet))
  const { openLoops, nextSteps } = draft.lists
  return { ...draft, lists: { ...draft.lists, openLoops: openLoops.filter(isOpen), nextSteps: nextSteps.filter(isOpen) } }
}

/**
 * Whether what was done is the task of a bullet: half of its words are the same, and at least two, or all that says what was done. One word
 * is enough if the bullet does not name its object.
 */
function completes({ id, words }: Completion, { text, ids, isUnanswered, isUnclear }: OfflineBullet): boolean {
  if (isUnanswered || id <= Math.max(...ids)) return false
  const task = toTaskWords(text)
  const shared = task.filter((word) => words.some((other) => isSameWord(word, other))).length
  const isTold = words.length > 0 && words.every((word) => task.some((other) => isSameWord(word, other)))
  return isTold || shared >= (isUnclear ? 1 : Math.max(2, task.length / 2))
}

/** Returns the words of a task, with one form for each verb. */
const toTaskWords = (text: string): readonly string[] => [
  ...new Set(
    splitWords(foldText(text))
      .filter((word) => verbsByForm.has(word) || toTopicStems(word).length > 0)
      .map((word) => verbsByForm.get(word) ?? word),
  ),
]
