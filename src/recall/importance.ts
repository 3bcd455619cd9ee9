import type { Term } from './word-forms.ts'

/** Someone who speaks, by their author name, and where a query names them: the number of its word. */
export interface Named {
  readonly author: string
  readonly word: number
}

/** Who of those who speak is named in a query, by any word of their name that has three letters or more; first the one named first. */
export function namedIn(query: string, authors: Iterable<string>): Named[] {
  const words = wordsOf(query)
  return [...new Set(authors)]
    .map((author) => ({ author, word: firstOf(words, author) }))
    .filter(({ word }) => word >= 0)
    .sort((a, b) => a.word - b.word)
}

const firstOf = (words: readonly string[], author: string): number => {
  const name = new Set(wordsOf(author).filter((word) => word.length > 2))
  return words.findIndex((word) => name.has(word))
}

const firstOfSeveral = 0.5
/** What stands between two who are named together. */
const joining = set('and or both s et ou und oder')

/**
 * By author: how much what they said is preferred, up to 1. Of several who are named it is the first one, who does what is
 * asked for: "what did Ann recommend to Bob?". Of those who are named together it could be any.
 */
export function preferredAuthors(query: string, named: readonly Named[]): ReadonlyMap<string, number> {
  const [first, second] = named
  if (!first) return new Map()
  if (!second) return new Map([[first.author, 1]])
  const name = new Set(wordsOf(first.author))
  const between = wordsOf(query).slice(first.word, second.word)
  const together = between.every((word) => name.has(word) || joining.has(word))
  return new Map(together ? [] : [[first.author, firstOfSeveral]])
}

/** A name in the query tells whom it is about, and little of what: those terms count for less. */
const nameImportance = 0.1

/** What much is said with, whatever it is about: counts for less than its rarity says. As the database's stemmers leave them. */
const ordinary: Readonly<Record<string, ReadonlySet<string>>> = {
  english: set('come day decid do get give go good happen have keep like make new one part plan start take time use want way'),
  french: set(
    'aim aller bon chos commenc don décid fair fait façon gard jour mettr mis nouveau nouvel part prendr pris temp utilis va ven venu veux voul vouloir',
  ),
  german: set(
    'anfang angefang art benutz ding entscheid entschied gegang geb gegeb geh gekomm gemacht genomm getan ging gut komm mach mog nehm neu plan geplant tag teil tun zeit',
  ),
}
const ordinaryImportance = 0.6

function set(lexemes: string): ReadonlySet<string> {
  return new Set(lexemes.split(' '))
}

/** By term: how much it counts. `names` are the lexemes of the names. */
export function importanceOf(terms: readonly Term[], { names, language }: { names: ReadonlySet<string>; language: string }): number[] {
  const importance = (lexeme: string) => (names.has(lexeme) ? nameImportance : ordinary[language]?.has(lexeme) ? ordinaryImportance : 1)
  return terms.map((term) => Math.min(...term.map(importance)))
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
