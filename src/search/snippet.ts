import { boundary } from '../core/domain/text.ts'
import { unspacedCharacters } from './query/terms.ts'
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
export const isUnspaced = (word: string): boolean => unspacedWord.test(word)

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
