import { z } from 'zod'
import { type DayRange, oneDay } from '../core/dates/calendar.ts'
import { InputError } from '../core/domain/errors.ts'
import type { DayLabel, MessageId } from '../core/domain/ids.ts'
import { detectLanguage } from '../core/domain/languages.ts'
import { LocalizedInputError } from '../core/messages/input-error.ts'
import { addDays, dayLabelOf } from '../core/ports/clock.ts'
import type { Db } from '../store/store.ts'
import type { Scope } from '../threads/scope.ts'
import type { SearchDeps } from './deps.ts'
import { dayArgument } from './get-input.ts'
import { openSearch, type SearchState } from './open-search.ts'
import {
  cacheFirstPage,
  decodeCursor,
  encodeCursor,
  findIndexAfter,
  fingerprintSearch,
  getFirstPage,
  restoreFirstPageSummaries,
  toSummaryScores,
} from './paging.ts'
import { isQuestion } from './query/intent-cues.ts'
import { parseOperators } from './query/operators.ts'
import { type ParsedQuery, parseQuery } from './query/parse-query.ts'
import { dedupeTerms, type QueryLanguages, type SearchTerm, toTerms } from './query/terms.ts'
import { loadThesaurus } from './query/thesaurus.ts'
import { groupByDay, orderResults, rankCandidates, rankingDepths } from './rank/rank.ts'
import type { RankedResult } from './rank/ranking.ts'
import { findSegmentsInRanges, type SearchBounds } from './retrieve/bounds.ts'
import { type ChannelSummaryMatch, findChannelSummaries } from './retrieve/channel-summaries.ts'
import { buildTextFilter } from './retrieve/text-filter.ts'
import { buildResultPage, type ResultPageOptions, type SearchResult } from './search-results.ts'
import { loadSemanticScores } from './vectors/semantic-scores.ts'

export interface SearchOutput {
  readonly results: readonly SearchResult[]
  /** On the first page of a search in a channel: summaries of parts of its conversation that match. */
  readonly channel_summaries?: readonly ChannelSummaryMatch[]
  /** Absent on the last page. */
  readonly next_cursor?: string
  readonly total_estimate: number
  /** The signals that the search used. */
  readonly signals: { readonly fts: boolean; readonly semantic: boolean }
}

/** In Japanese and Chinese, each character is a word, so a query may have more words than can be searched for. */
const maxQueryTerms = 48

/**
 * Searches messages and day summaries in the scope. Returns the best results first. A result may match any of the terms, but must contain
 * every quoted phrase. A question without results is searched again without this requirement, because people misquote titles. Exclusions
 * always apply. Throws InputError for invalid arguments and for a cursor of another search.
 */
export async function searchConversation(deps: SearchDeps, scope: Scope, input: SearchInput): Promise<SearchOutput> {
  const found = await runSearch(deps, scope, input)
  const { query = '', cursor } = input
  const hasPhrases = isQuestion(query) && parseOperators(query).phrases.length > 0
  const isRepeated = found.output.total_estimate === 0 && !cursor && hasPhrases
  const { ranked, output, ...options } = isRepeated ? await runSearch(deps, scope, input, { requiresPhrases: false }) : found
  const { permalink } = deps
  const results = await buildResultPage(deps.store.db, ranked, { scope, ...options, ...(permalink && { permalink }) })
  return { results, ...output }
}

/** The ranked results of a search, before their snippets are built. */
export interface RankedPage extends Pick<ResultPageOptions, 'wording' | 'showDecisions'> {
  /** Best first. */
  readonly ranked: readonly RankedResult[]
  readonly output: Omit<SearchOutput, 'results'>
}

/** Ranks the results of one search. Unlike `searchConversation`, does not repeat a question without its phrases. */
export const rankConversation = (deps: SearchDeps, scope: Scope, input: SearchInput): Promise<RankedPage> => runSearch(deps, scope, input)

