const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Formats a duration of an hour or more for a model: "3.5 hours", "2 days". */
export function formatDuration(ms: number): string {
  const [size, noun] = ms < 2 * dayMs ? [hourMs, 'hour'] : [dayMs, 'day']
  const amount = Math.round((ms / size) * 2) / 2
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`
}
