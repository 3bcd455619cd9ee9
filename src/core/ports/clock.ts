import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { DateTime, IANAZone, Info } from 'luxon'
import type { DayLabel } from '../domain/ids.ts'

const dayMs = 86_400_000

/** The only source of time. Tests control it. */
export interface Clock {
  now(): Date
  /** Resolves after `ms` milliseconds, or at once when `signal` is aborted. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => new Date(),
  sleep: (ms, signal) =>
    wait(ms, undefined, signal ? { signal } : {}).then(
      () => undefined,
      () => undefined,
    ),
}

/**
 * Returns the canonical spelling of an IANA time zone, such as Europe/Paris, or undefined if there is no such time zone. Newer names that
 * the runtime knows only as links, such as Asia/Kolkata, are returned unchanged.
 */
export function findTimezone(name: string): string | undefined {
  const trimmed = name.trim()
  if (!/^[A-Za-z]/.test(trimmed) || !IANAZone.isValidZone(trimmed)) return undefined
  const usual = Intl.supportedValuesOf('timeZone').find((known) => known.toLowerCase() === trimmed.toLowerCase())
  if (/^(utc|gmt)$/i.test(trimmed)) return trimmed.toUpperCase()
  return usual ?? trimmed.toLowerCase().replace(/(^|[/_])[a-z]/g, (start) => start.toUpperCase())
}

/** Returns the calendar date of an instant in a time zone. */
export function dayLabelOf(instant: Date, timezone: string): DayLabel {
  return toLabel(toWallClockMs(instant, timezone))
}

/** Parses a day label. Undefined unless it is a real date written YYYY-MM-DD. */
export function parseDayLabel(text: string): DayLabel | undefined {
  const label = toLabel(Date.parse(text))
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && label === text ? label : undefined
}

export function addDays(day: DayLabel, days: number): DayLabel {
  return toLabel(Date.parse(day) + dayMs * days)
}

/** The labels of days of UTC, counted from 1970. */
const labels = new LRUCache<number, DayLabel>({ max: 10_000 })

/** Plain arithmetic, because dates in words and contexts need many labels. The zone of a label is UTC. */
function toLabel(milliseconds: number): DayLabel {
  if (Number.isNaN(milliseconds)) return '' as DayLabel
  const day = Math.floor(milliseconds / dayMs)
  let label = labels.get(day)
  if (label === undefined) {
    label = new Date(milliseconds).toISOString().slice(0, 10) as DayLabel
    labels.set(day, label)
  }
  return label
}

/** The starts of days, in ms since 1970. NaN for a day or a time zone that does not exist. */
const starts = new LRUCache<string, number>({ max: 1_000 })

/** Returns the instant at which a day begins in a time zone. If a DST change skips midnight, returns the first instant after it. */
export function startOfDay(day: DayLabel, timezone: string): Date {
  const key = `${day} ${timezone}`
  let start = starts.get(key)
  if (start === undefined) {
    start = DateTime.fromISO(day, { zone: timezone }).startOf('day').toMillis()
    starts.set(key, start)
  }
  return new Date(start)
}

/** Returns the instant at which a day ends, which is when the next day begins. */
export function endOfDay(day: DayLabel, timezone: string): Date {
  return startOfDay(addDays(day, 1), timezone)
}

/** Returns the instant of a wall-clock time, "HH:MM", on a day in a time zone. */
export function timeOnDay(day: DayLabel, time: string, timezone: string): Date {
  return DateTime.fromISO(`${day}T${time}`, { zone: timezone }).toJSDate()
}

/** Returns the wall-clock time of an instant in a time zone, "HH:MM". */
export function timeOfDay(instant: Date, timezone: string): string {
  const minutes = Math.floor(toWallClockMs(instant, timezone) / 60_000)
  return timesOfDay[((minutes % minutesPerDay) + minutesPerDay) % minutesPerDay] ?? ''
}

const minutesPerDay = 1_440
const timesOfDay = Array.from({ length: minutesPerDay }, (_, minute) =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':'),
)

/** The offset of a time zone on a day of UTC, in minutes. Null if it changes on that day. */
interface DayOffset {
  readonly minutes: number | null
}

/** The offsets by time zone, and by day of UTC. */
const offsets = new LRUCache<string, LRUCache<number, DayOffset>>({ max: 100 })

/**
 * Returns the wall-clock time of an instant in a time zone, as if it were in UTC, in ms since 1970. A context needs the times of hundreds of
 * messages, and the runtime takes long to find an offset, so the offsets of whole days are kept.
 */
function toWallClockMs(instant: Date, timezone: string): number {
  const ms = instant.getTime()
  const day = Math.floor(ms / dayMs)
  let ofZone = offsets.get(timezone)
  if (!ofZone) {
    ofZone = new LRUCache({ max: 1_000 })
    offsets.set(timezone, ofZone)
  }
  let offset = ofZone.get(day)
  if (!offset) {
    offset = { minutes: findOffsetOfDay(day, timezone) }
    ofZone.set(day, offset)
  }
  return ms + (offset.minutes ?? Info.normalizeZone(timezone).offset(ms)) * 60_000
}

