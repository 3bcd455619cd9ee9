import type { DayLabel, MessageId } from '../../../src/core/domain/ids.ts'
import { messageHref } from '../views/markdown.ts'
import type { ShownMessage } from '../views/timeline.ts'
import { dayHref } from './days.tsx'
import { type PageLanguage, renderIn, useLanguage } from './language.tsx'
import { DayMark } from './marks.tsx'
import { messageFragment } from './message.tsx'
import { DayAbout, Summary, type SummaryView } from './summary.tsx'

/** Where the messages continue that come before those that are shown. */
export interface EarlierView {
  /** The oldest message shown. Undefined if the day has none. */
  readonly before?: MessageId
  /** The oldest day shown. */
  readonly day: DayLabel
  /** The day that comes before. Undefined if the oldest day shown has earlier messages. */
  readonly previousDay?: DayLabel
  readonly today: DayLabel
}

/** Messages that come before others, all of one day. */
export interface EarlierBatch {
  readonly day: DayLabel
  readonly today: DayLabel
  readonly messages: readonly ShownMessage[]
  readonly summary: SummaryView
  /** What comes before them, if anything does. */
  readonly earlier: EarlierView | undefined
}

/** The control above the timeline. Scrolling up uses it too. Without a script, it leads to a page with what comes before. */
export function EarlierLink({ view: { before, day, previousDay, today } }: { readonly view: EarlierView }) {
  const { translate, formatDayTitle } = useLanguage()
  const isOfSameDay = previousDay === undefined && before !== undefined
  return (
    <a
      class="earlier"
      id="earlier"
      data-before={before}
      data-before-day={before === undefined ? day : undefined}
      href={isOfSameDay ? messageHref(before) : dayHref(previousDay ?? day)}
    >
      {isOfSameDay ? translate('page.day.earlier') : translate('page.day.before', { day: formatDayTitle(previousDay ?? day, today) })}
    </a>
  )
}

/** Returns earlier messages in the form in which an open page places them: with the line and the summary of their day. */
export function earlierAnswer(language: PageLanguage, { day, today, messages, summary, earlier }: EarlierBatch) {
  const head = (
    <>
      <DayMark day={day} today={today} />
      {summary.markdown !== undefined && (
        <DayAbout day={day}>
          <Summary view={summary} joined />
        </DayAbout>
      )}
    </>
  )
  return {
    messages: messages.map((shown) => messageFragment(language, shown, today)),
    day,
    head: renderIn(language, head),
    ...(earlier && { earlier: renderIn(language, <EarlierLink view={earlier} />) }),
  }
}
