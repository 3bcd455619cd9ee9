const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** A time such as "5 minutes ago". The page's script keeps it up to date. */
export function RelativeTime({ instant, now }: { readonly instant: Date; readonly now: Date }) {
  return (
    <time dateTime={instant.toISOString()} data-relative>
      {relativeTime(now.getTime() - instant.getTime())}
    </time>
  )
}

/** Formats how long ago something was. `ms` is the time since then. */
function relativeTime(ms: number): string {
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  if (ms < minute) return 'just now'
  if (ms < hour) return format.format(-Math.floor(ms / minute), 'minute')
  return ms < day ? format.format(-Math.floor(ms / hour), 'hour') : format.format(-Math.floor(ms / day), 'day')
}
