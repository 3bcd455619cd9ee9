/** Counts the tokens of a text. */
export type CountTokens = (text: string) => number

/** A text, whole or without its middle. */
export interface TruncatedText {
  readonly head: string
  readonly tail: string
  /** The number of characters left out between `head` and `tail`. 0 for a whole text. */
  readonly cut: number
}

export interface CountedText {
  readonly excerpt: TruncatedText
  readonly tokens: number
}

export const whole = (text: string): TruncatedText => ({ head: text, tail: '', cut: 0 })

/** Formats the text for the model, with a note of how much was cut. */
export function formatTruncated({ head, tail, cut }: TruncatedText): string {
  return cut === 0 ? head + tail : `${head}\n[… ${cut.toLocaleString('en')} characters left out …]\n${tail}`
}

/** More characters than an ordinary token has. A text that exceeds its budget even at this rate is cut without being counted. */
export const mostCharactersPerToken = 8

/** Removes as much of the middle as needed to fit `maxTokens`. Keeps at least the note that the text was cut. */
export function shrinkToTokens(text: TruncatedText, maxTokens: number, count: CountTokens): CountedText {
  const length = text.head.length + text.tail.length
  for (let kept = Math.min(length, Math.max(0, maxTokens) * mostCharactersPerToken); ; ) {
    const excerpt = keepCharacters(text, kept)
    const tokens = count(formatTruncated(excerpt))
    if (tokens <= maxTokens || kept === 0) return { excerpt, tokens }
    // Slightly below the proportional length, and at least a tenth less than before, so that the loop ends.
    kept = Math.floor(kept * Math.min(0.9, (maxTokens / tokens) * 0.97))
  }
}

function keepCharacters(text: TruncatedText, characters: number): TruncatedText {
  const length = text.head.length + text.tail.length
  if (characters >= length) return text
  const head = text.head.slice(0, Math.ceil(characters / 2)).replace(/[\uD800-\uDBFF]$/, '')
  const from = text.tail || text.head
  const tail = from.slice(from.length - Math.floor(characters / 2)).replace(/^[\uDC00-\uDFFF]/, '')
  return { head, tail, cut: text.cut + length - head.length - tail.length }
}

/**
 * Divides `room` among items of these sizes. The small ones get all they need, and the others get equal shares. The sum of the shares is
 * at most `room`.
 */
export function divideTokens(sizes: readonly number[], room: number): number[] {
  const result = sizes.map(() => 0)
  let left = Math.max(0, room)
  const bySize = sizes.map((size, index) => ({ size, index })).sort((a, b) => a.size - b.size || a.index - b.index)
  bySize.forEach(({ size, index }, position) => {
    const share = Math.min(size, Math.floor(left / (sizes.length - position)))
    result[index] = share
    left -= share
  })
  return result
}
