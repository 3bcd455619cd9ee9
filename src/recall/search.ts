import type { Embeddings } from '../core/embedder.ts'
import { InputError, messageOf } from '../core/errors.ts'
import type { SegmentId } from '../core/ids.ts'
import { plannedOnce } from '../store/planned-once.ts'
import type { Db } from '../store/store.ts'
import type { Scope } from '../threads/scope.ts'
import { type Reach, seenInIndex, segmentsWithin, sizeOf } from './candidates.ts'
import { type Cursor, fingerprint, readCursor, writeCursor } from './cursor.ts'
import { type FirstPage, firstPageOf, rememberFirstPage } from './first-page.ts'
import { indexThread, type RecallParts } from './index-thread.ts'
import { parseQuery, type Query } from './query.ts'
import { depths, rankedCandidates } from './ranked-candidates.ts'
import { allowedDays, checkedInput, type SearchInput } from './search-input.ts'
import { type Permalink, pageOf, type Ranked, type SearchResult } from './search-results.ts'
import { languageOf, lexemesOf, type SearchLanguage } from './terms.ts'
import { thesaurusOf } from './thesaurus.ts'
import { meaningOf } from './vectors/meaning.ts'
import { type Term, termsOf } from './word-forms.ts'

export interface SearchParts extends RecallParts {
  /** Absent: by words alone. */
  readonly embeddings?: Embeddings
  readonly permalink?: Permalink
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
const mostTerms = 48

/** Before searching, at most this many messages are indexed; a longer arrears is the job's. */
const indexedFirst = 2_000

/**
 * Searches what the scope sees: messages and day summaries in one list, best first. Any word
 * may match. Throws InputError for arguments that are wrong and for cursors that are not of this search.
 */
export async function search(parts: SearchParts, scope: Scope, input: SearchInput): Promise<SearchOutput> {
  const checked = checkedInput(input)
  const { limit, offset, cursor: given, min_score, ...what } = checked
  const { excludeMessageIds, leastShare = 0, onePage } = input
  const name = fingerprint(scope, { ...what, min_score })
  const cursor = given === undefined ? undefined : readCursor(name, given)
  const { db } = parts.store

  const language = await languageOf(db, scope.threadId)
  const at = cursor ? new Date(cursor.at) : parts.clock.now()
  const readIndex = () => Promise.all([timezoneOf(db, scope), sizeOf(db, scope, cursor?.upTo)])
  // Nearly always everything is indexed already: then what was read meanwhile holds.
  const [wasIndexed, meanwhile, thesaurus] = await Promise.all([
    isIndexed(parts, scope, language),
    readIndex(),
    thesaurusOf(parts.store, language),
  ])
  const [timezone, size] = wasIndexed ? meanwhile : await readIndex()
  const allowed = allowedDays(checked, at, timezone)
  const parsed = parseQuery(checked.query, { now: at, timezone, limitedTo: allowed })
  const [segments, asked] = await Promise.all([allowed && segmentsWithin(db, scope, [allowed]), termsIn(db, language, parsed)])
  const reach: Reach = { scope, upTo: cursor?.upTo ?? size.upTo, segments, ...(cursor && { firstPageAt: at }) }
  // What the database drops from a topic is no topic.
  const query = asked.length > 0 ? parsed : { ...parsed, topic: '' }
  const excluded = new Set(excludeMessageIds)
  const searchName = `${name} ${at.getTime()}`
  const first = cursor && firstPageOf(parts.store, searchName)
  // A search that began by words alone goes on so, or its pages would not fit together.
  const meaning = first ? first.meaning : cursor?.semantic === false ? undefined : await meaningOf(parts, reach, query.text)
  if (cursor?.semantic && !meaning)
    throw new InputError('This search began by meaning too, which cannot be gone on with now. Begin it again, without the cursor.')
  const { candidates, terms, kinds } = await rankedCandidates(db, {
    reach,
    depth: onePage ? depths.best : depths.pages,
    query,
    terms: asked,
    language,
    thesaurus,
    size,
    excluded,
    meaning,
  })
  const ranked = (cursor ? asOnFirstPage(candidates, first, at) : candidates)
    .filter(({ score, share }) => score > 0 && score >= min_score && share >= leastShare)
    .sort(byRank)

  const start = cursor ? firstAfter(ranked, cursor) : offset
  const page = ranked.slice(start, start + limit)
  const last = page.at(-1)
  const goesOn = !onePage && start + limit < ranked.length
  if (goesOn && !cursor) rememberFirstPage(parts.store, searchName, { meaning, summaries: scoresOfSummaries(candidates) })
  return {
    results: await pageOf(db, page, {
      scope,
      terms,
      kinds,
      language,
      decisions: query.forDecisions,
      ...(parts.permalink && { permalink: parts.permalink }),
    }),
    ...(last &&
      goesOn && {
        next_cursor: writeCursor(name, {
          at: at.getTime(),
          upTo: reach.upTo,
          semantic: meaning !== undefined,
          score: last.score,
          day: last.day,
          kind: last.kind,
          id: last.id,
        }),
      }),
    total_estimate: ranked.length,
    signals: { fts: true, semantic: meaning !== undefined },
  }
}

/** Indexes the newest messages; whether all were indexed before. Where that fails, the search goes on without them. */
async function isIndexed(parts: SearchParts, { threadId }: Scope, language: SearchLanguage): Promise<boolean> {
  try {
    const { written, complete } = await indexThread(parts, threadId, { most: indexedFirst, language })
    return complete && written === 0
  } catch (error) {
    parts.log.warn({ threadId, error: messageOf(error) }, 'the newest messages could not be indexed before a search')
    return false
  }
}

/** The timezone of whoever asks: the one they set, else the one in which the latest day that they see was cut. */
async function timezoneOf(db: Db, scope: Scope): Promise<string> {
  const [row] = await db.$queryRaw<{ timezone: string }[]>`
    ${plannedOnce} SELECT coalesce(
      (SELECT timezone FROM users WHERE id = ${scope.userId}),
      (SELECT s.timezone FROM message_index i JOIN day_segments s ON s.id = i.segment_id WHERE ${seenInIndex(scope)} ORDER BY i.change_seq DESC LIMIT 1),
      'UTC') AS timezone`
  return row?.timezone ?? 'UTC'
}

/** What is looked for: the topic with words of the days named, or all words when there are none but those that every question has. */
async function termsIn(db: Db, language: SearchLanguage, { topic, dateWords, undated, days }: Query): Promise<Term[]> {
  const lexemesIn = async (text: string) => (text.trim() === '' ? [] : lexemesOf(db, language, text))
  const [ofTopic, ofDates] = await Promise.all([lexemesIn(topic), lexemesIn(dateWords)])
  const found = ofTopic.length > 0 ? [...new Set([...ofTopic, ...ofDates])] : days.length > 0 ? [] : await lexemesIn(undated)
  return termsOf(found, language).slice(0, mostTerms)
}

function scoresOfSummaries(candidates: readonly Ranked[]): Map<SegmentId, number> {
  return new Map(candidates.flatMap((result) => (result.kind === 'summary' ? [[result.id, result.score]] : [])))
}

/** With the summaries that the first page knew, in their places then; where that is forgotten, without those written since. */
function asOnFirstPage(candidates: readonly Ranked[], first: FirstPage | undefined, at: Date): Ranked[] {
  return candidates.flatMap((result) => {
    if (result.kind === 'message') return result
    const score = first ? first.summaries.get(result.id) : result.summary.updatedAt <= at ? result.score : undefined
    return score === undefined ? [] : { ...result, score }
  })
}

type Place = Pick<Cursor, 'score' | 'day' | 'kind' | 'id'>

/** Best first; of equals the newer day, then its summary, then the newer message. */
function byRank(a: Place, b: Place): number {
  return (
    b.score - a.score || (a.day < b.day ? 1 : a.day > b.day ? -1 : 0) || (a.kind === b.kind ? b.id - a.id : a.kind === 'summary' ? -1 : 1)
  )
}

function firstAfter(ranked: readonly Ranked[], cursor: Cursor): number {
  const index = ranked.findIndex((result) => byRank(result, cursor) > 0)
  return index < 0 ? ranked.length : index
}
