import { clip } from '../domain/text.ts'

const segmenters = {
  words: new Intl.Segmenter(undefined, { granularity: 'word' }),
  sentences: new Intl.Segmenter(undefined, { granularity: 'sentence' }),
}

/** Counts the words of a text, also where no spaces separate them. */
export const countWords = (text: string): number => Array.from(segmenters.words.segment(text)).filter(({ isWordLike }) => isWordLike).length

/** Returns the first sentences of a text with at most `maxWords` words and `maxLength` characters. A first sentence that is too long is cut. */
export function cutToWords(text: string, maxWords: number, maxLength: number): string {
  const head = text.slice(0, maxLength * 2)
  let kept = ''
  let words = 0
  for (const { segment } of segmenters.sentences.segment(head)) {
    words += countWords(segment)
    if (words > maxWords || kept.length + segment.length > maxLength) break
    kept += segment
  }
  return kept.trim() || cutSentence(head, maxWords, maxLength)
}

function cutSentence(text: string, maxWords: number, maxLength: number): string {
  const words = Array.from(segmenters.words.segment(text)).filter(({ isWordLike }) => isWordLike)
  const next = words[maxWords]
  return clip(next ? `${text.slice(0, next.index).trimEnd()}…` : text, maxLength).trim()
}
