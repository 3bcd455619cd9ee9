import { expect, test } from 'vitest'
import { createBackoff } from '../../../../adapters/web/browser/lib/backoff.ts'

test('each wait is twice the one before, up to half a minute, and starts anew after a success', () => {
  const backoff = createBackoff(() => 0.5)
  expect([1, 2, 3, 4, 5, 6, 7, 8].map(() => backoff.next())).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  backoff.reset()
  expect(backoff.next()).toBe(500)
})

test('pages that lost the server together come back within a quarter of the wait of each other', () => {
  expect([createBackoff(() => 0).next(), createBackoff(() => 1).next()]).toEqual([375, 625])
})
