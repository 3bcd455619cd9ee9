import fc from 'fast-check'
import { DateTime } from 'luxon'
import { expect, test } from 'vitest'
import { dayLabelOf, formatDay, timeOfDay } from '../../src/core/ports/clock.ts'
import { runs } from '../support/runs.ts'

const zones = Intl.supportedValuesOf('timeZone')
const minuteMs = 60_000

test('the day and the time of an instant are those of the time zone, also around its changes', () => {
  const instants = fc.integer({ min: Date.parse('1972-02-01T00:00:00Z') / minuteMs, max: Date.parse('2100-01-01T00:00:00Z') / minuteMs })
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.array(instants, { minLength: 1, maxLength: 20 }), (zone, minutes) => {
      for (const minute of minutes) {
        // The same day again is answered from what is kept.
        for (const instant of [minute, minute + 1, minute + 59].map((at) => new Date(at * minuteMs))) {
          const expected = DateTime.fromJSDate(instant, { zone })
          expect([dayLabelOf(instant, zone), timeOfDay(instant, zone)]).toEqual([
            expected.toFormat('yyyy-MM-dd'),
            expected.toFormat('HH:mm'),
          ])
        }
      }
    }),
    { numRuns: runs(300) },
  )
})

test('each minute of a day on which the clocks change has its own time', () => {
  const begins = Date.parse('2026-03-29T00:00:00Z')
  for (let minute = 0; minute < 24 * 60; minute++) {
    const instant = new Date(begins + minute * minuteMs)
    expect(timeOfDay(instant, 'Europe/Berlin')).toBe(DateTime.fromJSDate(instant, { zone: 'Europe/Berlin' }).toFormat('HH:mm'))
  }
  expect(timeOfDay(new Date('2026-03-29T00:59:00Z'), 'Europe/Berlin')).toBe('01:59')
  expect(timeOfDay(new Date('2026-03-29T01:00:00Z'), 'Europe/Berlin')).toBe('03:00')
})

test('a day is written in each language, also the second time', () => {
  const write = (locale: string) => formatDay('2026-11-03' as never, locale)
  for (const _ of [1, 2])
    expect([write('en-GB'), write('de'), write('fr')]).toEqual([
      'Tuesday 3 November 2026',
      'Dienstag, 3. November 2026',
      'mardi 3 novembre 2026',
    ])
})
