import { dueLanguageCodes } from '../core/dates/due-languages/index.ts'
import { parseDue } from '../core/dates/parse-due.ts'
import { parseReminder } from '../core/dates/parse-reminder.ts'
import type { LanguageCode } from '../core/domain/languages.ts'
import { asksForAnswer, hasQuestionMark, hasQuestionWords, splitAtMarks } from '../core/domain/questions.ts'
import { removeQuotations } from '../core/domain/quotations.ts'
import { hasMostWords, hasSomeWord, isAlike } from '../offline/coverage.ts'
import { leavesOpen, reportsDone } from '../offline/session/reports-done.ts'
import { hasCommonCue } from '../offline/summary/cues.ts'
import { asksAboutBefore, findForbidding, hasChangeCue, isProposal } from './change-cues.ts'

/** A change that a model wants to make. */
export interface WantedChange {
  /** What is to be noted. Most of its words must be the user's. */
  readonly noted?: string
  /** What is noted already and is to be changed. The user must name a part of it, or what replaces it must be alike. */
  readonly concerned?: string
  /** The language of the user, if what is concerned is to be closed as done. */
  readonly doneIn?: LanguageCode
}

/** A message that stands before those being answered. */
export interface EarlierMessage {
  readonly role: 'user' | 'assistant'
  readonly text: string
}

/** Longer messages say themselves what they are about. In characters. */
const longestReference = 80

/**
 * Whether the user asks for a change or states it: by the words of their messages, without what they quote, or by a short message such as
 * "Yes" or "Remember that" that refers to what stands before it. A question asks for none, unless it has the words of a request. What is
 * forbidden, such as "Don't save that", is not asked for.
 */
export function isRequested(change: WantedChange, own: string, before: readonly EarlierMessage[]): boolean {
  const unquoted = removeQuotations(own)
  const reminder = parseReminder(unquoted, anyMoment)
  const said = reminder ? unquoted : withoutForbidden(unquoted)
  const isRequest = reminder !== undefined || hasChangeCue(said) || hasCommonCue(said, 'instruction')
  const { concerned } = change
  const isMoved = concerned !== undefined && isProposal(said) && namesTime(said)
  const isDone = concerned !== undefined && reportsDone(said, concerned)
  if (!isRequest && !isMoved && !isDone && isOnlyAsking(said)) return false
  // "Wake me at 7" asks to note "wake up".
  const asked = reminder ? `${said}\n${reminder.text}` : said
  if (!isRequest && concerned !== undefined && change.doneIn !== undefined && leavesOpen(said, concerned, change.doneIn)) return false
  if (isCovered(change, asked)) return true
  return isCovered(change, [asked, ...findReferents(change, { said, isRequest, isDone, before })].join('\n'))
}

/** What a request is about does not depend on when it is read. */
const anyMoment = { now: new Date(0), timezone: 'UTC', languages: dueLanguageCodes }

/** Whether a short message may refer to what stands before it, which a tool then looks up. */
export const mayRefer = (own: string): boolean => removeQuotations(own).length <= longestReference

/** Returns a text without the sentences that forbid a change. Empty if nothing else asks for one. */
function withoutForbidden(text: string): string {
  const sentences = splitAtMarks(text)
  const kept = sentences.flatMap((sentence) => {
    const at = findForbidding(sentence)
    const before = sentence.slice(0, Math.max(0, at))
    return at < 0 ? sentence : hasChangeCue(before) ? before : []
  })
  return kept.join('') === sentences.join('') ? text : hasChangeCue(kept.join('')) ? kept.join('') : ''
}

interface Reference {
  readonly said: string
  readonly isRequest: boolean
  /** Whether it says that what is concerned is done. */
  readonly isDone: boolean
  readonly before: readonly EarlierMessage[]
}

/**
 * Returns the texts that a short message may refer to: any if it asks to change what it does not name; what the bot named if it says that
 * this is done or changes it; and what the bot asked if it agrees.
 */
function findReferents({ noted, concerned, doneIn }: WantedChange, { said, isRequest, isDone, before }: Reference): readonly string[] {
  if (said.length > longestReference) return []
  const pointsBack = isRequest && asksAboutBefore(withoutTime(said))
  const isRefusal = hasCommonCue(said, 'refusal')
  const agrees = !isRefusal && (hasCommonCue(said, 'acceptance') || /^\s*(?:👍|👌|✅|🆗)/u.test(said))
  const answers = agrees || (!isRefusal && namesTime(said))
  const isUpdate = isDone || namesTime(said) || (doneIn === undefined && hasCommonCue(said, 'change'))
  const isAbout = pointsBack || (noted === undefined && concerned !== undefined && isUpdate)
  const isConsent = answers && before.some((one) => one.role === 'assistant' && asksToChange(one.text))
  return before.flatMap(({ role, text }) => {
    if (role === 'user') return isRequest || isConsent ? text : []
    const unquoted = removeQuotations(text)
    if (isAbout) return unquoted
    if (answers && asksToChange(text)) return text
    return agrees ? questionsOf(unquoted) : []
  })
}

const questionsOf = (text: string): readonly string[] => splitAtMarks(text).filter(hasQuestionMark)

/** Whether the bot asks whether or when it should note or change something. */
const asksToChange = (text: string): boolean => questionsOf(text).some(hasChangeCue)

const namesTime = (text: string): boolean => withoutTime(text) !== text || hasCommonCue(text, 'day')

/** In all languages, two letters alone are not a time: "do" is short for a Thursday in German. */
function withoutTime(text: string): string {
  const due = parseDue(text, anyMoment)
  return due && /\p{N}|.{3}/u.test(text.slice(due.start, due.end).trim()) ? `${text.slice(0, due.start)} ${text.slice(due.end)}` : text
}

function isOnlyAsking(text: string): boolean {
  const sentences = splitAtMarks(text).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
  return sentences.length > 0 && sentences.every(isAsking)
}

function isAsking(sentence: string): boolean {
  if (hasQuestionMark(sentence) || asksForAnswer(sentence)) return true
  return !endsAsStatement.test(sentence) && hasQuestionWords(sentence.trim())
}

/** "Did it yesterday!" begins like a question, and is none. */
const endsAsStatement = /[.!。！]\s*$/

const isCovered = ({ noted, concerned }: WantedChange, own: string): boolean =>
  (noted === undefined || hasMostWords(own, noted)) &&
  (concerned === undefined || hasSomeWord(own, concerned) || (noted !== undefined && isAlike(noted, concerned)))
