import { LocalizedInputError } from '../../core/messages/input-error.ts'

/** What a query requires and excludes. */
export interface QueryOperators {
  /** Phrases in quotes, which must match. Normalized by normalizePhrase. */
  readonly phrases: readonly string[]
  /** Phrases in quotes after a hyphen, none of which may match. Normalized by normalizePhrase. */
  readonly excludedPhrases: readonly string[]
  /** Words after a hyphen, none of which may occur in any form. */
  readonly excludedWords: readonly string[]
}

export interface OperatorParse extends QueryOperators {
  /** The query with quotes and exclusions replaced by spaces. Offsets are the same as in the query. */
  readonly text: string
  /** The same without phrases, which are meant literally and name no days. */
  readonly textWithoutPhrases: string
}

export const noOperators: QueryOperators = { phrases: [], excludedPhrases: [], excludedWords: [] }

/** The maximum number of phrases, and of exclusions, in a query. */
const maxOperators = 8
/** The maximum number of characters of a phrase or exclusion. Longer ones would take long to find. */
const maxOperatorLength = 200

/** Scripts that do not separate words by spaces, so that a phrase may start and end anywhere. */
const unspacedScript = '[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}]'

/** Straight quotes stand at the edges of words. Otherwise, they are marks of inches or seconds. */
const quotedPattern = '(?<![\\p{L}\\p{N}])"([^"]+)"(?![\\p{L}\\p{N}])|“([^“”]+)”|„([^„“”]+)[“”]|«([^«»]+)»|「([^「」]+)」'
const operatorPattern = new RegExp(`(?:(?<=^|\\s)(-))?(?:${quotedPattern})|(?<=^|\\s)-(\\p{L}\\S*)`, 'gu')
/** An excluded word has two letters or digits. A single one is an option, as in `git commit -m`. */
const excludablePattern = new RegExp(`[\\p{L}\\p{N}].*[\\p{L}\\p{N}]|${unspacedScript}`, 'u')

/**
 * Finds quoted phrases and exclusions in a normalized query. An exclusion without quotes ends at the next space. An unclosed quote is plain
 * text. Throws LocalizedInputError if there are too many, or one is too long.
 */
export function parseOperators(query: string): OperatorParse {
  const phrases: string[] = []
  const excludedPhrases: string[] = []
  const excludedWords: string[] = []
  let text = query
  let textWithoutPhrases = query
  for (const match of query.matchAll(operatorPattern)) {
    const [whole, hyphen, ...groups] = match
    const excludedWord = groups.pop()?.replace(/[^\p{L}\p{M}\p{N}]+$/u, '')
    const quoted = groups.find((group) => group !== undefined)
    const operand = excludedWord ?? normalizePhrase(quoted ?? '')
    if (!(excludedWord === undefined ? hasWord(operand) : excludablePattern.test(operand))) continue
    const isExclusion = hyphen !== undefined || excludedWord !== undefined
    const list = excludedWord !== undefined ? excludedWords : isExclusion ? excludedPhrases : phrases
    list.push(operand)
    const replaceBy = (source: string, replacement: string) =>
      source.slice(0, match.index) + replacement + source.slice(match.index + whole.length)
    textWithoutPhrases = replaceBy(textWithoutPhrases, ' '.repeat(whole.length))
    text = replaceBy(text, isExclusion ? ' '.repeat(whole.length) : ` ${whole.slice(1, -1)} `)
  }
  assertWithinLimits({ phrases, excludedPhrases, excludedWords })
  return { phrases, excludedPhrases, excludedWords, text, textWithoutPhrases }
}

function assertWithinLimits({ phrases, excludedPhrases, excludedWords }: QueryOperators): void {
  const exclusions = [...excludedPhrases, ...excludedWords]
  if (phrases.length > maxOperators) throw new LocalizedInputError('search.tooManyPhrases', { count: phrases.length, max: maxOperators })
  if (exclusions.length > maxOperators)
    throw new LocalizedInputError('search.tooManyExclusions', { count: exclusions.length, max: maxOperators })
  const longest = Math.max(0, ...[...phrases, ...exclusions].map(({ length }) => length))
  if (longest > maxOperatorLength) throw new LocalizedInputError('search.operatorTooLong', { length: longest, max: maxOperatorLength })
}

const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** Marks of emphasis in Markdown. Inside a word, `*` and `_` are ordinary characters. */
const emphasisPattern = /\*\*|~~|`|[*_](?:(?![\p{L}\p{N}])|(?<![\p{L}\p{N}][*_]))/gu

/** Normalizes case, spaces, apostrophes and Markdown emphasis, so that a phrase matches a text that differs only in these. */
export function normalizePhrase(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(emphasisPattern, '')
    .replaceAll('’', "'")
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .trim()
}

/** Matches a word, or a single character that a word boundary surrounds. */
const segmentPattern = new RegExp(`(?:(?!${unspacedScript})[\\p{L}\\p{M}\\p{N}])+|[^]`, 'gu')

/** Puts a mark at each word boundary. */
const markBoundaries = (text: string): string => `\0${text.replace(segmentPattern, '$&\0')}`

/** Returns whether a text contains a phrase at word boundaries. Both are normalized by normalizePhrase. Takes linear time. */
export const containsPhrase = (text: string, phrase: string): boolean =>
  text.includes(phrase) && markBoundaries(text).includes(markBoundaries(phrase))

/** Returns whether a text contains every required phrase and no excluded one. */
export function matchesPhrases({ phrases, excludedPhrases }: QueryOperators, text: string): boolean {
  if (phrases.length === 0 && excludedPhrases.length === 0) return true
  const normalized = normalizePhrase(text)
  return (
    phrases.every((phrase) => containsPhrase(normalized, phrase)) && !excludedPhrases.some((phrase) => containsPhrase(normalized, phrase))
  )
}

/**
 * Returns whether the words of a phrase are in the index as words. In Thai and similar scripts, the index has words that the phrase may cut.
 */
export const hasIndexedWords = (phrase: string): boolean => !/[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u.test(phrase)
