import type { ChangeSeq, MessageId, PlaceId, SegmentId, ThreadId, UserId } from '../core/domain/ids.ts'
import type { Message } from '../core/domain/messages.ts'
import { defaultTranslator, type Translate, translatorOf } from '../core/messages/messages.ts'
import { lockUser } from '../people/users.ts'
import { Prisma } from '../store/generated/client.ts'
import { type Db, planOnce, type Store, type Tx } from '../store/store.ts'

/** Returns a user's continuous thread, or undefined if there is none yet. */
export async function findContinuousThread(db: Db, userId: UserId): Promise<ThreadId | undefined> {
  const [binding] = await db.$queryRaw<{ threadId: ThreadId }[]>(planOnce`
    SELECT c.thread_id AS "threadId" FROM continuous_threads c WHERE c.user_id = ${userId}`)
  return binding?.threadId
}

/** Returns a user's continuous thread, and creates it if there is none. Concurrent calls create only one. */
export async function ensureContinuousThread(store: Store, userId: UserId, now: Date): Promise<ThreadId> {
  const found = await findContinuousThread(store.db, userId)
  if (found) return found
  return store.transaction(async (tx) => {
    // A concurrent caller waits here, and then finds the thread that the first caller created.
    await lockUser(tx, userId)
    const existing = await findContinuousThread(tx, userId)
    if (existing) return existing
    return createContinuousThread(tx, userId, now)
  })
}

/** Creates the thread of a user who has none. The user must be locked. */
export async function createContinuousThread(tx: Tx, userId: UserId, now: Date): Promise<ThreadId> {
  const thread = await tx.thread.create({ data: { kind: 'continuous', createdAt: now } })
  await tx.continuousThread.create({ data: { userId, threadId: thread.id } })
  return thread.id as ThreadId
}

/** Returns the thread of a channel, and creates it if there is none. The place must be locked. */
export async function ensureChannelThread(tx: Tx, placeId: PlaceId, now: Date): Promise<ThreadId> {
  const found = await tx.thread.findUnique({ where: { placeId }, select: { id: true } })
  const thread = found ?? (await tx.thread.create({ data: { kind: 'channel', placeId, createdAt: now } }))
  return thread.id as ThreadId
}

export interface LockedThread {
  readonly id: ThreadId
  readonly changeSeq: ChangeSeq
  readonly revision: number
}

/** Locks a thread against changes until the transaction ends. Several transactions may hold this lock at once. */
export async function lockThreadShared(tx: Tx, id: ThreadId): Promise<void> {
  await tx.$queryRaw`SELECT id FROM threads WHERE id = ${id} FOR SHARE`
}

/**
 * Locks a thread against other writers until the transaction ends. Returns undefined if the thread is gone. Does not block inserts that
 * only refer to the thread.
 */
export async function lockThread(tx: Tx, id: ThreadId): Promise<LockedThread | undefined> {
  const [thread] = await tx.$queryRaw<LockedThread[]>`
    SELECT id, change_seq AS "changeSeq", revision FROM threads WHERE id = ${id} FOR NO KEY UPDATE`
  return thread
}

/** The counters of a thread at the time it was read. */
export interface ThreadState {
  readonly threadId: ThreadId
  readonly changeSeq: ChangeSeq
  readonly revision: number
}

/**
 * SQL for the CTE `locked`, which has the id of a thread and locks it, if no text of it was changed or deleted since it was read, and with
 * `changeSeq` nothing was added either. The counters are checked in the newest version of the row, after waiting for concurrent changes. So
 * a statement that writes only with this CTE sees the thread as it was read, although its snapshot is older than the lock.
 */
export const lockAsReadSql = ({ threadId, revision, changeSeq }: Omit<ThreadState, 'changeSeq'> & Partial<ThreadState>) => Prisma.sql`
  locked AS MATERIALIZED (
    SELECT id FROM threads WHERE id = ${threadId} AND revision = ${revision} ${changeSeq === undefined ? Prisma.empty : Prisma.sql`AND change_seq = ${changeSeq}`}
    FOR SHARE)`

/** Returns the last change number of a thread, or 0 if nothing has changed yet. */
export async function findChangeSeq(db: Db, id: ThreadId): Promise<ChangeSeq> {
  const thread = await db.thread.findUnique({ where: { id }, select: { changeSeq: true } })
  return (thread?.changeSeq ?? 0) as ChangeSeq
}

/** Returns the revision of a thread. Call it before reading messages, because a reply based on an older revision is not committed. */
export async function loadRevision(db: Db, id: ThreadId): Promise<number> {
  return (await db.thread.findUnique({ where: { id }, select: { revision: true } }))?.revision ?? -1
}

