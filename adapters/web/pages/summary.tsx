import type { DayLabel } from '../../../src/core/domain/ids.ts'
import { htmlOf } from '../views/markdown.ts'
import { type PageLanguage, renderIn, Text, useLanguage } from './language.tsx'
import { RelativeTime } from './time.tsx'

export interface SummaryView {
  readonly day: DayLabel
  /** Absent if the day has no summary. */
  readonly markdown?: string
  readonly updatedAt?: Date
  /** Whether the day has changed since the summary was written. */
  readonly stale: boolean
  /** Whether it was written without a model because the limit of background work was reached. */
  readonly overLimit: boolean
  /** Whether the day has messages to summarize. */
  readonly possible: boolean
  readonly now: Date
}

/** The day's summary, or a button to write one. */
export function Summary({ view }: { readonly view: SummaryView }) {
  const { translate } = useLanguage()
  const { day, markdown, updatedAt, stale, overLimit, possible, now } = view
  if (!possible && markdown === undefined) return <section id="summary" class="summary" hidden />
  return (
    <section
      id="summary"
      class="summary"
      data-day={day}
      data-updated={updatedAt?.toISOString()}
      aria-label={translate('page.summary.label')}
    >
      {markdown === undefined ? (
        <p class="none">{translate('page.summary.none')}</p>
      ) : (
        <details open>
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
          <div class="prose" dangerouslySetInnerHTML={{ __html: htmlOf(withoutEmptySections(withoutFirstHeading(markdown)), translate) }} />
        </details>
      )}
      <div class="tools">
        <button type="button" id="regenerate" class="quiet" disabled={!possible}>
          {translate(markdown === undefined ? 'page.summary.write' : 'page.summary.rewrite')}
        </button>
        <span role="status" id="summary-state" />
      </div>
    </section>
  )
}

export function summaryHtml(language: PageLanguage, view: SummaryView): string {
  return renderIn(language, <Summary view={view} />)
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
