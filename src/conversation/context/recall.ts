import { messageOf } from '../../core/domain/errors.ts'
import type { Message } from '../../core/domain/messages.ts'
import { block, type CountTokens, fitToTokens, formatTruncated, indent, mostCharactersPerToken } from '../../core/domain/text.ts'
import { formatDay, timeOfDay } from '../../core/ports/clock.ts'
import { type IndexReading, startReadingIndex } from '../../search/open-search.ts'
import { maxIndexedChars } from '../../search/query/terms.ts'
import type { RankedResult } from '../../search/rank/ranking.ts'
import { extractWords, type MatchedWords, prepareExcerpts, type SearchWording } from '../../search/snippet.ts'
import { prefetchQueryVector } from '../../search/vectors/semantic-scores.ts'
import type { Db } from '../../store/store.ts'
import { type DaySummary, dropEmptyLists, loadSegmentSummaries } from '../../summaries/read.ts'
import { formatTextWithReferences } from '../../threads/messages/references.ts'
import type { ContextDeps } from '../deps.ts'
import { findNamedSummaries, formatDayHeading } from './earlier-conversation.ts'
import { buildRecallQuery, type FoundPassages, findPassages, findWordsBySearch, noWords, type PassageSearch } from './find-passages.ts'
import { formatQuote } from './messages.ts'
import { findLatestShown } from './recent-messages.ts'
import { describeBudget, type OmittedContent } from './report.ts'
import { type ContextRow, loadRowsById } from './rows.ts'
import { type BuiltContextPart, type ContextPartInput, type FitPart, nothing, type ReadTurn } from './section.ts'

/** In a small window, more than this share of the context is spare budget. */
const usualShare = 0.15

/** The share of the budget that the summaries of the days that the incoming text names may take together. */
const namedShare = 0.5

/** The number of passages that fit in a small window, however long they are. */
const passagesInSmallWindow = 8

/** A hit is omitted if its budget is smaller than this. */
const leastTokens = 24

/** The maximum number of characters read from a message: half from its start, which has all that is indexed, and half from its end. */
const charactersRead = 2 * maxIndexedChars

const introduction =
  'Earlier messages and summaries found by a search for the incoming text. They are quoted, often in part, and may be unrelated:'

/**
 * Part 8: the results of a search for the text of the messages to answer, of one for a question together with its best results, and of one for
 * the text together with the exchange before. Small talk, such as "Yes please", has only the last. For a reply to a digest, the day of the
 * digest is searched first. While budget is left, the best results come with their neighbors. Skips what other parts show. Omitted if the search fails.
 */
export function prepareRecall(input: ContextPartInput): FitPart {
  const query = buildRecallQuery(input.turn.messagesToAnswer)
  return (budget, shown) => recallPassages(input, { query, shown, budget })
}

/** Starts to read the index of the search for messages, before it is known what other parts show. Undefined if they are small talk. */
export const startRecall = ({ store }: ContextDeps, { scope, messagesToAnswer }: ReadTurn): Promise<IndexReading> | undefined =>
  buildRecallQuery(messagesToAnswer) ? startReadingIndex(store.db, scope) : undefined

/** Requests the vector of the search for messages, which takes as long as the embedding model takes. Call it before building the context. */
export async function prefetchRecall(deps: ContextDeps, messages: readonly Pick<Message, 'text'>[]): Promise<void> {
  const query = buildRecallQuery(messages)
  if (query) await prefetchQueryVector(deps, query)
}

type RecallRequest = Omit<PassageSearch, 'hasSpareBudget'> & { readonly budget: number }

