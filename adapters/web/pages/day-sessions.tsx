import type { DayLabel } from '../../../src/core/domain/ids.ts'
import { dayLabelOf, timeOfDay } from '../../../src/core/ports/clock.ts'
import { canRetry, type DaySession } from '../../../src/sessions/day-sessions.ts'
import type { DaySessionsView } from '../views/day-sessions.ts'
import { messageHref } from '../views/markdown.ts'
import { type PageLanguage, renderIn, useLanguage } from './language.tsx'

/** The sessions of a day, folded unless one has failed. Their buttons work without a script, too. */
export function DaySessions({ view: { day, sessions, version } }: { readonly view: DaySessionsView }) {
  const { translate, formatNumber } = useLanguage()
  if (sessions.length === 0) return <section class="day-sessions" id="day-sessions" data-version="" hidden />
  return (
    <section class="day-sessions" id="day-sessions" data-version={version} aria-label={translate('page.day-sessions')}>
      <details open={sessions.some(({ progress }) => progress === 'failed')}>
        <summary>
          <span class="title">{translate('page.day-sessions')}</span> <span class="count">{formatNumber(sessions.length)}</span>
        </summary>
        <ol>
          {sessions.map((session) => (
            <DaySessionItem key={session.id} session={session} day={day} />
          ))}
        </ol>
      </details>
    </section>
  )
}

function DaySessionItem({ session, day }: { readonly session: DaySession; readonly day: DayLabel }) {
  const { translate } = useLanguage()
  const { isCall, tone, progress, moments, timezone } = session
  return (
    <li>
      <div class="about">
        <SessionTimes session={session} day={day} />
        {isCall && <span>{translate('page.call')}</span>}
        {tone !== null && <span dir="auto">{translate('page.day-sessions.tone', { tone })}</span>}
        <span class={progress === 'failed' ? 'problem' : 'faint'}>{translate(`page.day-sessions.${progress}`)}</span>
        {canRetry(session) && <RetryButton session={session} day={day} />}
      </div>
      {moments.length > 0 && (
        <ul>
          {moments.map(({ messageId, sentAt, text }) => (
            <li key={messageId}>
              <a href={messageHref(messageId)}>
                <time dateTime={sentAt.toISOString()}>{timeOfDay(sentAt, timezone)}</time> <span dir="auto">{text}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

interface SessionOfDayProps {
  readonly session: DaySession
  readonly day: DayLabel
}

/** When a session began and ended, with the day where that is another one. */
function SessionTimes({ session: { startedAt, endedAt, timezone }, day }: SessionOfDayProps) {
  const { formatShortDay } = useLanguage()
  const timeOf = (instant: Date) => {
    const label = dayLabelOf(instant, timezone)
    const time = timeOfDay(instant, timezone)
    return <time dateTime={instant.toISOString()}>{label === day ? time : `${formatShortDay(label, { withYear: false })}, ${time}`}</time>
  }
  return (
    <span class="times">
      {timeOf(startedAt)}
      {timeOfDay(startedAt, timezone) !== timeOfDay(endedAt, timezone) && <>–{timeOf(endedAt)}</>}
    </span>
  )
}

function RetryButton({ session: { id, startedAt, timezone }, day }: SessionOfDayProps) {
  const { translate } = useLanguage()
  return (
    <form method="post" action={`/continuous/sessions/${id}/retry/`}>
      <input type="hidden" name="day" value={day} />
      <button type="submit">
        {translate('page.day-sessions.retry')}
        <span class="visually-hidden"> {timeOfDay(startedAt, timezone)}</span>
      </button>
    </form>
  )
}

/** Renders the sessions for an open page, which keeps them folded or not. */
export function daySessionsHtml(language: PageLanguage, view: DaySessionsView): string {
  return renderIn(language, <DaySessions view={view} />)
}
