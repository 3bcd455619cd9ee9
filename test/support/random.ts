import type { Random } from '../../src/core/ports/random.ts'

/** Tokens that count up, so that a test can name them. */
export function testRandom(): Random {
  let count = 0
  return { token: (bytes) => `token-${++count}-`.padEnd(Math.ceil((bytes * 4) / 3), 'x') }
}

/** Whole numbers below `below` that look random and are the same in every run: the generator of Park and Miller. */
export function fixedChoice(seed = 20_261_118): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}
