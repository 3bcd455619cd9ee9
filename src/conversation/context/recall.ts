import { messageOf } from '../../core/domain/errors.ts'
import type { Message } from '../../core/domain/messages.ts'
import { hasQuestionMark, splitAtMarks } from '../../core/domain/questions.ts'
import { block, type CountTokens, clip, fitToTokens, formatTruncated, indent, mostCharactersPerToken } from '../../core/domain/text.ts'
import { formatDay, timeOfDay } from '../../core/ports/clock.ts'
import { openSearch, type SearchState } from '../../search/open-search.ts'
import { isWorthSearching } from '../../search/query/intent-cues.ts'
import { maxIndexedChars } from '../../search/query/terms.ts'
import { leaderCount } from '../../search/rank/rank.ts'
import { type SearchInput, searchConversation } from '../../search/search.ts'
import type { SearchResult } from '../../search/search-results.ts'
import { extractWords, type MatchedWords, prepareExcerpts } from '../../search/snippet.ts'
import { prefetchQueryVector } from '../../search/vectors/semantic-scores.ts'
import { type DaySummary, dropEmptyLists, loadSegmentSummaries } from '../../summaries/read.ts'
import { formatTextWithReferences } from '../../threads/messages/references.ts'
import type { ContextDeps } from '../deps.ts'
import { findNamedSummaries, formatDayHeading } from './earlier-conversation.ts'
import { formatQuote } from './messages.ts'
import { findLatestShown, findPreviousExchange, repliedToIn } from './recent-messages.ts'
import { loadPostedMessages } from './references.ts'
import { describeBudget, type OmittedContent } from './report.ts'
import { type ContextRow, loadRowsById } from './rows.ts'
import { type BuiltContextPart, type ContextPartInput, type FitPart, nothing, type ShownContent } from './section.ts'

/**
 * Results with a lower score or query coverage are not worth their tokens. Tuned with `npm run eval`: of the questions whose answer the
 * search finds, nine in ten pass. Of the questions about other people's conversations, half do.
 */
const recallFloor = { score: 0.35, share: 0.25 }

/** The floor while budget is left: a result that turns out to be unrelated costs nothing else its place. */
const spareBudgetFloor = { score: 0.2, share: 0.15 }

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
  return (budget, shown) => recallPassages(input, budget, shown)
}

/** Requests the vector of the search for messages, which takes as long as the embedding model takes. Call it before building the context. */
export async function prefetchRecall(deps: ContextDeps, messages: readonly Pick<Message, 'text'>[]): Promise<void> {
  const query = buildRecallQuery(messages)
  if (query) await prefetchQueryVector(deps, query)
}

async function recallPassages(input: ContextPartInput, budget: number, shown: ShownContent): Promise<BuiltContextPart> {
  const query = buildRecallQuery(input.turn.messagesToAnswer)
  const textBudget = budget - input.count(formatRecall('')) - 1
  if (textBudget < leastTokens) return withoutSearch(describeBudget(budget))
  try {
    const hasSpareBudget = budget > Math.min(input.budgets.recall, input.turn.limit * usualShare)
    const { found, omitted } = await findPassages(input, { query, shown, hasSpareBudget })
    const named = await findNamedSummaries(input, shown)
    const isNamed = ({ kind, day_segment_id: id }: SearchResult) => kind === 'summary' && named.some(({ segmentId }) => segmentId === id)
    const toNamedHit = (summary: DaySummary) => toSummaryHit(summary, withQueryWords(found[0]?.words ?? new Map(), query))
    const hits = [
      ...named.map((summary) => ({ ...toNamedHit(summary), share: namedShare / named.length })),
      ...(await readPassages(input, { found: found.filter(({ result }) => !isNamed(result)), shown, hasSpareBudget })),
    ].filter(({ text }) => text !== '')
    return formatRecallPart(input, { hits, textBudget, budget, omitted })
  } catch (error) {
    // A reply without recall is better than none.
    input.deps.log.error({ threadId: input.turn.scope.threadId, error: messageOf(error) }, 'recall failed; the reply continues without it')
    return withoutSearch('it failed; see the log')
  }
}

const withoutSearch = (why: string): BuiltContextPart => ({ ...nothing, omitted: [{ what: 'a search', why }] })

const formatRecall = (body: string) => `${introduction}\n${block('recall', body)}`

