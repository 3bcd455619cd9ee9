import { createHash } from 'node:crypto'

/** Words that refer to the user, who is implied. */
const selfWords = new Set(['i', 'my', 'user', 'users'])

/** Splits a text into words without surrounding punctuation. Keeps other characters, which matter in words such as C++ and -5. */
function splitWords(content: string): string[] {
  return content
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .split(/\s+/)
    .map((word) => word.replace(/^[.,;:!?"“”„«»'()[\]{}*_`…]+|[.,;:!?"“”„«»'()[\]{}*_`…]+$/g, ''))
    .filter((word) => word !== '')
}

/** Removes verb endings and possessives, so that "Prefers tea" equals "I prefer tea". */
const stripEnding = (word: string): string => (word.length > 3 ? word.replace(/'s$|(?<!s)s$/, '') : word)

/**
 * Returns a hash that is the same for texts that differ only in case, punctuation, "the", and how they refer to the user at the beginning.
 * Word order and every other word, number and sign count, because a duplicate fact does less harm than a lost one.
 */
export function hashGist(content: string): string {
  const allWords = splitWords(content)
  const words = allWords.filter((word) => word !== 'the')
  const startIndex = words.findIndex((word) => !selfWords.has(word.replace(/'s$/, '')))
  const [first = '', ...rest] = startIndex < 0 ? allWords : words.slice(startIndex)
  return createHash('sha256')
    .update([stripEnding(first), ...rest].join(' '))
    .digest('hex')
}
