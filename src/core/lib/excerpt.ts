import { clip } from '../domain/text.ts'

const maxCharacters = 100

/** Matches the Markdown that begins a line. */
const blockMark = /^\s*(?:(?:#{1,6}|>|[-*+])\s+)+/
/** Matches the Markdown around words. Not what is within a word, as in `snake_case`. */
const inlineMark = /[*`]|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu

/** Returns the lines of a text without markup. */
const listPlainLines = (text: string): readonly string[] =>
  text.split('\n').map((line) => line.replace(blockMark, '').replace(inlineMark, '').trim())

/** Returns the first line of a text that has words, else its first line, without markup. Empty if the text is. */
export function excerptOf(text: string): string {
  const lines = listPlainLines(text)
  const line = lines.find((candidate) => /[\p{L}\p{N}]/u.test(candidate)) ?? lines.find((candidate) => candidate !== '') ?? ''
  return clip(line, maxCharacters)
}

const citation = /\s*\[#\d[^\]]*\]/g

/** Returns the beginning of a text in one line, without markup and citations. */
export function beginningOf(text: string, characters: number): string {
  // Cut before, because the rest of a long text is of no use.
  const plain = listPlainLines(text.slice(0, characters * 4).replace(citation, ''))
  return clip(plain.filter((line) => /[^\s\-=`*]/.test(line)).join(' '), characters)
}

/** In characters. A topic is a line of the list of days. */
const longestTopic = 60

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** Returns what a day was about in a few words: the first sentence of its summary, without citations. Empty if it has no text. */
export function topicOf(summary: string): string {
  const text = summary.replace(/^#{1,6} .*$/gm, '').replace(citation, '')
  const [first] = sentences.segment(excerptOf(text))
  return clip((first?.segment ?? '').trim().replace(/[.。]$/, ''), longestTopic)
}
