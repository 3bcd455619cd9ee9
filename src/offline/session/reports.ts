import type { LanguageCues } from '../languages/cues.ts'
import { hasCue } from '../summary/cues.ts'
import type { ResolvedStatement } from '../summary/references.ts'
import { foldText, splitWords } from '../words.ts'
import { reportCuesOf, sessionCuesOf } from './languages/all.ts'
import { readTaskWords, shareWords, type TaskWords } from './tasks.ts'

/** What part of a sentence tells of what somebody said. */
export interface ReportedWord {
  readonly kind: 'answered' | 'said' | 'talked' | 'appointment' | 'stated'
  /** The words that name who said it. All are part of the name, except of one that is stated. */
  readonly person: readonly string[]
  readonly words: readonly string[]
}

/** Reads what a sentence of the user tells of what others answered, said or are. Empty for a question. */
export function readReportedWords(statement: ResolvedStatement): readonly ReportedWord[] {
  const { role, said, text, isQuestion, isAsking, isOfLongAnswer, cues } = statement
  if (role !== 'user' || isQuestion || isAsking || isOfLongAnswer || /[?？…]/.test(said)) return []
  return findClauseStarts(text, cues).flatMap((start) => {
    if (reportCuesOf(cues).awaited.test(foldText(text.slice(0, start)))) return []
    return readClause(text.slice(start), cues)
  })
}

const findClauseStarts = (text: string, languageCues: LanguageCues): readonly number[] => [
  0,
  ...Array.from(text.matchAll(new RegExp(sessionCuesOf(languageCues).clause.source, 'gu')), ({ 0: match, index }) => index + match.length),
]

/** In words: a determiner and a name. */
const maxNameLength = 3

function readClause(text: string, languageCues: LanguageCues): readonly ReportedWord[] {
  const cues = reportCuesOf(languageCues)
  const { isUnspaced, notDone } = sessionCuesOf(languageCues)
  const folded = foldText(text)
  if (cues.deferred.test(folded)) return []
  const read = (part: string) => readTaskWords(part, languageCues).words
  const words = read(text)
  const talked = cues.talked.exec(folded)
  if (talked) {
    const rest = text.slice(talked[0].length)
    const end = cues.subjectEnd ? rest.search(cues.subjectEnd) : rest.length
    const person = read(isUnspaced ? rest.slice(0, end).slice(0, 8) : splitWords(rest).slice(0, 2).join(' '))
    return person.length > 0 ? [{ kind: 'talked', person, words }] : []
  }
  for (const kind of ['answered', 'said'] as const) {
    const match = cues[kind].exec(folded)
    if (!match) continue
    const end = cues.subjectEnd ? folded.search(cues.subjectEnd) : match.index
    const subject = text.slice(0, Math.max(0, end))
    const person = read(subject)
    const isName = person.length > 0 && (isUnspaced || splitWords(subject).length <= maxNameLength)
    return isName && !notDone.test(foldText(subject)) && !cues.awaited.test(foldText(subject)) ? [{ kind, person, words }] : []
  }
  if (cues.awaited.test(folded)) return []
  const [, name, appointment] = /^([^:：]{2,30})[:：]\s*(.+)$/u.exec(text) ?? []
  if (name !== undefined && appointment !== undefined) {
    const isTime = hasCue({ text: appointment, cues: languageCues }, 'clock') && hasCue({ text: appointment, cues: languageCues }, 'day')
    const person = read(name)
    return isTime && person.length > 0 && !notDone.test(foldText(text)) ? [{ kind: 'appointment', person, words }] : []
  }
  const person = read(isUnspaced ? text.slice(0, 6) : splitWords(text).slice(0, 2).join(' '))
  return person.length > 0 ? [{ kind: 'stated', person, words }] : []
}

/** Verbs of tasks that are done when somebody answers. */
export const askedConcepts: ReadonlySet<string> = new Set(['ask', 'check'])
const calledConcepts: ReadonlySet<string> = new Set(['call', 'write', 'contact'])

/** How sure it is that the word of somebody is what was asked for. */
const certainties = { answered: 2, appointment: 2, said: 1.5, talked: 1.5, stated: 1 }

/** Rates how well what somebody said fits a loop to ask, call or write to them. 0 if it does not. */
export function rateReportedWord(report: ReportedWord, loop: TaskWords): number {
  const [person] = loop.words
  const isAsked = [...loop.concepts].some((concept) => askedConcepts.has(concept))
  const isCalled = !isAsked && [...loop.concepts].some((concept) => calledConcepts.has(concept))
  if (person === undefined || !(isAsked || isCalled) || !report.person.some((word) => isSameName(word, person))) return 0
  if (report.kind === 'stated' ? !isSameName(report.person[0] ?? '', person) : !report.person.every((word) => isNamed(word, loop))) return 0
  const asked = loop.words.filter((word) => !questionWords.has(word) && !report.person.some((name) => isSameName(name, word)))
  const shared = shareWords(asked, report.words).length
  const rating = certainties[report.kind] + shared
  if (report.kind === 'stated') return isAsked && statesAnswer(report, asked, shared) ? rating : 0
  if (report.kind === 'appointment') return isCalled ? rating : 0
  if (report.kind === 'answered') return rating
  return shared > 0 || (asked.length === 0 && isCalled) ? rating : 0
}

/** What leads to the question of a loop. */
const questionWords: ReadonlySet<string> = new Set('whether about ob wegen nach est-ce acerca sobre circa riguardo ли насчет'.split(' '))

const isNamed = (word: string, { words }: TaskWords): boolean => words.some((other) => isSameName(word, other))

/** Whether a sentence about somebody tells most of what they were to be asked, and nothing else before it. */
function statesAnswer({ person, words }: ReportedWord, asked: readonly string[], shared: number): boolean {
  if (shared === 0 || shared < Math.ceil((asked.length * 2) / 3)) return false
  const [first] = words.filter((word) => word !== person[0])
  return first !== undefined && shareWords([first], asked).length > 0
}

/** Whether two folded names are the same apart from an ending. */
function isSameName(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length < 5 || /\p{Script=Han}/u.test(long)) return one === other
  return long.length - short.length <= 2 && long.startsWith(short.slice(0, Math.max(4, short.length - 1)))
}
