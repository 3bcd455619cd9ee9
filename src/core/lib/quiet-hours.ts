import { addDays, dayLabelOf, timeOfDay, timeOnDay } from '../ports/clock.ts'

/** When nothing is posted unasked. Local time, HH:MM. */
export interface QuietHours {
  readonly quietFrom: string
  readonly quietUntil: string
}

export interface DigestTiming {
  /** The user's setting: `on`, or HH:MM. */
  readonly setting: string
  readonly timezone: string
  readonly now: Date
}

/** Returns when to post a digest that is ready now: at the time that the user has chosen, or otherwise as soon as quiet hours allow. */
export function resolveDigestDueAt(quietHours: QuietHours, { setting, timezone, now }: DigestTiming): Date {
  if (/^\d\d:\d\d$/.test(setting)) return nextOccurrence(setting, timezone, now)
  return isQuiet(quietHours, timezone, now) ? nextOccurrence(quietHours.quietUntil, timezone, now) : now
}

export function isQuiet({ quietFrom, quietUntil }: QuietHours, timezone: string, now: Date): boolean {
  const time = timeOfDay(now, timezone)
  if (quietFrom <= quietUntil) return time >= quietFrom && time < quietUntil
  return time >= quietFrom || time < quietUntil
}

/**
 * Returns the next instant, including now, when the clocks in a timezone show HH:MM. A time skipped by a DST change is shifted by the
 * length of the gap.
 */
export function nextOccurrence(time: string, timezone: string, now: Date): Date {
  const today = dayLabelOf(now, timezone)
  const todayAt = timeOnDay(today, time, timezone)
  return todayAt >= now ? todayAt : timeOnDay(addDays(today, 1), time, timezone)
}
