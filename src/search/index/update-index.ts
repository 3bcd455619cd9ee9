import type { MessageId, ThreadId } from '../../core/domain/ids.ts'
import { defaultLanguage, detectLanguage, type LanguageCode } from '../../core/domain/languages.ts'
import { Prisma } from '../../store/generated/client.ts'
import { type Db, planOnce, repeatAfterConflict } from '../../store/store.ts'
import { textWithReferencesSql } from '../../threads/messages/references.ts'
import { lockAsReadSql, type ThreadState } from '../../threads/thread.ts'
import type { SearchDeps } from '../deps.ts'
import { configurationOf, scopeTagsSql, tsvectorSql } from '../query/terms.ts'
import type { ChunkChanges } from './chunk-day.ts'
import { type ChunkWork, chunkChangedDays, dropOutdatedChunks, maxFollowed, type PreparedChunks, prepareChunks } from './follow-changes.ts'
import { indexSummaries } from './index-summaries.ts'

export interface IndexResult {
  /** The number of messages whose index rows were written. */
  readonly written: number
  /** Whether the index of messages and summaries was up to date at the end. */
  readonly complete: boolean
}

/**
 * The maximum number of messages per batch, and of bytes of text before its last message. Other statements wait for a batch on the embedded
 * database, so a batch of long messages must not be slower than one of many short ones.
 */
const batchSize = 500
const batchBytes = 20_000

/** How often a batch is read again because the thread changed before it was written. After that the rest waits for the next update. */
const maxAttempts = 3

export interface IndexOptions {
  /** At most about this many messages, and as many summaries, are read. */
  readonly maxMessages?: number
}

/**
 * Brings message_index and summary_index up to date with a thread: new, edited and deleted messages, messages of unclear language that were
 * indexed in another one than the user's, and summaries. Safe to run concurrently, in any number of processes.
 */
export async function indexThread(deps: SearchDeps, threadId: ThreadId, options: IndexOptions = {}): Promise<IndexResult> {
  const work = await readIndexWork(deps.store.db, threadId)
  return work ? indexFrom(deps, work, options) : { written: 0, complete: true }
}

async function indexFrom(
  deps: SearchDeps,
  first: IndexWork,
  { maxMessages = Number.POSITIVE_INFINITY }: IndexOptions = {},
): Promise<IndexResult> {
  const { threadId } = first
  const { db } = deps.store
  let written = 0
  let work: IndexWork | undefined = first
  for (let seen = 0, failures = 0; work; work = await readIndexWork(db, threadId)) {
    const { batch } = work
    if (!batch) break
    if (seen >= maxMessages || failures === maxAttempts) return { written, complete: false }
    const stored = await storeIndex(db, work)
    if (!stored) {
      failures++
      continue
    }
    deps.log.debug({ threadId, messages: batch.length, written: stored.messages }, 'messages were indexed')
    seen += batch.length
    written += stored.messages
    if (work.isLastBatch) break
  }
  const complete = !work?.hasSummaries || (await indexSummaries(deps.store, threadId, maxMessages))
  return { written, complete }
}

/**
 * SQL for the language of texts whose language is unclear. The alias of the thread is t. Relies on continuous_threads_thread_id_key.
 */
const ownLanguageSql = Prisma.sql`
  coalesce((SELECT u.language FROM continuous_threads o JOIN users u ON u.id = o.user_id WHERE o.thread_id = t.id), ${defaultLanguage})`

/** SQL for whether summaries of a thread are not indexed. The alias of the thread is t. Relies on summary_index_thread_id_language_idx. */
const hasUnindexedSummariesSql = Prisma.sql`EXISTS (SELECT 1 FROM summary_index x WHERE x.thread_id = t.id AND x.language = '')`

/** SQL for the CTE `own`, with the `language` that a text of unclear language has in a thread: that of its user, or English in a channel. */
export const ownIndexSql = (threadId: ThreadId) => Prisma.sql`
  own AS (SELECT ${ownLanguageSql} AS language, ${hasUnindexedSummariesSql} AS summaries FROM threads t WHERE t.id = ${threadId})`

