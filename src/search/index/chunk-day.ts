import type { ChangeSeq, SegmentId, ThreadId } from '../../core/domain/ids.ts'
import type { JobRun } from '../../core/ports/jobs.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import { textWithReferencesSql } from '../../threads/messages/references.ts'
import { lockAsReadSql } from '../../threads/thread.ts'
import type { SearchDeps } from '../deps.ts'
import { type ChunkSourceRow, type PositionedChunk, type ResumePoint, splitDay } from './split-day.ts'

/** The numbers of rows added to and deleted from transcript_chunks. Rows that are kept do not count. */
export interface ChunkChanges {
  readonly written: number
  readonly deleted: number
}

/** SQL for the number of the newest change of a day, or 0. The alias of the day is s. Relies on messages_segment_change_idx. */
const newestSeqSql = Prisma.sql`COALESCE((
  SELECT m.change_seq FROM messages m WHERE m.segment_id = s.id AND m.kind = 'chat' ORDER BY m.change_seq DESC LIMIT 1), 0)`

/**
 * SQL for whether the chunks of a day are out of date: the day has a newer change, or a message has left it. The aliases are s for
 * day_segments and c for chunked_segments, which may be left-joined.
 */
export const isBehindSql = Prisma.sql`${newestSeqSql} <> COALESCE(c.change_seq, 0)`

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

/** Brings the chunks of a day up to date. Safe to run concurrently, in any number of processes. */
export async function chunkDay(deps: SearchDeps, segmentId: SegmentId): Promise<ChunkChanges> {
  return (await updateChunks(deps, segmentId)) ?? { written: 0, deleted: 0 }
}

/**
 * The same. Returns undefined if the day kept changing. Splits outside a transaction, because a long day takes seconds, and discards the
 * result if text of the thread or the chunks of the day have changed meanwhile. So no older chunks and no deleted text are written.
 */
export async function updateChunks({ store, log }: SearchDeps, segmentId: SegmentId): Promise<ChunkChanges | undefined> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const [day] = await readChangedDays(store.db, [segmentId])
    if (!day) return { written: 0, deleted: 0 }
    const { threadId, revision } = day
    const write = chunkWriteSql([await splitChangedDay(day)])
    const [changes] = await store.transaction(
      (tx) => tx.$queryRaw<(ChunkChanges & { days: number })[]>`
        WITH ${lockAsReadSql({ threadId, revision })}, ${write}
        SELECT (SELECT count(*)::int FROM marked) AS days, (SELECT count(*)::int FROM added) AS written,
          (SELECT count(*)::int FROM gone) AS deleted`,
    )
    if (!changes || changes.days === 0) continue
    const { written, deleted } = changes
    log.debug({ segmentId, written, deleted }, 'a day was split into chunks')
    return { written, deleted }
  }
  return undefined
}

/** Where the chunks of an audience are written again: after a chunk that is kept, or from the start of the day. */
interface ChunkStart extends Omit<ResumePoint, 'messageId' | 'at'> {
  readonly messageId: ResumePoint['messageId'] | null
  readonly at: number | null
}

/** A day whose chunks are out of date, as it was read. */
export interface ChangedDay {
  readonly segmentId: SegmentId
  readonly threadId: ThreadId
  /** The revision of the thread. */
  readonly revision: number
  readonly newest: ChangeSeq
  /** The last change in the chunks. 0 or less if there are none, or if a message has left the day. */
  readonly chunkedSeq: ChangeSeq
  /** One for each audience with changes. The chunks of the others stay. */
  readonly starts: readonly ChunkStart[] | null
  /** The messages to split, in order: for each of these audiences, those from the start of the chunk that is kept. */
  readonly rows: readonly ChunkSourceRow[] | null
}

const inTranscript = (alias: string) => Prisma.raw(`(${alias}.sent_at, ${alias}.platform_order, ${alias}.id)`)

/**
 * Returns those of some days whose chunks are out of date, with the messages to split. The chunks of an audience stay up to the second one
 * before its first changed message, because the end of a chunk depends on the message that follows. None stay if a message has left the day,
 * because it may be the last one of a chunk. Relies on messages_segment_change_idx,
 * transcript_chunks_segment_id_audience_position_idx and messages_segment_id_sent_at_platform_order_id_idx.
 */
