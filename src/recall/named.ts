import { isFunctionWord } from './query.ts'
import { wordSet } from './word-set.ts'

/** Who of those who speak is named in a query. */
export interface Naming {
  readonly authors: readonly string[]
  /** By author: how much what they said is preferred, up to 1. */
  readonly preferred: ReadonlyMap<string, number>
}

/**
 * Authors are named by any word of their name that has three letters or more; the query should have no dates in it, as May
 * may be one. Preferred is the one who is named; of several the first, who has mostly done what is asked for: "what did
 * Ann recommend to Bob?". Of those who are named together it could be any, and what I told Ann, Ann did not say.
 */
export function namedIn(query: string, authors: Iterable<string>): Naming {
  const words = wordsOf(query)
  const named = [...new Set(authors)]
    .map((author) => ({ author, name: new Set(wordsOf(author).map(({ word }) => word)) }))
    .map(({ author, name }) => ({ author, name, at: words.findIndex(({ word, isNameLike }) => isNameLike && name.has(word)) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
  const [first] = named
  const preference = preferenceOfFirst(
    words.map(({ word }) => word),
    named,
  )
  return { authors: named.map(({ author }) => author), preferred: new Map(first && preference > 0 ? [[first.author, preference]] : []) }
}

interface Named {
  /** The words of their name. */
  readonly name: ReadonlySet<string>
  /** Which word of the query names them. */
  readonly at: number
}

const firstOfSeveral = 0.5
/** Two words before the one who is named first: "what did I tell Ann?". */
const speaker = wordSet('i we je j nous ich wir')
/** Before one who does what is asked for, named after another one: "recommended to Ann by Bob". */
const doer = wordSet('by par von')
/** Between two who are named together. */
const together = /(?<!\S)(?:and|or|nor|vs|versus|et|ou|ni|und|oder|sowie|together with|zusammen mit|as well as|ainsi que|als auch)(?!\S)/

function preferenceOfFirst(words: readonly string[], [first, ...others]: readonly Named[]): number {
  const [second] = others
  if (!first || speaker.has(words[first.at - 2] ?? '')) return 0
  if (!second) return 1
  const between = words.slice(first.at, second.at).filter((word) => !first.name.has(word) && !second.name.has(word) && word !== 's')
  const areTogether = between.length === 0 || together.test(between.join(' '))
  return areTogether || others.some(({ at }) => doer.has(words[at - 1] ?? '')) ? 0 : firstOfSeveral
}

interface Word {
  /** In lower case. */
  readonly word: string
  /** Names that are usual words too are written like names: "when will Will come?", "will's boat". */
  readonly isNameLike: boolean
}

function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(/[\p{L}\p{N}]+/gu), ({ 0: written, index }) => {
    const word = written.toLowerCase()
    // At the beginning of a sentence any word has a capital.
    const hasCapital = written !== word && !/(?:^|[.!?])\s*$/.test(text.slice(Math.max(0, index - 4), index))
    const isOwner = /^['’]s(?!\p{L})/u.test(text.slice(index + written.length, index + written.length + 3))
    return { word, isNameLike: written.length > 2 && (hasCapital || isOwner || !isFunctionWord(word)) }
  })
}
