import { findSharedStems } from './compare.ts'
import { foldText, isFunctionWord, splitWords, toTopicStems } from './words.ts'

/** Whether what somebody says has some word that says what a text is about. */
export function hasSomeWord(said: string, text: string): boolean {
  const folded = foldText(said)
  return readTopicWords(text).some((word) => isSaid(word, folded))
}

/** Whether what somebody says has most of the words that say what a text is about: all but a third, or but one. */
export function hasMostWords(said: string, text: string): boolean {
  const folded = foldText(said)
  const words = readTopicWords(text)
  const missing = words.filter((word) => !isSaid(word, folded)).length
  return missing < words.length && missing <= Math.max(1, Math.floor(words.length / 3))
}

/** Whether two texts share at least half of the topic words of the one that has fewer: "Lives in Lyon" and "Lives in Turin". */
export function isAlike(one: string, other: string): boolean {
  const shared = findSharedStems(one, other).length
  return shared > 0 && shared * 2 >= Math.min(toTopicStems(one).length, toTopicStems(other).length)
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
