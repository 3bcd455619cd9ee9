import type { SearchOutput } from '../../../src/search/search.ts'
import type { SearchResult } from '../../../src/search/search-results.ts'
import { extractWords } from '../../../src/search/snippet.ts'
import { messageHref } from '../views/markdown.ts'
import { dayHref } from './days.tsx'
import { useLanguage } from './language.tsx'

interface ResultsProps {
  readonly output: SearchOutput
  readonly isFirstPage: boolean
}

/** Search results, best first. Each one links to its place in the timeline. */
export function Results({ output, isFirstPage }: ResultsProps) {
  const { translate } = useLanguage()
  const { results, next_cursor: cursor, total_estimate: total } = output
  return (
    <>
      {isFirstPage && (
        <p class="found" role="status">
          {translate('page.search.found', { count: total })}
        </p>
      )}
      <ol>
        {results.map((result) => (
          <ResultItem
            key={result.kind === 'message' ? result.message_id : `s${result.day_segment_id}`}
            result={result}
            href={hrefOf(result)}
          />
        ))}
      </ol>
      {cursor !== undefined && (
        <button type="button" id="more-results" data-cursor={cursor}>
          {translate('page.search.more')}
        </button>
      )}
    </>
  )
}

const hrefOf = (result: SearchResult): string =>
  result.kind === 'message' ? `${messageHref(result.message_id)}${markPassage(result.snippet)}` : dayHref(result.day_label)

export interface ResultItemProps {
  readonly result: SearchResult
  /** Where it is shown. */
  readonly href: string
}

/** A search result, which leads to where it is shown. */
export function ResultItem({ result, href }: ResultItemProps) {
  const { translate, formatDay } = useLanguage()
  return (
    <li>
      <a href={href}>
        <p class="where">
          <b>{formatDay(result.day_label)}</b>
          {result.kind === 'summary' ? (
            <span class="badge">{translate('page.search.summary')}</span>
          ) : (
            <span dir="auto">{result.role === 'user' ? result.author || translate('page.you') : 'Throughline'}</span>
          )}
          {result.kind === 'message' && result.place !== '' && (
            <span class="badge" dir="auto">
              {result.place}
            </span>
          )}
          <span class="open">{translate('page.search.open')}</span>
        </p>
        <p class="snippet" dir="auto">
          <Marked text={result.kind === 'summary' ? result.summary_snippet : result.snippet} />
        </p>
      </a>
    </li>
  )
}

const letter = "[\\p{L}\\p{M}\\p{N}'’]"
const lowercaseWord = `(?!\\p{Lu})${letter}+`
/**
 * Matches, with up to three words on each side. Without punctuation, because the page may render it as Markdown. A capital letter often begins
 * a paragraph or list item, and the browser finds no text that crosses one.
 */
const matchInContext = new RegExp(
  `(?:${letter}+ )?(?:${lowercaseWord} ){0,2}${letter}*(?:\\*\\*[^*]+\\*\\*${letter}* ?)+(?:${lowercaseWord} ?){0,3}`,
  'gu',
)
/** The fewest words that are unlikely to occur elsewhere on the page. */
const minMarkedWords = 3

/**
 * Returns the end of a URL with which the browser marks the matches in an opened message, and scrolls to the first one. Empty if the snippet
 * shows the whole message. Source: https://wicg.github.io/scroll-to-text-fragment/.
 */
export function markPassage(snippet: string): string {
  if (!/^… | …$/.test(snippet)) return ''
  const marked = (snippet.match(matchInContext) ?? [])
    .map((text) => text.replaceAll('**', '').trim())
    .filter((text) => extractWords(text).size >= minMarkedWords)
  return marked.length > 0 ? `:~:${marked.map((text) => `text=${encodeURIComponent(text)}`).join('&')}` : ''
}

/** A snippet with its matches, which are enclosed in double asterisks. */
function Marked({ text }: { readonly text: string }) {
  return <>{text.split('**').map((piece, index) => (index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece))}</>
}
