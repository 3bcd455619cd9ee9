import { InputError, messageOf } from '../core/domain/errors.ts'
import type { SegmentId } from '../core/domain/ids.ts'
import type { Embeddings } from '../core/ports/embedder.ts'
import { cachedPlan } from '../store/cached-plans.ts'
import type { Db } from '../store/store.ts'
import type { Scope } from '../threads/scope.ts'
import { decodeCursor, encodeCursor, fingerprintSearch, type SearchCursor } from './cursor.ts'
import { indexThread, type RecallParts } from './index/index-thread.ts'
import { cacheFirstPage, type FirstPageSnapshot, getFirstPage } from './page-cache.ts'
import { type SearchTerm, toTerms } from './query/irregular-forms.ts'
import { loadSearchLanguage, type SearchLanguage, toLexemes } from './query/lexemes.ts'
import { type ParsedQuery, parseQuery } from './query/parse-query.ts'
import { loadThesaurus } from './query/thesaurus.ts'
import { rankCandidates, rankingDepths } from './rank/rank.ts'
import { findSegmentsInRanges, measureCorpus, type SearchBounds, visibleInIndexSql } from './retrieve/candidates.ts'
import { parseSearchInput, resolveDayRange, type SearchInput } from './search-input.ts'
import { buildResultPage, type PermalinkBuilder, type RankedResult, type SearchResult } from './search-results.ts'
import { loadSemanticScores } from './vectors/semantic-scores.ts'

export interface SearchParts extends RecallParts {
  /** Absent: by words alone. */
  readonly embeddings?: Embeddings
  readonly permalink?: PermalinkBuilder
}

export interface SearchOutput {
  readonly results: readonly SearchResult[]
  /** Absent on the last page. */
  readonly next_cursor?: string
  readonly total_estimate: number
  /** What the search was made with. */
  readonly signals: { readonly fts: boolean; readonly semantic: boolean }
}

/** Where each character is a word of its own, a query has more words than can be looked for. */
const maxQueryTerms = 48

/** Before searching, at most this many messages are indexed; a longer arrears is the job's. */
const maxIndexedBeforeSearch = 2_000

/**
 * Searches what the scope sees: messages and day summaries in one list, best first. Any word
 * may match. Throws InputError for arguments that are wrong and for cursors that are not of this search.
 */
