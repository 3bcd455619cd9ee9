import { expect, test } from 'vitest'
import { toWaitMs } from '../../src/core/ports/clock.ts'

const impossible = [0, -3, null, undefined, Number.NaN, {}, 'soon']

test.each<[seconds: unknown, ms: number]>([
  [7, 7_000],
  ['30', 30_000],
  [1.5, 1_500],
  ...impossible.map((seconds): [unknown, number] => [seconds, 1_000]),
  [1e12, 86_400_000],
  [Number.POSITIVE_INFINITY, 86_400_000],
])('a wait of %s seconds is %i ms', (seconds, ms) => {
  expect(toWaitMs(seconds)).toBe(ms)
})