/** Where the user started a new topic. */
export interface ConversationTopic {
  readonly freshSeq: ChangeSeq
  /** When the topic started. With `platformOrder` and `id`, its position in the thread. */
  readonly sentAt: Date
  readonly platformOrder: bigint
  readonly id: MessageId
}

/** Starts a new topic at a message. Idempotent. The start never moves back. */
export async function startTopic(db: Db, { threadId, messageId }: { threadId: ThreadId; messageId: MessageId }): Promise<void> {
  await db.$executeRaw`
    UPDATE threads t SET fresh_seq = GREATEST(t.fresh_seq, m.change_seq)
    FROM messages m WHERE t.id = ${threadId} AND m.id = ${messageId} AND m.thread_id = t.id`
}

/**
 * Returns the latest topic of a thread. If the topic's first message has changed since, the message with the next lower change number
 * stands in for it. Relies on messages_thread_id_change_seq_key.
 */
export async function findLatestTopic(db: Db, threadId: ThreadId): Promise<ConversationTopic | undefined> {
  const [topic] = await db.$queryRaw<ConversationTopic[]>`
    SELECT t.fresh_seq AS "freshSeq", started.*
    FROM threads t CROSS JOIN LATERAL (
      SELECT m.sent_at AS "sentAt", m.platform_order AS "platformOrder", m.id FROM messages m
      WHERE m.thread_id = t.id AND m.change_seq <= t.fresh_seq ORDER BY m.change_seq DESC LIMIT 1) started
    WHERE t.id = ${threadId} AND t.fresh_seq > 0`
  return topic
}

/**
 * Whether a message is from before a topic. A change number up to that of the topic proves that it is. For edited and late messages, the
 * position in the thread decides.
 */
export function isBeforeTopic(topic: ConversationTopic, message: Pick<Message, 'changeSeq' | 'sentAt' | 'platformOrder' | 'id'>): boolean {
  if (message.changeSeq <= topic.freshSeq) return true
  const difference =
    message.sentAt.getTime() - topic.sentAt.getTime() || Number(message.platformOrder - topic.platformOrder) || message.id - topic.id
  return difference <= 0
}

/**
 * SQL for whether everything in a thread is being deleted. Until that is done, nothing is answered or sent in the thread, because it could
 * repeat what is being deleted, and nobody else finds anything of it. Relies on forget_requests_confirmed_idx.
 */
export const isBeingErased = (threadId: Prisma.Sql) =>
  isThreadAmong(
    threadId,
    Prisma.sql`SELECT whose.thread_id FROM forget_requests erased JOIN continuous_threads whose ON whose.user_id = erased.user_id
      WHERE erased.kind = 'everything' AND erased.state = 'confirmed'`,
  )

/**
 * SQL for whether a thread is among a few, which are read once per statement. The planner expects ten of them, so that "not among" would
 * leave nothing of a table with few threads. COALESCE hides the comparison from it.
 */
export const isThreadAmong = (threadId: Prisma.Sql, threads: Prisma.Sql) =>
  Prisma.sql`COALESCE(${threadId} = ANY (ARRAY(${threads})), FALSE)`

/** Deletes all continuous threads, so that an export can be restored into an instance without messages. */
export async function deleteContinuousThreads(tx: Tx): Promise<void> {
  await tx.thread.deleteMany({ where: { kind: 'continuous' } })
}

/** Returns the function that writes in the language of a thread's user. */
export async function loadTranslator(db: Db, threadId: ThreadId): Promise<Translate> {
  const binding = await db.continuousThread.findUnique({ where: { threadId }, select: { user: { select: { language: true } } } })
  return binding ? translatorOf(binding.user.language) : defaultTranslator
}

/*
 * The only module that advances the two counters of the change protocol.
 * The `change_seq` of a thread numbers the changes to its messages. Each new or changed message takes the next number, and readers ask for
 * the changes after the last number they saw.
 * The `revision` of a thread or a day grows when text that may have been read changes or disappears. Work that started at an older
 * revision is discarded, and summaries made from it are stale.
 */

/**
 * SQL that reserves the next `count` change numbers of a thread and returns the last one as `change_seq`. Used in a CTE of the statement
 * that writes the messages. Locks the thread until the transaction ends.
 */
export const advanceChangeSeq = (threadId: ThreadId | Prisma.Sql, count: number | Prisma.Sql) => Prisma.sql`
  UPDATE threads SET change_seq = change_seq + ${count} WHERE id = ${threadId} RETURNING change_seq`

/**
 * SQL for two CTEs of a statement that writes in a thread without locking it beforehand. All parts of a statement read the database as of its
 * beginning, and it may then wait for the lock of the thread. So `thread`, with the thread's `id` and the last of the `count` reserved
 * change numbers, is empty if the thread has changed meanwhile, and the other CTEs must write only if it has a row. `condition` is an SQL
 * expression, `source` what else the condition reads. `id` is an SQL expression.
 */
