import type { Term } from './word-forms.ts'
import { wordSet } from './word-set.ts'

/** A name in the query tells whom it is about, and little of what: those terms count for less. */
const nameImportance = 0.1

/** What much is said with, whatever it is about: counts for less than its rarity says. As the database's stemmers leave them. */
const ordinary: Readonly<Record<string, ReadonlySet<string>>> = {
  english: wordSet('come day decid do get give go good happen have keep like make new one part plan start take time use want way'),
  french: wordSet(
    'aim aller bon chos commenc don décid fair fait façon gard jour mettr mis nouveau nouvel part prendr pris temp utilis va ven venu veux voul vouloir',
  ),
  german: wordSet(
    'anfang angefang art benutz ding entscheid entschied gegang geb gegeb geh gekomm gemacht genomm getan ging gut komm mach mog nehm neu plan geplant tag teil tun zeit',
  ),
}
const ordinaryImportance = 0.6

/** By term: how much it counts. `names` are the lexemes of the names. */
export function importanceOf(terms: readonly Term[], { names, language }: { names: ReadonlySet<string>; language: string }): number[] {
  const importance = (lexeme: string) => (names.has(lexeme) ? nameImportance : ordinary[language]?.has(lexeme) ? ordinaryImportance : 1)
  return terms.map((term) => Math.min(...term.map(importance)))
}
