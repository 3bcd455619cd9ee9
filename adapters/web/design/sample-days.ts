import type { DayLabel, MonthLabel } from '../../../src/core/domain/ids.ts'

/** The first month: the day shown, today, days with messages and days without. */
export const sampleMonth = {
  month: '2026-11' as MonthLabel,
  days: ['2026-11-03', '2026-11-12', '2026-11-18'] as DayLabel[],
  selected: '2026-11-12' as DayLabel,
  today: '2026-11-18' as DayLabel,
  previous: '2026-10' as MonthLabel,
  next: '2026-12' as MonthLabel,
}

/** A day with others around it. */
export const samplePast = {
  day: '2026-11-12' as DayLabel,
  today: sampleMonth.today,
  previousDay: '2026-11-03' as DayLabel,
  nextDay: '2026-11-17' as DayLabel,
}
