/** Telegram has existed since then, and so has no older message. */
const earliestMs = Date.UTC(2013, 7, 14)
/** A time may be ahead of our clock by this much. */
const maxAheadMs = 86_400_000

/**
 * Converts one of Telegram's times, which are in seconds. Returns `now` if there is none, or if it is impossible: Telegram reports what
 * has just happened, and a message far in the future would open a day that all later messages belong to.
 */
export function toPossibleDate(seconds: number | undefined, now: Date): Date {
  const ms = (seconds ?? Number.NaN) * 1000
  return ms >= earliestMs && ms <= now.getTime() + maxAheadMs ? new Date(ms) : now
}