async function runSearch(deps: SearchDeps, scope: Scope, input: SearchInput, options = { requiresPhrases: true }): Promise<RankedPage> {
  const args = parseSearchInput(input)
  const { limit, offset, cursor: encodedCursor, min_score, ...criteria } = args
  const { excludeMessageIds: excluded, minQueryCoverage = 0, isSinglePage, isPlainText, relatedText } = input
  // Nobody continues a single page.
  const searchKey = isSinglePage ? '' : fingerprintSearch(scope, { ...criteria, min_score, isPlainText })
  const cursor = encodedCursor === undefined ? undefined : decodeCursor(searchKey, encodedCursor)
  const { requiresPhrases } = cursor ?? options
  const state = input.state ?? (await openSearch(deps, scope, { excluded, upTo: cursor?.upTo }))
  const { db, language: ownLanguage, textLanguages, timezone, size } = state
  const queryLanguage = detectLanguage(args.query, ownLanguage) ?? ownLanguage
  const startedAt = cursor ? new Date(cursor.startedAt) : deps.clock.now()
  const languages = { query: queryLanguage, texts: textLanguages }
  const dayFilter = resolveDayRange(args, startedAt, timezone)
  const parsed = parseQuery(args.query, {
    now: startedAt,
    timezone,
    languages: [queryLanguage, ...textLanguages],
    limitedTo: dayFilter,
    relatedText,
    isPlainText,
    requiresPhrases,
  })
  assertSearchesForSomething(parsed)
  const [segments, { terms: queryTerms, dateLexemes, hasTopic }, textFilter] = await Promise.all([
    dayFilter && findSegmentsInRanges(db, scope, [dayFilter]),
    extractTerms(db, languages, parsed),
    buildTextFilter(db, languages, parsed.operators),
  ])
  const bounds: SearchBounds = { scope, upTo: cursor?.upTo ?? size.upTo, segments, ...(cursor && { firstPageAt: startedAt }) }
  const query = hasTopic ? parsed : { ...parsed, topic: '' }
  const pageCacheKey = `${searchKey} ${startedAt.getTime()}`
  const firstPage = cursor && getFirstPage(deps.store, pageCacheKey)
  // If the first page used words only, so do the later pages. Otherwise, the pages would be inconsistent.
  const semanticScores = firstPage
    ? firstPage.semanticScores
    : cursor?.semantic === false
      ? undefined
      : await loadSemanticScores(deps, bounds, query.text)
  if (cursor?.semantic && !semanticScores) throw new LocalizedInputError('search.lostEmbeddings')
  const excludedIds = new Set(excluded)
  const { candidates, terms, weights, hyponyms } = await rankCandidates(db, {
    bounds,
    depth: isSinglePage ? rankingDepths.best : rankingDepths.pages,
    query,
    terms: queryTerms,
    dateLexemes,
    textFilter,
    languages,
    thesaurus: await loadThesaurus(deps.store, queryLanguage),
    size,
    newest: state.newest,
    excluded: excludedIds,
    semanticScores,
    firstPageSummaries: firstPage && [...firstPage.summaryScores.keys()],
  })
  const eligible = (cursor ? restoreFirstPageSummaries(candidates, firstPage, startedAt) : candidates).filter(
    ({ score, queryCoverage }) => score > 0 && score >= min_score && queryCoverage >= minQueryCoverage,
  )
  const { results: ordered, leaders } = orderResults(eligible, { isSpread: query.isAboutSeveral, leaders: cursor?.leaders })
  const ranked = (criteria.group_by === 'day' ? groupByDay(ordered) : ordered).filter(({ score }) => score >= min_score)

  const start = cursor ? findIndexAfter(ranked, cursor) : offset
  const page = ranked.slice(start, start + limit)
  const last = page.at(-1)
  const hasMore = !isSinglePage && start + limit < ranked.length
  if (hasMore && !cursor) cacheFirstPage(deps.store, pageCacheKey, { semanticScores, summaryScores: toSummaryScores(candidates) })
  const summaries =
    cursor || isSinglePage ? [] : await findChannelSummaries(db, scope, { terms: queryTerms, textFilter, days: dayFilter, timezone })
  const position = { startedAt: startedAt.getTime(), upTo: bounds.upTo, semantic: semanticScores !== undefined, requiresPhrases, leaders }
  return {
    ranked: page,
    wording: { terms, weights, hyponyms, languages },
    showDecisions: query.isAboutDecisions,
    output: {
      ...(summaries.length > 0 && { channel_summaries: summaries }),
      ...(last && hasMore && { next_cursor: encodeCursor(searchKey, { ...position, last }) }),
      total_estimate: ranked.length,
      signals: { fts: true, semantic: semanticScores !== undefined },
    },
  }
}

/** Throws LocalizedInputError if a query only excludes. */
function assertSearchesForSomething({ operators, textWithoutDates, days }: ParsedQuery): void {
  const hasExclusions = operators.excludedWords.length > 0 || operators.excludedPhrases.length > 0
  if (hasExclusions && days.length === 0 && !/[\p{L}\p{N}]/u.test(textWithoutDates)) throw new LocalizedInputError('search.onlyExcludes')
}

interface QueryTerms {
  readonly terms: SearchTerm[]
  /** The lexemes of the dates in the query. */
  readonly dateLexemes: ReadonlySet<string>
  /** False if the topic consists only of stop words. */
  readonly hasTopic: boolean
}

