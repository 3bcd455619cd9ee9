import type { ChangeSeq, SegmentId, ThreadId } from '../../core/domain/ids.ts'
import type { JobRun } from '../../core/ports/jobs.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db, Tx } from '../../store/store.ts'
import { oldestFirst } from '../../threads/messages/message-columns.ts'
import { lockThreadShared } from '../../threads/thread.ts'
import type { SearchDeps } from '../deps.ts'
import { loadSearchLanguage, type SearchLanguage, scopeTagsSql, tsvectorSql } from '../query/terms.ts'
import { type ChunkSourceRow, type PositionedChunk, splitDay } from './split-day.ts'

export interface IndexResult {
  /** The number of messages whose index rows were written. */
  readonly written: number
  /** Whether the index was up to date at the end. */
  readonly complete: boolean
}

const batchSize = 500

/**
 * Brings message_index up to date with a thread: indexes new, edited and deleted messages, and messages last indexed in another language.
 * Safe to run concurrently, in any number of processes. `maxMessages` limits how many messages are read. `language` is the language of the
 * thread, if the caller knows it.
 */
export async function indexThread(
  deps: SearchDeps,
  threadId: ThreadId,
  options: { readonly maxMessages?: number; readonly language?: SearchLanguage } = {},
): Promise<IndexResult> {
  const { store, log } = deps
  const { maxMessages = Number.POSITIVE_INFINITY, language = await loadSearchLanguage(store.db, threadId) } = options
  let written = 0
  for (let seen = 0; ; ) {
    const batch = await findNextBatchSql(store.db, threadId, language)
    if (!batch) return { written, complete: true }
    if (seen >= maxMessages) return { written, complete: false }
    const result = await store.transaction(async (tx) => {
      // Without the lock, the words of a message that is being deleted could reappear in the index.
      await lockThreadShared(tx, threadId)
      return writeIndexRows(tx, language, batch)
    })
    log.debug({ threadId, ...result }, 'messages were indexed')
    // Another run has just written the same rows and will continue with the next ones.
    if (result.written === 0) return { written, complete: false }
    seen += result.seen
    written += result.written
  }
}

/** Returns SQL that selects the next messages to index, or undefined if there are none. */
async function findNextBatchSql(db: Db, threadId: ThreadId, language: SearchLanguage): Promise<Prisma.Sql | undefined> {
  const changes = newChangesSql(threadId)
  const others = otherLanguagesSql(threadId, language)
  // ORDER BY with LIMIT 1 makes the planner use the index, which is sorted by change. With EXISTS, the planner would read every message
  // when it cannot tell how few are left.
  const [remaining] = await db.$queryRaw<{ changes: boolean; others: boolean }[]>`
    SELECT (SELECT next.change_seq FROM (${changes} ORDER BY m.change_seq LIMIT 1) next) IS NOT NULL AS changes, EXISTS (${others}) AS others`
  if (remaining?.changes) return Prisma.sql`${changes} ORDER BY m.change_seq LIMIT ${batchSize}`
  return remaining?.others ? Prisma.sql`${others} ORDER BY m.change_seq LIMIT ${batchSize}` : undefined
}

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

/** SQL for the messages that were indexed before the user changed the language. Relies on message_index_thread_id_language_idx. */
function otherLanguagesSql(threadId: ThreadId, language: SearchLanguage): Prisma.Sql {
  return Prisma.sql`
    SELECT m.* FROM message_index i JOIN messages m ON m.id = i.message_id
    WHERE i.thread_id = ${threadId} AND (i.language < ${language} OR i.language > ${language})`
}

interface IndexBatchResult {
  readonly seen: number
  readonly written: number
}

/** Writes the index rows of some messages. Never replaces a row with an earlier change, so that old text does not come back. */
async function writeIndexRows(tx: Tx, language: SearchLanguage, messages: Prisma.Sql): Promise<IndexBatchResult> {
  const lexemesSql = tsvectorSql(Prisma.sql`batch.text`, Prisma.sql`${language}`)
  const [result] = await tx.$queryRaw<IndexBatchResult[]>`
    WITH batch AS (${messages}), written AS (
      INSERT INTO message_index (message_id, thread_id, segment_id, audience, change_seq, language, terms)
      SELECT id, thread_id, segment_id, audience, change_seq, ${language},
        CASE WHEN deleted_at IS NULL THEN ${lexemesSql} || ${scopeTagsSql} ELSE '' END
      FROM batch
      ON CONFLICT (message_id) DO UPDATE SET
        thread_id = EXCLUDED.thread_id, segment_id = EXCLUDED.segment_id, audience = EXCLUDED.audience,
        change_seq = EXCLUDED.change_seq, language = EXCLUDED.language, terms = EXCLUDED.terms
      WHERE message_index.thread_id <> EXCLUDED.thread_id OR message_index.change_seq < EXCLUDED.change_seq
        OR (message_index.change_seq = EXCLUDED.change_seq AND message_index.language <> EXCLUDED.language)
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

/** Brings message_index of a thread up to date, and its chunks too if an embedding model is in use. Nothing else needs them. */
export async function refreshIndex(deps: SearchDeps, threadId: ThreadId, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
  if (await deps.embeddings?.embedder()) return void (await updateIndex(deps, threadId, { signal }))
  await indexThread(deps, threadId)
  // Days without a row are split once there is a model. See chunkMissedDays.
  await deps.store.db.$executeRaw`
    DELETE FROM chunked_segments c USING day_segments s WHERE s.id = c.segment_id AND s.thread_id = ${threadId} AND ${isBehindSql}`
}

/** The maximum number of days split per run. */
const maxMissedDays = 200

/** Splits days that were never split, newest first. There are many when an embedding model is used for the first time. */
export async function chunkMissedDays(deps: SearchDeps, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
  const missedDays = await deps.store.db.$queryRaw<{ id: SegmentId }[]>`
    SELECT s.id FROM day_segments s LEFT JOIN chunked_segments c ON c.segment_id = s.id
    WHERE c.segment_id IS NULL AND ${newestSeqSql} > 0 ORDER BY s.id DESC LIMIT ${maxMissedDays}`
  for (const { id } of missedDays) if (!signal.aborted) await chunkDay(deps, id)
}

/** Brings message_index and the chunks of a thread up to date, one day at a time. Also makes up for lost and interrupted updates. */
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

/** The numbers of rows added to and deleted from transcript_chunks. Rows that are kept do not count. */
export interface ChunkChanges {
  readonly written: number
  readonly deleted: number
}

/** SQL for the number of the newest change of a day. The alias of the day is s. */
const newestSeqSql = Prisma.sql`COALESCE((
  SELECT m.change_seq FROM messages m WHERE m.segment_id = s.id AND m.kind = 'chat' ORDER BY m.change_seq DESC LIMIT 1), 0)`

/**
 * SQL for whether the chunks of a day are out of date: the day has a newer change, or its revision shows that a message has left it. The
 * aliases are s for day_segments and c for chunked_segments, which may be left-joined.
 */
const isBehindSql = Prisma.sql`(COALESCE(s.revision <> c.revision, FALSE) OR ${newestSeqSql} <> COALESCE(c.change_seq, 0))`

/** Returns the days of a thread whose chunks are out of date, newest first. Relies on day_segments_thread_id_day_label_key. */
export async function findDaysToChunk(db: Db, threadId: ThreadId): Promise<SegmentId[]> {
  const rows = await db.$queryRaw<{ id: SegmentId }[]>`
    SELECT s.id FROM day_segments s LEFT JOIN chunked_segments c ON c.segment_id = s.id
    WHERE s.thread_id = ${threadId} AND ${isBehindSql} ORDER BY s.day_label DESC`
  return rows.map(({ id }) => id)
}

/** How often a day is split again because it changed meanwhile. After that it stays out of date until the next update. */
const maxAttempts = 3

/**
 * Brings the chunks of a day up to date. Safe to run concurrently, in any number of processes. Splits outside a transaction, because a long
 * day takes seconds, and discards the result if the day has changed meanwhile. So no older chunks and no deleted text are written.
 */
export async function chunkDay({ store, log }: SearchDeps, segmentId: SegmentId): Promise<ChunkChanges> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const day = await findChunkDay(store.db, segmentId)
    if (!day?.isBehind) return noChanges
    const chunks = await splitDay(await loadDayMessages(store.db, segmentId))
    const changes = await store.transaction((tx) => storeChunks(tx, { ...day, segmentId }, chunks))
    if (!changes) continue
    log.debug({ segmentId, ...changes }, 'a day was split into chunks')
    return changes
  }
  return noChanges
}

const noChanges: ChunkChanges = { written: 0, deleted: 0 }

interface ChunkDay {
  readonly threadId: ThreadId
  readonly newest: ChangeSeq
  readonly revision: number
  readonly isBehind: boolean
}

/** Returns the state of a day, or undefined if the day is gone. Read it before the messages, so that later changes are noticed. */
async function findChunkDay(db: Db, segmentId: SegmentId): Promise<ChunkDay | undefined> {
  const [day] = await db.$queryRaw<ChunkDay[]>`
    SELECT s.thread_id AS "threadId", s.revision, ${newestSeqSql} AS newest, ${isBehindSql} AS "isBehind"
    FROM day_segments s LEFT JOIN chunked_segments c ON c.segment_id = s.id WHERE s.id = ${segmentId}`
  return day
}

/** Stores the chunks of a day. Returns undefined if the day has changed since it was read. */
async function storeChunks(
  tx: Tx,
  read: ChunkDay & { readonly segmentId: SegmentId },
  chunks: readonly PositionedChunk[],
): Promise<ChunkChanges | undefined> {
  const { segmentId, newest, revision } = read
  await lockDay(tx, segmentId)
  const day = await findChunkDay(tx, segmentId)
  if (day?.newest !== newest || day.revision !== revision || day.threadId !== read.threadId) return undefined
  const changes = await replaceChunks(tx, read, chunks)
  await tx.chunkedSegment.update({ where: { segmentId }, data: { changeSeq: newest, revision } })
  return changes
}

/** Locks the segment row of a day and then its row in chunked_segments, in the same order as a deletion does. */
async function lockDay(tx: Tx, segmentId: SegmentId): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO chunked_segments (segment_id) SELECT id FROM day_segments WHERE id = ${segmentId} FOR KEY SHARE
    ON CONFLICT (segment_id) DO UPDATE SET revision = chunked_segments.revision`
}