export const advanceUnchanged = (
  id: Prisma.Sql,
  count: number,
  { condition = Prisma.sql`TRUE`, source = Prisma.empty }: { readonly condition?: Prisma.Sql; readonly source?: Prisma.Sql } = {},
) => Prisma.sql`
  seen AS MATERIALIZED (SELECT id, change_seq, revision FROM threads WHERE id = ${id}),
  thread AS (
    UPDATE threads t SET change_seq = t.change_seq + ${count} FROM seen s ${source}
    WHERE t.id = s.id AND t.change_seq = s.change_seq AND t.revision = s.revision AND ${condition} RETURNING t.id, t.change_seq)`

/** Like `advanceUnchanged`, for a statement that changes no message: `thread` has the thread's `id`, `revision` and `fresh_seq`. */
export const lockUnchanged = (id: Prisma.Sql, { source = Prisma.empty }: { readonly source?: Prisma.Sql } = {}) => Prisma.sql`
  seen AS MATERIALIZED (SELECT id, change_seq, revision FROM threads WHERE id = ${id}),
  thread AS MATERIALIZED (
    SELECT t.id, t.revision, t.fresh_seq FROM threads t JOIN seen s ON t.id = s.id AND t.change_seq = s.change_seq AND t.revision = s.revision ${source}
    FOR NO KEY UPDATE OF t)`

/** Like `advanceChangeSeq`, but also bumps the revision of the thread, because text that may have been read changes. */
export const advanceChangeSeqAndRevision = (threadId: ThreadId | Prisma.Sql, count: number | Prisma.Sql) => Prisma.sql`
  UPDATE threads SET change_seq = change_seq + ${count}, revision = revision + 1 WHERE id = ${threadId} RETURNING change_seq`

/**
 * SQL that reserves change numbers in thread `into` for all changes of thread `from`, after its own ones, and bumps the revision of
 * `into`. Returns `shift`, which is added to the change numbers of the messages that move. Both threads must be locked.
 */
export const absorbChanges = ({ from, into }: { readonly from: ThreadId; readonly into: ThreadId }) => Prisma.sql`
  UPDATE threads i SET change_seq = i.change_seq + 1 + f.change_seq, revision = i.revision + 1
  FROM threads f WHERE i.id = ${into} AND f.id = ${from} RETURNING i.change_seq - f.change_seq AS shift`

/**
 * Returns the `shift` that `absorbChanges` will use for a thread that is merged into `into`, so that other features can shift their rows.
 * Locks nothing.
 */
export async function findAbsorbShift(tx: Tx, into: ThreadId): Promise<number> {
  const { changeSeq } = await tx.thread.findUniqueOrThrow({ where: { id: into }, select: { changeSeq: true } })
  return changeSeq + 1
}

/**
 * Takes a change number that no message gets, so that a statement that waits for the thread finds it changed, although no message was. The
 * thread must be locked.
 */
export async function markThreadChanged(tx: Tx, threadId: ThreadId): Promise<void> {
  await tx.$executeRaw(advanceChangeSeq(threadId, 1))
}

/** Bumps the revision of a thread, so that replies in progress are discarded. */
export async function bumpRevision(tx: Tx, threadId: ThreadId): Promise<void> {
  await tx.thread.update({ where: { id: threadId }, data: { revision: { increment: 1 } } })
}

/** Bumps the revision of days whose text changed or disappeared, so that their summaries and chunks are stale. */
export async function bumpDayRevisions(tx: Tx, segmentIds: readonly SegmentId[]): Promise<void> {
  await tx.daySegment.updateMany({ where: { id: { in: [...segmentIds] } }, data: { revision: { increment: 1 } } })
}

/** SQL that raises the `change_seq` of a thread to the highest number that its restored rows use. `threadId` is an SQL expression. */
export const raiseChangeSeqSql = (threadId: string) => `
  UPDATE threads t SET change_seq = GREATEST(t.change_seq,
    (SELECT max(m.change_seq) FROM messages m WHERE m.thread_id = t.id), (SELECT max(s.covered_seq) FROM day_segments s WHERE s.thread_id = t.id))
  WHERE t.id = ${threadId}`

/**
 * Records that a new summary of a day covers its changes up to `coveredSeq`. Returns the new revision of the day, which the summary is
 * stored with.
 */
export async function bumpSummarizedDay(tx: Tx, segmentId: SegmentId, coveredSeq: number): Promise<number> {
  const { revision } = await tx.daySegment.update({
    where: { id: segmentId },
    data: { coveredSeq, revision: { increment: 1 } },
    select: { revision: true },
  })
  return revision
}
