import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findNextDay, isRepeatRule, toInstant } from '../../../src/core/dates/due.ts'
import { parseDue } from '../../../src/core/dates/parse-due.ts'
import { parseReminder } from '../../../src/core/dates/parse-reminder.ts'
import type { DayLabel } from '../../../src/core/domain/ids.ts'
import { addDays, dayLabelOf, timeOfDay } from '../../../src/core/ports/clock.ts'
import { runs } from '../../support/runs.ts'

const on = (day: string, time: string) => ({ day: day as DayLabel, time })
const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'America/Sao_Paulo', 'Pacific/Apia', 'UTC']
const days = fc.integer({ min: 0, max: 5_000 }).map((later) => addDays('2020-01-01' as DayLabel, later))
const times = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))

describe('toInstant', () => {
  test('moves a time that the clock skips forward by the gap', () => {
    expect(toInstant(on('2026-03-29', '02:30'), 'Europe/Berlin').toISOString()).toBe('2026-03-29T01:30:00.000Z')
    expect(toInstant(on('2026-03-08', '02:15'), 'America/New_York').toISOString()).toBe('2026-03-08T07:15:00.000Z')
  })

  test('takes the first of two equal times when the clock goes back', () => {
    expect(toInstant(on('2026-10-25', '02:30'), 'Europe/Berlin').toISOString()).toBe('2026-10-25T00:30:00.000Z')
    expect(toInstant(on('2026-11-01', '01:30'), 'America/New_York').toISOString()).toBe('2026-11-01T05:30:00.000Z')
  })

  test('is the local time in every zone, or later where the clock skips it', () => {
    fc.assert(
      fc.property(days, times, fc.constantFrom(...zones), (day, time, zone) => {
        const instant = toInstant({ day, time }, zone)
        const local = `${dayLabelOf(instant, zone)} ${timeOfDay(instant, zone)}`
        expect(local >= `${day} ${time}`).toBe(true)
        // An hour before the first of two equal times, the clock showed another time.
        const before = new Date(instant.getTime() - 3_600_000)
        expect(`${dayLabelOf(before, zone)} ${timeOfDay(before, zone)}` < local).toBe(true)
      }),
      { numRuns: runs(1_000) },
    )
  })
})

describe('isRepeatRule', () => {
  test.each([
    'FREQ=DAILY',
    'FREQ=WEEKLY;BYDAY=MO,WE,FR',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;COUNT=10',
    'FREQ=MONTHLY;BYMONTHDAY=31',
    'FREQ=MONTHLY;BYMONTHDAY=-1',
    'FREQ=MONTHLY;BYDAY=1MO',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
    'FREQ=DAILY;UNTIL=20261231',
    'FREQ=DAILY;UNTIL=20261231T235959Z',
  ])('accepts %s', (rule) => expect(isRepeatRule(rule)).toBe(true))

  test.each([
    '',
    'FREQ=HOURLY',
    'FREQ=MINUTELY;INTERVAL=1440',
    'INTERVAL=2',
    'FREQ=DAILY;BYHOUR=9',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;INTERVAL=-1',
    'FREQ=DAILY;FREQ=WEEKLY',
    'FREQ=DAILY;COUNT=3;UNTIL=20261231',
    'FREQ=DAILY;UNTIL=20260231',
    'FREQ=WEEKLY;BYDAY=1MO',
    'FREQ=MONTHLY;BYMONTHDAY=32',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31',
    'freq=daily',
    'RRULE:FREQ=DAILY',
    'FREQ=DAILY\nDTSTART:20200101T000000Z',
  ])('rejects %s', (rule) => expect(isRepeatRule(rule)).toBe(false))
})

