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

/** The maximum number of phrases and of exclusions used from a query. */
const maxOperators = 8

/** Straight quotes stand at the edges of words. Otherwise, they are marks of inches or seconds. */
const quotedPattern = '(?<![\\p{L}\\p{N}])"([^"]+)"(?![\\p{L}\\p{N}])|“([^“”]+)”|„([^„“”]+)[“”]|«([^«»]+)»|「([^「」]+)」'
const operatorPattern = new RegExp(`(?:(?<=^|\\s)(-))?(?:${quotedPattern})|(?<=^|\\s)-(\\p{L}[\\p{L}\\p{M}\\p{N}_’'-]*)`, 'gu')

/** Finds quoted phrases and exclusions in a normalized query. An unclosed quote is plain text. */
export function parseOperators(query: string): OperatorParse {
  const phrases: string[] = []
  const excludedPhrases: string[] = []
  const excludedWords: string[] = []
  let text = query
  let textWithoutPhrases = query
  for (const match of query.matchAll(operatorPattern)) {
    const [whole, hyphen, ...groups] = match
    const excludedWord = groups.pop()
    const quoted = groups.find((group) => group !== undefined)
    const phrase = quoted === undefined ? '' : normalizePhrase(quoted)
    if (excludedWord === undefined && !hasWord(phrase)) continue
    const isExclusion = hyphen !== undefined || excludedWord !== undefined
    const list = excludedWord !== undefined ? excludedWords : isExclusion ? excludedPhrases : phrases
    if (list.length < maxOperators) list.push(excludedWord ?? phrase)
    const replaceBy = (source: string, replacement: string) =>
      source.slice(0, match.index) + replacement + source.slice(match.index + whole.length)
    textWithoutPhrases = replaceBy(textWithoutPhrases, ' '.repeat(whole.length))
    text = replaceBy(text, isExclusion ? ' '.repeat(whole.length) : ` ${whole.slice(1, -1)} `)
  }
  return { phrases, excludedPhrases, excludedWords, text, textWithoutPhrases }
}

const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** Normalizes case, spaces, apostrophes and Markdown emphasis, so that a phrase matches a text that differs only in these. */
export function normalizePhrase(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/\*\*|`/g, '')
    .replaceAll('’', "'")
    .replace(/\s+/g, ' ')
    .trim()
}

/** Scripts that do not separate words by spaces, so that a phrase may start and end anywhere. */
const unspacedScripts = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
const wordCharacter = /[\p{L}\p{M}\p{N}]/u

/** Returns whether a text contains a phrase at word boundaries. Both are normalized by normalizePhrase. */
export function containsPhrase(text: string, phrase: string): boolean {
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1))
    if (isWordBoundary(text, at) && isWordBoundary(text, at + phrase.length)) return true
  return false
}

/** Returns whether a word can start or end at an offset. */
function isWordBoundary(text: string, at: number): boolean {
  const before = /.$/su.exec(text.slice(Math.max(0, at - 2), at))?.[0] ?? ' '
  const after = /^./su.exec(text.slice(at, at + 2))?.[0] ?? ' '
  return [before, after].some((character) => !wordCharacter.test(character) || unspacedScripts.test(character))
}

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