/** What is left to do for the index and the chunks of a thread. */
export interface IndexWork extends ThreadState, ChunkWork {
  readonly language: LanguageCode
  /** The next messages to index, with the part of their text that shows their language. Null if there are none. */
  readonly batch: readonly { readonly id: MessageId; readonly text: string }[] | null
  readonly isLastBatch: boolean
  readonly hasSummaries: boolean
}

/**
 * Reads what is left to do. The size of a batch is known without reading its text. The days are those with changes since the last one in
 * the chunks, whose number is a subquery, because the planner would read every message to join it. Relies on messages_thread_id_change_seq_key.
 */
async function readIndexWork(db: Db, threadId: ThreadId): Promise<IndexWork | undefined> {
  const unindexed = Prisma.sql`
    SELECT m.id, m.text, m.change_seq FROM (${newChangesSql(threadId)} ORDER BY m.change_seq LIMIT ${batchSize}) m`
  const assumed = Prisma.sql`
    SELECT m.id, m.text, m.change_seq FROM (${assumedInAnotherLanguageSql(threadId)} LIMIT ${batchSize}) i JOIN messages m ON m.id = i.message_id
    WHERE NOT EXISTS (SELECT 1 FROM unindexed)`
  const [work] = await db.$queryRaw<IndexWork[]>(planOnce`
    WITH own AS (
      SELECT t.id AS "threadId", t.change_seq AS "changeSeq", t.revision, ${ownLanguageSql} AS language,
        ${hasUnindexedSummariesSql} AS "hasSummaries", k.change_seq AS "chunkedSeq"
      FROM threads t LEFT JOIN chunk_cursors k ON k.thread_id = t.id WHERE t.id = ${threadId}
    ), unindexed AS MATERIALIZED (${unindexed}), sized AS (
      SELECT id, text, change_seq, sum(octet_length(text)) OVER (ORDER BY change_seq) - octet_length(text) AS before
      FROM (SELECT * FROM unindexed UNION ALL ${assumed}) next
    ), followed AS (
      SELECT m.segment_id FROM messages m
      WHERE m.thread_id = ${threadId} AND m.change_seq > (SELECT nullif("chunkedSeq", 0) FROM own) ORDER BY m.change_seq LIMIT ${maxFollowed}
    )
    SELECT own.*, (
      SELECT jsonb_agg(jsonb_build_object('id', id, 'text', left(text, ${detectionChars}::int)) ORDER BY change_seq)
      FROM sized WHERE before < ${batchBytes}
    ) AS batch, (SELECT count(*) < ${batchSize} AND coalesce(max(before), 0) < ${batchBytes} FROM sized) AND (
      NOT EXISTS (SELECT 1 FROM unindexed) OR NOT EXISTS (${assumedInAnotherLanguageSql(threadId)})
    ) AS "isLastBatch", (SELECT count(*)::int FROM followed) AS "followedChanges", ARRAY(SELECT DISTINCT segment_id FROM followed) AS days
    FROM own`)
  return work
}

/**
 * SQL for the changes after the last indexed one. Changes are numbered under the thread's lock and indexed in order, so no change before
 * the last indexed one is missing. Relies on message_index_thread_id_change_seq_idx and messages_thread_id_change_seq_key.
 */
export function newChangesSql(threadId: ThreadId): Prisma.Sql {
  return Prisma.sql`
    SELECT m.* FROM messages m
    WHERE m.thread_id = ${threadId} AND m.kind = 'chat' AND m.role IN ('user', 'assistant')
      AND m.change_seq > (SELECT coalesce(max(change_seq), 0) FROM message_index WHERE thread_id = ${threadId})`
}

/**
 * SQL for the messages of unclear language that were indexed before the user changed theirs. Relies on message_index_assumed_idx, and on a
 * CTE `own` with the language.
 */
