/** Longer words are told by their groups of letters. */
const maxTypoWordLength = 8

/** How many typing errors away a word may be from the one that was meant: none for what is no word of a few letters. */
export function countAllowedTypos(word: string): number {
  if (word.length < 4 || word.length > maxTypoWordLength || !/^\p{L}+$/u.test(word)) return 0
  return word.length < 7 ? 1 : 2
}

/** How like a word others are that may have been meant: up to 1, and 0 where no few typing errors make them this one. */
export function createTypoMatcher(word: string): (meant: string) => number {
  const allowedTypos = countAllowedTypos(word)
  return (meant) => {
    // An error in the first letter is rare, and most words end here.
    if (allowedTypos === 0 || word[0] !== meant[0] || Math.abs(word.length - meant.length) > allowedTypos) return 0
    // In four letters only two that are swapped are no other word.
    if (word.length === 4 && meant.length !== 4) return 0
    const typos = countTypos(word, meant, allowedTypos)
    return typos <= allowedTypos ? 1 - typos / word.length : 0
  }
}

/**
 * How many typing errors make one word the other: two neighbouring letters swapped, one left out, one too many. Another
 * letter makes another word, and counts for two. The distance of Damerau and Levenshtein, no letter changed twice. Counted
 * no further than there can be more than `most`.
 */
export function countTypos(one: string, other: string, limit = Number.POSITIVE_INFINITY): number {
  // The row before the last one, the last one, and the one at work.
  let rowBeforePrevious: number[] = []
  let previousRow = Array.from({ length: other.length + 1 }, (_, j) => j)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    let rowMinimum = i
    for (let j = 1; j <= other.length; j++) {
      const isSameLetter = one[i - 1] === other[j - 1]
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const replaced = (previousRow[j - 1] ?? 0) + (isSameLetter ? 0 : 2)
      const swapped = isSwapped ? (rowBeforePrevious[j - 2] ?? 0) + 1 : replaced
      const cost = Math.min((previousRow[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced, swapped)
      row.push(cost)
      rowMinimum = Math.min(rowMinimum, cost)
    }
    // No later row costs less: a row costs one more than the one before at most, and a swap one more than two rows ago.
    if (rowMinimum > limit) return Number.POSITIVE_INFINITY
    rowBeforePrevious = previousRow
    previousRow = row
  }
  return previousRow[other.length] ?? 0
}

/** So many times as long as a word, another one is not like it. */
const maxLengthRatio = 5

/** How similar words are to one, from 0 to 1: the share of their groups of three letters that both have. */
export function createTrigramMatcher(word: string): (other: string) => number {
  const trigrams = toTrigrams(word)
  return (other) => {
    let common = 0
    let otherCount = 0
    const padded = padWord(other)
    // Of one that is so much longer, few groups can be common.
    if (padded.length > maxLengthRatio * trigrams.size) return 0
    // Each group counts once, where it stands first.
    for (let at = 0; at + 3 <= padded.length; at++) {
      const trigram = padded.slice(at, at + 3)
      if (padded.indexOf(trigram) < at) continue
      otherCount++
      if (trigrams.has(trigram)) common++
    }
    return common / (trigrams.size + otherCount - common)
  }
}

/** In a text of one word a line, finds those that can be like a word: with its first letter, or any of its groups of three. */
export function buildCandidatePattern(word: string): RegExp {
  const [, ...patterns] = Array.from(toTrigrams(word), toTrigramPattern)
  return new RegExp(`^(?:${toTrigramPattern(word[0] ?? '')}.*|.*(?:${patterns.join('|')}).*)$`, 'gm')
}

/** Groups of three letters are taken as if two spaces stood before the word and one after it. */
const padWord = (word: string): string => `  ${word} `

function toTrigrams(word: string): Set<string> {
  const padded = padWord(word)
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
}

/** A group as it stands in a word. */
const toTrigramPattern = (trigram: string): string =>
  trigram
    .replace(/[^\p{L}\p{N} ]/gu, '\\$&')
    .replace(/^ +/, '^')
    .replace(/ $/, '$')
