import type { ChangeSeq, MessageId, SegmentId, ThreadId } from '../../core/domain/ids.ts'
import type { JobRun } from '../../core/ports/jobs.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db, Tx } from '../../store/store.ts'
import { oldestFirst } from '../../threads/messages/message-columns.ts'
import { textWithReferencesSql } from '../../threads/messages/references.ts'
import type { SearchDeps } from '../deps.ts'
import { type ChunkSourceRow, type PositionedChunk, type ResumePoint, splitDay } from './split-day.ts'

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
export const isBehindSql = Prisma.sql`(COALESCE(s.revision <> c.revision, FALSE) OR ${newestSeqSql} <> COALESCE(c.change_seq, 0))`

/** Returns the days of a thread whose chunks are out of date, newest first. Relies on day_segments_thread_id_day_label_key. */
export async function findDaysToChunk(db: Db, threadId: ThreadId): Promise<SegmentId[]> {
  const rows = await db.$queryRaw<{ id: SegmentId }[]>`
    SELECT s.id FROM day_segments s LEFT JOIN chunked_segments c ON c.segment_id = s.id
    WHERE s.thread_id = ${threadId} AND ${isBehindSql} ORDER BY s.day_label DESC`
  return rows.map(({ id }) => id)
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

/** How often a day is split again because it changed meanwhile. After that it stays out of date until the next update. */
const maxAttempts = 3

/**
 * Brings the chunks of a day up to date. Safe to run concurrently, in any number of processes. If messages were only appended, only the
 * last chunk is split again. Splits outside a transaction, because a long day takes seconds, and discards the result if the day or its
 * chunks have changed meanwhile. So no older chunks and no deleted text are written.
 */
export async function chunkDay({ store, log }: SearchDeps, segmentId: SegmentId): Promise<ChunkChanges> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const day = await findChunkDay(store.db, segmentId)
    if (!day?.isBehind) return noChanges
    const resumePoints = await findResumePoints(store.db, segmentId, day)
    const chunks = await splitDay({ rows: await loadMessagesToSplit(store.db, segmentId, resumePoints), resumePoints })
    const changes = await store.transaction((tx) => storeChunks(tx, { ...day, segmentId, resumePoints }, chunks))
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
  /** The last change in the chunks, and the revision that they were made from. Null if there are none. */
  readonly chunkedSeq: ChangeSeq | null
  readonly chunkedRevision: number | null
}

/** Returns the state of a day, or undefined if the day is gone. Read it before the messages, so that later changes are noticed. */
async function findChunkDay(db: Db, segmentId: SegmentId): Promise<ChunkDay | undefined> {
  const [day] = await db.$queryRaw<ChunkDay[]>`
    SELECT s.thread_id AS "threadId", s.revision, ${newestSeqSql} AS newest, ${isBehindSql} AS "isBehind",
      c.change_seq AS "chunkedSeq", c.revision AS "chunkedRevision"
    FROM day_segments s LEFT JOIN chunked_segments c ON c.segment_id = s.id WHERE s.id = ${segmentId}`
  return day
}

interface DayResumePoint extends ResumePoint {
  /** The first message of the chunk that ends there. */
  readonly firstMessageId: MessageId
}

/**
 * Returns the end of the chunk before the last one, for each audience whose messages up to there are unchanged since they were split. None
 * if text of the day has changed or disappeared.
 */
async function findResumePoints(
  db: Db,
  segmentId: SegmentId,
  { revision, chunkedSeq, chunkedRevision }: ChunkDay,
): Promise<DayResumePoint[]> {
  if (!chunkedSeq || revision !== chunkedRevision) return []
  // A late message may belong before that chunk.
  return db.$queryRaw<DayResumePoint[]>`
    SELECT c.audience, c.position + 1 AS position, c.first_message_id AS "firstMessageId", c.last_message_id AS "messageId",
      c.last_end AS at
    FROM (
      SELECT audience, position, first_message_id, last_message_id, last_end, max(position) OVER (PARTITION BY audience) AS last
      FROM transcript_chunks WHERE segment_id = ${segmentId}
    ) c JOIN messages l ON l.id = c.last_message_id
    WHERE c.position = c.last - 1 AND c.last_end IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM messages m
      WHERE m.segment_id = ${segmentId} AND m.audience = c.audience AND m.change_seq > ${chunkedSeq}
        AND (m.sent_at, m.platform_order, m.id) <= (l.sent_at, l.platform_order, l.id))`
}

/** Stores the chunks of a day. Returns undefined if the day or its chunks have changed since it was read. */
async function storeChunks(tx: Tx, read: ChunkDay & ReplacedChunks, chunks: readonly PositionedChunk[]): Promise<ChunkChanges | undefined> {
  const { segmentId, newest, revision } = read
  // The lock gives a day without chunks a row.
  const { chunkedSeq = 0, chunkedRevision = 0 } = await lockDay(tx, segmentId)
  const day = await findChunkDay(tx, segmentId)
  const isUnchanged = day?.newest === newest && day.revision === revision && day.threadId === read.threadId
  if (!isUnchanged || chunkedSeq !== (read.chunkedSeq ?? 0) || chunkedRevision !== (read.chunkedRevision ?? 0)) return undefined
  const changes = await replaceChunks(tx, read, chunks)
  await tx.chunkedSegment.update({ where: { segmentId }, data: { changeSeq: newest, revision } })
  return changes
}

