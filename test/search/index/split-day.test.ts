import { expect, test } from 'vitest'
import type { ChangeSeq, MessageId } from '../../../src/core/domain/ids.ts'
import { splitByAudience, splitDay } from '../../../src/search/index/split-day.ts'

const rowsOf = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => ({
    id: (index + 1) as MessageId,
    audience: index % 3 === 0 ? ('place:7' as const) : ('private' as const),
    role: 'user' as const,
    name: 'Ada',
    text: text(index),
    changeSeq: (index + 1) as ChangeSeq,
  }))

test.each([
  { what: 'long messages', rows: rowsOf(400, (index) => `Message ${index}: ${'some words about the garden and the sea '.repeat(3)}`) },
  { what: 'very many short ones', rows: rowsOf(1_000, () => 'ok') },
])('a day of $what is split in another thread, with the same result', async ({ rows }) => {
  const request = { rows, resumePoints: [] }
  let ticks = 0
  const ticking = setInterval(() => ticks++, 1)
  const chunks = await splitDay(request)
  clearInterval(ticking)
  expect(chunks).toEqual(splitByAudience(request))
  // The event loop kept turning.
  expect(ticks).toBeGreaterThan(0)
})

test('a day that cannot be split ends neither the thread nor the process', async () => {
  const rows = rowsOf(200, () => 'some words about the garden')
  const resumePoints = [{ audience: 'private' as const, position: 1, messageId: 4_711 as MessageId, at: 0 }]
  await expect(splitDay({ rows, resumePoints })).rejects.toThrow('Message 4711')
  expect(await splitDay({ rows, resumePoints: [] })).toEqual(splitByAudience({ rows, resumePoints: [] }))
})
