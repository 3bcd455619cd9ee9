import { isStopWord } from './parse-query.ts'
import { toWordSet } from './word-set.ts'

/** Who of those who speak is named in a query. */
export interface NamedAuthors {
  readonly authors: readonly string[]
  /** By author: how much what they said is preferred, up to 1. */
  readonly preferences: ReadonlyMap<string, number>
}

/**
 * Authors are named by any word of their name that has three letters or more; the query should have no dates in it, as May
 * may be one. Preferred is the one who is named; of several the first, who has mostly done what is asked for: "what did
 * Ann recommend to Bob?". Of those who are named together it could be any, and what I told Ann, Ann did not say.
 */
export function findNamedAuthors(query: string, authors: Iterable<string>): NamedAuthors {
  const words = tokenize(query)
  const mentions = [...new Set(authors)]
    .map((author) => ({ author, name: new Set(tokenize(author).map(({ word }) => word)) }))
    .map(({ author, name }) => ({ author, name, at: words.findIndex(({ word, isNameLike }) => isNameLike && name.has(word)) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
  const [first] = mentions
  const preference = computePreference(
    words.map(({ word }) => word),
    mentions,
  )
  return {
    authors: mentions.map(({ author }) => author),
    preferences: new Map(first && preference > 0 ? [[first.author, preference]] : []),
  }
}

interface AuthorMention {
  /** The words of their name. */
  readonly name: ReadonlySet<string>
  /** Which word of the query names them. */
  readonly at: number
}

const firstOfSeveralPreference = 0.5
/** Two words before the one who is named first: "what did I tell Ann?". */
const speakerPronouns = toWordSet('i we je j nous ich wir')
/** Before one who does what is asked for, named after another one: "recommended to Ann by Bob". */
const agentPrepositions = toWordSet('by par von')
/** Between two who are named together. */
const conjunctionPattern =
  /(?<!\S)(?:and|or|nor|vs|versus|et|ou|ni|und|oder|sowie|together with|zusammen mit|as well as|ainsi que|als auch)(?!\S)/

function computePreference(words: readonly string[], [first, ...others]: readonly AuthorMention[]): number {
  const [second] = others
  if (!first || speakerPronouns.has(words[first.at - 2] ?? '')) return 0
  if (!second) return 1
  const wordsBetween = words.slice(first.at, second.at).filter((word) => !first.name.has(word) && !second.name.has(word) && word !== 's')
  const areTogether = wordsBetween.length === 0 || conjunctionPattern.test(wordsBetween.join(' '))
  return areTogether || others.some(({ at }) => agentPrepositions.has(words[at - 1] ?? '')) ? 0 : firstOfSeveralPreference
}

interface QueryWord {
  /** In lower case. */
  readonly word: string
  /** Names that are usual words too are written like names: "when will Will come?", "will's boat". */
  readonly isNameLike: boolean
}

function tokenize(text: string): QueryWord[] {
  return Array.from(text.matchAll(/[\p{L}\p{N}]+/gu), ({ 0: original, index }) => {
    const word = original.toLowerCase()
    // At the beginning of a sentence any word has a capital.
    const hasCapital = original !== word && !/(?:^|[.!?])\s*$/.test(text.slice(Math.max(0, index - 4), index))
    const isPossessive = /^['’]s(?!\p{L})/u.test(text.slice(index + original.length, index + original.length + 3))
    return { word, isNameLike: original.length > 2 && (hasCapital || isPossessive || !isStopWord(word)) }
  })
}
