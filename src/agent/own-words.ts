import { dueLanguageCodes } from '../core/dates/due-languages/index.ts'
import { parseReminder } from '../core/dates/parse-reminder.ts'
import { hasQuestionMark, hasQuestionWords, splitAtMarks } from '../core/domain/questions.ts'
import { removeQuotations } from '../core/domain/quotations.ts'
import { foldText, isFunctionWord, splitWords } from '../offline/words.ts'
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

function isCovered({ noted, concerned }: WantedChange, own: string): boolean {
  const folded = foldText(own)
  if (concerned !== undefined && !readTopicWords(concerned).some((word) => isSaid(word, folded))) return false
  if (noted === undefined) return true
  const words = readTopicWords(noted)
  const missing = words.filter((word) => !isSaid(word, folded)).length
  return missing < words.length && missing <= Math.max(1, Math.floor(words.length / 3))
}

/** Returns the words of a text that say what it is about, folded. All of them if none does. */
function readTopicWords(text: string): readonly string[] {
  const words = splitWords(foldText(text))
  const topical = words.filter((word) => (word.length > 2 || unspaced.test(word)) && !isFunctionWord(word))
  return topical.length > 0 ? topical : words
}

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u

/** Whether a folded text has a word, in another form if need be: one that begins alike, or has a long part of it. */
function isSaid(word: string, folded: string): boolean {
  if (unspaced.test(word)) return folded.includes(word) || (word.length > 2 && folded.includes(word.slice(0, 2)))
  const stem = word.slice(0, 4)
  if (new RegExp(`(?<![\\p{L}\\p{N}])${stem}${stem.length < 4 ? '(?![\\p{L}\\p{N}])' : ''}`, 'u').test(folded)) return true
  // "anrufen" and "anzurufen".
  return Array.from({ length: Math.max(0, word.length - 4) }, (_, start) => word.slice(start, start + 5)).some((part) =>
    folded.includes(part),
  )
}
