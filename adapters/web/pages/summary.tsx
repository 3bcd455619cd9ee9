import type { ComponentChildren } from 'preact'
import type { DayLabel } from '../../../src/core/domain/ids.ts'
import { htmlOf } from '../views/markdown.ts'
import type { CitedMoments } from '../views/timeline.ts'
import { AgainIcon } from './icons.tsx'
import { type PageLanguage, renderIn, Text, useLanguage } from './language.tsx'
import { dayMarkId } from './marks.tsx'
import { nameMoments, RelativeTime } from './time.tsx'

export interface SummaryView {
  readonly day: DayLabel
  /** Absent if the day has no summary. */
  readonly markdown?: string
  readonly updatedAt?: Date
  /** When the messages were sent that it cites. */
  readonly cited?: CitedMoments
  /** Whether the day has changed since the summary was written. */
  readonly stale: boolean
  /** Whether it was written without a model because the limit of background work was reached. */
  readonly overLimit: boolean
  /** Whether the day has messages to summarize. */
  readonly possible: boolean
  readonly now: Date
}

interface DayAboutProps {
  readonly day: DayLabel
  readonly children: ComponentChildren
}

/** The summary and the sessions of a day. The script places them as a row between the line of the day, whose order is "", and its messages. */
export const DayAbout = ({ day, children }: DayAboutProps) => (
  <div class="day-about" data-day={day} data-order=" ">
    {children}
  </div>
)

interface SummaryProps {
  readonly view: SummaryView
  /** Whether the day has joined the page of a later day. Its summary is folded, and its line names it. */
  readonly joined?: boolean
}

/** The day's summary, or a button to write one. */
export function Summary({ view, joined = false }: SummaryProps) {
  const language = useLanguage()
  const { translate } = language
  const { day, markdown, updatedAt, stale, overLimit, possible, now } = view
  const labelOf = nameMoments(language, day, view.cited)
  const id = joined ? undefined : 'summary'
  if (!possible && markdown === undefined) return <section id={id} class="summary" data-day={day} hidden />
  return (
    <section
      id={id}
      class="summary"
      data-day={day}
      data-updated={updatedAt?.toISOString()}
      {...(joined ? { 'aria-labelledby': dayMarkId(day) } : { 'aria-label': translate('page.summary.label') })}
    >
      {markdown === undefined ? (
        <p class="none">{translate('page.summary.none')}</p>
      ) : (
        <details open={!joined}>
          <summary>
            <span class="title">{translate('page.summary')}</span>
            {updatedAt && (
              <span class="faint">
                <Text of="page.summary.updated" values={{ time: <RelativeTime instant={updatedAt} now={now} /> }} />
              </span>
            )}
            {stale && (
              <span class="badge" title={translate('page.summary.stale-hint')}>
                {translate('page.summary.stale')}
              </span>
            )}
          </summary>
          {overLimit && <p class="faint">{translate('page.summary.overLimit')}</p>}
          <div
            class="prose"
            dangerouslySetInnerHTML={{ __html: htmlOf(withoutEmptySections(withoutFirstHeading(markdown)), translate, { labelOf }) }}
          />
        </details>
      )}
      <div class="tools">
        {markdown === undefined ? (
          <button type="button" class="quiet regenerate" disabled={!possible}>
            {translate('page.summary.write')}
          </button>
        ) : (
          <button
            type="button"
            class="round quiet regenerate"
            disabled={!possible}
            aria-label={translate('page.summary.rewrite')}
            title={translate('page.summary.rewrite')}
          >
            <AgainIcon />
          </button>
        )}
        <span role="status" class="summary-state" />
      </div>
    </section>
  )
}

export function summaryHtml(language: PageLanguage, props: SummaryProps): string {
  return renderIn(language, <Summary {...props} />)
}

/** Removes the first heading, because the box already has an equivalent title. */
function withoutFirstHeading(markdown: string): string {
  return markdown.replace(/^\s*##[^\n]*\n/, '')
}

/** Removes empty sections. They contain one word in the summary's language and no citation. */
function withoutEmptySections(markdown: string): string {
  return markdown
    .split(/^(?=## )/m)
    .filter((section) => !/^## [^\n]*\s+- \p{L}+\s*$/u.test(section))
    .join('')
}
