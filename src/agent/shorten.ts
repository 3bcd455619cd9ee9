import { cutMiddle, formatCount } from '../core/domain/text.ts'
import { truncateOutput } from './within-length.ts'

type CountText = (text: string) => number

/** More characters than an ordinary token has. A longer text is cut before it is counted. */
const mostCharactersPerToken = 8

/** Cuts the middle of a text so that at most `tokens` remain. Keeps at least the note that it was cut. */
export function cutToTokens(text: string, tokens: number, count: CountText): string {
  return fitLength(text.length, tokens, { count, shorten: (length) => cutMiddle(text, length) })
}

/**
 * Shortens a tool result to at most `tokens`. A list loses its last entries, anything else its middle. A line states how much was left out
 * and how to get it. Keeps at least that line.
 */
export function shortenResult(result: string, tokens: number, count: CountText): string {
  const output = parse(result)
  const shorten = (length: number) => {
    const short = output === undefined ? cutMiddle(result, length) : truncateOutput(output, length)
    const left = formatCount(result.length - short.length, 'character')
    return short.length >= result.length
      ? result
      : `${short}\n[${left} left out, because there is no room. Call the tool again for less at a time, or for the rest.]`
  }
  return fitLength(result.length, tokens, { count, shorten })
}

interface Shortening {
  readonly count: CountText
  /** Shortens the text to about so many characters. */
  readonly shorten: (length: number) => string
}

function fitLength(whole: number, tokens: number, { count, shorten }: Shortening): string {
  for (let length = Math.min(whole, Math.max(0, tokens) * mostCharactersPerToken); ; ) {
    const short = shorten(length)
    const size = count(short)
    if (size <= tokens || length === 0) return short
    // Slightly below the proportional length, and at least a tenth less than before, so that the loop ends.
    length = Math.floor(length * Math.min(0.9, (tokens / size) * 0.97))
  }
}

/** The names of ids in tool results, and the maximum number listed of each. */
const idNames = ['message_id', 'day_segment_id', 'id'] as const
const listedIds = 20

/** Replaces a tool result by one line with the ids in it. */
export function nameResult(result: string, tool: string): string {
  const ids = idNames.flatMap((name) => {
    const found = [...new Set([...result.matchAll(new RegExp(`"${name}":(\\d+)`, 'g'))].map(([, id]) => id))]
    return found.length > 0 ? [`${name} ${found.slice(0, listedIds).join(', ')}${found.length > listedIds ? ' and more' : ''}`] : []
  })
  return `[This result of ${tool} was left out, because there is no room.${ids.length > 0 ? ` It contained ${ids.join('; ')}.` : ''} Call the tool again to read it.]`
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // It is already cut.
    return undefined
  }
}
