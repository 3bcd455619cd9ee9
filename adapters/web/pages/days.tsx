import type { ComponentChildren } from 'preact'
import type { DayLabel, SegmentId } from '../../../src/core/domain/ids.ts'
import { addDays } from '../../../src/core/ports/clock.ts'
import type { DayListItem, DaySize } from '../../../src/threads/messages/read-messages.ts'
import type { DaySizeUpdate } from '../shared/live-event.ts'
import { CloseIcon } from './icons.tsx'
import { type PageLanguage, renderIn, useLanguage } from './language.tsx'

export interface DayList {
  readonly days: readonly DayListItem[]
  /** What the days with a summary were about, in a few words. */
  readonly topics: ReadonlyMap<SegmentId, string>
  readonly today: DayLabel
  /** The day shown. */
  readonly selected?: DayLabel
  /** Whether there are earlier days. */
  readonly more: boolean
}

export function dayHref(day: DayLabel): string {
  return `/continuous/day/${day}/`
}

interface DaySelectorProps {
  readonly list: DayList
  /** What stands between the selector's fields and the list of days. */
  readonly children: ComponentChildren
}

/** The day selector: a column beside the timeline, or a sheet above it on a phone. */
export function DaySelector({ list, children }: DaySelectorProps) {
  const { translate } = useLanguage()
  const { today, selected, days, more } = list
  const quick = [
    { day: today, label: translate('page.today'), href: '/continuous/' },
    { day: addDays(today, -1), label: translate('page.yesterday'), href: dayHref(addDays(today, -1)) },
  ]
  const last = days.at(-1)
  return (
    <nav class="days" id="days" popover="auto" aria-label={translate('page.days')}>
      <header class="days-head">
        <h2>{translate('page.days')}</h2>
        <button
          type="button"
          class="round quiet"
          popovertarget="days"
          popovertargetaction="hide"
          aria-label={translate('page.picture.close')}
        >
          <CloseIcon />
        </button>
      </header>
      <ul class="quick">
        {quick.map(({ day, label, href }) => (
          <li key={day}>
            <a href={href} {...(day === selected && { 'aria-current': 'date' as const })}>
              {label}
            </a>
          </li>
        ))}
      </ul>
      {children}
      <h2>{translate('page.days.latest')}</h2>
      <ol class="line" id="day-list">
        <DayItems list={list} />
      </ol>
      {more && last && (
        <button type="button" class="quiet" id="more-days" data-before={last.dayLabel}>
          {translate('page.more')}
        </button>
      )}
      {days.length === 0 && (
        <p class="faint" id="no-days">
          {translate('page.days.first')}
        </p>
      )}
    </nav>
  )
}

/** Leads to any day, for those that the calendar reaches only after many months. */
export function PickDay({ list: { selected, today } }: { readonly list: DayList }) {
  const { translate } = useLanguage()
  const label = translate('page.days.pick')
  return (
    <details class="pick-day">
      <summary>{label}</summary>
      <form class="pick" action="/continuous/day/" method="get">
        <input type="date" name="day" value={selected} max={today} aria-label={label} required />
        <button type="submit">{translate('page.days.go')}</button>
      </form>
    </details>
  )
}

function DayItems({ list: { days, topics, selected, today } }: { readonly list: DayList }) {
  const { formatShortDay } = useLanguage()
  /** The year is shown if it differs from that of the line above. */
  const titleOf = (day: DayLabel, above: DayLabel) => formatShortDay(day, { withYear: day.slice(0, 4) !== above.slice(0, 4) })
  return (
    <>
      {days.map((day, index) => (
        <li key={day.dayLabel} data-day={day.dayLabel} {...(day.hasSummary && { class: 'summarized' })}>
          <a
            href={day.dayLabel === today ? '/continuous/' : dayHref(day.dayLabel)}
            {...(day.dayLabel === selected && { 'aria-current': 'date' as const })}
          >
            <span class="about">
              <span>{titleOf(day.dayLabel, days[index - 1]?.dayLabel ?? today)}</span>
              {topics.get(day.segmentId) && (
                <span class="topic" dir="auto">
                  {topics.get(day.segmentId)}
                </span>
              )}
            </span>
            <span class="count">
              <DaySizeText size={day} />
            </span>
          </a>
        </li>
      ))}
    </>
  )
}

function DaySizeText({ size: { messages, hasSummary } }: { readonly size: DaySize }) {
  const { translate, formatNumber } = useLanguage()
  const text = translate(hasSummary ? 'page.days.messages-and-summary' : 'page.days.messages', { count: messages })
  return (
    <>
      {formatNumber(messages)}
      <span class="visually-hidden"> {text}</span>
    </>
  )
}

/** Returns the size of a day as an open page receives it. */
export function toDayUpdate(language: PageLanguage, size: DaySize): DaySizeUpdate {
  return { day: size.dayLabel, messages: size.messages, html: renderIn(language, <DaySizeText size={size} />) }
}

export function dayItemsHtml(language: PageLanguage, list: DayList): string {
  return renderIn(language, <DayItems list={list} />)
}
