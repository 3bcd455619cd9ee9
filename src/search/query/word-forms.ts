import { isDayOrMonthName } from '../../core/dates/vocabulary.ts'
import type { LanguageCode } from '../../core/domain/languages.ts'
import type { SearchTerm } from './terms.ts'

// Forms that no stemmer unifies, found among the words of the conversation: the parts and wholes of compounds, Arabic words with the
// particles and pronouns that are written together with them, and words with the accents that were not typed.

/** In letters, of a part of a compound. Shorter words are endings and prefixes as often as words. */
const minPartLength = 4
/** In letters, of the last part of a compound in German and Dutch, if it passes for one: "Fahrrad", "Haustür", "voetbal". */
const minLastPartLength = 3
const shortPartLanguages: ReadonlySet<LanguageCode> = new Set(['de', 'nl'])

/** Whether the compounds of a language are found by a last part of three letters. */
export const hasShortParts = (language: LanguageCode): boolean => shortPartLanguages.has(language)

/** In letters, of the rest of a compound. */
const minRestLength = 3
/** At most this many other forms are added to a term: the shortest, which say the least else. */
const maxForms = 12

export interface Vocabulary {
  /** One lexeme per line. */
  readonly lexemes: string
  /** The language whose forms are looked for. */
  readonly language: LanguageCode
  /** Whether all lexemes are from texts in the language. In others, a word may look like a compound: "wisdom" is no "Dom". */
  readonly isOfLanguage: boolean
}

/** Adds to each term of a query the words of a vocabulary that are other forms of it. */
export function addOtherForms(terms: readonly SearchTerm[], { lexemes, language, isOfLanguage }: Vocabulary): SearchTerm[] {
  const words = [...new Set(lexemes.split('\n'))]
  const findForms = language === 'ar' ? createArabicFinder(words) : createCompoundFinder(words, { language, isOfLanguage })
  const known = new Set(terms.flat())
  return terms.map((term) => {
    const forms = term.flatMap(findForms).filter((form) => !known.has(form))
    const shortest = [...new Set(forms)].sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).slice(0, maxForms)
    return [...term, ...shortest]
  })
}

type FormFinder = (lexeme: string) => string[]

/** Finds the compounds of a word, and the parts of a compound: "Teig" and "Hefeteig" find each other. */
function createCompoundFinder(words: readonly string[], { language, isOfLanguage }: Omit<Vocabulary, 'lexemes'>): FormFinder {
  const letters = words.filter((word) => word.length >= minLastPartLength && /^\p{L}+$/u.test(word))
  const known = new Set(letters)
  const readsShortParts = isOfLanguage && hasShortParts(language)
  const contains = (whole: string, part: string) =>
    part.length >= minPartLength
      ? whole.length >= part.length + minRestLength && (whole.startsWith(part) || whole.endsWith(part))
      : readsShortParts && endsWithShortPart(whole, part, known)
  // A weekday says nothing about its last part: "Montag", "Tag".
  const isCompound = (whole: string, part: string) => contains(whole, part) && !isDayOrMonthName(whole)
  return (lexeme) => letters.filter((word) => isCompound(word, lexeme) || isCompound(lexeme, word))
}

/** A word of three letters that begins with a consonant. A vowel mostly belongs to the letter before it: "Sport", "Beweis". */
const shortPart = /^[^aeiouyäöü][aeiouyäöü]{1,2}[^aeiouyäöü]?$/u
/** Endings that have the letters of a word: "wunderbar", "Wachstum", "Demokrat", "Direktor". */
const endings: ReadonlySet<string> = new Set('bar gen los sam tum rat ton tor tat mal pol rum lid nis ner ler ter ger ker'.split(' '))
/** What stands before the last part of a compound: it has a vowel, and rarely ends in a, i or u alone. */
const firstPart = /^(?=.*[aeiouyäöü]).*(?:[^aiuyä]|[ae][iu])$/u
/** In letters, of the rest of a compound with a short last part. A shorter one is mostly no word: "Kondom", "Globus". */
const minLongRestLength = 4
/** Shorter words that begin many compounds: "Ostsee", "Hoftor". */
const shortFirstParts: ReadonlySet<string> = new Set(
  'alt bau eis erd gas hof not ost rad roh see sud süd tal tee tor tur tür uhr weg zug'.split(' '),
)
/** Words that only look like compounds. */
const simpleWords: ReadonlySet<string> = new Set(
  'kultur struktur figur agentur hospital kamerad konrad kolumbus syllabus quartal syndrom'.split(' '),
)

