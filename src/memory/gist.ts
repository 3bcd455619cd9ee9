import { createHash } from 'node:crypto'

/** Whose memory it is goes without saying. */
const person = new Set(['i', 'my', 'user', 'users'])

/** The words of a text, without the marks around them: those inside, as in C++ or -5, are part of what is said. */
function wordsIn(content: string): string[] {
  return content
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .split(/\s+/)
    .map((word) => word.replace(/^[.,;:!?"“”„«»'()[\]{}*_`…]+|[.,;:!?"“”„«»'()[\]{}*_`…]+$/g, ''))
    .filter((word) => word !== '')
}

/** "Prefers tea" as "I prefer tea": the ending of what the person does, and of whose something is. */
const withoutEnding = (word: string): string => (word.length > 3 ? word.replace(/'s$|(?<!s)s$/, '') : word)

/**
 * A hash of what a text says: the same for texts that differ only in case, punctuation, "the", and in how they begin by naming
 * the person. In order, and with every other word, number and sign: a fact that is kept twice does less harm than one that is
 * lost because it sounds like another.
 */
export function gistOf(content: string): string {
  const all = wordsIn(content)
  const words = all.filter((word) => word !== 'the')
  const begins = words.findIndex((word) => !person.has(word.replace(/'s$/, '')))
  const [first = '', ...rest] = begins < 0 ? all : words.slice(begins)
  return createHash('sha256')
    .update([withoutEnding(first), ...rest].join(' '))
    .digest('hex')
}