interface PassageSearch {
  readonly query: string
  readonly shown: ShownContent
  /** Whether the part has more than its usual budget. */
  readonly hasSpareBudget: boolean
}

type RecallSearch = Pick<SearchInput, 'since' | 'until' | 'relatedText'> & { readonly query: string }

interface FoundPassage {
  readonly result: SearchResult
  /** The words of the search that found it. */
  readonly words: MatchedWords
}

interface FoundPassages {
  /** Best first. */
  readonly found: readonly FoundPassage[]
  readonly omitted: readonly OmittedContent[]
}

/** Finds the results that are relevant enough and not shown yet. */
async function findPassages(input: ContextPartInput, { query, shown, hasSpareBudget }: PassageSearch): Promise<FoundPassages> {
  const { deps, budgets, turn } = input
  const isWide = hasSpareBudget && query !== ''
  const most = isWide ? budgets.recallHitsMax : budgets.recallHits
  const floor = isWide ? spareBudgetFloor : recallFloor
  const options = {
    // One extra result tells whether there are more.
    limit: most + shown.summaries.size + 1,
    min_score: floor.score,
    minQueryCoverage: floor.share,
    isSinglePage: true,
    isPlainText: true,
    excludeMessageIds: [...shown.messages],
  }
  let state: Promise<SearchState> | undefined
  // By words only, because no vector was requested ahead for other queries.
  const { embeddings: _, ...lexical } = deps
  const search = async (searchDeps: ContextDeps, input: RecallSearch): Promise<FoundPassage[]> => {
    const query = clip(input.query, queryLength)
    state ??= openSearch(deps, turn.scope, { excluded: options.excludeMessageIds })
    const { results, words } = await searchConversation(searchDeps, turn.scope, { ...options, ...input, query, state: await state })
    return results.flatMap((result) => (result.kind === 'message' || !shown.summaries.has(result.day_segment_id) ? { result, words } : []))
  }
  const post = hasSpareBudget ? await findRepliedPost(input) : undefined
  const exchange = hasSpareBudget ? (post?.text ?? (await quotePreviousExchange(input, query))) : ''
  // All at once, because the reply waits for them. Only rarely is the search with the exchange not needed.
  const [own, ofPost, ofExchange] = await Promise.all([
    query ? search(deps, { query }) : [],
    post ? search(lexical, { query: query || post.text, since: post.dayLabel, until: post.dayLabel }) : [],
    exchange ? search(lexical, { query: `${query}\n${exchange}`.trimStart() }) : [],
  ])
  const direct = unite(ofPost, own)
  const linked = isWide && direct.length > 0 && asksSomething(query) ? await search(lexical, { query, relatedText: quoteBest(direct) }) : []
  const good = unite(unite(direct.slice(0, leaderCount), linked.slice(0, leaderCount)), direct)
  const all = good.length < most ? unite(good, ofExchange) : good
  if (all.length > most) return { found: all.slice(0, most), omitted: [{ what: 'further results', why: `${most} at most` }] }
  const why =
    query || exchange ? 'nothing in the conversation is related closely enough to the incoming text' : 'the incoming text says too little'
  return { found: all, omitted: all.length === 0 ? [{ what: 'a search', why }] : [] }
}

/** Quotes the three best results of a question: the answer often has the words of what it continues, not those of the question. */
const quoteBest = (found: readonly FoundPassage[]): string =>
  found.flatMap(({ result }, index) => (index < 3 && result.kind === 'message' ? result.snippet : [])).join('\n')

const asksSomething = (text: string): boolean => splitAtMarks(text).some(hasQuestionMark)

/** Quotes the previous exchange. For small talk, only if the bot asked something, because "thanks" needs no recall. */
async function quotePreviousExchange(input: ContextPartInput, query: string): Promise<string> {
  const { asked, answered } = await findPreviousExchange(input)
  return query || asksSomething(answered) ? `${asked}\n${answered}`.trim() : ''
}

/** Adds the further results that are not among the first. */
const unite = (found: readonly FoundPassage[], further: readonly FoundPassage[]): FoundPassage[] => [
  ...found,
  ...further.filter(({ result }) => !found.some((one) => isSame(one.result, result))),
]

const isSame = (a: SearchResult, b: SearchResult): boolean =>
  a.kind === 'message' && b.kind === 'message' ? a.message_id === b.message_id : a.kind === b.kind && a.day_segment_id === b.day_segment_id

