import { foldText, isFunctionWord, splitWords, toTopicStems } from './words.ts'

/** Returns the numbers in a text, as written: "340", "1,840", "9:30". */
export const numbersOf = (text: string): readonly string[] => text.match(/\p{N}+(?:[.,:]\p{N}+)*/gu) ?? []

export const hasSameNumbers = (one: string, other: string): boolean => numbersOf(one).join(' ') === numbersOf(other).join(' ')

/** Returns the topic words that two texts share, without numbers. */
export function findSharedStems(one: string, other: string): readonly string[] {
  const others = new Set(stemsOf(other))
  return stemsOf(one).filter((stem) => others.has(stem))
}

/** The share of topic words that two texts have in common, from 0 to 1, of the text that has fewer. 0 if it is only one. */
export function measureOverlap(one: string, other: string): number {
  const shared = findSharedStems(one, other).length
  return shared < 2 ? 0 : shared / Math.min(stemsOf(one).length, stemsOf(other).length)
}

const stemsOf = (text: string): readonly string[] => [...new Set(toTopicStems(text))].filter((stem) => !/\p{N}/u.test(stem))

/** Returns the words that are capitalized like names, folded. */
export const namesOf = (text: string): readonly string[] =>
  splitWords(text)
    .filter((word) => /^\p{Lu}\p{L}/u.test(word))
    .map(foldText)
    .filter((word) => !isFunctionWord(word))

/** How much two texts have in common, from 0 to 1, for one of them to be left out. */
const sameShare = 0.8

/** Whether two texts say the same: with the same numbers, and mostly the same words. */
export function saysSame(one: string, other: string): boolean {
  if (foldText(one) === foldText(other)) return true
  return hasSameNumbers(one, other) && namesOf(one).join(' ') === namesOf(other).join(' ') && measureOverlap(one, other) >= sameShare
}

/** The number of letters by which two forms of a word are told to be the same: "call", "called". */
const rootLength = 4
/** Words of this length are the same with one letter changed, missing or added. */
const minTypoLength = 5

/** Whether two folded words are forms of the same word. */
export function isSameWord(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length, rootLength)
  return one === other || (length >= 3 && one.slice(0, length) === other.slice(0, length))
}

/** Whether two folded words differ by at most one letter. */
export function isTypoOf(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || Math.max(one.length, other.length) < minTypoLength) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  const [rest, otherRest] = [one.slice(start), other.slice(start)]
  return rest.slice(1) === otherRest.slice(1) || rest.slice(1) === otherRest || rest === otherRest.slice(1)
}