/** Returns the terms of the topic and of the dates. A query that has only stop words and no dates is searched for all its words. */
async function extractTerms(
  db: Db,
  languages: QueryLanguages,
  { topic, dateWords, textWithoutDates, days }: ParsedQuery,
): Promise<QueryTerms> {
  const toTermsIfAny = async (text: string) => (text.trim() === '' ? [] : toTerms(db, languages, text))
  const [topicTerms, dateTerms] = await Promise.all([toTermsIfAny(topic), toTermsIfAny(dateWords)])
  const hasTopic = topicTerms.length > 0
  const terms = hasTopic || days.length > 0 ? dedupeTerms([...topicTerms, ...dateTerms]) : await toTermsIfAny(textWithoutDates)
  return { terms: terms.slice(0, maxQueryTerms), dateLexemes: new Set(dateTerms.flat()), hasTopic }
}

/** The arguments of conversation.search. The model's tool, the command and the page all use these names. */
export const searchInput = z.strictObject({
  query: z
    .string()
    .max(10_000, 'at most 10,000 characters')
    .default('')
    .describe('Any word may match. Understands "last week"; "a phrase" must occur, -word excludes.'),
  day: dayArgument.optional().describe('Only this day, YYYY-MM-DD. Overrides the other dates.'),
  since: dayArgument.optional().describe('YYYY-MM-DD'),
  until: dayArgument.optional(),
  recency_days: z
    .int('a whole number of days')
    .min(1, 'at least 1')
    .max(36_500, 'at most 36500')
    .optional()
    .describe('Only the last N days, including today.'),
  group_by: z.enum(['day'], 'day').optional().describe('Only the best result of each day.'),
  limit: z.int('a whole number').min(1, 'at least 1').max(50, 'at most 50').default(6),
  cursor: z.string().max(1_000, 'the value of next_cursor').optional(),
  offset: z.int('a whole number').min(0, 'at least 0').max(500, 'at most 500').default(0),
  min_score: z.number('a number').min(0, 'at least 0').max(1, 'at most 1').default(0),
})

/** The arguments as callers in the code write them. Absent arguments take their defaults. */
export type SearchInput = z.input<typeof searchInput> & {
  /** The messages of the current turn, which the search would otherwise find. Not an argument of the tool. */
  readonly excludeMessageIds?: readonly MessageId[]
  /** The minimum share of the query that a result must match, weighted by rarity, from 0 to 1. Not an argument of the tool. */
  readonly minQueryCoverage?: number
  /** What `openSearch` read with the same excluded messages, if several searches of one reply share it. Not an argument of the tool. */
  readonly state?: SearchState
  /** Whether the caller needs only one page. Not an argument of the tool. */
  readonly isSinglePage?: boolean
  /** A text whose words are searched for too. It names no days and asks nothing. Only for a single page. Not an argument of the tool. */
  readonly relatedText?: string
  /** Whether the query is not written for a search, so that quotes and hyphens have no meaning. Not an argument of the tool. */
  readonly isPlainText?: boolean
}

export type ParsedSearchInput = z.output<typeof searchInput>

/** Checks the arguments. Throws InputError with one sentence that names the invalid argument and says what it accepts. */
export function parseSearchInput({
  excludeMessageIds: _ids,
  minQueryCoverage: _share,
  isSinglePage: _one,
  isPlainText: _plain,
  relatedText: _related,
  state: _state,
  ...input
}: SearchInput): ParsedSearchInput {
  const parsed = searchInput.safeParse(input)
  if (!parsed.success) throw new InputError(formatIssue(parsed.error))
  const { query, day, since, until, recency_days, cursor, offset } = parsed.data
  if (/^[\s\p{Cc}]*$/u.test(query) && !day && !since && !until && !recency_days)
    throw new InputError('Nothing to search for. Pass some words, a day, or both.')
  if (!day && since && until && since > until)
    throw new InputError(`"since" is ${since} and "until" is ${until}: "since" must not be after "until".`)
  if (cursor !== undefined && offset > 0) throw new InputError('Pass a cursor or an offset, not both.')
  return parsed.data
}

function formatIssue(error: z.ZodError): string {
  const [issue] = error.issues
  if (issue?.code === 'unrecognized_keys') return `A search has no argument "${issue.keys.join('", "')}".`
  return `"${issue?.path.join('.')}" is not valid: expected ${issue?.message ?? 'another value'}.`
}

const [earliestDay, latestDay] = ['0001-01-01', '9999-12-31']

/** Returns the days to which the arguments limit the search, or undefined if there is no limit. */
export function resolveDayRange(input: ParsedSearchInput, now: Date, timezone: string): DayRange | undefined {
  const { day, since, until, recency_days } = input
  if (day) return oneDay(day as DayLabel)
  const today = dayLabelOf(now, timezone)
  const recentFrom = recency_days && addDays(today, 1 - recency_days)
  const from = [since, recentFrom]
    .filter((label) => label !== undefined)
    .sort()
    .at(-1)
  if (!from && !until) return undefined
  return { from: (from ?? earliestDay) as DayLabel, to: (until ?? latestDay) as DayLabel }
}
