import { expect, test } from 'vitest'
import { createExclusive } from '../../../adapters/web/live/exclusive.ts'

test('while one runs, all that ask wait for one more, and no two run at once', async () => {
  const ends: (() => void)[] = []
  let running = 0
  let most = 0
  const ask = createExclusive(async () => {
    most = Math.max(most, ++running)
    await new Promise<void>((resolve) => ends.push(resolve))
    running--
  })
  const first = ask()
  const waiting = Array.from({ length: 50 }, ask)
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await first
  await expect.poll(() => ends).toHaveLength(2)
  const later = ask()
  ends[1]?.()
  await Promise.all(waiting)
  await expect.poll(() => ends).toHaveLength(3)
  ends[2]?.()
  await later
  expect([ends.length, most]).toEqual([3, 1])
})
