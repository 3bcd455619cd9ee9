import { isFunctionWord } from './query.ts'
import type { Term } from './word-forms.ts'

/** Someone who speaks, by their author name, and where a query names them: the number of its word. */
export interface Named {
  readonly author: string
  readonly word: number
}

/**
 * Who of those who speak is named in a query, by any word of their name that has three letters or more; first the one named
 * first. A name that is a usual word too is one where it is written like one: "when will Will come?". The query should have
 * no dates in it: May may be one.
 */
export function namedIn(query: string, authors: Iterable<string>): Named[] {
  const words = wordsOf(query).map((word, n) => (mayBeName(word, n) ? word.toLowerCase() : ''))
  return [...new Set(authors)]
    .map((author) => {
      const name = nameOf(author)
      return { author, word: words.findIndex((word) => name.has(word)) }
    })
    .filter(({ word }) => word >= 0)
    .sort((a, b) => a.word - b.word)
}

/** The first word of a query has a capital whatever it is. */
function mayBeName(word: string, n: number): boolean {
  const lower = word.toLowerCase()
  return word.length > 2 && (!isFunctionWord(lower) || (n > 0 && word !== lower))
}

const nameOf = (author: string): ReadonlySet<string> => new Set(wordsOf(author.toLowerCase()))

const firstOfSeveral = 0.5
/** What stands behind the first of two who are named together, in as many words as here: "Paul et de Marie", "Ann as well as Bob". */
const together = /^(?:(?:and|or|nor|et|ou|ni|und|oder|sowie|with|avec|mit)(?: [^ ]+){0,2}|as well as|ainsi que|als auch(?: [^ ]+)?)$/
/** What stands before one who does what another one is the first to be named for: "recommended to Ann by Bob". */
const doer = /^(?:by|par)$/

/**
 * By author: how much what they said is preferred, up to 1. Of several who are named the first one has mostly done what is
 * asked for: "what did Ann recommend to Bob?". Of those who are named together, it could be any.
 */
export function preferredAuthors(query: string, named: readonly Named[]): ReadonlyMap<string, number> {
  const [first, second] = named
  if (!first) return new Map()
  if (!second) return new Map([[first.author, 1]])
  const words = wordsOf(query.toLowerCase())
  const names = new Set([...nameOf(first.author), ...nameOf(second.author), 's'])
  const between = words.slice(first.word, second.word).filter((word) => !names.has(word))
  const isAny =
    between.length === 0 || together.test(between.join(' ')) || named.slice(1).some(({ word }) => doer.test(words[word - 1] ?? ''))
  return new Map(isAny ? [] : [[first.author, firstOfSeveral]])
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

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []
