import type { MessageId, SegmentId, ThreadId } from '../../core/domain/ids.ts'
import { detectLanguage, type LanguageCode } from '../../core/domain/languages.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db, Store, Tx } from '../../store/store.ts'
import { textWithReferencesSql } from '../../threads/messages/references.ts'
import { membersSql } from '../../threads/places.ts'
import type { Scope } from '../../threads/scope.ts'
import { lockThreadShared } from '../../threads/thread.ts'
import type { SearchDeps } from '../deps.ts'
import { configurationOf, loadOwnLanguage, scopeTagsSql, threadTagSql, tsvectorSql } from '../query/terms.ts'
import { type ChunkChanges, chunkDay, findDaysToChunk, isBehindSql } from './chunk-day.ts'

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

export interface IndexOptions {
  /** At most about this many messages, and as many summaries, are read. */
  readonly maxMessages?: number
  /** The language of texts whose language is unclear, if the caller knows it. */
  readonly ownLanguage?: LanguageCode
}

/** Brings message_index and summary_index up to date with a thread. Safe to run concurrently, in any number of processes. */
export async function indexThread(deps: SearchDeps, threadId: ThreadId, options: IndexOptions = {}): Promise<IndexResult> {
  const { maxMessages = Number.POSITIVE_INFINITY, ownLanguage = await loadOwnLanguage(deps.store.db, threadId) } = options
  const { hasUnindexedSummaries, ...result } = await indexMessages(deps, threadId, { maxMessages, ownLanguage })
  if (!hasUnindexedSummaries) return result
  const hasAllSummaries = await indexSummaries(deps.store, threadId, maxMessages)
  return { ...result, complete: result.complete && hasAllSummaries }
}

/**
 * SQL for the members of a shared place, apart from the caller, who have messages there that are not indexed. Relies on
 * messages_audience_thread_idx and message_index_thread_id_change_seq_idx. OFFSET 0 keeps the planner from an index of messages by time.
 */
const unindexedMembersSql = ({ audience, threadId }: Scope) => Prisma.sql`
  WITH RECURSIVE ${membersSql(audience)}
  SELECT members.thread_id AS "threadId" FROM members CROSS JOIN LATERAL (
    SELECT 1 FROM (
      SELECT m.kind, m.role FROM messages m WHERE m.audience = ${audience} AND m.audience <> 'private' AND m.thread_id = members.thread_id
        AND m.change_seq > (SELECT coalesce(max(i.change_seq), 0) FROM message_index i WHERE i.thread_id = members.thread_id)
      ORDER BY m.change_seq OFFSET 0) m
    WHERE m.kind = 'chat' AND m.role IN ('user', 'assistant') LIMIT 1) unindexed
  WHERE members.thread_id <> ${threadId}`

/**
 * Indexes the threads of the other members of a shared place, if they said something there that is not indexed. Reads at most about
 * `maxMessages`. Returns whether the index was already up to date, which it always is for a direct place.
 */
export async function indexPlace(deps: SearchDeps, scope: Scope, maxMessages: number): Promise<boolean> {
  if (scope.audience === 'private') return true
  const behind = await deps.store.db.$queryRaw<{ threadId: ThreadId }[]>(unindexedMembersSql(scope))
  let left = maxMessages
  for (const { threadId } of behind) {
    const { written } = await indexThread(deps, threadId, { maxMessages: left })
    left -= written
    if (left <= 0) break
  }
  return behind.length === 0
}

interface MessageIndexResult extends IndexResult {
  readonly hasUnindexedSummaries: boolean
}

/** Indexes new, edited and deleted messages, and messages of unclear language that were indexed in another one than the user's. */
async function indexMessages(
  { store, log }: SearchDeps,
  threadId: ThreadId,
  { maxMessages, ownLanguage }: Required<IndexOptions>,
): Promise<MessageIndexResult> {
  let written = 0
  for (let seen = 0; ; ) {
    const { batch, hasUnindexedSummaries } = await findUnindexed(store.db, threadId, ownLanguage)
    if (!batch) return { written, complete: true, hasUnindexedSummaries }
    if (seen >= maxMessages) return { written, complete: false, hasUnindexedSummaries }
    const result = await store.transaction(async (tx) => {
      // Without the lock, the words of a message that is being deleted could reappear in the index.
      await lockThreadShared(tx, threadId)
      return writeIndexRows(tx, ownLanguage, batch)
    })
    log.debug({ threadId, ...result }, 'messages were indexed')
    // Another run has just written the same rows and will continue with the next ones.
    if (result.written === 0) return { written, complete: false, hasUnindexedSummaries }
    seen += result.seen
    written += result.written
  }
}

interface Unindexed {
  /** SQL for the next messages to index. Undefined if there are none. */
  readonly batch: Prisma.Sql | undefined
  readonly hasUnindexedSummaries: boolean
}

/** Returns what is left to index. */
async function findUnindexed(db: Db, threadId: ThreadId, ownLanguage: LanguageCode): Promise<Unindexed> {
  const changes = newChangesSql(threadId)
  const others = assumedInAnotherLanguageSql(threadId, ownLanguage)
  // ORDER BY with LIMIT 1 makes the planner use the index, which is sorted by change. With EXISTS, the planner would read every message
  // when it cannot tell how few are left.
  const [remaining] = await db.$queryRaw<{ changes: boolean; others: boolean; summaries: boolean }[]>`
    SELECT (SELECT next.change_seq FROM (${changes} ORDER BY m.change_seq LIMIT 1) next) IS NOT NULL AS changes, EXISTS (${others}) AS others,
      EXISTS (${unindexedSummariesSql(threadId)}) AS summaries`
  const messages = remaining?.changes ? changes : remaining?.others ? others : undefined
  return { batch: messages && limitBatchSql(messages), hasUnindexedSummaries: remaining?.summaries ?? false }
}

/** SQL for the first messages of a selection that make up a batch: at least one. Their size is known without reading their text. */
const limitBatchSql = (messages: Prisma.Sql) => Prisma.sql`
  SELECT * FROM (
    SELECT next.*, sum(octet_length(next.text)) OVER (ORDER BY next.change_seq) - octet_length(next.text) AS before
    FROM (${messages} ORDER BY m.change_seq LIMIT ${batchSize}) next
  ) sized WHERE before < ${batchBytes}`

/**
 * SQL for the changes after the last indexed one. Changes are numbered under the thread's lock and indexed in order, so no change before
 * the last indexed one is missing. Relies on message_index_thread_id_change_seq_idx and messages_thread_id_change_seq_key.
 */
function newChangesSql(threadId: ThreadId): Prisma.Sql {
  return Prisma.sql`
    SELECT m.* FROM messages m
    WHERE m.thread_id = ${threadId} AND m.kind = 'chat' AND m.role IN ('user', 'assistant')
      AND m.change_seq > (SELECT coalesce(max(change_seq), 0) FROM message_index WHERE thread_id = ${threadId})`
}

/** SQL for the messages of unclear language that were indexed before the user changed theirs. Relies on message_index_assumed_idx. */
function assumedInAnotherLanguageSql(threadId: ThreadId, ownLanguage: LanguageCode): Prisma.Sql {
  return Prisma.sql`
    SELECT m.* FROM message_index i JOIN messages m ON m.id = i.message_id
    WHERE i.thread_id = ${threadId} AND i.is_assumed AND (i.language < ${ownLanguage} OR i.language > ${ownLanguage})`
}

interface IndexBatchResult {
  readonly seen: number
  readonly written: number
}

/** The number of characters of a message that its language is detected from. */
const detectionChars = 1_000

/**
 * SQL for the people and things that a session's notes find in a message, as lexemes without positions, because they are not at any place in
 * its text. Relies on session_names_message_id_idx. The alias of the message is batch.
 */
const namedLexemesSql = Prisma.sql`coalesce((
  SELECT strip(${tsvectorSql(Prisma.sql`string_agg(n.name, ' ')`, Prisma.sql`batch.configuration`)})
  FROM session_names n WHERE n.message_id = batch.id), '')`

/**
 * Writes the index rows of some messages, each in the language of its text. Never replaces a row with an earlier change, so that old text
 * does not come back.
 */
