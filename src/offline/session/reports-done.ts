import type { LanguageCode } from '../../core/domain/languages.ts'
import { hasQuestionMark, hasQuestionWords, splitAtMarks } from '../../core/domain/questions.ts'
import { hasSomeWord } from '../coverage.ts'
import { cuesByLanguage } from '../languages/all.ts'
import { hasCue } from '../summary/cues.ts'
import { readLanguage } from '../summary/statements.ts'
import { foldText } from '../words.ts'
import { sessionCuesOf } from './languages/all.ts'
import type { SessionCues } from './languages/session-cues.ts'
import { askedConcepts } from './reports.ts'
import { findTask, readTaskWords } from './tasks.ts'

/**
 * Whether a text says, in any language, that a task is done or no longer wanted, without having to name its object: by a verb of the task
 * ("sent it" for "send the file"), or by nothing but "done" or "never mind".
 */
export function reportsDone(said: string, task: string): boolean {
  if (isTick.test(said)) return true
  const languages = Object.values(cuesByLanguage)
  const tasks = readConcepts(task)
  return languages.some((cues) => {
    const { done, dropped } = sessionCuesOf(cues)
    const report = readTaskWords(said, cues, [done, dropped])
    if ([...report.doneConcepts].some((concept) => tasks.has(concept))) return true
    const isGeneric = [done, dropped].some(({ source }) => new RegExp(source, 'u').test(foldText(said)))
    return isGeneric && report.words.length === 0
  })
}

/** Returns the verbs of a task in any language. */
const readConcepts = (task: string): ReadonlySet<string> =>
  new Set(Object.values(cuesByLanguage).flatMap((cues) => [...readTaskWords(task, cues).concepts]))

/** Nothing but signs that something is done. */
const isTick = /^\s*(?:(?:✅|☑|✔|👍)[\u{FE0F}\u{1F3FB}-\u{1F3FF}]*\s*)+$/u

/**
 * Whether what a text says of a task leaves it open: it asks about it, denies that it is done, or plans it. `expected` is the language of a
 * text that does not show its own.
 */
export function leavesOpen(said: string, task: string, expected: LanguageCode): boolean {
  const languageCues = cuesByLanguage[readLanguage(said, expected)]
  const cues = sessionCuesOf(languageCues)
  const naming = splitClauses(said, cues).filter(({ text }) => hasSomeWord(text, task))
  const isAsking = [...readConcepts(task)].some((concept) => askedConcepts.has(concept))
  // "Jonas is not there" may be what Jonas was to be asked.
  const mayDeny = (text: string) => !isAsking || hasCue({ text, cues: languageCues }, 'self')
  const isDropped = (folded: string) => folded.search(new RegExp(cues.dropped.source, 'u')) >= 0
  const isOpen = ({ text, folded, isQuestion }: SaidClause) =>
    isQuestion || (cues.notDone.test(folded) && mayDeny(text) && !isDropped(folded))
  return naming.length > 0 && naming.every(isOpen)
}

/** Whether all that a text says of a task asks about it or says that it will not be done. A request to be reminded of it is neither. */
export function deniesTask(said: string, task: string, expected: LanguageCode): boolean {
  const cues = readSessionCues(said, expected)
  const naming = splitClauses(said, cues).filter(({ text }) => hasSomeWord(text, task))
  const isDenied = ({ text, folded, isQuestion }: SaidClause) => {
    if (cues.remind.test(folded) || cues.ask.test(folded)) return false
    return isQuestion || hasQuestionWords(text) || isNegated(folded, cues)
  }
  return naming.length > 0 && naming.every(isDenied)
}

/** Whether a clause of a text that names a task promises it. */
export function promisesTask(said: string, task: string, expected: LanguageCode): boolean {
  const cues = readSessionCues(said, expected)
  return splitClauses(said, cues).some(({ text, folded }) => {
    const isPromise = cues.promise.test(folded) || (cues.self.test(folded) && findTask(folded, cues, ['now', 'will']) !== undefined)
    return isPromise && hasSomeWord(text, task)
  })
}

/** What a question asks of a task: whether it is done or may be closed, or whether it is still wanted. Undefined if it is another one. */
export function readLoopQuestion(question: string, task: string, expected: LanguageCode): 'done' | 'wanted' | undefined {
  if (!hasQuestionMark(question) || !hasSomeWord(question, task)) return undefined
  const cues = readSessionCues(question, expected)
  const folded = foldText(question)
  if (cues.asksDone.test(folded) || [cues.done, cues.dropped].some(({ source }) => new RegExp(source, 'u').test(folded))) return 'done'
  const { concepts } = readTaskWords(question, cuesByLanguage[readLanguage(question, expected)])
  return concepts.has('remind') ? undefined : 'wanted'
}

const readSessionCues = (text: string, expected: LanguageCode): SessionCues => sessionCuesOf(cuesByLanguage[readLanguage(text, expected)])

/** What makes a condition or a refusal the refusal, in all languages. */
const negation = /n't|(?<!\p{L})(?:not|never|no|nicht|nie|kein\p{L}*|ne|n'\p{L}+|pas|non|nao|не)(?!\p{L})|[不没別别]|な[いく]/u

const isNegated = (folded: string, { unreal }: SessionCues): boolean =>
  Array.from(folded.matchAll(new RegExp(unreal.source, 'gu'))).some(([match]) => negation.test(match))

interface SaidClause {
  readonly text: string
  readonly folded: string
  /** Whether it is part of a question. */
  readonly isQuestion: boolean
}

const splitClauses = (said: string, { clause }: SessionCues): readonly SaidClause[] =>
  splitAtMarks(said).flatMap((sentence) =>
    sentence.split(new RegExp(clause.source, 'u')).flatMap((text) => {
      return text ? [{ text, folded: foldText(text), isQuestion: hasQuestionMark(sentence) }] : []
    }),
  )
