import { isSameWord } from '../compare.ts'
import type { LanguageCues } from '../languages/cues.ts'
import { foldText, isFunctionWord, splitWords } from '../words.ts'
import { sessionCuesOf } from './languages/all.ts'
import type { SessionCues } from './languages/session-cues.ts'

const formKinds = ['infinitive', 'now', 'will', 'third', 'done'] as const
export type TaskFormKind = (typeof formKinds)[number]

/** A verb of a task in a text. */
export interface FoundTask {
  /** What the verb means in all languages, such as "send". */
  readonly concept: string
  readonly index: number
}

type TaskPatterns = ReadonlyMap<TaskFormKind, ReadonlyMap<string, RegExp>>

/** Compiled when a language is first needed, because all of them together delay the start. */
const patternsByCues = new Map<SessionCues, TaskPatterns>()

function patternsOf(cues: SessionCues): TaskPatterns {
  const known = patternsByCues.get(cues)
  if (known) return known
  const patterns = new Map(formKinds.map((kind, part) => [kind, compileForms(cues, part)] as const))
  patternsByCues.set(cues, patterns)
  return patterns
}

function compileForms({ tasks, isUnspaced }: SessionCues, part: number): ReadonlyMap<string, RegExp> {
  return new Map(
    Object.entries(tasks).flatMap(([concept, allForms]) => {
      const forms = (allForms.split('/')[part] ?? '').split(',').flatMap((form) => form.trim() || [])
      // Longer ones first, so that "送信した" is not read as a shorter form.
      const source = forms.sort((a, b) => b.length - a.length).join('|')
      if (source === '') return []
      return [[concept, new RegExp(isUnspaced ? source : `(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, 'gu')] as const]
    }),
  )
}

/** Finds the first verb of a task in a folded text, in one of these forms. */
export function findTask(folded: string, cues: SessionCues, kinds: readonly TaskFormKind[]): FoundTask | undefined {
  const patterns = patternsOf(cues)
  const found = kinds.flatMap((kind) =>
    [...(patterns.get(kind) ?? [])].flatMap(([concept, pattern]) => {
      const index = folded.search(pattern)
      return index < 0 ? [] : [{ concept, index }]
    }),
  )
  return found.reduce<FoundTask | undefined>((first, one) => (first && first.index <= one.index ? first : one), undefined)
}

/** Returns the infinitive of a verb in the present of the first person, with its accents. Undefined if it is no verb of a task. */
export function findInfinitive(verb: string, { tasks }: SessionCues): string | undefined {
  const folded = foldText(verb)
  const forms = Object.values(tasks).find((all) => (all.split('/')[1] ?? '').split(',').includes(folded))
  const shareLetters = (infinitive: string) => Array.from(infinitive).findIndex((letter, at) => letter !== folded[at])
  const [best] = (forms?.split('/')[0] ?? '').split(',').sort((a, b) => shareLetters(b) - shareLetters(a))
  if (!best) return undefined
  const shared = shareLetters(best)
  return shared > 1 ? verb.slice(0, shared).replaceAll('è', 'e') + best.slice(shared) : undefined
}

/** What a text says of a task: its verbs, and the other words that tell which one it is. */
export interface TaskWords {
  readonly concepts: ReadonlySet<string>
  /** The verbs in forms that report that it was done. */
  readonly doneConcepts: ReadonlySet<string>
  readonly words: readonly string[]
}

/** Reads the words of a task or of a report. `ignored` are further patterns of what does not tell which task is meant. */
export function readTaskWords(text: string, languageCues: LanguageCues, ignored: readonly RegExp[] = []): TaskWords {
  const cues = sessionCuesOf(languageCues)
  const concepts = new Set<string>()
  const doneConcepts = new Set<string>()
  let rest = [cues.due, ...ignored].reduce((left, pattern) => left.replace(new RegExp(pattern.source, 'gu'), ' '), foldText(text))
  for (const kind of formKinds.toReversed()) {
    for (const [concept, pattern] of patternsOf(cues).get(kind) ?? []) {
      rest = rest.replace(pattern, () => {
        concepts.add(concept)
        if (kind === 'done') doneConcepts.add(concept)
        return ' '
      })
    }
  }
  const noise = new Set(cues.noise.split(' '))
  const days = new RegExp(languageCues.conversation.day.source, 'gu')
  const isTelling = (word: string) =>
    !noise.has(word) && !isFunctionWord(word) && (word.length > 2 || /\p{Script=Han}|\p{Script=Katakana}|\p{N}/u.test(word))
  return { concepts, doneConcepts, words: [...new Set(splitWords(rest.replace(days, ' ')).filter(isTelling))] }
}

/** Returns the words that are also in another list, in some form. */
export const shareWords = (words: readonly string[], others: readonly string[]): readonly string[] =>
  words.filter((word) => others.some((other) => isSameWord(word, other)))
