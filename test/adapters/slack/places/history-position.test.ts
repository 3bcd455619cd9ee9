import fc from 'fast-check'
import { expect, it } from 'vitest'
import { orderFromTs } from '../../../../adapters/slack/address.ts'
import {
  formatPosition,
  fromMicros,
  type HistoryPosition,
  parsePosition,
  startPosition,
  stepBack,
  stepForward,
} from '../../../../adapters/slack/places/history-position.ts'

it('finds every message once and in order, whatever the times and the length of a page', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 5_000 }), { maxLength: 80 }),
      fc.integer({ min: 1, max: 9 }),
      (times, pageLength) => {
        const messages = times.map(BigInt).sort((one, other) => Number(one - other))
        const found: bigint[] = []
        let position: HistoryPosition | undefined = startPosition(new Date(0), 6_000n)
        let requests = 0
        while (position) {
          requests += 1
          const read: HistoryPosition = parsePosition(formatPosition(position))!
          const inSlice = messages.filter((time) => time > read.after && time < read.ends[0])
          const page = inSlice.slice(-pageLength)
          const back: HistoryPosition | undefined = page.length < inSlice.length ? stepBack(read, page[0]) : undefined
          if (!back) found.push(...page)
          position = back ?? stepForward(read)
        }
        expect(found).toEqual(messages)
        expect(requests).toBeLessThanOrEqual(Math.max(1, 2 * Math.ceil(times.length / pageLength)))
      },
    ),
  )
})

it('keeps the end of the history, however many pages it has', () => {
  let position: HistoryPosition = { after: 0n, ends: [1_000_000n] }
  for (let earliest = 900_000n; earliest > 800_000n; earliest -= 10n) position = stepBack(position, earliest)!
  expect(position.ends).toHaveLength(1_000)
  expect(position.ends[0]).toBe(800_010n)
  expect(position.ends.at(-1)).toBe(1_000_000n)
})

it('goes on if Slack speaks of earlier messages where there is no room for any', () => {
  expect(stepBack({ after: 5n, ends: [10n] }, 6n)).toBeUndefined()
  expect(stepBack({ after: 5n, ends: [10n] }, undefined)).toBeUndefined()
})

it.each(['', 'x', '1.', '.1', '1.-2', 'A.B', `1.${'9'.repeat(13)}`])('does not read "%s"', (text) => {
  expect(parsePosition(text)).toBeUndefined()
})

it('writes times as Slack does', () => {
  expect(fromMicros(1_772_445_600_000_001n)).toBe('1772445600.000001')
  expect(fromMicros(-1n)).toBe('0.000000')
  expect(orderFromTs(fromMicros(42n))).toBe(42n)
})