export function readChangedDays(db: Db, segmentIds: readonly SegmentId[]): Promise<ChangedDay[]> {
  return db.$queryRaw<ChangedDay[]>`
    WITH day AS MATERIALIZED (
      SELECT s.id, s.thread_id, t.revision, ${newestSeqSql} AS newest, COALESCE(c.change_seq, 0) AS chunked_seq, s.day_label
      FROM day_segments s JOIN threads t ON t.id = s.thread_id LEFT JOIN chunked_segments c ON c.segment_id = s.id
      WHERE s.id = ANY(${[...segmentIds]}::int[]) AND ${isBehindSql}
    ), changed AS (
      SELECT DISTINCT ON (d.id, m.audience) d.id AS segment_id, m.audience, m.sent_at, m.platform_order, m.id
      FROM day d CROSS JOIN LATERAL (
        SELECT * FROM messages m WHERE m.segment_id = d.id AND m.kind = 'chat' AND m.change_seq > d.chunked_seq ORDER BY m.change_seq OFFSET 0) m
      ORDER BY d.id, m.audience, m.sent_at, m.platform_order, m.id
    ), audiences AS (
      SELECT a.segment_id, a.audience FROM changed a
      UNION SELECT c.segment_id, c.audience FROM day d JOIN transcript_chunks c ON c.segment_id = d.id WHERE d.chunked_seq <= 0
    ), start AS MATERIALIZED (
      SELECT x.segment_id, x.audience, COALESCE(k.position + 1, 0) AS position, k.last_message_id, k.last_end,
        COALESCE(f.sent_at, '-infinity') AS sent_at, COALESCE(f.platform_order, '-9223372036854775808'::bigint) AS platform_order,
        COALESCE(f.id, 0) AS id
      FROM audiences x JOIN day d ON d.id = x.segment_id
      LEFT JOIN changed a ON a.segment_id = x.segment_id AND a.audience = x.audience AND d.chunked_seq > 0
      LEFT JOIN LATERAL (
        SELECT c.position FROM transcript_chunks c JOIN messages l ON l.id = c.last_message_id
        WHERE c.segment_id = x.segment_id AND c.audience = x.audience AND ${inTranscript('l')} < ${inTranscript('a')}
        ORDER BY c.position DESC LIMIT 1) unchanged ON TRUE
      LEFT JOIN transcript_chunks k ON k.segment_id = x.segment_id AND k.audience = x.audience AND k.position = unchanged.position - 1
        AND k.last_end IS NOT NULL
      LEFT JOIN messages f ON f.id = k.first_message_id
    )
    SELECT d.id AS "segmentId", d.thread_id AS "threadId", d.revision, d.newest, d.chunked_seq AS "chunkedSeq", (
      SELECT jsonb_agg(jsonb_build_object('audience', p.audience, 'position', p.position, 'messageId', p.last_message_id, 'at', p.last_end))
      FROM start p WHERE p.segment_id = d.id
    ) AS starts, (
      SELECT jsonb_agg(jsonb_build_object('id', m.id, 'audience', m.audience, 'role', m.role, 'text', ${textWithReferencesSql},
        'changeSeq', m.change_seq, 'name', CASE m.role WHEN 'tool' THEN COALESCE(m.tool->>'name', '') ELSE m.author_name END)
        ORDER BY m.sent_at, m.platform_order, m.id)
      FROM start p CROSS JOIN LATERAL (
        SELECT * FROM messages m WHERE m.segment_id = d.id AND ${inTranscript('m')} >= ${inTranscript('p')} OFFSET 0) m
      WHERE p.segment_id = d.id AND m.audience = p.audience AND m.kind = 'chat' AND m.role IN ('user', 'assistant', 'tool')
        AND m.deleted_at IS NULL
    ) AS rows
    FROM day d ORDER BY d.day_label DESC`
}

export interface SplitDay extends ChangedDay {
  readonly chunks: readonly PositionedChunk[]
}

/** Splits the messages of a day that was read. */
export async function splitChangedDay(day: ChangedDay): Promise<SplitDay> {
  const resumePoints = (day.starts ?? []).flatMap(({ messageId, at, ...start }) =>
    messageId === null || at === null ? [] : [{ ...start, messageId, at }],
  )
  return { ...day, chunks: await splitDay({ rows: day.rows ?? [], resumePoints }) }
}

