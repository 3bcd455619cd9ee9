import { messageOf } from '../core/domain/errors.ts'
import type { MessageId } from '../core/domain/ids.ts'
import { defaultLanguage, type LanguageCode } from '../core/domain/languages.ts'
import type { Db } from '../store/store.ts'
import { readerTimezoneSql } from '../threads/days/day-segment.ts'
import type { Scope } from '../threads/scope.ts'
import type { SearchDeps } from './deps.ts'
import { type IndexBacklog, indexBacklog, indexBacklogSql, ownIndexSql, type SearchBacklog } from './index/update-index.ts'
import { languagesFoundSql, languagesInSql } from './query/terms.ts'
import {
  type CorpusRow,
  type CorpusSize,
  corpusSql,
  createNewestReader,
  type NewestMessage,
  type NewestReader,
  newestTemplate,
  parseNewest,
  toCorpusSize,
} from './retrieve/bounds.ts'

/** At most this many messages are indexed before a search. A job indexes the rest. */
const maxIndexedBeforeSearch = 2_000

/** What a search needs to know of a conversation before it parses a query. */
export interface SearchState {
  /** The language that a text of unclear language has in the thread. */
  readonly language: LanguageCode
  /** The languages of the indexed texts. */
  readonly textLanguages: readonly LanguageCode[]
  /** The reader's, as an IANA name. */
  readonly timezone: string
  readonly size: CorpusSize
  readonly newest: NewestReader
}

/** The state of a conversation, and what of it is not indexed. */
export interface IndexReading extends Omit<SearchState, 'newest'>, IndexBacklog {
  /** The newest messages, including those that a search excludes. */
  readonly newest: readonly NewestMessage[]
}

export interface SearchOpening {
  /** Messages that the searches exclude. Their index may be missing. */
  readonly excluded?: readonly MessageId[] | undefined
  /** The age up to which a conversation is searched, on a later page. */
  readonly upTo?: number | undefined
  /** What `startReadingIndex` returned, if the index was read ahead. */
  readonly reading?: Promise<IndexReading> | undefined
}

/** Reads the state of a conversation, once for all searches of a reply. If messages are not indexed yet, indexes them first. */
export async function openSearch(deps: SearchDeps, scope: Scope, { excluded, upTo, reading }: SearchOpening = {}): Promise<SearchState> {
  const { db } = deps.store
  const excludedIds = new Set(excluded)
  // The index is nearly always up to date, so reading it at once nearly always gives a valid result.
  const first = await (reading ?? readIndex(db, scope, upTo))
  const { language, textLanguages, timezone, size, newest } = (await ensureIndexed(deps, scope, { backlog: first, excludedIds }))
    ? first
    : await readIndex(db, scope, upTo)
  const found = newest.filter(({ id }) => !excludedIds.has(id))
  return { language, textLanguages, timezone, size, newest: createNewestReader(db, excludedIds, found) }
}

/** Reads the index ahead of a search, before it is known what the search excludes. A failure is that of the search which awaits it. */
export function startReadingIndex(db: Db, scope: Scope): Promise<IndexReading> {
  const reading = readIndex(db, scope)
  // Nobody may await it. Without a handler, its failure would end the process.
  reading.catch(() => undefined)
  return reading
}

type IndexRow = Omit<IndexReading, 'size' | 'newest'> & CorpusRow

async function readIndex(db: Db, scope: Scope, upTo?: number): Promise<IndexReading> {
  const [row] = await db.$queryRaw<IndexRow[]>(newestTemplate({ scope })`
    WITH RECURSIVE ${languagesInSql(scope)}, ${ownIndexSql(scope.threadId)}
    SELECT own.language, ${indexBacklogSql(scope)}, newest.*, counted.*, ${readerTimezoneSql(scope)} AS timezone, ARRAY(${languagesFoundSql}) AS "textLanguages"
    FROM own, ${corpusSql(scope, upTo)}`)
  if (!row) return emptyReading
  const { language, textLanguages, timezone, isOutdated, unindexed, unindexedMembers } = row
  const newest = parseNewest(row.list)
  return { language, textLanguages, timezone, isOutdated, unindexed, unindexedMembers, newest, size: toCorpusSize(row, newest, scope) }
}

/** That of a thread which was deleted. */
const emptyReading: IndexReading = {
  ...{ language: defaultLanguage, textLanguages: [], timezone: 'UTC', newest: [] },
  ...{ size: { messages: 0, averageLength: 1, upTo: 0, isCounted: true }, isOutdated: false, unindexed: [], unindexedMembers: [] },
}

/** Indexes what the searches must wait for. Returns whether the index was already up to date. If it fails, they continue without these messages. */
async function ensureIndexed(deps: SearchDeps, scope: Scope, waiting: SearchBacklog): Promise<boolean> {
  try {
    return await indexBacklog(deps, scope, waiting, maxIndexedBeforeSearch)
  } catch (error) {
    deps.log.warn({ threadId: scope.threadId, error: messageOf(error) }, 'indexing the newest messages before a search failed')
    return false
  }
}
