import { addDays, dayLabelOf, timeOfDay, timeOnDay } from '../core/clock.ts'
import type { SummarySettings } from './settings.ts'

type Quiet = Pick<SummarySettings, 'quietFrom' | 'quietUntil'>

export interface DigestMoment {
  /** The user's: `on`, or HH:MM. */
  readonly setting: string
  readonly timezone: string
  readonly now: Date
}

/** When a digest that is ready now is posted: at the time of the user's choice, else at once, but not in quiet hours. */
export function digestDue(quiet: Quiet, { setting, timezone, now }: DigestMoment): Date {
  if (/^\d\d:\d\d$/.test(setting)) return nextTime(setting, timezone, now)
  return isQuiet(quiet, timezone, now) ? nextTime(quiet.quietUntil, timezone, now) : now
}

export function isQuiet({ quietFrom, quietUntil }: Quiet, timezone: string, now: Date): boolean {
  const time = timeOfDay(now, timezone)
  if (quietFrom <= quietUntil) return time >= quietFrom && time < quietUntil
  return time >= quietFrom || time < quietUntil
}

/** The next instant, now included, at which the clocks of a timezone show HH:MM; one that a change of clocks skips comes as much later as it skips. */
export function nextTime(time: string, timezone: string, now: Date): Date {
  const today = dayLabelOf(now, timezone)
  const at = timeOnDay(today, time, timezone)
  return at >= now ? at : timeOnDay(addDays(today, 1), time, timezone)
}
