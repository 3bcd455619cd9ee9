import { renderToString } from 'preact-render-to-string'
import type { DayLabel } from '../../../src/core/domain/ids.ts'
import { addDays, formatDay } from '../../../src/core/ports/clock.ts'
import type { DayListItem } from '../../../src/threads/messages/read-messages.ts'

export interface DayList {
  readonly days: readonly DayListItem[]
  readonly today: DayLabel
  /** The day shown. */
  readonly selected?: DayLabel
  /** Whether there are earlier days. */
  readonly more: boolean
}

export function dayHref(day: DayLabel): string {
  return `/continuous/day/${day}/`
}

/** Returns "Today", "Yesterday", or the formatted day. */
export function dayTitle(day: DayLabel, today: DayLabel): string {
  if (day === today) return 'Today'
  return day === addDays(today, -1) ? 'Yesterday' : formatDay(day)
}

/** The day selector: a column beside the timeline, or a sheet above it on a phone. */
export function DaySelector({ list }: { readonly list: DayList }) {
  const { today, selected, days, more } = list
  const quick = [
    { day: today, label: 'Today', href: '/continuous/' },
    { day: addDays(today, -1), label: 'Yesterday', href: dayHref(addDays(today, -1)) },
  ]
  const last = days.at(-1)
  return (
    <nav class="days" id="days" popover="auto" aria-label="Days">
      <ul class="quick">
        {quick.map(({ day, label, href }) => (
          <li key={day}>
            <a href={href} {...(day === selected && { 'aria-current': 'date' as const })}>
              {label}
            </a>
          </li>
        ))}
      </ul>
      <form class="pick" action="/continuous/day/" method="get">
        <label>
          <span class="visually-hidden">Go to a date</span>
          <input type="date" name="day" value={selected} max={today} required />
        </label>
        <button type="submit">Go</button>
      </form>
      <h2>Latest days</h2>
      <ol class="line" id="day-list">
        <DayItems list={list} />
      </ol>
      {more && last && (
        <button type="button" class="quiet" id="more-days" data-before={last.dayLabel}>
          Load more
        </button>
      )}
      {days.length === 0 && (
        <p class="faint" id="no-days">
          Your first message starts the first day.
        </p>
      )}
    </nav>
  )
}

function DayItems({ list: { days, selected, today } }: { readonly list: DayList }) {
  return (
    <>
      {days.map((day, index) => (
        <li key={day.dayLabel} data-day={day.dayLabel} {...(day.hasSummary && { class: 'summarized' })}>
          <a
            href={day.dayLabel === today ? '/continuous/' : dayHref(day.dayLabel)}
            {...(day.dayLabel === selected && { 'aria-current': 'date' as const })}
          >
            <span>{shortTitle(day.dayLabel, days[index - 1]?.dayLabel ?? today)}</span>
            <span class="count">
              {day.messages}
              <span class="visually-hidden"> messages{day.hasSummary ? ', with a summary' : ''}</span>
            </span>
          </a>
        </li>
      ))}
    </>
  )
}

export function dayItemsHtml(list: DayList): string {
  return renderToString(<DayItems list={list} />)
}

/** Returns "Tue 3 Nov", and the year if it differs from that of the line above. */
function shortTitle(day: DayLabel, above: DayLabel): string {
  const [weekday = '', date = '', month = '', year = ''] = formatDay(day).split(' ')
  const short = `${weekday.slice(0, 3)} ${date} ${month.slice(0, 3)}`
  return day.slice(0, 4) === above.slice(0, 4) ? short : `${short} ${year}`
}
