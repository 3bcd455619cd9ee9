import type { Term } from './word-forms.ts'

/** Who of those who speak is named in a query: by any word of their name that has three letters or more. */
export function namedIn(query: string, authors: Iterable<string>): Set<string> {
  const words = new Set(wordsOf(query))
  return new Set([...new Set(authors)].filter((author) => wordsOf(author).some((word) => word.length > 2 && words.has(word))))
}

/** A name in the query tells whom it is about, and little of what: those terms count for less. */
const nameImportance = 0.1

/** By term: how much it counts. `names` are the lexemes of the names. */
export function importanceOf(terms: readonly Term[], names: ReadonlySet<string>): number[] {
  return terms.map((term) => (term.some((lexeme) => names.has(lexeme)) ? nameImportance : 1))
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