/**
 * Locks the segment row of a day and then its row in chunked_segments, in the same order as a deletion does. Returns what the chunks were
 * made from.
 */
async function lockDay(tx: Tx, segmentId: SegmentId): Promise<Partial<Pick<ChunkDay, 'chunkedSeq' | 'chunkedRevision'>>> {
  const [row] = await tx.$queryRaw<Pick<ChunkDay, 'chunkedSeq' | 'chunkedRevision'>[]>`
    INSERT INTO chunked_segments (segment_id) SELECT id FROM day_segments WHERE id = ${segmentId} FOR KEY SHARE
    ON CONFLICT (segment_id) DO UPDATE SET revision = chunked_segments.revision
    RETURNING change_seq AS "chunkedSeq", revision AS "chunkedRevision"`
  return row ?? {}
}

/** Returns the messages to split, in order. Relies on messages_segment_id_sent_at_platform_order_id_idx. */
function loadMessagesToSplit(db: Db, segmentId: SegmentId, resumePoints: readonly DayResumePoint[]): Promise<ChunkSourceRow[]> {
  return db.$queryRaw<ChunkSourceRow[]>`
    SELECT m.id, m.audience, m.role, ${textWithReferencesSql} AS text, m.change_seq AS "changeSeq",
      CASE m.role WHEN 'tool' THEN COALESCE(m.tool->>'name', '') ELSE m.author_name END AS name
    FROM messages m
    LEFT JOIN jsonb_to_recordset(${JSON.stringify(resumePoints)}::jsonb) AS p(audience text, "firstMessageId" int) ON p.audience = m.audience
    LEFT JOIN messages f ON f.id = p."firstMessageId"
    WHERE m.segment_id = ${segmentId} AND m.kind = 'chat' AND m.role IN ('user', 'assistant', 'tool') AND m.deleted_at IS NULL
      AND (f.id IS NULL OR (m.sent_at, m.platform_order, m.id) >= (f.sent_at, f.platform_order, f.id))
    ORDER BY ${oldestFirst}`
}

interface ReplacedChunks {
  readonly threadId: ThreadId
  readonly segmentId: SegmentId
  /** Earlier chunks of these audiences stay. */
  readonly resumePoints: readonly DayResumePoint[]
}

/** Replaces the chunks of a day from the resume points on. An unchanged chunk keeps its row, and therefore its embedding. */
async function replaceChunks(
  tx: Tx,
  { threadId, segmentId, resumePoints }: ReplacedChunks,
  chunks: readonly PositionedChunk[],
): Promise<ChunkChanges> {
  // Relies on transcript_chunks_segment_id_audience_hash_key. Inserts only new rows, because a conflict would use up an id.
  const [changes] = await tx.$queryRaw<ChunkChanges[]>`
    WITH input AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(chunks)}::jsonb) AS g(
        audience text, position int, "firstMessageId" int, "lastMessageId" int, "lastEnd" int, "messageIds" int[], "changeSeq" int,
        hash text, text text, tokens int)
    ), resumed AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(resumePoints)}::jsonb) AS p(audience text, position int)
    ), here AS (
      SELECT c.id, c.audience, c.hash, c.position, c.change_seq, c.last_end
      FROM transcript_chunks c LEFT JOIN resumed p ON p.audience = c.audience
      WHERE c.segment_id = ${segmentId} AND c.position >= COALESCE(p.position, 0)
    ), gone AS (
      DELETE FROM transcript_chunks WHERE id IN (
        SELECT h.id FROM here h LEFT JOIN input g ON g.audience = h.audience AND g.hash = h.hash WHERE g.hash IS NULL)
      RETURNING 1
    ), kept AS (
      UPDATE transcript_chunks c SET position = g.position, change_seq = g."changeSeq", last_end = g."lastEnd"
      FROM here h JOIN input g ON g.audience = h.audience AND g.hash = h.hash
      WHERE c.id = h.id AND (h.position, h.change_seq, h.last_end) IS DISTINCT FROM (g.position, g."changeSeq", g."lastEnd")
    ), added AS (
      INSERT INTO transcript_chunks (thread_id, segment_id, audience, position, first_message_id, last_message_id, last_end, message_ids,
        change_seq, hash, text, tokens)
      SELECT ${threadId}::int, ${segmentId}::int, g.audience, g.position, g."firstMessageId", g."lastMessageId", g."lastEnd", g."messageIds",
        g."changeSeq", g.hash, g.text, g.tokens
      FROM input g LEFT JOIN here h ON h.audience = g.audience AND h.hash = g.hash
      WHERE h.id IS NULL ORDER BY g.audience, g.position
      RETURNING 1
    )
    SELECT (SELECT count(*)::int FROM added) AS written, (SELECT count(*)::int FROM gone) AS deleted`
  return changes ?? { written: 0, deleted: 0 }
}
