import { InputError, messageOf } from '../core/domain/errors.ts'
import { cachedPlan } from '../store/cached-plans.ts'
import type { Db } from '../store/store.ts'
import type { Scope } from '../threads/scope.ts'
import type { SearchDeps } from './deps.ts'
import { indexThread } from './index/update-index.ts'
import {
  cacheFirstPage,
  compareRank,
  decodeCursor,
  encodeCursor,
  findIndexAfter,
  fingerprintSearch,
  getFirstPage,
  restoreFirstPageSummaries,
  toSummaryScores,
} from './paging.ts'
import { type ParsedQuery, parseQuery } from './query/parse-query.ts'
import { loadSearchLanguage, type SearchLanguage, type SearchTerm, toLexemes, toTerms } from './query/terms.ts'
import { loadThesaurus } from './query/thesaurus.ts'
import { rankCandidates, rankingDepths } from './rank/rank.ts'
import { findSegmentsInRanges, measureCorpus, type SearchBounds, visibleInIndexSql } from './retrieve/bounds.ts'
import { parseSearchInput, resolveDayRange, type SearchInput } from './search-input.ts'
import { buildResultPage, type SearchResult } from './search-results.ts'
import { loadSemanticScores } from './vectors/semantic-scores.ts'

export interface SearchOutput {
  readonly results: readonly SearchResult[]
  /** Absent on the last page. */
  readonly next_cursor?: string
  readonly total_estimate: number
  /** The signals that the search used. */
  readonly signals: { readonly fts: boolean; readonly semantic: boolean }
}

/** In Japanese and Chinese each character is a word, so a query has more words than can be searched for. */
const maxQueryTerms = 48

/** At most this many messages are indexed before a search. The job indexes the rest. */
const maxIndexedBeforeSearch = 2_000

/**
 * Searches messages and day summaries in the scope, best first. Results may match any of the terms. Throws InputError for invalid
 * arguments and for cursors of another search.
 */
export async function searchConversation(deps: SearchDeps, scope: Scope, input: SearchInput): Promise<SearchOutput> {
  const args = parseSearchInput(input)
  const { limit, offset, cursor: encodedCursor, min_score, ...criteria } = args
  const { excludeMessageIds, minQueryCoverage = 0, isSinglePage } = input
  const searchKey = fingerprintSearch(scope, { ...criteria, min_score })
  const cursor = encodedCursor === undefined ? undefined : decodeCursor(searchKey, encodedCursor)
  const { db } = deps.store

  const language = await loadSearchLanguage(db, scope.threadId)
  const startedAt = cursor ? new Date(cursor.startedAt) : deps.clock.now()
  const readIndex = () => Promise.all([loadTimezone(db, scope), measureCorpus(db, scope, cursor?.upTo)])
  // The index is nearly always up to date, so that the concurrent read is valid.
  const [wasUpToDate, prefetched, thesaurus] = await Promise.all([
    ensureIndexed(deps, scope, language),
    readIndex(),
    loadThesaurus(deps.store, language),
  ])
  const [timezone, size] = wasUpToDate ? prefetched : await readIndex()
  const dayFilter = resolveDayRange(args, startedAt, timezone)
  const parsed = parseQuery(args.query, { now: startedAt, timezone, limitedTo: dayFilter })
  const [segments, queryTerms] = await Promise.all([
    dayFilter && findSegmentsInRanges(db, scope, [dayFilter]),
    extractTerms(db, language, parsed),
  ])
  const bounds: SearchBounds = { scope, upTo: cursor?.upTo ?? size.upTo, segments, ...(cursor && { firstPageAt: startedAt }) }
  // A topic of stop words only is no topic.
  const query = queryTerms.length > 0 ? parsed : { ...parsed, topic: '' }
  const excluded = new Set(excludeMessageIds)
  const pageCacheKey = `${searchKey} ${startedAt.getTime()}`
  const firstPage = cursor && getFirstPage(deps.store, pageCacheKey)
  // If the first page used words only, the next pages do so too, or they would not fit together.
  const semanticScores = firstPage
    ? firstPage.semanticScores
    : cursor?.semantic === false
      ? undefined
      : await loadSemanticScores(deps, bounds, query.text)
  if (cursor?.semantic && !semanticScores)
    throw new InputError('This search started with embeddings, which are unavailable now. Start it again without the cursor.')
  const { candidates, terms, hyponyms } = await rankCandidates(db, {
    bounds,
    depth: isSinglePage ? rankingDepths.best : rankingDepths.pages,
    query,
    terms: queryTerms,
    language,
    thesaurus,
    size,
    excluded,
    semanticScores,
  })
  const ranked = (cursor ? restoreFirstPageSummaries(candidates, firstPage, startedAt) : candidates)
    .filter(({ score, queryCoverage }) => score > 0 && score >= min_score && queryCoverage >= minQueryCoverage)
    .sort(compareRank)

  const start = cursor ? findIndexAfter(ranked, cursor) : offset
  const page = ranked.slice(start, start + limit)
  const last = page.at(-1)
  const hasMore = !isSinglePage && start + limit < ranked.length
  if (hasMore && !cursor) cacheFirstPage(deps.store, pageCacheKey, { semanticScores, summaryScores: toSummaryScores(candidates) })
  return {
    results: await buildResultPage(db, page, {
      scope,
      terms,
      hyponyms,
      language,
      showDecisions: query.isAboutDecisions,
      ...(deps.permalink && { permalink: deps.permalink }),
    }),
    ...(last &&
      hasMore && {
        next_cursor: encodeCursor(searchKey, {
          startedAt: startedAt.getTime(),
          upTo: bounds.upTo,
          semantic: semanticScores !== undefined,
          score: last.score,
          day: last.day,
          kind: last.kind,
          id: last.id,
        }),
      }),
    total_estimate: ranked.length,
    signals: { fts: true, semantic: semanticScores !== undefined },
  }
}

