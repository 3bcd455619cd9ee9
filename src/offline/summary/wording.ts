import { combineWords } from '../languages/all.ts'

/** The maximum number of characters per bullet. */
const maxBulletLength = 180

const openingPattern = new RegExp(`^(?:(?:${combineWords(({ openings }) => openings)})(?!\\p{L})[,.:;!，、。！–—-]*\\s*)+`, 'iu')

/** A name at the beginning or the end by which somebody is addressed. */
const addressedPatterns = [/^(?:\p{L}+[,\s]+)?\p{Lu}\p{Ll}+\s*[,!–-]\s*(?=\p{L})/u, /,\s*\p{Lu}\p{Ll}+(?=[.!?]*$)/u]

/** Removes introductory words, and the name of who is addressed. Empty if nothing else was said. */
export function toPlainStatement(sentence: string, addressees: ReadonlySet<string>): string {
  let text = sentence
  for (const pattern of addressedPatterns) {
    const words: readonly string[] = pattern.exec(text)?.[0].match(/\p{L}+/gu) ?? []
    if (words.some((word) => addressees.has(word))) text = text.replace(pattern, '')
  }
  const bare = text.replace(openingPattern, '').replace(/^[\s,.:;!–—-]+/, '')
  return bare.charAt(0).toLocaleUpperCase() + bare.slice(1).replace(/[[\]]/g, '')
}

/** Truncates at the end of a word, or of a clause if one ends not far before. */
export function shorten(text: string, length = maxBulletLength): string {
  if (text.length <= length) return text
  const head = text.slice(0, length)
  const clause = Math.max(head.lastIndexOf(', '), head.lastIndexOf('; '), head.lastIndexOf('，'), head.lastIndexOf('、'))
  const space = head.lastIndexOf(' ')
  const end = clause > length * 0.7 ? clause : space > 0 ? space : length
  return `${text.slice(0, end)}…`
}
