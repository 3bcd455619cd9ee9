import { renderToString } from 'preact-render-to-string'
import type { DayLabel } from '../../../src/core/domain/ids.ts'
import { htmlOf } from '../views/markdown.ts'
import { RelativeTime } from './time.tsx'

export interface SummaryView {
  readonly day: DayLabel
  /** Absent if the day has no summary. */
  readonly markdown?: string
  readonly updatedAt?: Date
  /** Whether the day has changed since the summary was written. */
  readonly stale: boolean
  /** Whether the day has messages to summarize. */
  readonly possible: boolean
  readonly now: Date
}

/** The day's summary, or a button to write one. */
export function Summary({ view }: { readonly view: SummaryView }) {
  const { day, markdown, updatedAt, stale, possible, now } = view
  if (!possible && markdown === undefined) return <section id="summary" class="summary" hidden />
  return (
    <section id="summary" class="summary" data-day={day} data-updated={updatedAt?.toISOString()} aria-label="Summary of the day">
      {markdown === undefined ? (
        <p class="none">This day has no summary yet.</p>
      ) : (
        <details open>
          <summary>
            <span class="title">Summary</span>
            {updatedAt && (
              <span class="faint">
                updated <RelativeTime instant={updatedAt} now={now} />
              </span>
            )}
            {stale && (
              <span class="badge" title="Regenerate to include them">
                newer messages not included
              </span>
            )}
          </summary>
          <div class="prose" dangerouslySetInnerHTML={{ __html: htmlOf(withoutEmptySections(withoutFirstHeading(markdown))) }} />
        </details>
      )}
      <div class="tools">
        <button type="button" id="regenerate" class="quiet" disabled={!possible}>
          {markdown === undefined ? 'Write it now' : 'Regenerate'}
        </button>
        <span role="status" id="summary-state" />
      </div>
    </section>
  )
}

export function summaryHtml(view: SummaryView): string {
  return renderToString(<Summary view={view} />)
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
