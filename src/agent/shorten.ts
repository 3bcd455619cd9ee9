import { cutMiddle, fitToTokens, formatCount } from '../core/domain/text.ts'
import { truncateOutput } from './within-length.ts'

type CountText = (text: string) => number

/** Cuts the middle of a text so that at most `tokens` remain. Keeps at least the note that it was cut. */
export function cutToTokens(text: string, tokens: number, count: CountText): string {
  return fitToTokens((length) => cutMiddle(text, length), { length: text.length, tokens, count })
}

/**
 * Shortens a tool result to at most `tokens`. A list loses its last entries, anything else its middle. A line states how much was omitted
 * and how to get it. Keeps at least that line.
 */
export function shortenResult(result: string, tokens: number, count: CountText): string {
  const output = parse(result)
  const shorten = (length: number) => {
    const short = output === undefined ? cutMiddle(result, length) : truncateOutput(output, length)
    const left = formatCount(result.length - short.length, 'character')
    return short.length >= result.length
      ? result
      : `${short}\n[${left} omitted, because there is no room. Call the tool again for less at a time, or for the rest.]`
  }
  return fitToTokens(shorten, { length: result.length, tokens, count })
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
  return `[This result of ${tool} was omitted, because there is no room.${ids.length > 0 ? ` It contained ${ids.join('; ')}.` : ''} Call the tool again to read it.]`
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // It is already cut.
    return undefined
  }
}