async function recallPassages(input: ContextPartInput, { query, shown, budget }: RecallRequest): Promise<BuiltContextPart> {
  const textBudget = budget - input.count(formatRecall('')) - 1
  if (textBudget < leastTokens) return withoutSearch(describeBudget(budget))
  try {
    const hasSpareBudget = budget > Math.min(input.budgets.recall, input.turn.limit * usualShare)
    const [{ found, omitted }, named] = await Promise.all([
      findPassages(input, { query, shown, hasSpareBudget }),
      findNamedSummaries(input, shown),
    ])
    const isNamed = ({ kind, id }: RankedResult) => kind === 'summary' && named.some(({ segmentId }) => segmentId === id)
    const hits = [
      ...named.map((summary) => ({ ...toSummaryHit(summary, found[0]?.wording), share: namedShare / named.length })),
      ...(await readPassages(input, { found: found.filter(({ result }) => !isNamed(result)), shown, hasSpareBudget })),
    ].filter(({ text }) => text !== '')
    return await formatRecallPart(input, { query, hits, textBudget, budget, omitted })
  } catch (error) {
    // A reply without recall is better than none.
    input.deps.log.error({ threadId: input.turn.scope.threadId, error: messageOf(error) }, 'recall failed; the reply continues without it')
    return withoutSearch('it failed; see the log')
  }
}

const withoutSearch = (why: string): BuiltContextPart => ({ ...nothing, omitted: [{ what: 'a search', why }] })

const formatRecall = (body: string) => `${introduction}\n${block('recall', body)}`

