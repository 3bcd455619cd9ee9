import type { DayLabel } from '../../../src/core/domain/ids.ts'
import { timeOfDay } from '../../../src/core/ports/clock.ts'
import type { LabelOf } from '../views/markdown.ts'
import type { CitedMoments } from '../views/timeline.ts'
import { type PageLanguage, useLanguage } from './language.tsx'

/** Names cited messages by the time at which they were sent, or by their day if it is not the one that is read. */
export function nameMoments({ formatShortDay }: PageLanguage, day: DayLabel, cited: CitedMoments | undefined): LabelOf {
  return (id) => {
    const moment = cited?.get(id)
    if (!moment) return undefined
    const { sentAt, dayLabel, timezone } = moment
    if (dayLabel === day) return timeOfDay(sentAt, timezone)
    return formatShortDay(dayLabel, { withYear: dayLabel.slice(0, 4) !== day.slice(0, 4) })
  }
}

/** A time such as "5 minutes ago". The page's script keeps it up to date. */
export function RelativeTime({ instant, now }: { readonly instant: Date; readonly now: Date }) {
  const { formatAge } = useLanguage()
  return (
    <time dateTime={instant.toISOString()} data-relative>
      {formatAge(now.getTime() - instant.getTime())}
    </time>
  )
}
