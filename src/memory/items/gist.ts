import { createHash } from 'node:crypto'

/** Whose memory it is goes without saying. */
const selfWords = new Set(['i', 'my', 'user', 'users'])

/** The words of a text, without the marks around them: those inside, as in C++ or -5, are part of what is said. */
function splitWords(content: string): string[] {
  return content
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .split(/\s+/)
    .map((word) => word.replace(/^[.,;:!?"“”„«»'()[\]{}*_`…]+|[.,;:!?"“”„«»'()[\]{}*_`…]+$/g, ''))
    .filter((word) => word !== '')
}

/** "Prefers tea" as "I prefer tea": the ending of what the person does, and of whose something is. */
const stripEnding = (word: string): string => (word.length > 3 ? word.replace(/'s$|(?<!s)s$/, '') : word)

/**
 * A hash of what a text says: the same for texts that differ only in case, punctuation, "the", and in how they begin by naming
 * the person. In order, and with every other word, number and sign: a fact that is kept twice does less harm than one that is
 * lost because it sounds like another.
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
