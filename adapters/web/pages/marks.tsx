import type { DayLabel } from '../../../src/core/domain/ids.ts'
import { timeOfDay } from '../../../src/core/ports/clock.ts'
import { dayHref } from './days.tsx'
import { type PageLanguage, renderIn, Text, useLanguage } from './language.tsx'

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

interface DayMarkProps {
  readonly day: DayLabel
  readonly today: DayLabel
}

/**
 * The line of a day, and its first row: the script places it as it places messages. Its heading is what the script calls the day where there
 * is little room.
 */
export function DayMark({ day, today }: DayMarkProps) {
  const { formatDay, formatHeading } = useLanguage()
  return (
    <h2 class="mark" data-day={day} data-order="" data-heading={formatHeading(day, today)} id={dayMarkId(day)}>
      <a href={dayHref(day)}>{formatDay(day)}</a>
    </h2>
  )
}

export const dayMarkId = (day: DayLabel) => `day-${day}`

export const dayMarkHtml = (language: PageLanguage, props: DayMarkProps): string => renderIn(language, <DayMark {...props} />)