/** Returns whether a word ends with a short part. `known` are the words of the conversation. */
function endsWithShortPart(whole: string, part: string, known: ReadonlySet<string>): boolean {
  // The stemmer takes an "e" from "Bodensee", but not from "See".
  const end = part.endsWith('ee') && !whole.endsWith(part) ? part.slice(0, -1) : part
  const isPart = part.length >= minLastPartLength && shortPart.test(part) && !endings.has(part) && whole.endsWith(end)
  const rest = whole.slice(0, -end.length)
  const isRest = rest.length >= minLongRestLength || shortFirstParts.has(rest) || known.has(rest)
  return isPart && isRest && !simpleWords.has(whole) && firstPart.test(rest)
}

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

// Similar words: those with a typo, and those that share most of their letters.

/** Longer words are compared by trigrams. */
const maxTypoWordLength = 8

/** Returns how many typos a word may have: 0 if it is too short, is too long or contains anything but letters. */
export function countAllowedTypos(word: string): number {
  if (word.length < 4 || word.length > maxTypoWordLength || !/^\p{L}+$/u.test(word)) return 0
  return word.length < 7 ? 1 : 2
}

/** Returns a function that computes the similarity of another word: at most 1, and 0 if it differs by too many typos. */
export function createTypoMatcher(word: string): (candidate: string) => number {
  const allowedTypos = countAllowedTypos(word)
  return (candidate) => {
    // A typo in the first letter is rare, and this check rules out most words.
    if (allowedTypos === 0 || word[0] !== candidate[0] || Math.abs(word.length - candidate.length) > allowedTypos) return 0
    // In a word of four letters, any typo but a swap makes another word.
    if (word.length === 4 && candidate.length !== 4) return 0
    const typos = countTypos(word, candidate, allowedTypos)
    return typos <= allowedTypos ? 1 - typos / word.length : 0
  }
}

/**
 * Counts the typos between two words. A swap of adjacent letters, a missing letter and an extra letter count as 1 each. A replaced letter
 * makes another word, so it counts as 2. This is the optimal string alignment variant of the Damerau-Levenshtein distance. Stops counting
 * beyond `limit`.
 */
export function countTypos(one: string, other: string, limit = Number.POSITIVE_INFINITY): number {
  // Only the last two rows of the matrix are kept.
  let rowBeforePrevious: number[] = []
  let previousRow = Array.from({ length: other.length + 1 }, (_, j) => j)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    let rowMinimum = i
    for (let j = 1; j <= other.length; j++) {
      const isSameLetter = one[i - 1] === other[j - 1]
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const replaced = (previousRow[j - 1] ?? 0) + (isSameLetter ? 0 : 2)
      const swapped = isSwapped ? (rowBeforePrevious[j - 2] ?? 0) + 1 : replaced
      const cost = Math.min((previousRow[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced, swapped)
      row.push(cost)
      rowMinimum = Math.min(rowMinimum, cost)
    }
    // The minimum never falls from one row to the next: it rises by at most 1 per row, and a swap costs 1 more than the row before the
    // previous one.
    if (rowMinimum > limit) return Number.POSITIVE_INFINITY
    rowBeforePrevious = previousRow
    previousRow = row
  }
  return previousRow[other.length] ?? 0
}

/** A word more than this many times as long is never similar. */
const maxLengthRatio = 5

/** Returns a function that computes the Jaccard similarity of the trigrams of two words, from 0 to 1, as PostgreSQL's pg_trgm does. */
export function createTrigramMatcher(word: string): (other: string) => number {
  const trigrams = toTrigrams(word)
  return (other) => {
    let common = 0
    let otherCount = 0
    const padded = padWord(other)
    // A much longer word has few trigrams in common.
    if (padded.length > maxLengthRatio * trigrams.size) return 0
    // Counts each trigram once, at its first position.
    for (let at = 0; at + 3 <= padded.length; at++) {
      const trigram = padded.slice(at, at + 3)
      if (padded.indexOf(trigram) < at) continue
      otherCount++
      if (trigrams.has(trigram)) common++
    }
    return common / (trigrams.size + otherCount - common)
  }
}

/**
 * Builds a pattern for a text with one word per line. It matches the words that share the first letter or a trigram with the given word.
 */
export function buildCandidatePattern(word: string): RegExp {
  const [, ...patterns] = Array.from(toTrigrams(word), toTrigramPattern)
  return new RegExp(`^(?:${toTrigramPattern(word[0] ?? '')}.*|.*(?:${patterns.join('|')}).*)$`, 'gm')
}

/** Pads a word as pg_trgm does, with two spaces before it and one after it. */
const padWord = (word: string): string => `  ${word} `

function toTrigrams(word: string): Set<string> {
  const padded = padWord(word)
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
}

/** Returns a pattern for a trigram. Spaces from the padding become anchors. */
const toTrigramPattern = (trigram: string): string =>
  trigram
    .replace(/[^\p{L}\p{N} ]/gu, '\\$&')
    .replace(/^ +/, '^')
    .replace(/ $/, '$')
