import { formatDay } from '../../../src/core/ports/clock.ts'
import type { SearchOutput } from '../../../src/search/search.ts'
import type { SearchResult } from '../../../src/search/search-results.ts'
import { messageHref } from '../views/markdown.ts'
import { dayHref } from './days.tsx'

interface ResultsProps {
  readonly output: SearchOutput
  readonly isFirstPage: boolean
}

/** Search results, best first. Each one links to its place in the timeline. */
export function Results({ output, isFirstPage }: ResultsProps) {
  const { results, next_cursor: cursor, total_estimate: total } = output
  return (
    <>
      {isFirstPage && (
        <p class="found" role="status">
          {countInWords(total)}
        </p>
      )}
      <ol>
        {results.map((result) => (
          <ResultItem key={result.kind === 'message' ? result.message_id : `s${result.day_segment_id}`} result={result} />
        ))}
      </ol>
      {cursor !== undefined && (
        <button type="button" id="more-results" data-cursor={cursor}>
          Show more
        </button>
      )}
    </>
  )
}

function ResultItem({ result }: { readonly result: SearchResult }) {
  const href = result.kind === 'message' ? messageHref(result.message_id) : dayHref(result.day_label)
  return (
    <li>
      <a href={href}>
        <p class="where">
          <b>{formatDay(result.day_label)}</b>
          {result.kind === 'summary' ? (
            <span class="badge">Day summary</span>
          ) : (
            <span>{result.role === 'user' ? result.author || 'You' : 'Throughline'}</span>
          )}
          {result.kind === 'message' && result.place !== '' && <span class="badge">{result.place}</span>}
          <span class="open">Open</span>
        </p>
        <p class="snippet">
          <Marked text={result.kind === 'summary' ? result.summary_snippet : result.snippet} />
        </p>
      </a>
    </li>
  )
}

/** A snippet with its matches, which are enclosed in double asterisks. */
function Marked({ text }: { readonly text: string }) {
  return <>{text.split('**').map((piece, index) => (index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece))}</>
}

function countInWords(total: number): string {
  if (total === 0) return 'Nothing was found. Try fewer or different words.'
  return total === 1 ? 'One result' : `${total} results`
}
