import { expect, test } from 'vitest'
import type { ChangeSeq, MessageId } from '../../../src/core/domain/ids.ts'
import { splitByAudience, splitDay } from '../../../src/search/index/split-day.ts'

test('a long day is split in another thread, with the same result', async () => {
  const rows = Array.from({ length: 400 }, (_, index) => ({
    id: (index + 1) as MessageId,
    audience: index % 3 === 0 ? ('place:7' as const) : ('private' as const),
    role: 'user' as const,
    name: 'Ada',
    text: `Message ${index}: ${'some words about the garden and the sea '.repeat(3)}`,
    changeSeq: (index + 1) as ChangeSeq,
  }))
  let ticks = 0
  const ticking = setInterval(() => ticks++, 1)
  const request = { rows, resumePoints: [] }
  const chunks = await splitDay(request)
  clearInterval(ticking)
  expect(chunks).toEqual(splitByAudience(request))
  // The event loop kept turning.
  expect(ticks).toBeGreaterThan(0)
})
