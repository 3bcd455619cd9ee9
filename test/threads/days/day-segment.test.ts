import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DayLabel, SegmentId } from '../../../src/core/domain/ids.ts'
import { addDays, dayLabelOf, endOfDay, startOfDay } from '../../../src/core/ports/clock.ts'
import { resolveDayLabel } from '../../../src/threads/days/day-segment.ts'
import { runs } from '../../support/runs.ts'

const zones = Intl.supportedValuesOf('timeZone')
const instant = fc.date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2035-01-01T00:00:00Z'), noInvalidDate: true })
const segment = (dayLabel: DayLabel) => ({ id: 1 as SegmentId, dayLabel })

test('in every timezone, at every instant, a day begins at or before what happens in it and ends after', () => {
  for (const zone of zones)
    fc.assert(
      fc.property(instant, (at) => {
        const day = dayLabelOf(at, zone)
        // Zones have skipped whole days: then the label of the start is the next day that there was.
        expect(startOfDay(day, zone).getTime()).toBeLessThanOrEqual(at.getTime())
        expect(endOfDay(day, zone).getTime()).toBeGreaterThan(at.getTime())
      }),
      { numRuns: runs(10), seed: 7 },
    )
})

test('days that are 23 and 25 hours long have the right bounds', () => {
  const hours = (day: string, zone: string) =>
    (endOfDay(day as DayLabel, zone).getTime() - startOfDay(day as DayLabel, zone).getTime()) / 3_600_000
  expect(hours('2026-03-29', 'Europe/Paris')).toBe(23)
  expect(hours('2026-10-25', 'Europe/Paris')).toBe(25)
  expect(hours('2026-11-01', 'America/New_York')).toBe(25)
  expect(hours('2026-10-04', 'Australia/Lord_Howe')).toBe(23.5)
})

test('along the order labels never go back, whatever the timezone has changed to in between', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ at: instant, zone: fc.constantFrom(...zones) }), { maxLength: 12 }), (messages) => {
      const stored: { at: Date; label: DayLabel }[] = []
      for (const { at, zone } of messages) {
        const before = stored.filter((one) => one.at <= at).at(-1)
        const after = stored.find((one) => one.at > at)
        const label = resolveDayLabel(at, zone, {
          previous: before ? segment(before.label) : null,
          next: after ? segment(after.label) : null,
        })
        stored.push({ at, label })
        stored.sort((a, b) => a.at.getTime() - b.at.getTime())
        // Never further from the date than a change of timezone can explain.
        const own = dayLabelOf(at, zone)
        expect(label >= addDays(own, -2) && label <= addDays(own, 2)).toBe(true)
      }
      const labels = stored.map((one) => one.label)
      expect(labels).toEqual([...labels].sort())
    }),
    { numRuns: runs(300), seed: 11 },
  )
})
