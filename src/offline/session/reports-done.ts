import type { LanguageCode } from '../../core/domain/languages.ts'
import { hasQuestionMark, splitAtMarks } from '../../core/domain/questions.ts'
import { hasSomeWord } from '../coverage.ts'
import { cuesByLanguage } from '../languages/all.ts'
import { readLanguage } from '../summary/statements.ts'
import { foldText } from '../words.ts'
import { sessionCuesOf } from './languages/all.ts'
import { readTaskWords } from './tasks.ts'

/**
 * Whether a text says, in any language, that a task is done or no longer wanted, without having to name its object: by a verb of the task
 * ("sent it" for "send the file"), or by nothing but "done" or "never mind".
 */
export function reportsDone(said: string, task: string): boolean {
  if (isTick.test(said)) return true
  const languages = Object.values(cuesByLanguage)
  const tasks = new Set(languages.flatMap((cues) => [...readTaskWords(task, cues).concepts]))
  return languages.some((cues) => {
    const { done, dropped } = sessionCuesOf(cues)
    const report = readTaskWords(said, cues, [done, dropped])
    if ([...report.doneConcepts].some((concept) => tasks.has(concept))) return true
    const isGeneric = [done, dropped].some(({ source }) => new RegExp(source, 'u').test(foldText(said)))
    return isGeneric && report.words.length === 0
  })
}

/** Nothing but signs that something is done. */
const isTick = /^\s*(?:(?:✅|☑|✔|👍)[\u{FE0F}\u{1F3FB}-\u{1F3FF}]*\s*)+$/u

/**
 * Whether what a text says of a task leaves it open: it asks about it, denies that it is done, or plans it. `expected` is the language of a
 * text that does not show its own.
 */
export function leavesOpen(said: string, task: string, expected: LanguageCode): boolean {
  const { unreal, notDone, dropped, clause } = sessionCuesOf(cuesByLanguage[readLanguage(said, expected)])
  const clauses = splitAtMarks(said).flatMap((sentence) =>
    sentence.split(new RegExp(clause.source, 'u')).map((part) => ({ part: part ?? '', isQuestion: hasQuestionMark(sentence) })),
  )
  const naming = clauses.filter(({ part }) => hasSomeWord(part, task))
  const isOpen = ({ part, isQuestion }: (typeof clauses)[number]) => {
    const folded = foldText(part)
    return isQuestion || ((unreal.test(folded) || notDone.test(folded)) && folded.search(new RegExp(dropped.source, 'u')) < 0)
  }
  return naming.length > 0 && naming.every(isOpen)
}
