import type { LanguageCode } from '../../core/domain/languages.ts'
import type { SearchTerm } from './terms.ts'

// Forms that no stemmer unifies, found among the words of the conversation: the parts and wholes of compounds, Arabic words with the
// particles and pronouns that are written together with them, and words with the accents that were not typed.

/** In letters, of a part of a compound. Shorter words are endings and prefixes as often as words. */
const minPartLength = 4
/** In letters, of the rest of a compound. */
const minRestLength = 3
/** At most this many other forms are added to a term: the shortest, which say the least else. */
const maxForms = 12

/** Adds to each term of a query the words of a vocabulary that are other forms of it. The vocabulary has one lexeme per line. */
export function addOtherForms(terms: readonly SearchTerm[], vocabulary: string, language: LanguageCode): SearchTerm[] {
  const words = [...new Set(vocabulary.split('\n'))]
  const findForms = language === 'ar' ? createArabicFinder(words) : createCompoundFinder(words)
  const known = new Set(terms.flat())
  return terms.map((term) => {
    const forms = term.flatMap(findForms).filter((form) => !known.has(form))
    const shortest = [...new Set(forms)].sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).slice(0, maxForms)
    return [...term, ...shortest]
  })
}

type FormFinder = (lexeme: string) => string[]

/** Finds the compounds of a word, and the parts of a compound: "Teig" and "Hefeteig" find each other. */
function createCompoundFinder(words: readonly string[]): FormFinder {
  const letters = words.filter((word) => word.length >= minPartLength && /^\p{L}+$/u.test(word))
  return (lexeme) => letters.filter((word) => isCompound(word, lexeme) || isCompound(lexeme, word))
}

const isCompound = (whole: string, part: string): boolean =>
  part.length >= minPartLength && whole.length >= part.length + minRestLength && (whole.startsWith(part) || whole.endsWith(part))

/** Conjunctions, prepositions and the article, alone and together. */
const arabicPrefixes = /^(?:[وف]?(?:[بلك]?ال|لل)|[وف]?[بلك]|[وف])/
/** Pronouns and endings. */
const arabicSuffixes = /(?:هما|كما|هم|هن|كم|نا|ها|ني|ات|ان|ون|ين|ته|تي|تك|[هةتيكا])$/
/** In letters, of what remains of an Arabic word. */
const minArabicLength = 3

/** Finds the Arabic words that are equal without what is written together with them, which the stemmer often leaves or takes too much of. */
function createArabicFinder(words: readonly string[]): FormFinder {
  const wordsByCore = new Map<string, string[]>()
  for (const word of words) for (const core of listArabicCores(word)) wordsByCore.set(core, [...(wordsByCore.get(core) ?? []), word])
  return (lexeme) => listArabicCores(lexeme).flatMap((core) => wordsByCore.get(core) ?? [])
}

/** Returns an Arabic word, and the word without its prefix, without its suffix and without both. */
function listArabicCores(word: string): string[] {
  if (!/^\p{sc=Arab}+$/u.test(word)) return []
  const withoutPrefix = word.replace(arabicPrefixes, '')
  const cores = [word, withoutPrefix].flatMap((core) => [core, core.replace(arabicSuffixes, '')])
  return [...new Set(cores)].filter((core) => core.length >= minArabicLength)
}

const accentedWords = /^.*[^\p{ASCII}\n].*$/gmu
const marks = /\p{M}/gu

/** Returns a Latin word without its accents. Returns any other word unchanged, because its marks are letters. */
const removeAccents = (word: string): string =>
  /^[\p{sc=Latn}\p{M}]+$/u.test(word) ? word.normalize('NFD').replace(marks, '').replaceAll('ß', 'ss') : word

/**
 * Returns, for each lexeme that was typed without accents, the lexeme and its spellings in a vocabulary: "demenager" finds "déménager",
 * "Muenchen" and "Munchen" find "München". The vocabulary has one lexeme per line.
 */
export function findAccentedSpellings(lexemes: readonly string[], vocabulary: string): Map<string, SearchTerm> {
  const wordsByPlain = new Map<string, string[]>()
  for (const word of new Set(vocabulary.match(accentedWords))) {
    const plain = removeAccents(word)
    wordsByPlain.set(plain, [...(wordsByPlain.get(plain) ?? []), word])
  }
  return new Map(
    lexemes.flatMap((lexeme): [string, SearchTerm][] => {
      const withoutUmlauts = lexeme.replace(/(?<=[aou])e/g, '')
      const spellings = new Set([lexeme, ...[lexeme, withoutUmlauts].flatMap((plain) => wordsByPlain.get(plain) ?? [])])
      return spellings.size > 1 ? [[lexeme, [...spellings]]] : []
    }),
  )
}
