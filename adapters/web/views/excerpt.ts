import { clip } from '../../../src/core/domain/text.ts'

const maxCharacters = 100

/** Matches the Markdown that begins a line. */
const blockMark = /^\s*(?:(?:#{1,6}|>|[-*+])\s+)+/
/** Matches the Markdown around words. Not what is within a word, as in `snake_case`. */
const inlineMark = /[*`]|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu

/** Returns the first line of a text that has words, else its first line, without markup. Empty if the text is. */
export function excerptOf(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(blockMark, '').replace(inlineMark, '').trim())
  const line = lines.find((candidate) => /[\p{L}\p{N}]/u.test(candidate)) ?? lines.find((candidate) => candidate !== '') ?? ''
  return clip(line, maxCharacters)
}
