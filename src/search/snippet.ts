import { unspacedCharacters } from './query/terms.ts'

/** In characters, without the highlighting. */
const maxSnippetChars = 240

/** Matches words as search splits them: each kana or Chinese character is a word. */
const wordPattern = new RegExp(`${unspacedCharacters}|(?:(?!${unspacedCharacters})[\\p{L}\\p{M}\\p{N}])+`, 'gu')

/** Returns the distinct words of a text in lower case, split as in snippets. */
export function extractWords(text: string): Set<string> {
  return new Set(Array.from(text.matchAll(wordPattern), ([word]) => word.toLowerCase()))
}

/** Turns Markdown into one line of plain text. Removes whatever would break the line or look like highlighting. */
export function toPlainLine(markdown: string): string {
  return markdown
    .replace(/^#{1,6}\s+/gm, '')
    .replace(/\*\*|__|`+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Returns the part of a text with the most distinct matches, which are highlighted `**like this**`. `matchWords` must be in lower case. */
export function buildSnippet(markdown: string, matchWords: ReadonlySet<string>, length = maxSnippetChars): string {
  const text = toPlainLine(markdown)
  const hits = Array.from(text.matchAll(wordPattern), (match) => ({ start: match.index, word: match[0] })).filter(({ word }) =>
    matchWords.has(word.toLowerCase()),
  )
  const [from, to] = selectExcerptRange(text, hits, length)
  let snippet = ''
  let position = from
  for (const { start, end } of mergeAdjacentHits(hits.filter((hit) => hit.start >= from && hit.start + hit.word.length <= to))) {
    snippet += `${text.slice(position, start)}**${text.slice(start, end)}**`
    position = end
  }
  return `${from > 0 ? '… ' : ''}${(snippet + text.slice(position, to)).trim()}${to < text.length ? ' …' : ''}`
}

/** Merges adjacent matches into one highlight. */
function mergeAdjacentHits(hits: readonly { start: number; word: string }[]): { start: number; end: number }[] {
  const marks: { start: number; end: number }[] = []
  for (const { start, word } of hits) {
    const last = marks.at(-1)
    if (last?.end === start) last.end += word.length
    else marks.push({ start, end: start + word.length })
  }
  return marks
}

function selectExcerptRange(text: string, hits: readonly { start: number; word: string }[], length: number): readonly [number, number] {
  if (text.length <= length) return [0, text.length]
  let best = { start: 0, distinctWords: 0 }
  // In a long text, only the first matches are tried as starts. That is enough to find a good part, and bounds the time.
  for (const [index, { start }] of hits.slice(0, 200).entries()) {
    const distinctWords = new Set<string>()
    for (let next = index; next < hits.length; next++) {
      const hit = hits[next]
      if (!hit || hit.start + hit.word.length > start + length * 0.75) break
      distinctWords.add(hit.word.toLowerCase())
    }
    if (distinctWords.size > best.distinctWords) best = { start, distinctWords: distinctWords.size }
  }
  const from = findNextWordStart(text, Math.max(0, Math.min(best.start - Math.floor(length / 4), text.length - length)))
  const end = Math.min(text.length, from + length)
  if (end === text.length) return [from, end]
  const space = text.lastIndexOf(' ', end)
  return [from, space > from + length / 2 ? space : alignToCodePoint(text, end)]
}

/** Returns the start of the next word if one is nearby. */
function findNextWordStart(text: string, at: number): number {
  if (at === 0) return 0
  const space = text.indexOf(' ', at)
  return space >= 0 && space - at < 30 ? space + 1 : alignToCodePoint(text, at)
}

/** Moves a position out of the middle of a surrogate pair. */
function alignToCodePoint(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at
}