/**
 * SQL for CTEs that replace the chunks of some days of a thread, after the CTE `locked`. An unchanged chunk keeps its row, and therefore its
 * embedding. `marked` has the days that were written: those whose chunks have not been replaced since they were read.
 */
export function chunkWriteSql(days: readonly SplitDay[]): Prisma.Sql {
  const read = days.map(({ segmentId, threadId, newest, chunkedSeq }) => ({ segmentId, threadId, newest, chunkedSeq }))
  const starts = days.flatMap(({ segmentId, starts }) =>
    (starts ?? []).map(({ audience, position }) => ({ segmentId, audience, position })),
  )
  const chunks = days.flatMap(({ segmentId, chunks }) => chunks.map((chunk) => ({ segmentId, ...chunk })))
  // Inserts only new rows, because a conflict would use up an id. Relies on transcript_chunks_segment_id_audience_hash_key.
  return Prisma.sql`
    days AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(read)}::jsonb) AS g("segmentId" int, "threadId" int, newest int, "chunkedSeq" int)
    ), marked AS (
      INSERT INTO chunked_segments (segment_id, change_seq) SELECT d."segmentId", d.newest FROM days d CROSS JOIN locked ORDER BY d."segmentId"
      ON CONFLICT (segment_id) DO UPDATE SET change_seq = EXCLUDED.change_seq
        WHERE chunked_segments.change_seq = (SELECT d."chunkedSeq" FROM days d WHERE d."segmentId" = chunked_segments.segment_id)
      RETURNING segment_id
    ), followed AS (
      INSERT INTO chunk_cursors (thread_id) SELECT id FROM locked ON CONFLICT (thread_id) DO NOTHING
    ), input AS (
      SELECT d."threadId", g.* FROM jsonb_to_recordset(${JSON.stringify(chunks)}::jsonb) AS g(
        "segmentId" int, audience text, position int, "firstMessageId" int, "lastMessageId" int, "lastEnd" int, "messageIds" int[],
        "changeSeq" int, hash text, text text, tokens int)
      JOIN marked k ON k.segment_id = g."segmentId" JOIN days d ON d."segmentId" = g."segmentId"
    ), here AS MATERIALIZED (
      SELECT c.id, c.segment_id, c.audience, c.hash, c.position, c.change_seq, c.last_end
      FROM jsonb_to_recordset(${JSON.stringify(starts)}::jsonb) AS p("segmentId" int, audience text, position int)
      JOIN marked k ON k.segment_id = p."segmentId"
      CROSS JOIN LATERAL (
        SELECT * FROM transcript_chunks c
        WHERE c.segment_id = p."segmentId" AND c.audience = p.audience AND c.position >= p.position OFFSET 0) c
    ), gone AS (
      DELETE FROM transcript_chunks WHERE id IN (
        SELECT h.id FROM here h
        LEFT JOIN input g ON g."segmentId" = h.segment_id AND g.audience = h.audience AND g.hash = h.hash WHERE g.hash IS NULL)
      RETURNING 1
    ), kept AS (
      UPDATE transcript_chunks c SET position = g.position, change_seq = g."changeSeq", last_end = g."lastEnd"
      FROM here h JOIN input g ON g."segmentId" = h.segment_id AND g.audience = h.audience AND g.hash = h.hash
      WHERE c.id = h.id AND (h.position, h.change_seq, h.last_end) IS DISTINCT FROM (g.position, g."changeSeq", g."lastEnd")
    ), added AS (
      INSERT INTO transcript_chunks (thread_id, segment_id, audience, position, first_message_id, last_message_id, last_end, message_ids,
        change_seq, hash, text, tokens)
      SELECT g."threadId", g."segmentId", g.audience, g.position, g."firstMessageId", g."lastMessageId", g."lastEnd", g."messageIds",
        g."changeSeq", g.hash, g.text, g.tokens
      FROM input g LEFT JOIN here h ON h.segment_id = g."segmentId" AND h.audience = g.audience AND h.hash = g.hash
      WHERE h.id IS NULL ORDER BY g."segmentId", g.audience, g.position
      RETURNING 1
    )`
}
