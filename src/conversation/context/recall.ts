import { messageOf } from '../../core/domain/errors.ts'
import { block, indent } from '../../core/domain/transcript.ts'
import { formatDay, timeOfDay } from '../../core/ports/clock.ts'
import { searchConversation } from '../../search/search.ts'
import type { SearchResult } from '../../search/search-results.ts'
import { buildSnippet, extractWords } from '../../search/snippet.ts'
import { findSegmentSummary } from '../../summaries/read.ts'
import { formatQuote } from './messages.ts'
import { buildRecallQuery } from './recall-query.ts'
import type { OmittedContent } from './report.ts'
import { loadRowsById } from './rows.ts'
import { type BuiltContextPart, type ContextPartInput, type FitPart, nothing, type ShownContent } from './section.ts'
import { type CountTokens, divideTokens, formatTruncated } from './truncate.ts'

/**
 * What scores less, or says less of the incoming text, is not worth its tokens. Found on the conversations of npm run eval:
 * nine in ten of the questions whose answer is found pass, and one in three messages from a conversation of other people.
 */
const recallFloor = { score: 0.4, share: 0.25 }

/** A hit that has room for less than this is left out. */
const leastTokens = 24

/** Of a message: the search looks for its matches in the first half of that. */
const charactersRead = 40_000

const introduction =
  'Earlier messages and summaries that a search for the incoming text found. They are quoted, often in part, and may have nothing to do with it:'

/** Part 8: what a search for the messages to answer finds, of all that no other part shows. Never fails: then it is left out. */
export function prepareRecall(input: ContextPartInput): FitPart {
  return (room, shown) => recallPassages(input, room, shown)
}

async function recallPassages(input: ContextPartInput, room: number, shown: ShownContent): Promise<BuiltContextPart> {
  const query = buildRecallQuery(input.turn.messagesToAnswer)
  if (query === undefined) return without('a search', 'the incoming text has too few words for one')
  const textRoom = room - input.count(framed('')) - 1
  if (textRoom < leastTokens) return without('a search', `there is room for ${room} tokens`)
  try {
    const { results, leftOut } = await findPassages(input, query, shown)
    return formatRecallPart(input, { hits: await readPassages(input, results), textRoom, room, leftOut })
  } catch (error) {
    // A reply without it is better than none.
    input.deps.log.error({ threadId: input.turn.scope.threadId, error: messageOf(error) }, 'nothing could be recalled before a reply')
    return without('a search', 'it failed; the log says why')
  }
}

const without = (what: string, why: string): BuiltContextPart => ({ ...nothing, leftOut: [{ what, why }] })

const framed = (body: string) => `${introduction}\n${block('recall', body)}`

/** The results that are good enough and not in front of the model yet, best first. */
async function findPassages(
  { deps, budgets, turn }: ContextPartInput,
  query: string,
  shown: ShownContent,
): Promise<{ results: SearchResult[]; leftOut: OmittedContent[] }> {
  const most = budgets.recallHits
  // One more than can be used tells whether there are more.
  const limit = most + shown.summaries.size + 1
  const found = await searchConversation(deps, turn.scope, {
    query,
    limit,
    min_score: recallFloor.score,
    minQueryCoverage: recallFloor.share,
    isSinglePage: true,
    excludeMessageIds: [...shown.messages],
  })
  const good = found.results.filter(({ kind, day_segment_id: id }) => kind === 'message' || !shown.summaries.has(id))
  const leftOut = [
    ...(good.length > most ? [{ what: 'further results', why: `${most} at most` }] : []),
    ...(found.results.length === 0
      ? [{ what: 'a search', why: 'nothing in the conversation has enough to do with the incoming text' }]
      : []),
  ]
  return { results: good.slice(0, most), leftOut }
}

/** A result with its text. */
interface RecallHit {
  /** What they are ordered by: a conversation is read from its beginning. */
  readonly at: string
  readonly text: string
  /** Words of it that the search looked for, in lower case. */
  readonly matches: ReadonlySet<string>
  /** As it is shown, with as much of the text as there is room for. */
  readonly quote: (text: string) => string
}

