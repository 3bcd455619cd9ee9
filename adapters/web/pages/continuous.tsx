import type { ChangeSeq, DayLabel, MessageId, UserId } from '../../../src/core/domain/ids.ts'
import type { Message } from '../../../src/core/domain/messages.ts'
import { addDays } from '../../../src/core/ports/clock.ts'
import type { CommandDeclaration } from '../../../src/core/ports/commands.ts'
import type { SamplesState } from '../../../src/privacy/forget/forget-samples.ts'
import type { DaySessionsView } from '../views/day-sessions.ts'
import { findLastShown, type TimelineItem } from '../views/timeline.ts'
import { Calendar, type CalendarView } from './calendar.tsx'
import { type FilesLimit, MessageBox } from './composer.tsx'
import { DaySessions } from './day-sessions.tsx'
import { type DayList, DaySelector, dayHref, PickDay } from './days.tsx'
import { EarlierLink, type EarlierView } from './earlier.tsx'
import { FirstVisit, type FirstVisitView } from './first-visit.tsx'
import { BackIcon, DaysIcon, ForwardIcon } from './icons.tsx'
import { KeyboardHelp, KeyboardHelpButton } from './keyboard-help.tsx'
import { useLanguage } from './language.tsx'
import { Layout } from './layout.tsx'
import { Lightbox } from './lightbox.tsx'
import { LoopPanel, type LoopPanelView } from './loop-panel.tsx'
import { DayMark, NewSinceMark } from './marks.tsx'
import { LaterMark, TimelineItems } from './message.tsx'
import { SamplesNotice } from './samples.tsx'
import { SearchBar } from './search.tsx'
import { DayAbout, Summary, type SummaryView } from './summary.tsx'

export interface ContinuousView {
  readonly account: UserId
  readonly day: DayLabel
  readonly today: DayLabel
  /** The last change included in the timeline. */
  readonly seq: ChangeSeq
  readonly timezone: string
  /** Whether the browser should report its time zone. */
  readonly asksTimezone: boolean
  readonly list: DayList
  readonly calendar: CalendarView
  readonly loops: LoopPanelView
  readonly sessions: DaySessionsView
  readonly summary: SummaryView
  readonly items: readonly TimelineItem[]
  readonly samples: SamplesState
  readonly firstVisit: FirstVisitView
  /** The requested message. */
  readonly highlighted?: MessageId
  /** The first message that has arrived since the last visit. It may not be shown yet. */
  readonly newSince?: MessageId
  /** What comes before what is shown, if anything does. */
  readonly earlier?: EarlierView
  /** Whether the day continues after the newest message shown. */
  readonly hasLater: boolean
  /** The days before and after the one shown. */
  readonly previousDay?: DayLabel
  readonly nextDay?: DayLabel
  readonly commands: readonly CommandDeclaration[]
  /** What stands in the message box. */
  readonly draft: string
  readonly filesLimit: FilesLimit
  /** Whether voice notes are transcribed. */
  readonly takesVoiceNotes: boolean
  /** The message that the next one replies to. */
  readonly replyingTo?: Message
  /** The message whose text is being changed. */
  readonly editing?: Message
}

export function ContinuousPage({ view }: { readonly view: ContinuousView }) {
  const { translate, formatDayTitle } = useLanguage()
  const { day, today, list } = view
  const isToday = day === today
  const title = formatDayTitle(day, today)
  return (
    <Layout title={title} here="continuous" script="page.js" tools={<Tools />}>
      <div class="columns">
        <DaySelector list={list}>
          <Calendar view={view.calendar} />
          <PickDay list={list} />
          <p class="visually-hidden" id="calendar-state" role="status" />
          <LoopPanel view={view.loops} />
          <p class="visually-hidden" id="loops-state" role="status" />
        </DaySelector>
        <main
          id="main"
          class="day"
          data-account={view.account}
          data-day={day}
          data-seq={view.seq}
          data-new-since={view.newSince}
          data-live={isToday ? '' : undefined}
          data-asks-timezone={view.asksTimezone ? '' : undefined}
        >
          <header class="day-head">
            <button type="button" class="days-button" popovertarget="days" aria-label={translate('page.days')}>
              <DaysIcon />
            </button>
            <DayTitle day={day} today={today} />
            <h1 id="search-title" hidden>
              {translate('page.search')}
            </h1>
          </header>
          <noscript>
            <p class="hint">{translate('page.day.needs-script')}</p>
          </noscript>
          <section id="results" class="results" aria-label={translate('page.search.results')} tabindex={-1} hidden />
          <div id="reading">
            {isToday && <SamplesNotice state={view.samples} />}
            <DayAbout day={day}>
              <Summary view={view.summary} />
              <DaySessions view={view.sessions} />
            </DayAbout>
            <p class="visually-hidden" id="day-sessions-state" role="status" />
            <Timeline view={view} />
            {view.newSince !== undefined && (
              <template id="new-since-mark">
                <NewSinceMark />
              </template>
            )}
            {isToday && <div id="writing" class="writing" hidden />}
            {isToday && <p id="progress" class="progress" role="status" />}
          </div>
          {isToday ? (
            <MessageBox
              limit={view.filesLimit}
              takesVoiceNotes={view.takesVoiceNotes}
              commands={view.commands}
              draft={view.draft}
              replyingTo={view.replyingTo}
              editing={view.editing}
            />
          ) : (
            <PastDayFoot view={view} />
          )}
        </main>
      </div>
      <Lightbox />
      <KeyboardHelp />
      <p id="toast" class="toast floating" role="status" />
    </Layout>
  )
}