export async function writeIndexRows(tx: Tx, ownLanguage: LanguageCode, messages: Prisma.Sql): Promise<IndexBatchResult> {
  const texts = await tx.$queryRaw<{ id: MessageId; text: string }[]>`
    SELECT id, left(text, ${detectionChars}::int) AS text FROM (${messages}) batch`
  const languages = texts.map(({ text }) => detectLanguage(text, ownLanguage))
  const assumed = languages.map((language) => language ?? ownLanguage)
  const lexemesSql = tsvectorSql(Prisma.sql`batch.indexed_text`, Prisma.sql`batch.configuration`)
  const [result] = await tx.$queryRaw<IndexBatchResult[]>`
    WITH batch AS (
      SELECT m.*, ${textWithReferencesSql} AS indexed_text, input.language, input.configuration, input.is_assumed
      FROM unnest(${texts.map(({ id }) => id)}::int[], ${assumed}::text[], ${assumed.map(configurationOf)}::text[],
        ${languages.map((language) => language === undefined)}::boolean[]) AS input(id, language, configuration, is_assumed)
      JOIN messages m ON m.id = input.id
    ), written AS (
      INSERT INTO message_index (message_id, thread_id, segment_id, audience, change_seq, language, is_assumed, terms)
      SELECT id, thread_id, segment_id, audience, change_seq, language, is_assumed,
        CASE WHEN deleted_at IS NULL THEN ${lexemesSql} || ${namedLexemesSql} || ${scopeTagsSql} ELSE '' END
      FROM batch
      ON CONFLICT (message_id) DO UPDATE SET
        thread_id = EXCLUDED.thread_id, segment_id = EXCLUDED.segment_id, audience = EXCLUDED.audience,
        change_seq = EXCLUDED.change_seq, language = EXCLUDED.language, is_assumed = EXCLUDED.is_assumed, terms = EXCLUDED.terms
      WHERE message_index.thread_id <> EXCLUDED.thread_id OR message_index.change_seq < EXCLUDED.change_seq
        OR (message_index.change_seq = EXCLUDED.change_seq
          AND (message_index.language <> EXCLUDED.language OR message_index.terms <> EXCLUDED.terms))
      RETURNING 1
    )
    SELECT (SELECT count(*)::int FROM batch) AS seen, (SELECT count(*)::int FROM written) AS written`
  return result ?? { seen: 0, written: 0 }
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

/** Brings message_index and summary_index of a thread up to date, and its chunks too if an embedding model is in use to need them. */
export async function refreshIndex(deps: SearchDeps, threadId: ThreadId, options: IndexUpdateOptions): Promise<IndexUpdateResult> {
  if (await deps.embeddings?.embedder()) return updateIndex(deps, threadId, options)
  const { written: messages } = await indexThread(deps, threadId)
  await markDaysMissed(deps.store.db, threadId)
  return { messages, days: 0, written: 0, deleted: 0 }
}

/**
 * Marks the days whose chunks are out of date as never split, so that chunkMissedDays splits them once there is a model. Deletes the chunks
 * of days with edited or deleted messages, because they contain the old text.
 */
async function markDaysMissed(db: Db, threadId: ThreadId): Promise<void> {
  await db.$executeRaw`
    WITH missed AS (
      DELETE FROM chunked_segments c USING day_segments s
      WHERE s.id = c.segment_id AND s.thread_id = ${threadId} AND ${isBehindSql}
      RETURNING c.segment_id, s.revision <> c.revision AS changed
    )
    DELETE FROM transcript_chunks t USING missed WHERE t.segment_id = missed.segment_id AND missed.changed`
}

/** Brings both indexes and the chunks of a thread up to date, one day at a time. Also makes up for lost and interrupted updates. */
export async function updateIndex(
  deps: SearchDeps,
  threadId: ThreadId,
  { signal, onDay }: IndexUpdateOptions = {},
): Promise<IndexUpdateResult> {
  const { written: messages } = await indexThread(deps, threadId)
  const counts = { messages, days: 0, written: 0, deleted: 0 }
  for (const segmentId of await findDaysToChunk(deps.store.db, threadId)) {
    if (signal?.aborted) break
    const changes = await chunkDay(deps, segmentId)
    counts.days++
    counts.written += changes.written
    counts.deleted += changes.deleted
    onDay?.()
  }
  return counts
}

/** The number of summaries per batch. They are long, and other statements wait for a batch on the embedded database. */
const summaryBatchSize = 20

/**
 * Brings summary_index up to date with a thread: indexes new and rewritten summaries, in the language that they were written in. Reads at
 * most about `maxSummaries`. Safe to run concurrently, in any number of processes. Returns whether the index is complete.
 */
async function indexSummaries(
  { db, transaction }: Pick<Store, 'db' | 'transaction'>,
  threadId: ThreadId,
  maxSummaries: number,
): Promise<boolean> {
  const unindexed = unindexedSummariesSql(threadId)
  for (let seen = 0; ; seen += summaryBatchSize) {
    const [next] = await db.$queryRaw<unknown[]>`${unindexed} LIMIT 1`
    if (!next) return true
    if (seen >= maxSummaries) return false
    const written = await transaction(async (tx) => {
      await lockThreadShared(tx, threadId)
      // FOR SHARE waits for a summary that is being rewritten. Otherwise, its old words could return to the index.
      const summaries = await tx.$queryRaw<{ id: SegmentId; language: LanguageCode }[]>`
        SELECT d.segment_id AS id, d.language FROM day_summaries d
        WHERE d.segment_id IN (${unindexed} ORDER BY x.segment_id LIMIT ${summaryBatchSize}) ORDER BY d.segment_id FOR SHARE OF d`
      return tx.$executeRaw`
        UPDATE summary_index x SET language = d.language,
          terms = ${tsvectorSql(Prisma.sql`d.markdown`, Prisma.sql`input.configuration`)} || ${threadTagSql(Prisma.sql`x.thread_id`)}
        FROM unnest(${summaries.map(({ id }) => id)}::int[], ${summaries.map(({ language }) => configurationOf(language))}::text[])
          AS input(id, configuration) JOIN day_summaries d ON d.segment_id = input.id
        WHERE x.segment_id = input.id AND x.language = ''`
    })
    // Another run has just written the same rows and will continue with the next ones.
    if (written === 0) return false
  }
}

/** SQL for the summaries that are not indexed. Relies on summary_index_thread_id_language_idx. */
const unindexedSummariesSql = (threadId: ThreadId) => Prisma.sql`
  SELECT x.segment_id FROM summary_index x WHERE x.thread_id = ${threadId} AND x.language = ''`