export const assumedInAnotherLanguageSql = (threadId: ThreadId) => Prisma.sql`
  SELECT i.message_id FROM own JOIN message_index i ON i.language < own.language OR i.language > own.language
  WHERE i.thread_id = ${threadId} AND i.is_assumed`

/** The number of characters of a message that its language is detected from. */
export const detectionChars = 1_000

/**
 * SQL for the people and things that a session's notes find in a message, as lexemes without positions, because they are not at any place in
 * its text. Relies on session_names_message_id_idx. The alias of the message is batch.
 */
const namedLexemesSql = Prisma.sql`coalesce((
  SELECT strip(${tsvectorSql(Prisma.sql`string_agg(n.name, ' ')`, Prisma.sql`batch.configuration`)})
  FROM session_names n WHERE n.message_id = batch.id), '')`

/**
 * SQL for CTEs that write the index rows of some messages, each in the language of its text, for the thread in the CTE `locked`. `indexed` lists
 * the rows written. Never replaces a row with an earlier change, so that old text does not come back. Skips messages that are being deleted,
 * because deleting them changes a counter of the thread. Updates existing rows and then adds the missing ones, because ON CONFLICT writes more
 * to the log. If a concurrent statement adds the same row first, this one fails (`isAddedTwice`) and is run again.
 */
export function indexWriteSql(
  messages: readonly { readonly id: MessageId; readonly text: string }[],
  ownLanguage: LanguageCode,
): Prisma.Sql {
  const languages = messages.map(({ text }) => detectLanguage(text, ownLanguage))
  const assumed = languages.map((language) => language ?? ownLanguage)
  const lexemesSql = tsvectorSql(Prisma.sql`batch.indexed_text`, Prisma.sql`batch.configuration`)
  return Prisma.sql`
    batch AS MATERIALIZED (
      SELECT m.*, ${textWithReferencesSql} AS indexed_text, input.language, input.configuration, input.is_assumed
      FROM unnest(${messages.map(({ id }) => id)}::int[], ${assumed}::text[], ${assumed.map(configurationOf)}::text[],
        ${languages.map((language) => language === undefined)}::boolean[]) AS input(id, language, configuration, is_assumed)
      JOIN messages m ON m.id = input.id JOIN locked ON locked.id = m.thread_id
    ), entries AS MATERIALIZED (
      SELECT id AS message_id, thread_id, segment_id, audience, change_seq, language, is_assumed,
        CASE WHEN deleted_at IS NULL THEN ${lexemesSql} || ${namedLexemesSql} || ${scopeTagsSql} ELSE '' END AS terms
      FROM batch
    ), renewed AS (
      UPDATE message_index x SET thread_id = e.thread_id, segment_id = e.segment_id, audience = e.audience, change_seq = e.change_seq,
        language = e.language, is_assumed = e.is_assumed, terms = e.terms
      FROM entries e WHERE x.message_id = e.message_id AND (x.thread_id <> e.thread_id OR x.change_seq < e.change_seq
        OR (x.change_seq = e.change_seq AND (x.language <> e.language OR x.terms <> e.terms)))
      RETURNING 1
    ), added_entries AS (
      INSERT INTO message_index (message_id, thread_id, segment_id, audience, change_seq, language, is_assumed, terms)
      SELECT message_id, thread_id, segment_id, audience, change_seq, language, is_assumed, terms FROM entries e
      WHERE NOT EXISTS (SELECT 1 FROM message_index x WHERE x.message_id = e.message_id) ORDER BY message_id
      RETURNING 1
    ), indexed AS (SELECT * FROM renewed UNION ALL SELECT * FROM added_entries), added_languages AS (
      INSERT INTO thread_languages (thread_id, language)
      SELECT DISTINCT thread_id, language FROM entries e
      WHERE NOT EXISTS (SELECT 1 FROM thread_languages l WHERE l.thread_id = e.thread_id AND l.language = e.language)
      ORDER BY language ON CONFLICT DO NOTHING
    )`
}

