import { messageOf } from '../core/domain/errors.ts'
import type { MessageId, ThreadId } from '../core/domain/ids.ts'
import { defaultLanguage, type LanguageCode } from '../core/domain/languages.ts'
import { combineReads } from '../store/combined-reads.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db } from '../store/store.ts'
import { readerTimezoneSql } from '../threads/days/day-segment.ts'
import { membersSql } from '../threads/places.ts'
import type { Scope } from '../threads/scope.ts'
import type { SearchDeps } from './deps.ts'
import { assumedInAnotherLanguageSql, indexThread, newChangesSql, ownIndexSql } from './index/update-index.ts'
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
  /** Combines what searches that share the state read at the same time. */
  readonly db: Db
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
export interface IndexReading extends Omit<SearchState, 'db' | 'newest'>, IndexBacklog {
  /** The newest messages, including those that a search excludes. */
  readonly newest: readonly NewestMessage[]
}

export interface SearchOpening {
  /** Messages that the searches exclude. Their index may be missing. */
  readonly excluded?: readonly MessageId[] | undefined
  /** The age up to which a conversation is searched, on a later page. */
  readonly upTo?: number | undefined
  /** What `startReadingIndex` returned, if the index was read ahead. Not together with `upTo`. */
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
  const combined = combineReads(db)
  return { db: combined, language, textLanguages, timezone, size, newest: createNewestReader(combined, excludedIds, found) }
}

/** Reads the index ahead of a search, before it is known what the search excludes. A failure reaches only the search that awaits it. */
export function startReadingIndex(db: Db, scope: Scope): Promise<IndexReading> {
  const reading = readIndex(db, scope)
  // It may turn out that nothing awaits it. Without a handler, its failure would then end the process.
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

/** The reading of a deleted thread. */
const emptyReading: IndexReading = {
  ...{ language: defaultLanguage, textLanguages: [], timezone: 'UTC', newest: [] },
  ...{ size: { messages: 0, averageLength: 1, upTo: 0, isCounted: true }, isOutdated: false, unindexed: [], unindexedMembers: [] },
}

/** What is missing in the index of a conversation. */
interface IndexBacklog {
  /** Whether summaries, or messages of unclear language, must be indexed again. */
  readonly isOutdated: boolean
  /** The ids of the first messages of the thread that are not indexed. */
  readonly unindexed: readonly MessageId[]
  /** In a shared place, the threads of the other members who have messages there that are not indexed. */
  readonly unindexedMembers: readonly ThreadId[]
}

/** At most this many unindexed messages are listed. If there are more, a search waits for the index. */
const mostUnindexed = 500

/**
 * SQL, with the CTE `own`, for the columns of IndexBacklog. ORDER BY with LIMIT makes the planner use the index, which is sorted by change.
 * Without, the planner would read every message when it cannot tell how few are left.
 */
const indexBacklogSql = (scope: Scope): Prisma.Sql => Prisma.sql`
  (own.summaries OR EXISTS (${assumedInAnotherLanguageSql(scope.threadId)})) AS "isOutdated",
  ARRAY(SELECT next.id FROM (${newChangesSql(scope.threadId)} ORDER BY m.change_seq LIMIT ${Prisma.raw(String(mostUnindexed))}) next) AS unindexed,
  ${scope.audience === 'private' ? Prisma.sql`'{}'::int[]` : Prisma.sql`ARRAY(${unindexedMembersSql(scope)})`} AS "unindexedMembers"`

interface SearchBacklog {
  readonly backlog: IndexBacklog
  /** Messages that a search excludes, such as the one it is made for. It need not wait for them. */
  readonly excludedIds: ReadonlySet<MessageId>
}

/**
 * Indexes what the searches must wait for: messages of the thread and, in a shared place, those of the other members. Returns whether the
 * index was already up to date. If indexing fails, the searches continue without these messages.
 */
async function ensureIndexed(deps: SearchDeps, { threadId }: Scope, { backlog, excludedIds }: SearchBacklog): Promise<boolean> {
  const { isOutdated, unindexed, unindexedMembers } = backlog
  const isBehind = isOutdated || unindexed.length === mostUnindexed || unindexed.some((id) => !excludedIds.has(id))
  const maxMessages = maxIndexedBeforeSearch
  try {
    await Promise.all([isBehind && indexThread(deps, threadId, { maxMessages }), indexMembers(deps, unindexedMembers, maxMessages)])
    return !isBehind && unindexedMembers.length === 0
  } catch (error) {
    deps.log.warn({ threadId, error: messageOf(error) }, 'indexing the newest messages before a search failed')
    return false
  }
}

/** Indexes threads. Reads at most about `maxMessages` of all together. */
async function indexMembers(deps: SearchDeps, threadIds: readonly ThreadId[], maxMessages: number): Promise<void> {
  let left = maxMessages
  for (const threadId of threadIds) {
    const { written } = await indexThread(deps, threadId, { maxMessages: left })
    left -= written
    if (left <= 0) break
  }
}

/**
 * SQL for the members of a shared place, apart from the caller, who have messages there that are not indexed. Relies on
 * messages_audience_thread_idx and message_index_thread_id_change_seq_idx. OFFSET 0 keeps the planner from an index of messages by time.
 */
const unindexedMembersSql = ({ audience, threadId }: Scope) => Prisma.sql`
  WITH RECURSIVE ${membersSql(audience)}
  SELECT members.thread_id FROM members CROSS JOIN LATERAL (
    SELECT 1 FROM (
      SELECT m.kind, m.role FROM messages m WHERE m.audience = ${audience} AND m.audience <> 'private' AND m.thread_id = members.thread_id
        AND m.change_seq > (SELECT coalesce(max(i.change_seq), 0) FROM message_index i WHERE i.thread_id = members.thread_id)
      ORDER BY m.change_seq OFFSET 0) m
    WHERE m.kind = 'chat' AND m.role IN ('user', 'assistant') LIMIT 1) unindexed
  WHERE members.thread_id <> ${threadId}`
