import { clip } from '../../../src/core/domain/text.ts'

const maxCharacters = 100

/** Returns the first line of a text that has words, else its first line, without markup. Empty if the text is. */
export function excerptOf(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/^[#>\-*\s]+|[*_`]/g, '').trim())
  const line = lines.find((candidate) => /[\p{L}\p{N}]/u.test(candidate)) ?? lines.find((candidate) => candidate !== '') ?? ''
  return clip(line, maxCharacters)
}