describe('findNextDay', () => {
  const next = (day: string, repeat: string, after: string) => findNextDay({ day: day as DayLabel, repeat }, after as DayLabel)

  test.each([
    ['2026-11-18', 'FREQ=WEEKLY;BYDAY=MO', '2026-11-18', '2026-11-23'],
    ['2026-11-18', 'FREQ=WEEKLY;INTERVAL=2', '2026-11-18', '2026-12-02'],
    ['2026-01-31', 'FREQ=MONTHLY', '2026-01-31', '2026-03-31'],
    ['2026-01-31', 'FREQ=MONTHLY;BYMONTHDAY=-1', '2026-01-31', '2026-02-28'],
    ['2024-02-29', 'FREQ=YEARLY', '2024-02-29', '2028-02-29'],
    ['2026-11-18', 'FREQ=DAILY;COUNT=2', '2026-11-18', '2026-11-19'],
    ['2026-11-18', 'FREQ=DAILY;UNTIL=20261120', '2026-11-19', '2026-11-20'],
    ['2026-11-18', 'FREQ=DAILY;UNTIL=20261120T080000Z', '2026-11-19', '2026-11-20'],
    ['2026-11-18', 'FREQ=DAILY', '2026-01-01', '2026-11-18'],
  ])('from %s, %s after %s is %s', (day, repeat, after, expected) => expect(next(day, repeat, after)).toBe(expected))

  test('has no day after the end of a rule, or for none', () => {
    expect(next('2026-11-18', 'FREQ=DAILY;COUNT=2', '2026-11-19')).toBeUndefined()
    expect(next('2026-11-18', 'FREQ=DAILY;UNTIL=20261120', '2026-11-20')).toBeUndefined()
    expect(next('2026-11-18', 'FREQ=HOURLY', '2026-11-20')).toBeUndefined()
    expect(next('2026-11-18', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;INTERVAL=1000;COUNT=1', '2026-11-20')).toBeUndefined()
  })

  test('has no day for a rule whose days never come', () => {
    expect(next('2026-11-18', 'FREQ=MONTHLY;INTERVAL=12;BYMONTH=2', '2026-11-18')).toBeUndefined()
  })

  test('is later than the day before it, and the rule has no day between', () => {
    const rules = fc.constantFrom('FREQ=DAILY;INTERVAL=3', 'FREQ=WEEKLY;BYDAY=TU,SA', 'FREQ=MONTHLY;BYMONTHDAY=31', 'FREQ=YEARLY')
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 800 }), rules, (day, later, repeat) => {
        const after = addDays(day, later)
        const found = findNextDay({ day, repeat }, after)
        expect(found !== undefined && found > after).toBe(true)
        expect(findNextDay({ day, repeat }, addDays(found ?? after, -1))).toBe(found)
      }),
      { numRuns: runs(300) },
    )
  })
})

test.each(['Europe/Berlin', 'America/New_York'])('"in 2 hours" counts hours across both clock changes in %s', (timezone) => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 365 * 24 * 4 }), (quarters) => {
      const now = new Date(Date.UTC(2026, 0, 1) + quarters * 900_000)
      const due = parseDue('in 2 hours', { now, timezone, languages: ['en'] })?.due
      const then = new Date(now.getTime() + 7_200_000)
      expect(due).toEqual({ day: dayLabelOf(then, timezone), time: timeOfDay(then, timezone) })
    }),
    { numRuns: runs(200) },
  )
})

const options = { now: new Date('2026-11-18T09:30:00Z'), timezone: 'Europe/Berlin', languages: ['en', 'de'] }

test('the place of a phrase includes the words before it', () => {
  const text = 'Pay the rent by Friday at noon, please'
  const { start, end } = parseDue(text, options) ?? { start: 0, end: 0 }
  expect(text.slice(start, end)).toBe('by Friday at noon')
})

test('reads several languages, and none that is not asked for', () => {
  expect(parseDue('am Freitag', options)?.due.day).toBe('2026-11-20')
  expect(parseDue('am Freitag', { ...options, languages: ['en'] })).toBeUndefined()
  expect(parseDue('on Friday', { ...options, languages: ['xx'] })).toBeUndefined()
})

test('a hostile or long text is read quickly and without an error', () => {
  for (const part of ['at ', '9 ', 'every ', ' \u0001', 'remind me ', 'on the ', '12/', 'Monday and '])
    for (const text of [part.repeat(4_000), `remind me ${part.repeat(80)}tomorrow`]) {
      parseDue(text, options)
      parseReminder(text, options)
    }
})
