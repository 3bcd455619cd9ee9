/** Creates exponentially growing delays in ms: 1, 2, 4 … seconds, up to `longestMs`. */
export function createBackoff(longestMs: number): { next(): number; reset(): void } {
  let failures = 0
  return {
    next: () => Math.min(longestMs, 1000 * 2 ** failures++),
    reset: () => {
      failures = 0
    },
  }
}
