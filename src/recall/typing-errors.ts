/** Longer words are told by their groups of letters. */
const longest = 8

/** How many typing errors away a word may be from the one that was meant: none for what is no word of a few letters. */
export function errorsAllowed(word: string): number {
  if (word.length < 4 || word.length > longest || !/^\p{L}+$/u.test(word)) return 0
  return word.length < 7 ? 1 : 2
}

/** How like the word is that may have been meant: up to 1, and 0 where no few typing errors make it this one. */
export function likenessOf(word: string, meant: string): number {
  // An error in the first letter is rare, and most words end here.
  if (word[0] !== meant[0]) return 0
  const allowed = errorsAllowed(word)
  if (allowed === 0 || Math.abs(word.length - meant.length) > allowed) return 0
  // In four letters only two that are swapped are no other word.
  if (word.length === 4 && meant.length !== 4) return 0
  const errors = typingErrors(word, meant)
  return errors <= allowed ? 1 - errors / word.length : 0
}

/**
 * How many typing errors make one word the other: two neighbouring letters swapped, one left out, one too many. Another
 * letter makes another word, and counts for two. The distance of Damerau and Levenshtein, no letter changed twice.
 */
export function typingErrors(one: string, other: string): number {
  const costs = [Array.from({ length: other.length + 1 }, (_, j) => j)]
  const cost = (i: number, j: number) => costs[i]?.[j] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    costs.push(row)
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const replaced = cost(i - 1, j - 1) + (isSame ? 0 : 2)
      const swapped = isSwapped ? cost(i - 2, j - 2) + 1 : replaced
      row.push(Math.min(cost(i - 1, j) + 1, cost(i, j - 1) + 1, replaced, swapped))
    }
  }
  return cost(one.length, other.length)
}

/** How similar words are to one, from 0 to 1: the share of their groups of three letters that both have. */
export function similarityTo(word: string): (other: string) => number {
  const groups = groupsOf(word)
  return (other) => {
    const others = groupsOf(other)
    const common = Array.from(others).filter((group) => groups.has(group)).length
    return common / (groups.size + others.size - common)
  }
}

/** In a text of one word a line, finds those that can be like a word: with its first letter, or any of its groups of three. */
export function mayBeLike(word: string): RegExp {
  const [, ...groups] = Array.from(groupsOf(word), patternOf)
  return new RegExp(`^(?:${patternOf(word[0] ?? '')}.*|.*(?:${groups.join('|')}).*)$`, 'gm')
}

/** Groups of three letters, in order, as if two spaces stood before the word and one after it. */
function groupsOf(word: string): Set<string> {
  const padded = `  ${word} `
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
}

/** A group as it stands in a word. */
const patternOf = (group: string): string =>
  group
    .replace(/[^\p{L}\p{N} ]/gu, '\\$&')
    .replace(/^ +/, '^')
    .replace(/ $/, '$')