export async function searchConversation(parts: SearchParts, scope: Scope, input: SearchInput): Promise<SearchOutput> {
  const args = parseSearchInput(input)
  const { limit, offset, cursor: encodedCursor, min_score, ...criteria } = args
  const { excludeMessageIds, minQueryCoverage = 0, isSinglePage } = input
  const searchKey = fingerprintSearch(scope, { ...criteria, min_score })
  const cursor = encodedCursor === undefined ? undefined : decodeCursor(searchKey, encodedCursor)
  const { db } = parts.store

  const language = await loadSearchLanguage(db, scope.threadId)
  const startedAt = cursor ? new Date(cursor.startedAt) : parts.clock.now()
  const readIndex = () => Promise.all([loadTimezone(db, scope), measureCorpus(db, scope, cursor?.upTo)])
  // Nearly always everything is indexed already: then what was read meanwhile holds.
  const [wasUpToDate, prefetched, thesaurus] = await Promise.all([
    ensureIndexed(parts, scope, language),
    readIndex(),
    loadThesaurus(parts.store, language),
  ])
  const [timezone, size] = wasUpToDate ? prefetched : await readIndex()
  const dayFilter = resolveDayRange(args, startedAt, timezone)
  const parsed = parseQuery(args.query, { now: startedAt, timezone, limitedTo: dayFilter })
  const [segments, queryTerms] = await Promise.all([
    dayFilter && findSegmentsInRanges(db, scope, [dayFilter]),
    extractTerms(db, language, parsed),
  ])
  const bounds: SearchBounds = { scope, upTo: cursor?.upTo ?? size.upTo, segments, ...(cursor && { firstPageAt: startedAt }) }
  // What the database drops from a topic is no topic.
  const query = queryTerms.length > 0 ? parsed : { ...parsed, topic: '' }
  const excluded = new Set(excludeMessageIds)
  const pageCacheKey = `${searchKey} ${startedAt.getTime()}`
  const firstPage = cursor && getFirstPage(parts.store, pageCacheKey)
  // A search that began by words alone goes on so, or its pages would not fit together.
  const semanticScores = firstPage
    ? firstPage.semanticScores
    : cursor?.semantic === false
      ? undefined
      : await loadSemanticScores(parts, bounds, query.text)
  if (cursor?.semantic && !semanticScores)
    throw new InputError('This search began by meaning too, which cannot be gone on with now. Begin it again, without the cursor.')
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
  if (hasMore && !cursor) cacheFirstPage(parts.store, pageCacheKey, { semanticScores, summaryScores: toSummaryScores(candidates) })
  return {
    results: await buildResultPage(db, page, {
      scope,
      terms,
      hyponyms,
      language,
      showDecisions: query.isAboutDecisions,
      ...(parts.permalink && { permalink: parts.permalink }),
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

/** Indexes the newest messages; whether all were indexed before. Where that fails, the search goes on without them. */
async function ensureIndexed(parts: SearchParts, { threadId }: Scope, language: SearchLanguage): Promise<boolean> {
  try {
    const { written, complete } = await indexThread(parts, threadId, { maxMessages: maxIndexedBeforeSearch, language })
    return complete && written === 0
  } catch (error) {
    parts.log.warn({ threadId, error: messageOf(error) }, 'the newest messages could not be indexed before a search')
    return false
  }
}

/** The timezone of whoever asks: the one they set, else the one in which the latest day that they see was cut. */
async function loadTimezone(db: Db, scope: Scope): Promise<string> {
  const [row] = await db.$queryRaw<{ timezone: string }[]>`
    ${cachedPlan} SELECT coalesce(
      (SELECT timezone FROM users WHERE id = ${scope.userId}),
      (SELECT s.timezone FROM message_index i JOIN day_segments s ON s.id = i.segment_id WHERE ${visibleInIndexSql(scope)} ORDER BY i.change_seq DESC LIMIT 1),
      'UTC') AS timezone`
  return row?.timezone ?? 'UTC'
}

/** What is looked for: the topic with words of the days named, or all words when there are none but those that every question has. */
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

function toSummaryScores(candidates: readonly RankedResult[]): Map<SegmentId, number> {
  return new Map(candidates.flatMap((result) => (result.kind === 'summary' ? [[result.id, result.score]] : [])))
}

/** With the summaries that the first page knew, in their places then; where that is forgotten, without those written since. */
function restoreFirstPageSummaries(
  candidates: readonly RankedResult[],
  firstPage: FirstPageSnapshot | undefined,
  startedAt: Date,
): RankedResult[] {
  return candidates.flatMap((result) => {
    if (result.kind === 'message') return result
    const score = firstPage ? firstPage.summaryScores.get(result.id) : result.summary.updatedAt <= startedAt ? result.score : undefined
    return score === undefined ? [] : { ...result, score }
  })
}

type RankPosition = Pick<SearchCursor, 'score' | 'day' | 'kind' | 'id'>

/** Best first; of equals the newer day, then its summary, then the newer message. */
function compareRank(a: RankPosition, b: RankPosition): number {
  return (
    b.score - a.score || (a.day < b.day ? 1 : a.day > b.day ? -1 : 0) || (a.kind === b.kind ? b.id - a.id : a.kind === 'summary' ? -1 : 1)
  )
}

function findIndexAfter(ranked: readonly RankedResult[], cursor: SearchCursor): number {
  const index = ranked.findIndex((result) => compareRank(result, cursor) > 0)
  return index < 0 ? ranked.length : index
}
