/** In ms. The delay between two attempts to connect. */
const firstWaitMs = 500
const longestWaitMs = 30_000

/** Says how long to wait before each attempt. The wait grows and is randomized, so that pages do not reconnect at the same moment. */
export function createBackoff(random: () => number) {
  let wait = firstWaitMs
  return {
    /** Returns the time to wait before the next attempt, in ms. */
    next(): number {
      const now = wait * (0.75 + random() / 2)
      wait = Math.min(wait * 2, longestWaitMs)
      return now
    },
    /** An attempt succeeded. */
    reset(): void {
      wait = firstWaitMs
    },
  }
}
