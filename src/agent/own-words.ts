import { dueLanguageCodes } from '../core/dates/due-languages/index.ts'
import { parseReminder } from '../core/dates/parse-reminder.ts'
import { hasQuestionMark, hasQuestionWords, splitAtMarks } from '../core/domain/questions.ts'
import { removeQuotations } from '../core/domain/quotations.ts'
import { hasMostWords, hasSomeWord } from '../offline/coverage.ts'
import { hasChangeCue } from './change-cues.ts'

/** A change that a model wants to make. */
export interface WantedChange {
  /** What is to be noted. Most of its words must be the user's. */
  readonly noted?: string
  /** What is noted already and is to be changed. The user must name a part of it. */
  readonly concerned?: string
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
 * "Yes" or "Remember that" that refers to what stands before it. A question asks for none, unless it has the words of a request.
 */
export function isRequested(change: WantedChange, own: string, before: readonly EarlierMessage[]): boolean {
  const said = removeQuotations(own)
  const reminder = parseReminder(said, anyMoment)
  const isRequest = reminder !== undefined || hasChangeCue(said)
  if (!isRequest && isOnlyAsking(said)) return false
  // "Wake me at 7" asks to note "wake up".
  const asked = reminder ? `${said}\n${reminder.text}` : said
  return isCovered(change, asked) || isCovered(change, [asked, ...findReferents(change, { said, isRequest, before })].join('\n'))
}

/** What a request is about does not depend on when it is read. */
const anyMoment = { now: new Date(0), timezone: 'UTC', languages: dueLanguageCodes }

/** Whether a short message may refer to what stands before it, which a tool then looks up. */
export const mayRefer = (own: string): boolean => removeQuotations(own).length <= longestReference

interface Reference {
  readonly said: string
  readonly isRequest: boolean
  readonly before: readonly EarlierMessage[]
}

/** Returns the texts that a short message may refer to. Without the words of a request, it can only answer what the bot asked, or concern what it named. */
function findReferents({ noted }: WantedChange, { said, isRequest, before }: Reference): readonly string[] {
  if (said.length > longestReference) return []
  const referents = before.filter(({ role, text }) => isRequest || (role === 'assistant' && (noted === undefined || /[?？؟]/.test(text))))
  return referents.map(({ text }) => text)
}

function isOnlyAsking(text: string): boolean {
  const sentences = splitAtMarks(text).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
  return sentences.every((sentence) => hasQuestionMark(sentence) || (!endsAsStatement.test(sentence) && hasQuestionWords(sentence.trim())))
}

/** "Did it yesterday!" begins like a question, and is none. */
const endsAsStatement = /[.!。！]\s*$/

const isCovered = ({ noted, concerned }: WantedChange, own: string): boolean =>
  (concerned === undefined || hasSomeWord(own, concerned)) && (noted === undefined || hasMostWords(own, noted))
