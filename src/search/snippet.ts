import { boundary } from '../core/domain/text.ts'
import { Prisma } from '../store/generated/client.ts'
import { type Db, planOnce } from '../store/store.ts'
import { configurationsOf, type QueryLanguages, type SearchTerm, spacedSql, unspacedCharacters } from './query/terms.ts'
import { findHeaviestPart, type TermOccurrence, type WeightedTerm } from './rank/heaviest-part.ts'

/** In characters, without the highlighting. */
const maxSnippetChars = 240

/** The share of a snippet that its matches take up, so that there is context around them. */
const matchesShare = 0.75

/** Matches words as the index splits them: each unspaced character is a word, and so is each pair, which is captured. */
const wordPattern = new RegExp(
  `(?:(?=(${unspacedCharacters}{2}))|)${unspacedCharacters}|(?:(?!${unspacedCharacters})[\\p{L}\\p{M}\\p{N}])+`,
  'gu',
)
const unspacedWord = new RegExp(`^${unspacedCharacters}`, 'u')

/** The words to highlight, in lower case, with the terms they match. All words of a term count once. */
export type MatchedWords = ReadonlyMap<string, WeightedTerm>

export interface Snippet {
  /** One line of plain text. Matches are highlighted `**like this**`. */
  readonly text: string
  /** Where the snippet begins in the original text, in UTF-16 code units. */
  readonly start: number
}

/** Returns the distinct words of a text in lower case, split as in snippets. */
export function extractWords(text: string): Set<string> {
  return new Set(Array.from(splitWords(text), ({ word }) => word.toLowerCase()))
}

/** Returns whether a word is of a script without spaces between words. */
const isUnspaced = (word: string): boolean => unspacedWord.test(word)

function* splitWords(text: string): Iterable<{ word: string; index: number }> {
  for (const { 0: word, 1: pair, index } of text.matchAll(wordPattern)) {
    yield { word, index }
    if (pair) yield { word: pair, index }
  }
}