/** Returns the messages of a day in order. Relies on messages_segment_id_sent_at_platform_order_id_idx. */
function loadDayMessages(db: Db, segmentId: SegmentId): Promise<ChunkSourceRow[]> {
  return db.$queryRaw<ChunkSourceRow[]>`
    SELECT m.id, m.audience, m.role, m.text, m.change_seq AS "changeSeq",
      CASE m.role WHEN 'tool' THEN COALESCE(m.tool->>'name', '') ELSE m.author_name END AS name
    FROM messages m
    WHERE m.segment_id = ${segmentId} AND m.kind = 'chat' AND m.role IN ('user', 'assistant', 'tool') AND m.deleted_at IS NULL
    ORDER BY ${oldestFirst}`
}

interface ThreadDay {
  readonly threadId: ThreadId
  readonly segmentId: SegmentId
}

/** Replaces the chunks of a day. An unchanged chunk keeps its row, and therefore its embedding. */
async function replaceChunks(tx: Tx, { threadId, segmentId }: ThreadDay, chunks: readonly PositionedChunk[]): Promise<ChunkChanges> {
  // Relies on transcript_chunks_segment_id_audience_hash_key. Inserts only new rows, because a conflict would use up an id.
  const [changes] = await tx.$queryRaw<ChunkChanges[]>`
    WITH input AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(chunks)}::jsonb) AS g(
        audience text, position int, "firstMessageId" int, "lastMessageId" int, "messageIds" int[], "changeSeq" int,
        hash text, text text, tokens int)
    ), here AS (
      SELECT id, audience, hash, position, change_seq FROM transcript_chunks WHERE segment_id = ${segmentId}
    ), gone AS (
      DELETE FROM transcript_chunks WHERE id IN (
        SELECT h.id FROM here h LEFT JOIN input g ON g.audience = h.audience AND g.hash = h.hash WHERE g.hash IS NULL)
      RETURNING 1
    ), kept AS (
      UPDATE transcript_chunks c SET position = g.position, change_seq = g."changeSeq"
      FROM here h JOIN input g ON g.audience = h.audience AND g.hash = h.hash
      WHERE c.id = h.id AND (h.position <> g.position OR h.change_seq <> g."changeSeq")
    ), added AS (
      INSERT INTO transcript_chunks (thread_id, segment_id, audience, position, first_message_id, last_message_id, message_ids,
        change_seq, hash, text, tokens)
      SELECT ${threadId}::int, ${segmentId}::int, g.audience, g.position, g."firstMessageId", g."lastMessageId", g."messageIds",
        g."changeSeq", g.hash, g.text, g.tokens
      FROM input g LEFT JOIN here h ON h.audience = g.audience AND h.hash = g.hash
      WHERE h.id IS NULL ORDER BY g.audience, g.position
      RETURNING 1
    )
    SELECT (SELECT count(*)::int FROM added) AS written, (SELECT count(*)::int FROM gone) AS deleted`
  return changes ?? { written: 0, deleted: 0 }
}
