import { expect, test } from 'vitest'
import { createExclusive } from '../../../adapters/web/live/exclusive.ts'

test('those who ask before a run begins share it, those who ask during it share one more, and no two run at once', async () => {
  const ends: (() => void)[] = []
  const begins: (() => void)[] = []
  let running = 0
  let most = 0
  const run = async () => {
    most = Math.max(most, ++running)
    await new Promise<void>((resolve) => ends.push(resolve))
    running--
  }
  const ask = createExclusive(run, () => new Promise<void>((resolve) => begins.push(resolve)))
  const first = Array.from({ length: 50 }, ask)
  await expect.poll(() => begins).toHaveLength(1)
  begins[0]?.()
  await expect.poll(() => ends).toHaveLength(1)
  const waiting = Array.from({ length: 50 }, ask)
  ends[0]?.()
  await Promise.all(first)
  await expect.poll(() => begins).toHaveLength(2)
  begins[1]?.()
  await expect.poll(() => ends).toHaveLength(2)
  const later = ask()
  ends[1]?.()
  await Promise.all(waiting)
  await expect.poll(() => begins).toHaveLength(3)
  begins[2]?.()
  await expect.poll(() => ends).toHaveLength(3)
  ends[2]?.()
  await later
  expect([ends.length, most]).toEqual([3, 1])
})
