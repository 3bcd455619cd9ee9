import { unspacedCharacters } from './query/terms.ts'

/** Characters of a snippet, without its marks. */
const maxSnippetChars = 240

/** As the search has them: a kana or a Chinese character is a word of its own. */
const wordPattern = new RegExp(`${unspacedCharacters}|(?:(?!${unspacedCharacters})[\\p{L}\\p{M}\\p{N}])+`, 'gu')

/** The distinct words of a text, in lower case, as snippets mark them. */
export function extractWords(text: string): Set<string> {
  return new Set(Array.from(text.matchAll(wordPattern), ([word]) => word.toLowerCase()))
}

/** One line of plain text: without the signs of Markdown that a mark could be taken for, or that break a line. */
export function toPlainLine(markdown: string): string {
  return markdown
    .replace(/^#{1,6}\s+/gm, '')
    .replace(/\*\*|__|`+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The part of a text with the most different matches, the matches marked `**like this**`. `matches` has them in lower case. */
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

/** Hits with nothing between them are one mark. */
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
  // Only the first hits of a long text are tried as beginnings: enough to find a good part, and bounded.
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

/** The next beginning of a word, if one is near. */
function findNextWordStart(text: string, at: number): number {
  if (at === 0) return 0
  const space = text.indexOf(' ', at)
  return space >= 0 && space - at < 30 ? space + 1 : alignToCodePoint(text, at)
}

/** Not between the two halves of a character outside the basic plane. */
function alignToCodePoint(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at
}