/** The name of the day: in full, and shorter for a phone. */
function DayTitle({ day, today }: { readonly day: DayLabel; readonly today: DayLabel }) {
  const { formatDay, formatDayTitle, formatHeading, formatShortDay } = useLanguage()
  const isNear = day >= addDays(today, -1) && day <= today
  const name = formatDayTitle(day, today)
  return (
    <h1 id="day-title">
      {isNear && `${name} `}
      <span class={isNear ? 'date in-full' : 'in-full'}>{isNear ? formatDay(day) : name}</span>
      <span class={isNear ? 'date in-short' : 'in-short'}>
        {isNear ? formatShortDay(day, { withYear: false }) : formatHeading(day, today)}
      </span>
    </h1>
  )
}

function Tools() {
  return (
    <>
      <SearchBar />
      <KeyboardHelpButton />
    </>
  )
}

function Timeline({ view }: { readonly view: ContinuousView }) {
  const { translate } = useLanguage()
  const { items, day, today, timezone, earlier, highlighted, hasLater } = view
  const last = hasLater ? findLastShown(items) : undefined
  return (
    <>
      {earlier && <EarlierLink view={earlier} />}
      <p class="visually-hidden" id="earlier-state" role="status" />
      <template id="day-mark">
        <DayMark day={day} today={today} />
      </template>
      <div
        id="timeline"
        class="timeline"
        role="log"
        aria-label={translate('page.day.messages')}
        aria-live={day === today ? 'polite' : 'off'}
      >
        {/* A past day is opened to be read, so everything is expanded. */}
        <TimelineItems items={items} today={today} timezone={timezone} open={day !== today} highlighted={highlighted} />
        {last && <LaterMark last={last} day={day} href={day === today ? '/continuous/' : dayHref(day)} />}
        {items.length === 0 && <EmptyDay view={view} />}
      </div>
    </>
  )
}

function EmptyDay({ view: { day, today, list, samples, firstVisit } }: { readonly view: ContinuousView }) {
  const { translate, formatDay } = useLanguage()
  if (day !== today)
    return (
      <div class="empty" id="empty">
        <p>{translate('page.day.empty', { day: formatDay(day) })}</p>
      </div>
    )
  const suggestions = [
    translate('page.day.suggestion-hello'),
    translate('page.day.suggestion-plan'),
    translate('page.day.suggestion-remind'),
  ]
  return (
    <div class="empty" id="empty">
      <p>{translate(list.days.length === 0 ? 'page.first.title' : 'page.day.empty-today')}</p>
      {list.days.length === 0 && (
        <>
          <p class="faint">{translate('page.day.welcome')}</p>
          <ul class="suggestions">
            {suggestions.map((text) => (
              <li key={text}>
                <button type="button" data-fill={text}>
                  {text}
                </button>
              </li>
            ))}
          </ul>
          {samples === 'none' && <FirstVisit view={firstVisit} />}
        </>
      )}
    </div>
  )
}

/** The bar of a past day, with the days around it. */
export function PastDayFoot({
  view: { day, today, previousDay, nextDay },
}: {
  readonly view: Pick<ContinuousView, 'day' | 'today' | 'previousDay' | 'nextDay'>
}) {
  const { translate, formatDayTitle, formatShortDay } = useLanguage()
  const shorten = (other: DayLabel) =>
    other === today ? translate('page.today') : formatShortDay(other, { withYear: other.slice(0, 4) !== day.slice(0, 4) })
  return (
    <nav class="past" aria-label={translate('page.day.others')}>
      {previousDay && (
        <a
          class="button"
          href={dayHref(previousDay)}
          rel="prev"
          aria-label={translate('page.day.previous', { day: formatDayTitle(previousDay, today) })}
        >
          <BackIcon /> {shorten(previousDay)}
        </a>
      )}
      {nextDay !== today && (
        <a class="button primary" href="/continuous/">
          {translate('page.day.back')}
        </a>
      )}
      {nextDay && (
        <a
          class="button"
          href={nextDay === today ? '/continuous/' : dayHref(nextDay)}
          rel="next"
          aria-label={translate('page.day.next', { day: formatDayTitle(nextDay, today) })}
        >
          {shorten(nextDay)} <ForwardIcon />
        </a>
      )}
    </nav>
  )
}
