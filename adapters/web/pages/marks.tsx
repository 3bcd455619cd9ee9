import type { DayLabel } from '../../../src/core/domain/ids.ts'
import { timeOfDay } from '../../../src/core/ports/clock.ts'
import { Text, useLanguage } from './language.tsx'

// The lines between the messages of the timeline.

export const SummaryMark = ({ at, timezone }: { readonly at: Date; readonly timezone: string }) => (
  <p class="mark">
    <span>
      <Text of="page.summary.mark" values={{ time: <time dateTime={at.toISOString()}>{timeOfDay(at, timezone)}</time> }} />
    </span>
  </p>
)

/** Stands above the first message that has arrived since the last visit. */
export function NewSinceMark() {
  const { translate } = useLanguage()
  const label = translate('page.day.new-since')
  return (
    <div id="new-since" class="mark new-since">
      <hr aria-label={label} />
      <span aria-hidden="true">{label}</span>
    </div>
  )
}

/** The first row of a day, which the script uses to place rows. */
export function DayMark({ day }: { readonly day: DayLabel }) {
  const { formatDay } = useLanguage()
  return (
    <p class="mark" data-day={day} data-order="">
      <span>{formatDay(day)}</span>
    </p>
  )
}