/** Indexes the newest messages. Returns whether the index was up to date before. If indexing fails, the search continues without them. */
async function ensureIndexed(deps: SearchDeps, { threadId }: Scope, language: SearchLanguage): Promise<boolean> {
  try {
    const { written, complete } = await indexThread(deps, threadId, { maxMessages: maxIndexedBeforeSearch, language })
    return complete && written === 0
  } catch (error) {
    deps.log.warn({ threadId, error: messageOf(error) }, 'indexing the newest messages before a search failed')
    return false
  }
}

/** Returns the user's timezone or, if they have set none, that of the latest day that the scope sees. */
async function loadTimezone(db: Db, scope: Scope): Promise<string> {
  const [row] = await db.$queryRaw<{ timezone: string }[]>`
    ${cachedPlan} SELECT coalesce(
      (SELECT timezone FROM users WHERE id = ${scope.userId}),
      (SELECT s.timezone FROM message_index i JOIN day_segments s ON s.id = i.segment_id WHERE ${visibleInIndexSql(scope)} ORDER BY i.change_seq DESC LIMIT 1),
      'UTC') AS timezone`
  return row?.timezone ?? 'UTC'
}

/** Returns the terms of the topic and of its dates. A query of stop words and no dates is searched for all its words. */
async function extractTerms(
  db: Db,
  language: SearchLanguage,
  { topic, dateWords, textWithoutDates, days }: ParsedQuery,
): Promise<SearchTerm[]> {
  const toLexemesIfAny = async (text: string) => (text.trim() === '' ? [] : toLexemes(db, language, text))
  const [topicLexemes, dateLexemes] = await Promise.all([toLexemesIfAny(topic), toLexemesIfAny(dateWords)])
  const lexemes =
    topicLexemes.length > 0
      ? [...new Set([...topicLexemes, ...dateLexemes])]
      : days.length > 0
        ? []
        : await toLexemesIfAny(textWithoutDates)
  return toTerms(lexemes, language).slice(0, maxQueryTerms)
}
