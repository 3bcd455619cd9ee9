import type { ChangeSeq, DayLabel, MessageId } from '../../../src/core/domain/ids.ts'
import { formatDay } from '../../../src/core/ports/clock.ts'
import type { CommandDeclaration } from '../../../src/core/ports/commands.ts'
import { findLastShown, type TimelineItem } from '../views/timeline.ts'
import { type DayList, DaySelector, dayHref, dayTitle } from './days.tsx'
import { DaysIcon, DownIcon, SendIcon, StopIcon } from './icons.tsx'
import { Layout } from './layout.tsx'
import { LaterMark, TimelineItems } from './message.tsx'
import { SearchBar } from './search.tsx'
import { Summary, type SummaryView } from './summary.tsx'

export interface ContinuousView {
  readonly day: DayLabel
  readonly today: DayLabel
  /** The last change included in the timeline. */
  readonly seq: ChangeSeq
  readonly timezone: string
  /** Whether the browser should report its time zone. */
  readonly asksTimezone: boolean
  readonly list: DayList
  readonly summary: SummaryView
  readonly items: readonly TimelineItem[]
  /** The requested message. */
  readonly highlighted?: MessageId
  /** The oldest message shown, if the day has earlier ones. */
  readonly earlierThan?: MessageId
  /** Whether the day continues after the newest message shown. */
  readonly hasLater: boolean
  readonly previousDay?: DayLabel
  readonly commands: readonly CommandDeclaration[]
}

export function ContinuousPage({ view }: { readonly view: ContinuousView }) {
  const { day, today, list } = view
  const isToday = day === today
  const title = dayTitle(day, today)
  return (
    <Layout title={`${title} · Throughline`} here="continuous" script="page.js" tools={<SearchBar />}>
      <div class="columns">
        <DaySelector list={list} />
        <main
          id="main"
          class="day"
          data-day={day}
          data-seq={view.seq}
          data-live={isToday ? '' : undefined}
          data-asks-timezone={view.asksTimezone ? '' : undefined}
        >
          <header class="day-head">
            <button type="button" class="days-button" popovertarget="days" aria-label="Days">
              <DaysIcon />
            </button>
            <h1 id="day-title">
              {title}
              {title !== formatDay(day) && <span class="date">{formatDay(day)}</span>}
            </h1>
            <h1 id="search-title" hidden>
              Search
            </h1>
          </header>
          <noscript>
            <p class="hint">Writing and searching need JavaScript.</p>
          </noscript>
          <section id="results" class="results" aria-label="Search results" tabindex={-1} hidden />
          <div id="reading">
            <Summary view={view.summary} />
            <Timeline view={view} />
            {isToday && <div id="writing" class="writing" hidden />}
          </div>
          {isToday ? <MessageBox commands={view.commands} /> : <PastDayFoot day={day} />}
        </main>
      </div>
    </Layout>
  )
}

function Timeline({ view }: { readonly view: ContinuousView }) {
  const { items, day, today, timezone, previousDay, earlierThan, highlighted, hasLater } = view
  const last = hasLater ? findLastShown(items) : undefined
  return (
    <>
      {earlierThan !== undefined && (
        <button type="button" class="quiet earlier" id="earlier" data-before={earlierThan}>
          Show earlier messages of this day
        </button>
      )}
      {earlierThan === undefined && previousDay && (
        <a class="earlier" href={dayHref(previousDay)}>
          Before this: {dayTitle(previousDay, today)}
        </a>
      )}
      <div id="timeline" class="timeline" role="log" aria-label="Messages" aria-live={day === today ? 'polite' : 'off'}>
        {/* A past day is opened to be read, so everything is expanded. */}
        <TimelineItems items={items} timezone={timezone} open={day !== today} highlighted={highlighted} />
        {last && <LaterMark last={last} day={day} href={day === today ? '/continuous/' : dayHref(day)} />}
        {items.length === 0 && <EmptyDay view={view} />}
      </div>
    </>
  )
}

const suggestions = ['Hello! What can you do?', 'Let us plan the week.', '/help']

function EmptyDay({ view: { day, today, list } }: { readonly view: ContinuousView }) {
  if (day !== today)
    return (
      <div class="empty" id="empty">
        <p>No messages on {formatDay(day)}</p>
      </div>
    )
  return (
    <div class="empty" id="empty">
      <p>No messages yet today</p>
      {list.days.length === 0 && (
        <>
          <p class="faint">
            Write as you would to a friend with a good memory. Each day gets a summary, and you can find everything later. Ask “what did we
            decide last week?” in a week.
          </p>
          <ul class="suggestions">
            {suggestions.map((text) => (
              <li key={text}>
                <button type="button" data-fill={text}>
                  {text}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function MessageBox({ commands }: { readonly commands: readonly CommandDeclaration[] }) {
  return (
    <div class="foot">
      <button type="button" id="to-end" class="to-end" aria-label="To the latest message" hidden>
        <DownIcon />
      </button>
      <form id="box" class="box" autocomplete="off">
        <ul id="commands" class="commands" aria-label="Commands" hidden>
          {commands
            .filter(({ hidden }) => !hidden)
            .map(({ name, help }) => (
              <li key={name}>
                <button type="button" data-command={`/${name}`}>
                  <b>/{name}</b> <span>{help}</span>
                </button>
              </li>
            ))}
        </ul>
        <textarea
          id="text"
          name="text"
          rows={1}
          placeholder="Write a message"
          aria-label="Message. Enter sends, Shift+Enter starts a new line."
          disabled
        />
        <button type="button" id="stop" class="round" aria-label="Stop writing" title="Stop writing" hidden>
          <StopIcon />
        </button>
        <button type="submit" id="send" class="round primary" aria-label="Send" title="Send (Enter)" disabled>
          <SendIcon />
        </button>
      </form>
      <p class="hint" id="connection" role="status" />
    </div>
  )
}

const PastDayFoot = ({ day }: { readonly day: DayLabel }) => (
  <p class="past">
    You are reading {formatDay(day)}. <a href="/continuous/">Back to today</a>
  </p>
)