/** Returns the offset of a time zone on a day of UTC, in minutes. Null if it changes on that day. */
function findOffsetOfDay(day: number, timezone: string): number | null {
  const zone = Info.normalizeZone(timezone)
  const [first, last] = [zone.offset(day * dayMs), zone.offset((day + 1) * dayMs)]
  return first === last ? first : null
}

/** Formats an instant as the wall-clock time of a time zone with its offset, in ISO 8601: "2026-11-10T09:00:00+01:00". */
export function formatIsoTime(instant: Date, timezone: string): string {
  return DateTime.fromJSDate(instant, { zone: timezone }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ")
}

/** Formats a day with its weekday, as is usual in the language: "Tuesday 3 November 2026". `locale` is a BCP 47 tag. */
export function formatDay(day: DayLabel, locale = 'en-GB'): string {
  const key = `${day} ${locale}`
  const known = formattedDays.get(key)
  if (known !== undefined) return known
  const date = DateTime.fromISO(day, { zone: 'UTC' }).setLocale(locale)
  // Without the comma that is usual in English, a day can stand within a sentence.
  const formatted = locale === 'en-GB' ? date.toFormat('cccc d LLLL yyyy') : date.toLocaleString(DateTime.DATE_HUGE)
  formattedDays.set(key, formatted)
  return formatted
}

const formattedDays = new LRUCache<string, string>({ max: 5_000 })

/** Formats a day in short, for a list: "Tue 3 Nov", or "Tue 3 Nov 2026". */
export function formatShortDay(day: DayLabel, locale: string, { withYear }: { readonly withYear: boolean }): string {
  const date = DateTime.fromISO(day, { zone: 'UTC' }).setLocale(locale)
  if (locale === 'en-GB') return date.setLocale('en').toFormat(withYear ? 'ccc d LLL yyyy' : 'ccc d LLL')
  return date.toLocaleString({ weekday: 'short', day: 'numeric', month: 'short', ...(withYear && { year: 'numeric' }) })
}

/** Formats a day with a short weekday, for a title where there is little room: "Tue 3 November". */
export function formatDayHeading(day: DayLabel, locale: string, { withYear }: { readonly withYear: boolean }): string {
  const date = DateTime.fromISO(day, { zone: 'UTC' }).setLocale(locale)
  if (locale === 'en-GB') return date.setLocale('en').toFormat(withYear ? 'ccc d LLLL yyyy' : 'ccc d LLLL')
  return date.toLocaleString({ weekday: 'short', day: 'numeric', month: 'long', ...(withYear && { year: 'numeric' }) })
}

export const late = Symbol('late')

/** Returns the result of `work`, or `late` if it takes longer than `ms`. The work continues, but its failure is then ignored. */
export async function withTimeout<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T | typeof late> {
  const settled = new AbortController()
  try {
    return await Promise.race([work, clock.sleep(ms, settled.signal).then((): typeof late => late)])
  } finally {
    settled.abort()
  }
}

/** Returns the delay in ms after a number of consecutive failures, counted from 1. Doubles with each failure, up to `longestMs`. */
export function computeBackoffMs(failures: number, { firstMs, longestMs = Number.POSITIVE_INFINITY }: BackoffOptions): number {
  return Math.min(longestMs, firstMs * 2 ** (failures - 1))
}

export interface BackoffOptions {
  readonly firstMs: number
  readonly longestMs?: number
}

/** Counts failures and returns the delay after each: 1, 2, 4 … seconds, up to `longestMs`. */
export function createBackoff(longestMs: number): { next(): number; reset(): void } {
  let failures = 0
  return {
    next: () => computeBackoffMs(++failures, { firstMs: 1_000, longestMs }),
    reset: () => {
      failures = 0
    },
  }
}

/** The shortest and the longest wait that a platform's request is taken for, in ms: one second and one day. */
const shortestWaitMs = 1_000
const longestWaitMs = 86_400_000

/**
 * Converts the seconds that a platform asks to wait to ms. A missing or impossible number counts as one second, and a huge one as one day.
 */
export function toWaitMs(seconds: unknown): number {
  const ms = Number(seconds ?? 0) * 1_000
  return ms > shortestWaitMs ? Math.min(ms, longestWaitMs) : shortestWaitMs
}

/**
 * Returns the day that the daily limits apply to. It is a day in the bot's timezone, because users could change theirs to one where a day
 * has just started.
 */
export function findLimitDay(now: Date, timezone: string): { readonly begins: Date; readonly ends: Date } {
  const today = dayLabelOf(now, timezone)
  return { begins: startOfDay(today, timezone), ends: endOfDay(today, timezone) }
}
