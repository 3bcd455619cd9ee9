import { listDaysOfMonth, listWeekdays, weekdayOf } from '../../../src/core/dates/calendar.ts'
import type { DayLabel, MonthLabel } from '../../../src/core/domain/ids.ts'
import { dayHref } from './days.tsx'
import { BackIcon, ForwardIcon } from './icons.tsx'
import { type PageLanguage, renderIn, useLanguage } from './language.tsx'

export interface CalendarView {
  readonly month: MonthLabel
  /** The days of the month that have messages. */
  readonly days: readonly DayLabel[]
  readonly today: DayLabel
  /** The day shown. */
  readonly selected?: DayLabel
  /** The months that the links lead to. */
  readonly previous?: MonthLabel
  readonly next?: MonthLabel
}

/** One month, in which the days with messages are links. The script replaces it when another month is chosen. */
export function Calendar({ view }: { readonly view: CalendarView }) {
  const { translate, locale, formatMonth } = useLanguage()
  const { month, previous, next } = view
  const weekdays = listWeekdays(locale)
  return (
    <section id="calendar" class="calendar" aria-label={translate('page.calendar')} data-month={month}>
      <header>
        <h2 tabindex={-1}>{formatMonth(month)}</h2>
        {previous && <MonthLink view={view} step="previous" month={previous} />}
        {next && <MonthLink view={view} step="next" month={next} />}
      </header>
      <table>
        <thead>
          <tr>
            {weekdays.map(({ index, short, long }) => (
              <th key={index} scope="col">
                <span aria-hidden="true">{short}</span>
                <span class="visually-hidden">{long}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {splitIntoWeeks(listDaysOfMonth(month), weekdays[0]?.index ?? 0).map(({ before, days }) => (
            <tr key={days[0]}>
              {before > 0 && <td colspan={before} />}
              {days.map((day) => (
                <DayCell key={day} view={view} day={day} />
              ))}
              {before + days.length < 7 && <td colspan={7 - before - days.length} />}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface MonthLinkProps {
  readonly view: CalendarView
  readonly step: 'previous' | 'next'
  readonly month: MonthLabel
}

function MonthLink({ view: { selected, today }, step, month }: MonthLinkProps) {
  const { translate } = useLanguage()
  return (
    <a
      href={`${hrefOfDay(selected ?? today, today)}?month=${month}`}
      class={step}
      data-step={step}
      data-month={month}
      aria-label={translate(step === 'previous' ? 'page.calendar.previous' : 'page.calendar.next')}
    >
      {step === 'previous' ? <BackIcon /> : <ForwardIcon />}
    </a>
  )
}

function DayCell({ view: { days, today, selected }, day }: { readonly view: CalendarView; readonly day: DayLabel }) {
  const { formatDay } = useLanguage()
  const number = Number(day.slice(8))
  const current = day === selected ? 'page' : day === today ? 'date' : undefined
  return (
    <td data-day={day} {...(day === today && { class: 'today' })}>
      {days.includes(day) ? (
        <a href={hrefOfDay(day, today)} aria-label={formatDay(day)} aria-current={current}>
          {number}
        </a>
      ) : (
        <span aria-current={current}>{number}</span>
      )}
    </td>
  )
}

const hrefOfDay = (day: DayLabel, today: DayLabel): string => (day === today ? '/continuous/' : dayHref(day))

interface CalendarWeek {
  /** The number of its days that are in the month before. */
  readonly before: number
  readonly days: readonly DayLabel[]
}

/** `first` is the weekday that weeks begin with. */
function splitIntoWeeks(days: readonly DayLabel[], first: number): CalendarWeek[] {
  const weeks: CalendarWeek[] = []
  for (let rest = days; rest[0]; ) {
    const before = (weekdayOf(rest[0]) - first + 7) % 7
    weeks.push({ before, days: rest.slice(0, 7 - before) })
    rest = rest.slice(7 - before)
  }
  return weeks
}

export function calendarHtml(language: PageLanguage, view: CalendarView): string {
  return renderIn(language, <Calendar view={view} />)
}
