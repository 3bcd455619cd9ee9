import type { LanguageCode } from '../../core/domain/languages.ts'
import { namesOf, numbersOf } from '../compare.ts'
import { cuesByLanguage } from '../languages/all.ts'
import { readLanguage } from '../summary/statements.ts'
import { foldText } from '../words.ts'
import { sessionCuesOf } from './languages/all.ts'
import { findTask, readTaskWords } from './tasks.ts'

/** A message and what a loop says in another language. */
export interface Translation {
  readonly said: string
  readonly task: string
  /** The language of a text that does not show its own. */
  readonly expected: LanguageCode
}

/**
 * Whether a loop in another language may be what a message promises: it has the words of a promise or a duty, the verb of the task if both
 * are known, and the same numbers and names.
 */
export function mayPromise({ said, task, expected }: Translation): boolean {
  const cues = sessionCuesOf(readCues(said, expected))
  const folded = foldText(said)
  const isTask = [cues.duty, cues.obligation, cues.promise, cues.remind].some((cue) => cue?.test(folded))
  const isPresent = cues.self.test(folded) && findTask(folded, cues, ['now', 'will']) !== undefined
  if (!(isTask || isPresent) || !hasSameDetails({ said, task, expected })) return false
  const [one, other] = [readConcepts(said, expected), readConcepts(task, expected)]
  return one.size === 0 || other.size === 0 || [...other].some((concept) => one.has(concept))
}

/** Whether a message may report that a loop in another language is done or dropped. */
export function mayReport({ said, task, expected }: Translation): boolean {
  const languageCues = readCues(said, expected)
  const { done, dropped } = sessionCuesOf(languageCues)
  const isGeneric = [done, dropped].some(({ source }) => new RegExp(source, 'u').test(foldText(said)))
  return (isGeneric || readTaskWords(said, languageCues).doneConcepts.size > 0) && hasSameDetails({ said, task, expected })
}

const readCues = (text: string, expected: LanguageCode) => cuesByLanguage[readLanguage(text, expected)]

const readConcepts = (text: string, expected: LanguageCode) => readTaskWords(text, readCues(text, expected)).concepts

/** Whether the numbers of a task, and the names where capitals show them, are those of a message. */
function hasSameDetails({ said, task, expected }: Translation): boolean {
  const numbers = new Set(numbersOf(said))
  if (!numbersOf(task).every((number) => numbers.has(number))) return false
  const isKnownIn = (text: string) => (name: string) => foldText(text).includes(name)
  return readNames(task, expected).every(isKnownIn(said)) && readNames(said, expected).every(isKnownIn(task))
}

/** Returns the names of a text. None where all nouns have capitals, or there are none. The first word has one anyway. */
const readNames = (text: string, expected: LanguageCode): readonly string[] =>
  sessionCuesOf(readCues(text, expected)).capitalizesNouns
    ? []
    : namesOf(text.replace(/^\P{L}*\p{L}+/u, '').replace(/[.!?]\s+\p{L}+/gu, ' '))
