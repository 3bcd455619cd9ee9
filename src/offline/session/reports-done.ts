import { cuesByLanguage } from '../languages/all.ts'
import { foldText } from '../words.ts'
import { sessionCuesOf } from './languages/all.ts'
import { readTaskWords } from './tasks.ts'

/**
 * Whether a text says, in any language, that a task is done or no longer wanted, without having to name its object: by a verb of the task
 * ("sent it" for "send the file"), or by nothing but "done" or "never mind".
 */
export function reportsDone(said: string, task: string): boolean {
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
