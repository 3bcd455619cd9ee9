/**
 * How far the history of a channel has been read. Slack always gives the newest messages of a time first, in pages. To begin with the
 * oldest, we first walk back from page to page, which shows where each one ends, and then read them forward. So each page is requested
 * twice at most. Times are in microseconds, as in timestamps.
 */
export interface HistoryPosition {
  /** The messages after this time are still to be read. */
  readonly after: bigint
  /** Where the pages to come end, the next one first. The last one is the end of the history. */
  readonly ends: readonly [bigint, ...bigint[]]
}

/** A history with more pages is walked back more than once. */
const maxEnds = 1_000

export function startPosition(since: Date, end: bigint): HistoryPosition {
  const start = toMicros(since)
  return { after: start > 0n ? start - 1n : 0n, ends: [end] }
}

/** Formats "<after>.<end>.<end>" in base 36. Stored while a history is being read. */
export const formatPosition = ({ after, ends }: HistoryPosition): string => [after, ...ends].map((time) => time.toString(36)).join('.')

export function parsePosition(text: string): HistoryPosition | undefined {
  if (!/^[a-z\d]{1,12}(?:\.[a-z\d]{1,12})+$/.test(text)) return undefined
  const [after, first, ...ends] = text.split('.').map(fromBase36)
  return after === undefined || first === undefined ? undefined : { after, ends: [first, ...ends] }
}

/**
 * Returns the position before the page in which Slack gave these messages, because there are earlier ones. Undefined if there can be none.
 */
export function stepBack({ after, ends }: HistoryPosition, earliest: bigint | undefined): HistoryPosition | undefined {
  if (earliest === undefined || earliest <= after + 1n) return undefined
  const last = ends.at(-1) ?? ends[0]
  return { after, ends: [earliest, ...(ends.length < maxEnds ? ends : [...ends.slice(0, maxEnds - 2), last])] }
}

/** Returns the position after a page was read. Undefined at the end of the history. */
export function stepForward({ ends: [end, ...others] }: HistoryPosition): HistoryPosition | undefined {
  const [next, ...rest] = others
  // The next page begins with the message at the end of this one.
  return next === undefined ? undefined : { after: end - 1n, ends: [next, ...rest] }
}

export const toMicros = (time: Date): bigint => BigInt(time.getTime()) * 1000n

/** Formats a timestamp of Slack. */
export function fromMicros(micros: bigint): string {
  const positive = micros > 0n ? micros : 0n
  return `${positive / 1_000_000n}.${String(positive % 1_000_000n).padStart(6, '0')}`
}

const fromBase36 = (digits: string): bigint => [...digits].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n)
