const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Formats a time before now, such as "5 minutes ago". Within the first minute, it is `now`. */
export function formatAge(ms: number, ages: Intl.RelativeTimeFormat, now: string): string {
  if (ms < minute) return now
  if (ms < hour) return ages.format(-Math.floor(ms / minute), 'minute')
  return ms < day ? ages.format(-Math.floor(ms / hour), 'hour') : ages.format(-Math.floor(ms / day), 'day')
}
