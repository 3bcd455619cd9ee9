import { findDues } from '../../core/dates/due-phrases.ts'
import { detectLanguage } from '../../core/domain/languages.ts'
import { hasQuestionMark, splitAtMarks } from '../../core/domain/questions.ts'
import { removeQuotations } from '../../core/domain/quotations.ts'
import { detectSmallTalk } from '../../offline/chat/small-talk.ts'
import { findSharedStems } from '../../offline/compare.ts'
import { hasMostWords, hasSomeWord } from '../../offline/coverage.ts'
import { deniesTask, leavesOpen, promisesTask, readLoopQuestion, reportsDone } from '../../offline/session/reports-done.ts'
import { mayPromise, mayReport, type Translation } from '../../offline/session/translations.ts'
import { hasCommonCue } from '../../offline/summary/cues.ts'
import { foldText } from '../../offline/words.ts'
import type { SessionInput, SessionLine, ShownLoop } from '../session-input.ts'
import type { AnsweredNotes } from './parse-answer.ts'

/** The number of messages before a source that it may refer to. */
const maxReferents = 4

interface SourceLine extends SessionLine {
  /** What its author says outside quotations. */
  readonly own: string
  readonly index: number
}

/** The messages of a session, as the sources of its notes. */
export class SourceLines {
  readonly #lines: readonly SourceLine[]
  readonly #byId: ReadonlyMap<number, SourceLine>
  readonly #input: SessionInput

  constructor(input: SessionInput) {
    this.#input = input
    this.#lines = input.lines.map((line, index) => ({ ...line, own: removeQuotations(line.text), index }))
    this.#byId = new Map(this.#lines.map((line) => [line.id, line]))
  }

  has(id: number): boolean {
    return this.#byId.has(id)
  }

  /**
   * Whether a message opens a loop in its author's own words: the user's, or also the bot's if the bot owes it and promises it. It has most
   * words of the loop, alone or with what the user said before, or with what the bot asked or proposed and the message does not refuse.
   */
  opens({ owner, text, message }: AnsweredNotes['newLoops'][number]): boolean {
    const line = this.#find(message, owner === 'bot')
    if (!line || !isOutsideQuotations(text, line)) return false
    const { language } = this.#input
    const isOwn = line.role === 'user' ? !deniesTask(line.own, text, language) : promisesTask(line.own, text, language)
    if (line.role === 'user' && !isOwn) return false
    if (isOwn && (hasMostWords(line.own, text) || this.#isTranslation(line, text, mayPromise))) return true
    const said = [...this.#before(line).map((other) => readReferent(other, line)), ...(isOwn ? [line.own] : [])]
    return detectSmallTalk(line.own) === undefined && hasMostWords(said.join('\n'), text)
  }

  /**
   * Whether a message closes an open loop in its author's own words. It names the loop or its verb, or says no more than that something is
   * done, or it answers the bot's question about the loop. What only asks about it, or says that it is not done yet, does not close it.
   */
  closes({ message, state }: AnsweredNotes['closings'][number], { owner, text }: ShownLoop): boolean {
    const line = this.#find(message, owner === 'bot')
    if (!line || !isOutsideQuotations(text, line)) return false
    const { language } = this.#input
    if (state === 'done' && leavesOpen(line.own, text, language)) return false
    if (hasSomeWord(line.own, text) || reportsDone(line.own, text) || this.#isTranslation(line, text, mayReport)) return true
    const isRefusal = hasCommonCue(line.own, 'refusal')
    const isAnswer = isRefusal || hasCommonCue(line.own, 'acceptance')
    const closing = isRefusal ? 'wanted' : 'done'
    const asked = this.#before(line).flatMap(({ role, own }) => (role === 'user' ? [] : splitAtMarks(own)))
    return isAnswer && asked.some((question) => readLoopQuestion(question, text, language) === closing)
  }

  /** Whether the day and the time of a loop are those that its source or the messages before it name. */
  namesDue(due: string, message: number): boolean {
    const line = this.#byId.get(message)
    if (!line) return false
    const { timezone, language } = this.#input
    const reading = { now: line.sentAt, timezone, languages: [...new Set([language, 'en'])] }
    const [wanted] = findDues(due, reading)
    const named = [...this.#before(line), line].flatMap(({ own }) => findDues(own, reading))
    const isNamed = (part: 'day' | 'time') => wanted?.due[part] === undefined || named.some((one) => one.due[part] === wanted.due[part])
    return isNamed('day') && isNamed('time')
  }

  /** Whether somebody is named in the session. */
  namesPerson(name: string): boolean {
    const folded = foldText(name)
    return this.#lines.some(({ text, author = '' }) => foldText(`${author} ${text}`).includes(folded))
  }

  #find(id: number, isOfBot: boolean): SourceLine | undefined {
    const line = this.#byId.get(id)
    return line && (line.role === 'user' || isOfBot) && /[\p{L}\p{N}]|\p{Extended_Pictographic}/u.test(line.own) ? line : undefined
  }

  #before({ index }: SourceLine): readonly SourceLine[] {
    return this.#lines.slice(Math.max(0, index - maxReferents), index)
  }

  /** Whether a text is in another language than the message, so that words cannot show that it is about it, but it may be all the same. */
  #isTranslation({ own }: SourceLine, text: string, mayBe: (translation: Translation) => boolean): boolean {
    const { language } = this.#input
    const [spoken, noted] = [own, text].map((one) => detectLanguage(one, language))
    return spoken !== undefined && noted !== undefined && spoken !== noted && mayBe({ said: own, task: text, expected: language })
  }
}

/** Returns what a message may refer to of one before it: all that the user said, and what the bot asked or proposed unless it is refused. */
function readReferent({ role, own }: SourceLine, line: SourceLine): string {
  if (role === 'user') return own
  if (hasCommonCue(line.own, 'refusal')) return ''
  const agrees = hasCommonCue(line.own, 'acceptance') || line.own.trim().startsWith('👍')
  return splitAtMarks(own)
    .filter((sentence) => hasQuestionMark(sentence) || (agrees && hasCommonCue(sentence, 'proposal')))
    .join(' ')
}

/** Whether at least half of the words that a message shares with a text stand outside quotations. */
const isOutsideQuotations = (text: string, { own, text: whole }: SourceLine): boolean =>
  findSharedStems(text, own).length * 2 >= findSharedStems(text, whole).length