/** Returns the post or deleted message that the messages to answer reply to. */
async function findRepliedPost({ deps, turn }: ContextPartInput) {
  const ids = [...repliedToIn(turn)]
  return ids.length > 0 ? (await loadPostedMessages(deps.store.db, turn.scope, ids)).at(-1) : undefined
}

/** Adds the words of the query, for a summary that was not searched. */
const withQueryWords = (words: MatchedWords, query: string): MatchedWords =>
  new Map([...Array.from(extractWords(query), (word) => [word, { weight: 1 }] as const), ...words])

function toSummaryHit({ dayLabel: day, markdown }: DaySummary, matches: MatchedWords): RecallHit {
  const text = dropEmptyLists(markdown)
  const quote = (shown: string) => `Summary of ${formatDay(day)} (${day}):\n${indent(shown)}`
  return { at: day, heading: '', text, excerpted: text.replace(/^## .*$/gm, ''), matches, quote }
}

/** A search result with its text. */
interface RecallHit {
  /** The sort key: hits are shown in conversation order. */
  readonly at: string
  readonly text: string
  /** What is excerpted if the text does not fit. The text itself if absent. */
  readonly excerpted?: string
  readonly matches: MatchedWords
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
  { found, shown, hasSpareBudget }: Pick<FoundPassages, 'found'> & Omit<PassageSearch, 'query'>,
): Promise<RecallHit[]> {
  const ids = found.flatMap(({ result }) => (result.kind === 'message' ? result.message_id : []))
  const segments = found.flatMap(({ result }) => (result.kind === 'summary' ? result.day_segment_id : []))
  const before = findLatestShown(turn)
  const [read, summaries] = await Promise.all([
    loadRowsById(store.db, turn.scope, { ids, withNeighbors: hasSpareBudget ? ids.slice(0, maxWithNeighbors) : [], charactersRead }),
    loadSegmentSummaries({ store }, turn.scope, segments),
  ])
  const rows = before ? read.filter(({ sentAt }) => sentAt < before.sentAt) : read
  const toHit = (row: ContextRow, found: Pick<RecallHit, 'matches' | 'isNeighbor'>): RecallHit => ({
    ...found,
    at: `${row.dayLabel} ${row.timezone} ${String(rows.indexOf(row)).padStart(3, '0')}`,
    heading: `${formatDayHeading(row, turn)}\n`,
    text: formatTextWithReferences(formatTruncated(row.text), row.references),
    quote: (text) => formatQuote(row, { time: timeOfDay(row.sentAt, row.timezone), text, placeId: turn.place.id }),
  })
  const hits = found.map(({ result, words }): RecallHit | undefined => {
    if (result.kind === 'message') {
      const row = rows.find(({ id }) => id === result.message_id)
      return row && toHit(row, { matches: words })
    }
    const summary = summaries.find(({ segmentId }) => segmentId === result.day_segment_id)
    return summary && toSummaryHit(summary, words)
  })
  const neighbors = rows.filter(({ id }) => !ids.includes(id) && !shown.messages.has(id))
  return [...hits.flatMap((hit) => hit ?? []), ...neighbors.map((row) => toHit(row, { matches: new Map(), isNeighbor: true }))]
}

interface RecallSelection {
  /** Best first. */
  readonly hits: readonly RecallHit[]
  readonly textBudget: number
  readonly budget: number
  readonly omitted: readonly OmittedContent[]
}

function formatRecallPart({ budgets, count }: ContextPartInput, { hits, textBudget, budget, omitted }: RecallSelection): BuiltContextPart {
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
    const text = isWhole ? hit.text : excerpt(hit, most, countBody)
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

const excerpt = ({ text, excerpted = text, matches }: RecallHit, tokens: number, count: CountTokens): string =>
  fitToTokens(prepareExcerpts(excerpted, matches), { length: Number.POSITIVE_INFINITY, tokens, count })

/** The maximum number of characters of the incoming text used as the query. */
const queryLength = 2_000

/** Builds the search query for a reply. Empty if the messages are only small talk or commands. */
export function buildRecallQuery(messages: readonly Pick<Message, 'text'>[]): string {
  const texts = messages.map(({ text }) => text).filter(isWorthSearching)
  // Newest first, because a search only uses a limited number of words from the beginning of the query.
  return clip(texts.reverse().join('\n'), queryLength)
}
