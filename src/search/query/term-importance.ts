import type { SearchTerm } from './irregular-forms.ts'
import { toWordSet } from './word-set.ts'

/** A name in the query tells whom it is about, and little of what: those terms count for less. */
const nameImportance = 0.1

/** What much is said with, whatever it is about: counts for less than its rarity says. As the database's stemmers leave them. */
const commonLexemes: Readonly<Record<string, ReadonlySet<string>>> = {
  english: toWordSet('come day decid do get give go good happen have keep like make new one part plan start take time use want way'),
  french: toWordSet(
    'aim aller bon chos commenc don décid fair fait façon gard jour mettr mis nouveau nouvel part prendr pris temp utilis va ven venu veux voul vouloir',
  ),
  german: toWordSet(
    'anfang angefang art benutz ding entscheid entschied gegang geb gegeb geh gekomm gemacht genomm getan ging gut komm mach mog nehm neu plan geplant tag teil tun zeit',
  ),
}
const commonImportance = 0.6

/** By term: how much it counts. `names` are the lexemes of the names. */
export function computeImportance(
  terms: readonly SearchTerm[],
  { names, language }: { names: ReadonlySet<string>; language: string },
): number[] {
  const weighLexeme = (lexeme: string) => (names.has(lexeme) ? nameImportance : commonLexemes[language]?.has(lexeme) ? commonImportance : 1)
  return terms.map((term) => Math.min(...term.map(weighLexeme)))
}
