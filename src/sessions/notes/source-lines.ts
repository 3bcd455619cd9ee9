import { detectLanguage } from '../../core/domain/languages.ts'
import { hasQuestionMark } from '../../core/domain/questions.ts'
import { removeQuotations } from '../../core/domain/quotations.ts'
import { detectSmallTalk } from '../../offline/chat/small-talk.ts'
import { findSharedStems } from '../../offline/compare.ts'
import { hasMostWords, hasSomeWord } from '../../offline/coverage.ts'
import { reportsDone } from '../../offline/session/reports-done.ts'
import { hasCommonCue } from '../../offline/summary/cues.ts'
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
   * Whether a message opens a loop in its author's own words: the user's, or also the bot's if the bot owes it. It has most words of the
   * loop, alone or with what the user said before, or with what the bot asked or proposed and the message accepts.
   */
  opens({ owner, text, message }: AnsweredNotes['newLoops'][number]): boolean {
    const line = this.#find(message, owner === 'bot')
    if (!line || !isOutsideQuotations(text, line)) return false
    if (hasMostWords(line.own, text) || this.#isOtherLanguage(line, text)) return true
    const accepts = hasCommonCue(line.own, 'acceptance')
    const referents = this.#before(line).filter(({ role, own }) => role === 'user' || accepts || hasQuestionMark(own))
    return detectSmallTalk(line.own) === undefined && hasMostWords(joinOwn([...referents, line]), text)
  }

  /**
   * Whether a message closes an open loop in its author's own words. It names the loop or its verb, or says no more than that something is
   * done, or it answers what names the loop.
   */
  closes({ message }: AnsweredNotes['closings'][number], { owner, text }: ShownLoop): boolean {
    const line = this.#find(message, owner === 'bot')
    if (!line || !isOutsideQuotations(text, line)) return false
    if (hasSomeWord(line.own, text) || reportsDone(line.own, text) || this.#isOtherLanguage(line, text)) return true
    const isAnswer = hasCommonCue(line.own, 'acceptance') || hasCommonCue(line.own, 'refusal')
    return isAnswer && hasSomeWord(joinOwn(this.#before(line)), text)
  }

  #find(id: number, isOfBot: boolean): SourceLine | undefined {
    const line = this.#byId.get(id)
    return line && (line.role === 'user' || isOfBot) && /[\p{L}\p{N}]/u.test(line.own) ? line : undefined
  }

  #before({ index }: SourceLine): readonly SourceLine[] {
    return this.#lines.slice(Math.max(0, index - maxReferents), index)
  }

  /** Whether words cannot show that a text is about a message, because it is a translation. */
  #isOtherLanguage({ own }: SourceLine, text: string): boolean {
    const [spoken, noted] = [own, text].map((one) => detectLanguage(one, this.#input.language))
    return spoken !== undefined && noted !== undefined && spoken !== noted
  }
}

const joinOwn = (lines: readonly SourceLine[]): string => lines.map(({ own }) => own).join('\n')

/** Whether at least half of the words that a message shares with a text stand outside quotations. */
const isOutsideQuotations = (text: string, { own, text: whole }: SourceLine): boolean =>
  findSharedStems(text, own).length * 2 >= findSharedStems(text, whole).length