/** What is not to be seen any more since it was found is not there. */
async function readPassages({ deps: { store }, turn }: ContextPartInput, results: readonly SearchResult[]): Promise<RecallHit[]> {
  const ids = results.flatMap((result) => (result.kind === 'message' ? result.message_id : []))
  const rows = await loadRowsById(store.db, turn.scope, { ids, charactersRead })
  const hits = await Promise.all(
    results.map(async (result): Promise<RecallHit | undefined> => {
      const { day_label: day, day_segment_id: segmentId } = result
      if (result.kind === 'summary') {
        const summary = await findSegmentSummary({ store }, turn.scope, segmentId)
        if (!summary) return undefined
        const heading = `Summary of ${formatDay(day)} (${day}, day_segment_id ${segmentId}):`
        return {
          at: day,
          text: summary.markdown,
          matches: findHighlights(result.summary_snippet),
          quote: (text) => `${heading}\n${indent(text)}`,
        }
      }
      const position = rows.findIndex(({ id }) => id === result.message_id)
      const row = rows[position]
      if (!row) return undefined
      const time = `${formatDay(day)}, ${timeOfDay(row.sentAt, turn.timezone)}`
      return {
        at: `${day} ${String(position).padStart(3, '0')}`,
        text: formatTruncated(row.text),
        matches: findHighlights(result.snippet),
        quote: (text) => formatQuote(row, { time, text, placeId: turn.place.id }),
      }
    }),
  )
  return hits.flatMap((hit) => hit ?? [])
}

/** What a snippet marks. */
function findHighlights(snippet: string): Set<string> {
  return new Set(Array.from(snippet.matchAll(/\*\*(.+?)\*\*/g), ([, marked = '']) => [...extractWords(marked)]).flat())
}

interface RecallSelection {
  /** Best first. */
  readonly hits: readonly RecallHit[]
  readonly textRoom: number
  readonly room: number
  readonly leftOut: readonly OmittedContent[]
}

function formatRecallPart({ budgets, count }: ContextPartInput, { hits, textRoom, room, leftOut }: RecallSelection): BuiltContextPart {
  const countBody: CountTokens = (text) => count(indent(text))
  const measured = hits.map((hit) => {
    const most = Math.min(budgets.recallPassage, textRoom)
    const passage = formatPassage(hit, most, countBody)
    return { hit, passage, size: countBody(passage), frame: count(hit.quote('')) + 1 }
  })
  const fitting = [...measured]
  // The least of them go first.
  while (fitting.reduce((sum, { frame, size }) => sum + frame + Math.min(size, leastTokens), 0) > textRoom) fitting.pop()
  const why = `there is room for ${room} tokens`
  const dropped = measured.length - fitting.length
  const report = [...leftOut, ...(dropped > 0 ? [{ what: `${dropped} of the results`, why }] : [])]
  if (fitting.length === 0) return { ...nothing, leftOut: report }

  const frames = fitting.reduce((sum, { frame }) => sum + frame, 0)
  const allowed = divideTokens(
    fitting.map(({ size }) => size),
    textRoom - frames,
  )
  const quotes = fitting.map(({ hit, passage, size }, index) => {
    const most = allowed[index] ?? 0
    const text = size <= most ? passage : formatPassage(hit, most, countBody)
    return { at: hit.at, text: hit.quote(text), tokens: countBody(text), cut: text !== hit.text }
  })
  const cut = quotes.filter((quote) => quote.cut).length
  const inOrder = quotes.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  return {
    text: framed(inOrder.map(({ text }) => text).join('\n')),
    tokens: room - textRoom + frames + quotes.reduce((sum, { tokens }) => sum + tokens, 0),
    items: quotes.length,
    leftOut: [
      ...report,
      ...(cut > 0 ? [{ what: `all but a passage of ${cut} of them`, why: `${why}, ${budgets.recallPassage} for each` }] : []),
    ],
  }
}

/** The whole text, or where that is too long its part with the most matches, on one line. */
function formatPassage({ text, matches }: Pick<RecallHit, 'text' | 'matches'>, maxTokens: number, count: CountTokens): string {
  // What is far longer is not counted to see that.
  if (text.length <= maxTokens * 8 && count(text) <= maxTokens) return text
  for (let length = maxTokens * 8; ; ) {
    const passage = buildSnippet(text, matches, length).replaceAll('**', '')
    const tokens = count(passage)
    if (tokens <= maxTokens || length === 0) return passage
    // A little less than the share that would fit if all of it were alike; at least a tenth, so that it comes to an end.
    length = Math.floor(length * Math.min(0.9, (maxTokens / tokens) * 0.97))
  }
}