/** Whether a statement has failed because a concurrent one has indexed the same message first. Run again, it finds that one's row. */
const isAddedTwice = (error: unknown): boolean => error instanceof Error && /message_index_pkey.*\b23505\b/s.test(error.message)

/**
 * Writes a batch of the index, with the chunks of the same changes if any are given. Returns undefined if the thread has changed since it was
 * read. Locks the thread first, as everything does that changes its messages. Concurrent runs share this lock, and then lock index rows, days
 * and the cursor, in this order; only the one that marks a day writes its chunks. They can still cause a deadlock, as can what does not lock
 * the thread, such as `dropOutdatedChunks`, so this is tried again.
 */
async function storeIndex(db: Db, work: IndexWork, chunks?: PreparedChunks): Promise<StoredBatch | undefined> {
  const statement = planOnce`
    WITH ${lockAsReadSql(work)}, ${indexWriteSql(work.batch ?? [], work.language)} ${chunks ? Prisma.sql`, ${chunks.write}` : Prisma.empty}
    SELECT (SELECT count(*)::int FROM locked) AS locked, (SELECT count(*)::int FROM indexed) AS messages,
      ${chunks ? Prisma.sql`(SELECT count(*)::int FROM added)` : Prisma.sql`0`} AS written,
      ${chunks ? Prisma.sql`(SELECT count(*)::int FROM gone)` : Prisma.sql`0`} AS deleted`
  const [stored] = await repeatAfterConflict(() => db.$queryRaw<(StoredBatch & { locked: number })[]>(statement), isAddedTwice)
  return stored?.locked ? stored : undefined
}

interface StoredBatch extends ChunkChanges {
  readonly messages: number
}

export interface IndexUpdateResult extends ChunkChanges {
  /** The number of messages indexed. */
  readonly messages: number
  /** The number of days whose chunks were out of date. */
  readonly days: number
}

export interface IndexUpdateOptions {
  /** Ends the update early, between two days. */
  readonly signal?: AbortSignal
  readonly onDay?: () => void
}

const nothingToDo: IndexUpdateResult = { messages: 0, days: 0, written: 0, deleted: 0 }

/** Brings message_index and summary_index of a thread up to date, and its chunks too if an embedding model is in use to need them. */
export async function refreshIndex(deps: SearchDeps, threadId: ThreadId, options: IndexUpdateOptions): Promise<IndexUpdateResult> {
  if (await deps.embeddings?.embedder()) return updateIndex(deps, threadId, options)
  const work = await readIndexWork(deps.store.db, threadId)
  if (!work) return nothingToDo
  const { written: messages } = await indexFrom(deps, work)
  if (work.chunkedSeq !== null) await dropOutdatedChunks(deps.store.db, work)
  return { ...nothingToDo, messages }
}

/**
 * Brings both indexes and the chunks of a thread up to date. Writes a few changes, such as those of a turn, in one statement, and more in
 * batches of messages and then one day at a time. Also makes up for lost and interrupted updates.
 */
export async function updateIndex(deps: SearchDeps, threadId: ThreadId, options: IndexUpdateOptions = {}): Promise<IndexUpdateResult> {
  const { db } = deps.store
  const work = await readIndexWork(db, threadId)
  if (!work) return nothingToDo
  const chunks = work.isLastBatch && !work.hasSummaries ? await prepareChunks(db, work) : undefined
  const stored = chunks && (await storeIndex(db, work, chunks))
  if (!stored) {
    const { written: messages } = await indexFrom(deps, work)
    return { messages, ...(await chunkChangedDays(deps, work, options)) }
  }
  const { messages, written, deleted } = stored
  deps.log.debug({ threadId, messages, written, deleted }, 'the changes of a thread were indexed')
  return { messages, days: chunks.days, written, deleted }
}
