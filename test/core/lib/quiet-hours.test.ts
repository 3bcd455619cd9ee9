import { describe, expect, test } from 'vitest'
import { isQuiet, nextOccurrence, resolveDigestDueAt } from '../../../src/core/lib/quiet-hours.ts'

const quiet = { quietFrom: '22:00', quietUntil: '08:00' }
const due = (now: string, timezone: string, setting = 'on') =>
  resolveDigestDueAt(quiet, { setting, timezone, now: new Date(now) })
    .toISOString()
    .slice(0, 16)

describe('a digest that is ready', () => {
  test.each([
    ['in the morning: at once', '2026-11-18T08:00:00Z', '2026-11-18T08:00'],
    ['a minute before ten in the evening: at once', '2026-11-18T20:59:00Z', '2026-11-18T20:59'],
    ['at ten in the evening: at eight', '2026-11-18T21:00:00Z', '2026-11-19T07:00'],
    ['just after midnight: at eight', '2026-11-18T23:10:00Z', '2026-11-19T07:00'],
    ['a minute before eight: at eight', '2026-11-19T06:59:00Z', '2026-11-19T07:00'],
    ['in the night clocks go forward: at eight by the new time', '2026-03-28T23:10:00Z', '2026-03-29T06:00'],
    ['in the night clocks go back: at eight by the new time', '2026-10-24T22:10:00Z', '2026-10-25T07:00'],
  ])('%s', (_what, now, expected) => {
    expect(due(now, 'Europe/Paris')).toBe(expected)
  })

  test('waits for the time of the user, even in quiet hours', () => {
    expect(due('2026-11-18T08:00:00Z', 'Europe/Paris', '18:30')).toBe('2026-11-18T17:30')
    expect(due('2026-11-18T18:00:00Z', 'Europe/Paris', '18:30')).toBe('2026-11-19T17:30')
    expect(due('2026-11-18T18:00:00Z', 'Europe/Paris', '23:00')).toBe('2026-11-18T22:00')
  })
})

test('a time that a change of clocks skips comes an hour later', () => {
  expect(nextOccurrence('02:30', 'Europe/Paris', new Date('2026-03-28T23:10:00Z')).toISOString()).toBe('2026-03-29T01:30:00.000Z')
})

test('quiet hours may also lie within one day', () => {
  const siesta = { quietFrom: '13:00', quietUntil: '16:00' }
  expect(isQuiet(siesta, 'UTC', new Date('2026-11-18T15:59:00Z'))).toBe(true)
  expect(isQuiet(siesta, 'UTC', new Date('2026-11-18T16:00:00Z'))).toBe(false)
})