/** Turns Markdown into one line of plain text. Removes whatever would break the line or look like highlighting. */
export function toPlainLine(markdown: string): string {
  return markdown
    .replace(/^#{1,6}\s+/gm, '')
    .replace(/\*\*|__|`+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Shows the part of a text whose distinct terms weigh the most, with its matches highlighted. */
export function buildSnippet(markdown: string, matches: MatchedWords, length = maxSnippetChars): Snippet {
  const text = markdown.trimEnd()
  const [start, end] = selectExcerptRange(text, findHits(text, matches), length)
  const excerpt = highlight(toPlainLine(text.slice(start, end)), matches)
  return { text: markOmissions(excerpt, { isStart: start === 0, isEnd: end === text.length }), start }
}

const markOmissions = (excerpt: string, { isStart, isEnd }: { isStart: boolean; isEnd: boolean }): string =>
  `${isStart ? '' : '… '}${excerpt}${isEnd ? '' : ' …'}`

/** A longer line is divided into sentences, in characters. */
const maxLineChars = 240

/** A shorter sentence is no part of its own, and a part is not cut shorter, in characters. */
const minPartChars = 40

/** Only so much of a text around its heaviest part is divided, in characters. */
const maxExcerptedChars = 8_000

/** The share of a part's weight that its neighbors gain. */
const neighborShare = 0.3

/** Prepares excerpts of a text. Returns a function that builds one of about so many characters. */
export function prepareExcerpts(markdown: string, matches: MatchedWords): (length: number) => string {
  const [start, end] = selectExcerptRange(markdown, findHits(markdown, matches), maxExcerptedChars)
  const parts = splitIntoParts(markdown.slice(start, end))
  const ranked = rankParts(parts.map((part) => new Set(findHits(part, matches).map(({ term }) => term))))
  return (length) => {
    const chosen: { index: number; text: string }[] = []
    let left = length
    for (const index of ranked) {
      const part = parts[index] ?? ''
      if (chosen.length > 0 && part.length > left && left < minPartChars) continue
      const text = part.length > left ? cutAround(part, matches, left) : part
      chosen.push({ index, text })
      left -= text.length + gap.length
    }
    chosen.sort((a, b) => a.index - b.index)
    const isStart = start === 0 && (chosen[0]?.index ?? 0) === 0
    const isEnd = end === markdown.length && (chosen.at(-1)?.index ?? 0) >= parts.length - 1
    const line = chosen.map(({ index, text }, at) => (at === 0 || chosen[at - 1]?.index === index - 1 ? text : `… ${text}`)).join(' ')
    return markOmissions(line, { isStart, isEnd }).replace(/…(?: …)+/g, '…')
  }
}

const gap = ' … '

function cutAround(text: string, matches: MatchedWords, length: number): string {
  const [from, to] = selectExcerptRange(text, findHits(text, matches), length)
  return markOmissions(text.slice(from, to), { isStart: from === 0, isEnd: to === text.length })
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Returns the lines of a text as plain text, the long ones by sentence. */
function splitIntoParts(markdown: string): string[] {
  const parts = markdown.split('\n').flatMap((line) => (line.length > maxLineChars ? splitSentences(line) : line))
  return parts.map(toPlainLine).filter(Boolean)
}

/** Splits a line into sentences. A short one, such as a number, belongs to the next. */
function splitSentences(line: string): string[] {
  const result: string[] = []
  let short = ''
  for (const { segment } of sentences.segment(line)) {
    short += segment
    if (short.length < minPartChars) continue
    result.push(short)
    short = ''
  }
  return [...result, short]
}

/**
 * Ranks the parts of a text by their terms and returns their indexes. A term counts less the more parts have it. The neighbors of a part gain
 * from it, because an answer is often next to what matches. Returns all if none has a term, otherwise those that do and their neighbors.
 */
function rankParts(parts: readonly ReadonlySet<WeightedTerm>[]): number[] {
  const counts = new Map<WeightedTerm, number>()
  for (const terms of parts) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  const own = parts.map((terms) => [...terms].reduce((sum, term) => sum + term.weight / (counts.get(term) ?? 1), 0))
  const weights = own.map((weight, index) => weight + neighborShare * Math.max(own[index - 1] ?? 0, own[index + 1] ?? 0))
  const ranked = [...weights.keys()].sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b)
  const matching = ranked.filter((index) => (weights[index] ?? 0) > 0)
  return matching.length > 0 ? matching : ranked
}

function findHits(text: string, matches: MatchedWords): TermOccurrence[] {
  return Array.from(splitWords(text)).flatMap(({ word, index }) => {
    const term = matches.get(word.toLowerCase())
    return term ? [{ start: index, end: index + word.length, term }] : []
  })
}

function highlight(text: string, matches: MatchedWords): string {
  let highlighted = ''
  let position = 0
  for (const { start, end } of mergeAdjacentHits(findHits(text, matches))) {
    highlighted += `${text.slice(position, start)}**${text.slice(start, end)}**`
    position = end
  }
  return highlighted + text.slice(position)
}

/** Merges adjacent and overlapping matches into one highlight. */
function mergeAdjacentHits(hits: readonly TermOccurrence[]): { start: number; end: number }[] {
  const marks: { start: number; end: number }[] = []
  for (const { start, end } of hits) {
    const last = marks.at(-1)
    if (last && last.end >= start) last.end = Math.max(last.end, end)
    else marks.push({ start, end })
  }
  return marks
}

/** Starts and ends between words if possible. */
function selectExcerptRange(text: string, hits: readonly TermOccurrence[], length: number): readonly [number, number] {
  if (text.length <= length) return [0, text.length]
  const focus = findHeaviestPart(hits, length * matchesShare)[0]?.start ?? 0
  const from = findNextWordStart(text, Math.max(0, Math.min(focus - Math.floor(length * (1 - matchesShare)), text.length - length)))
  const end = Math.min(text.length, from + length)
  if (end === text.length) return [from, end]
  const space = text.lastIndexOf(' ', end)
  return [from, space > from + length / 2 ? space : boundary(text, end)]
}

/** Returns the start of the next word if one is nearby. */
function findNextWordStart(text: string, at: number): number {
  if (at === 0) return 0
  const space = text.indexOf(' ', at)
  return space >= 0 && space - at < 30 ? space + 1 : boundary(text, at)
}

/**
 * The number of first letters that a word and its stem share, apart from accents. A short stem shares all but its last one or two letters.
 */
const prefixLengths = [4, 3, 2] as const

/** Stemmers change letters: é may become e, and ß becomes ss. */
const stripDiacritics = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss')

/** What a search looked for. */
export interface SearchWording {
  readonly terms: readonly SearchTerm[]
  /** The weight of each term. The part of a text whose terms weigh the most is shown. */
  readonly weights: readonly number[]
  /** Highlighted if a text contains none of the terms. */
  readonly hyponyms: readonly string[]
  readonly languages: QueryLanguages
}

export interface SearchedWords {
  /** Words that match a term. */
  readonly terms: MatchedWords
  /** Words that match a hyponym. */
  readonly hyponyms: MatchedWords
}

/** Returns the words to highlight in a text: those that match a hyponym only if none matches a term. */
export const selectWordsOf = (text: string, { terms, hyponyms }: SearchedWords): MatchedWords =>
  Array.from(extractWords(text)).some((word) => terms.has(word)) ? terms : hyponyms

/** Returns the words that match a term or a hyponym in any form, among the words of some texts. The database stems the words. */
export async function findSearchedWords(
  db: Db,
  texts: readonly string[],
  { terms, weights, hyponyms, languages }: SearchWording,
): Promise<SearchedWords> {
  const lexemes = [...terms.flat(), ...hyponyms]
  const rows = lexemes.length === 0 ? [] : await stemWords(db, selectWords(texts, lexemes), { lexemes, languages })
  return {
    terms: matchWords(
      rows,
      terms.map((term, index) => ({ lexemes: term, weight: weights[index] ?? 0 })),
    ),
    hyponyms: matchWords(
      rows,
      hyponyms.map((hyponym) => ({ lexemes: [hyponym], weight: 1 })),
    ),
  }
}

/** Returns the words of some texts that share their first letters with a lexeme. Few words are left for the database. */
function selectWords(texts: readonly string[], lexemes: readonly string[]): string[] {
  const prefixes = new Set(
    lexemes.map(stripDiacritics).map((lexeme) => lexeme.slice(0, prefixLengths.find((length) => length < lexeme.length) ?? 2)),
  )
  const mayMatch = (word: string) => prefixLengths.some((length) => prefixes.has(stripDiacritics(word).slice(0, length)))
  return [...new Set(texts.flatMap((text) => [...extractWords(text)]))].filter(mayMatch)
}

interface StemmedWord {
  readonly word: string
  readonly lexemes: readonly string[]
}

/** Returns the words that have one of the lexemes in any of the languages. Unspaced words are lexemes themselves. */
async function stemWords(
  db: Db,
  words: readonly string[],
  { lexemes, languages }: { lexemes: readonly string[]; languages: QueryLanguages },
): Promise<StemmedWord[]> {
  if (words.length === 0) return []
  const known = new Set(lexemes)
  const [unspaced, spaced] = [words.filter(isUnspaced), words.filter((word) => !isUnspaced(word))]
  const stemmed = await db.$queryRaw<StemmedWord[]>(planOnce`
    SELECT word, array_agg(lexeme) AS lexemes
    FROM unnest(${spaced}::text[]) AS word CROSS JOIN unnest(${configurationsOf(languages)}::text[]) AS configuration
    CROSS JOIN unnest(tsvector_to_array(to_tsvector(configuration::regconfig, ${spacedSql(Prisma.sql`word`)}))) AS lexeme
    WHERE lexeme = ANY(${[...lexemes]}::text[]) GROUP BY word`)
  return [...stemmed, ...unspaced.filter((word) => known.has(word)).map((word) => ({ word, lexemes: [word] }))]
}

/** Returns each word with the heaviest term that it matches. */
function matchWords(words: readonly StemmedWord[], terms: readonly (WeightedTerm & { readonly lexemes: SearchTerm })[]): MatchedWords {
  const heaviestFirst = terms.toSorted((a, b) => b.weight - a.weight)
  return new Map(
    words.flatMap(({ word, lexemes }) => {
      const term = heaviestFirst.find((candidate) => candidate.lexemes.some((lexeme) => lexemes.includes(lexeme)))
      return term ? [[word, term] as const] : []
    }),
  )
}
