import { messageOf } from '../core/domain/errors.ts'
import type { MessageId } from '../core/domain/ids.ts'
import { defaultLanguage, type LanguageCode } from '../core/domain/languages.ts'
import type { Db } from '../store/store.ts'
import { readerTimezoneSql } from '../threads/days/day-segment.ts'
import type { Scope } from '../threads/scope.ts'
import type { SearchDeps } from './deps.ts'
import { indexPlace, indexThread, isIndexBehindSql, ownIndexSql } from './index/update-index.ts'
import { languagesFoundSql, languagesInSql } from './query/terms.ts'
import {
  type CorpusRow,
  type CorpusSize,
  corpusSql,
  loadNewestMessages,
  type NewestMessage,
  newestTemplate,
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
  /** Returns the newest messages that are not excluded. Reads them once. */
  readonly loadNewest: () => Promise<readonly NewestMessage[]>
}

export interface SearchOpening {
  /** Messages that the searches exclude. Their index may be missing. */
  readonly excluded?: readonly MessageId[] | undefined
  /** The age up to which a conversation is searched, on a later page. */
  readonly upTo?: number | undefined
}

/** Reads the state of a conversation, once for all searches of a reply. If messages are not indexed yet, indexes them first. */
export async function openSearch(deps: SearchDeps, scope: Scope, opening: SearchOpening = {}): Promise<SearchState> {
  const { db } = deps.store
  const state = await readIndexState(db, scope, opening)
  // The index is nearly always up to date, so reading it at once nearly always gives a valid result.
  const { isBehind, ...current } = (await ensureIndexed(deps, scope, state.isBehind)) ? state : await readIndexState(db, scope, opening)
  const bounds = { scope, upTo: current.size.upTo, segments: undefined }
  let newest: Promise<readonly NewestMessage[]> | undefined
  return {
    ...current,
    loadNewest() {
      newest ??= loadNewestMessages(db, bounds, { excluded: new Set(opening.excluded) })
      return newest
    },
  }
}

/** What the index of a conversation says about it. */
interface IndexState extends Omit<SearchState, 'loadNewest'> {
  readonly isBehind: boolean
}

type StateRow = Omit<IndexState, 'size'> & CorpusRow

async function readIndexState(db: Db, scope: Scope, { excluded = [], upTo }: SearchOpening): Promise<IndexState> {
  const [row] = await db.$queryRaw<StateRow[]>(newestTemplate({ scope })`
    WITH RECURSIVE ${languagesInSql(scope)}, ${ownIndexSql(scope.threadId)}
    SELECT own.language, ${isIndexBehindSql(scope.threadId, excluded)} AS "isBehind", newest.*, counted.*,
      ${readerTimezoneSql(scope)} AS timezone, ARRAY(${languagesFoundSql}) AS "textLanguages"
    FROM own, ${corpusSql(scope, upTo)}`)
  const size = { messages: 0, averageLength: 1, upTo: 0, isCounted: true }
  if (!row) return { language: defaultLanguage, textLanguages: [], timezone: 'UTC', size, isBehind: false }
  const { language, textLanguages, timezone, isBehind } = row
  return { language, textLanguages, timezone, isBehind, size: toCorpusSize(row, scope) }
}

/**
 * Indexes the newest messages, in a shared place those of all members. Returns whether the index was already up to date. If indexing fails,
 * the search continues without these messages.
 */
async function ensureIndexed(deps: SearchDeps, scope: Scope, isBehind: boolean): Promise<boolean> {
  const { threadId } = scope
  try {
    const own = isBehind && indexThread(deps, threadId, { maxMessages: maxIndexedBeforeSearch })
    const [, wereOthersUpToDate] = await Promise.all([own, indexPlace(deps, scope, maxIndexedBeforeSearch)])
    return !isBehind && wereOthersUpToDate
  } catch (error) {
    deps.log.warn({ threadId, error: messageOf(error) }, 'indexing the newest messages before a search failed')
    return false
  }
}
