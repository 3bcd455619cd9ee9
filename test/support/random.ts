import type { Random } from '../../src/core/ports/random.ts'

/** Tokens that count up, so that a test can name them. */
export function testRandom(): Random {
  let count = 0
  return { token: (bytes) => `token-${++count}-`.padEnd(Math.ceil((bytes * 4) / 3), 'x') }
}