function toSummaryHit({ dayLabel: day, markdown }: DaySummary, wording: SearchWording | undefined): RecallHit {
  const text = dropEmptyLists(markdown)
  const quote = (shown: string) => `Summary of ${formatDay(day)} (${day}):\n${indent(shown)}`
  return { at: day, heading: '', text, excerpted: text.replace(/^## .*$/gm, ''), wording, quote }
}

/** A search result with its text. */
interface RecallHit {
  /** The sort key: hits are shown in conversation order. */
  readonly at: string
  readonly text: string
  /** What is excerpted if the text does not fit. The text itself if absent. */
  readonly excerpted?: string
  /** What is excerpted around: the words of the search that found it. Undefined for neighbors. */
  readonly wording: SearchWording | undefined
  /** The maximum share of the budget, for the summary of a day that the incoming text names. */
  readonly share?: number
  /** Whether it is shown only because it is next to a result. It is shown if all of it fits. */
  readonly isNeighbor?: true
  /** The line above the messages of a day. Empty for a summary, which names its day itself. */
  readonly heading: string
  /** Formats the hit with as much of its text as fits. */
  readonly quote: (text: string) => string
}

/** The maximum number of results that come with their neighbors. */
const maxWithNeighbors = 6

/** Reads each result that is still visible, and the neighbors of the best. Omits what was said after a message that is answered again. */
async function readPassages(
  { deps: { store }, turn }: ContextPartInput,
  { found, shown, hasSpareBudget }: Pick<FoundPassages, 'found'> & Pick<PassageSearch, 'shown' | 'hasSpareBudget'>,
): Promise<RecallHit[]> {
  const ids = found.flatMap(({ result }) => (result.kind === 'message' ? result.id : []))
  const withNeighbors = hasSpareBudget ? ids.slice(0, maxWithNeighbors) : []
  const segments = found.flatMap(({ result }) => (result.kind === 'summary' ? result.id : []))
  const before = findLatestShown(turn)
  const [read, summaries] = await Promise.all([
    loadRowsById(store.db, turn.scope, { ids, withNeighbors, charactersRead }),
    loadSegmentSummaries({ store }, turn.scope, segments),
  ])
  const rows = before ? read.filter(({ sentAt }) => sentAt < before.sentAt) : read
  const toHit = (row: ContextRow, found: Pick<RecallHit, 'wording' | 'isNeighbor'>): RecallHit => ({
    ...found,
    at: `${row.dayLabel} ${row.timezone} ${String(rows.indexOf(row)).padStart(3, '0')}`,
    heading: `${formatDayHeading(row, turn)}\n`,
    text: formatTextWithReferences(formatTruncated(row.text), row.references),
    quote: (text) => formatQuote(row, { time: timeOfDay(row.sentAt, row.timezone), text, placeId: turn.place.id }),
  })
  const hits = found.flatMap(({ result, wording }) => {
    if (result.kind === 'message') {
      const row = rows.find(({ id }) => id === result.id)
      return row ? toHit(row, { wording }) : []
    }
    const summary = summaries.find(({ segmentId }) => segmentId === result.id)
    return summary ? toSummaryHit(summary, wording) : []
  })
  const neighbors = rows.filter(({ id }) => !ids.includes(id) && !shown.messages.has(id))
  return [...hits, ...neighbors.map((row) => toHit(row, { wording: undefined, isNeighbor: true }))]
}

interface RecallSelection {
  readonly query: string
  /** Best first. */
  readonly hits: readonly RecallHit[]
  readonly textBudget: number
  readonly budget: number
  readonly omitted: readonly OmittedContent[]
}

async function formatRecallPart(
  { budgets, count, deps }: ContextPartInput,
  { query, hits, textBudget, budget, omitted }: RecallSelection,
): Promise<BuiltContextPart> {
  const findWords = createWordFinder(deps.store.db, hits, query)
  const countBody: CountTokens = (text) => count(indent(text))
  const usual = Math.min(budgets.recallPassage, Math.max(leastTokens, Math.floor(textBudget / passagesInSmallWindow)))
  const quotes: { readonly hit: RecallHit; readonly text: string }[] = []
  let left = textBudget
  for (const hit of hits) {
    const isUnderHeading = quotes.some((quote) => quote.hit.heading === hit.heading)
    const frame = count(hit.quote('')) + 1 + (isUnderHeading ? 0 : count(hit.heading))
    const most = Math.min(hit.share === undefined ? usual : Math.floor(textBudget * hit.share), left - frame)
    const isWhole = fits(hit.text, most, countBody)
    if (!isWhole && (hit.isNeighbor || most < leastTokens)) continue
    const text = isWhole ? hit.text : excerpt(hit, await findWords(hit), { tokens: most, count: countBody })
    quotes.push({ hit, text })
    left -= frame + countBody(text)
  }
  const dropped = hits.filter((hit) => !hit.isNeighbor && !quotes.some((quote) => quote.hit === hit)).length
  const cut = quotes.filter(({ hit, text }) => text !== hit.text).length
  const why = describeBudget(budget)
  const report = [
    ...omitted,
    ...(dropped > 0 ? [{ what: `${dropped} of the results`, why }] : []),
    ...(cut > 0 ? [{ what: `all but a passage of ${cut} of them`, why: `${why}, ${usual} for most of them` }] : []),
  ]
  if (quotes.length === 0) return { ...nothing, omitted: report }
  const inOrder = quotes.toSorted(({ hit: a }, { hit: b }) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  const lines = inOrder.map(
    ({ hit, text }, index) => `${hit.heading === inOrder[index - 1]?.hit.heading ? '' : hit.heading}${hit.quote(text)}`,
  )
  return { reference: formatRecall(lines.join('\n')), tokens: budget - left, items: quotes.length, omitted: report }
}

// A text that is far too long need not be counted.
const fits = (text: string, tokens: number, count: CountTokens): boolean =>
  text.length <= tokens * mostCharactersPerToken && count(text) <= tokens

interface ExcerptLimit {
  readonly tokens: number
  readonly count: CountTokens
}

const excerpt = ({ text, excerpted = text }: RecallHit, words: MatchedWords, { tokens, count }: ExcerptLimit): string =>
  fitToTokens(prepareExcerpts(excerpted, words), { length: Number.POSITIVE_INFINITY, tokens, count })

/** Returns a function that finds the words of a hit to excerpt around. Runs no statement until a text must be cut, which is rare. */
function createWordFinder(db: Db, hits: readonly RecallHit[], query: string): (hit: RecallHit) => Promise<MatchedWords> {
  const passages = hits.flatMap(({ text, wording }) => (wording ? { text, wording } : []))
  let finding: ReturnType<typeof findWordsBySearch> | undefined
  return async ({ wording, share }) => {
    finding ??= findWordsBySearch(db, passages)
    const { terms, hyponyms } = (wording && (await finding).get(wording)) ?? noWords
    const words = new Map([...hyponyms, ...terms])
    // The summary of a named day was not searched, so it may have words that the search dropped.
    return share === undefined ? words : withQueryWords(words, query)
  }
}

const withQueryWords = (words: MatchedWords, query: string): MatchedWords =>
  new Map([...Array.from(extractWords(query), (word) => [word, { weight: 1 }] as const), ...words])
