import type { ChangeSeq, MessageId, SessionId, ThreadId } from '../core/domain/ids.ts'
import type { Tx } from '../store/store.ts'
import { callSql } from '../threads/messages/message-columns.ts'
import { lockThread } from '../threads/thread.ts'
import { deleteSessions } from './delete-sessions.ts'
import type { SessionDeps } from './deps.ts'
import {
  type DerivedSession,
  deriveSessions,
  matchSessions,
  type SessionChanges,
  type SessionMatch,
  type SessionMessage,
  type StoredSession,
  streamOf,
} from './derive-sessions.ts'
import { rereadPassedSessions, rereadSessionsSince } from './reread-sessions.ts'
import { findAffectedSessions, isSessionKind, loadMessagesBetween, type StreamSpan } from './session-rows.ts'

type UpdateDeps = Pick<SessionDeps, 'clock' | 'sessionSettings' | 'undoLoops'>

/** No call is longer than this, in ms. Its messages belong together however long the pauses are. */
const maxCallMs = 86_400_000

/** Derives the sessions of all threads that have changed, in batches. */
export async function updateChangedThreads(deps: SessionDeps): Promise<void> {
  // Relies on threads_pkey: the number of threads is small compared with that of the messages.
  const threads = await deps.store.db.$queryRaw<{ id: ThreadId }[]>`
    SELECT t.id FROM threads t LEFT JOIN session_cursors c ON c.thread_id = t.id
    WHERE t.kind = 'continuous' AND t.change_seq > COALESCE(c.change_seq, 0) ORDER BY t.id LIMIT ${deps.sessionSettings.maxThreadsPerRun}`
  for (const { id } of threads) await updateThread(deps, id)
}

/** Derives the sessions of a thread up to its last change. */
async function updateThread(deps: SessionDeps, threadId: ThreadId): Promise<void> {
  while ((await deps.store.transaction((tx) => updateSessions(tx, deps, threadId))) === 'some') {}
}

/**
 * Derives the sessions around the next changed messages of a thread. Locks the thread. Returns `some` if changes are left. A session with
 * the same messages and texts as before keeps its row and its notes. One that differs is active again, in the next revision.
 */
export async function updateSessions(tx: Tx, deps: UpdateDeps, threadId: ThreadId): Promise<'all' | 'some'> {
  const { batchSize, gapMs } = deps.sessionSettings
  const thread = await lockThread(tx, threadId)
  if (!thread) return 'all'
  const cursor = (await tx.sessionCursor.findUnique({ where: { threadId } }))?.changeSeq ?? 0
  if (cursor >= thread.changeSeq) return 'all'
  const changed = await loadChangedMessages(tx, { threadId, cursor, limit: batchSize })
  const changeSeq = changed.length < batchSize ? thread.changeSeq : (changed.at(-1)?.changeSeq ?? thread.changeSeq)
  const members = changed.filter(({ isMember }) => isMember)
  if (members.length > 0) await deriveAround(tx, deps, { threadId, changed: members, gapMs })
  await tx.sessionCursor.upsert({ where: { threadId }, create: { threadId, changeSeq }, update: { changeSeq } })
  return changeSeq < thread.changeSeq ? 'some' : 'all'
}

interface ChangedMessage extends Pick<SessionMessage, 'id' | 'audience' | 'call' | 'sentAt'> {
  readonly changeSeq: ChangeSeq
  /** Whether it belongs to a session, or did before it was deleted. */
  readonly isMember: boolean
  readonly isDeleted: boolean
}

/** Returns the next changed messages of a thread. Relies on messages_thread_id_change_seq_key. */
function loadChangedMessages(
  tx: Tx,
  { threadId, cursor, limit }: { readonly threadId: ThreadId; readonly cursor: number; readonly limit: number },
): Promise<ChangedMessage[]> {
  return tx.$queryRaw<ChangedMessage[]>`
    SELECT m.id, m.audience, ${callSql} AS call, m.sent_at AS "sentAt", m.change_seq AS "changeSeq", ${isSessionKind} AS "isMember",
      m.deleted_at IS NOT NULL AS "isDeleted"
    FROM messages m WHERE m.thread_id = ${threadId} AND m.change_seq > ${cursor} ORDER BY m.change_seq LIMIT ${limit}`
}

/**
 * Derives the sessions within reach of changed messages again. What lies further away than the gap is not affected. The thread must be
 * locked.
 */
async function deriveAround(
  tx: Tx,
  deps: UpdateDeps,
  { threadId, changed, gapMs }: { readonly threadId: ThreadId; readonly changed: readonly ChangedMessage[]; readonly gapMs: number },
): Promise<void> {
  const reach = mergeSpans(
    changed.map((message) => ({ ...toSpan(message), ...around(message.sentAt, message.call === null ? gapMs : maxCallMs) })),
  )
  const stored = await findAffectedSessions(tx, { threadId, spans: reach, messageIds: changed.map(({ id }) => id) })
  const spans = mergeSpans([
    ...changed.map(toSpan),
    ...stored.map(({ audience, call, startedAt, endedAt }) => ({ audience, call, from: startedAt, to: endedAt })),
  ])
  const messages = await loadMessagesBetween(tx, threadId, spans)
  await storeSessions(tx, deps, { threadId, stored, changes: matchSessions(stored, deriveSessions(messages, gapMs)) })
  await undoDeleted(tx, deps, { threadId, deleted: changed.filter(({ isDeleted }) => isDeleted) })
}

/** Undoes what deleted messages opened and closed. Has the sessions read again that came after them. */
async function undoDeleted(
  tx: Tx,
  { clock, undoLoops }: UpdateDeps,
  { threadId, deleted }: { readonly threadId: ThreadId; readonly deleted: readonly ChangedMessage[] },
): Promise<void> {
  if (deleted.length === 0) return
  const ids = deleted.map(({ id }) => id)
  if (!(await undoLoops?.(tx, threadId, ids))) return
  const since = new Date(Math.min(...deleted.map(({ sentAt }) => sentAt.getTime())))
  await rereadSessionsSince(tx, { threadId, since, now: clock.now() })
}

const toSpan = ({ audience, call, sentAt }: ChangedMessage): StreamSpan => ({ audience, call, from: sentAt, to: sentAt })

const around = (instant: Date, ms: number) => ({ from: new Date(instant.getTime() - ms), to: new Date(instant.getTime() + ms) })

/** Merges the spans of each stream that touch. */
function mergeSpans(spans: readonly StreamSpan[]): StreamSpan[] {
  const merged = new Map<string, StreamSpan[]>()
  for (const span of [...spans].sort((a, b) => a.from.getTime() - b.from.getTime())) {
    const stream = merged.get(streamOf(span)) ?? []
    const last = stream.at(-1)
    if (last && span.from <= last.to) stream[stream.length - 1] = { ...last, to: new Date(Math.max(span.to.getTime(), last.to.getTime())) }
    else stream.push(span)
    merged.set(streamOf(span), stream)
  }
  return [...merged.values()].flat()
}

interface SessionUpdate {
  readonly threadId: ThreadId
  readonly stored: readonly StoredSession[]
  readonly changes: SessionChanges
}

async function storeSessions(tx: Tx, deps: UpdateDeps, { threadId, stored, changes }: SessionUpdate): Promise<void> {
  const { kept, changed, added, removed } = changes
  await deleteSessions(
    tx,
    threadId,
    removed.map(({ id }) => id),
  )
  for (const match of changed) await reviseSession(tx, deps, match)
  const addedRows =
    added.length === 0
      ? []
      : await tx.session.createManyAndReturn({
          data: added.map((session) => ({ threadId, ...toColumns(session), state: 'active', dueAt: dueAt(deps, session) })),
          select: { id: true },
        })
  const members = new Map<MessageId, SessionId>()
  const assign = (derived: DerivedSession, id: SessionId) => {
    for (const messageId of derived.messageIds) members.set(messageId, id)
  }
  for (const { stored, derived } of [...kept, ...changed]) assign(derived, stored.id)
  for (const [index, derived] of added.entries()) assign(derived, addedRows[index]?.id as SessionId)
  await storeMembers(tx, { members, sessionIds: stored.map(({ id }) => id) })
  for (const match of changed) await rereadPassedSessions(tx, { threadId, match, now: deps.clock.now() })
}

/** Makes a session active again, in the next revision. Its notes stay until it has been processed again. */
async function reviseSession(tx: Tx, deps: UpdateDeps, { stored, derived }: SessionMatch): Promise<void> {
  await tx.session.update({
    where: { id: stored.id },
    data: { ...toColumns(derived), revision: stored.revision + 1, state: 'active', attempts: 0, dueAt: dueAt(deps, derived) },
  })
}

const toColumns = ({ audience, call, startedAt, endedAt, fingerprint }: DerivedSession) => ({
  audience,
  call,
  startedAt,
  endedAt,
  fingerprint,
})

/** Returns when a changed session is processed: once it is over, and has been left unchanged for a moment. */
function dueAt({ clock, sessionSettings: { gapMs, settleMs } }: UpdateDeps, { endedAt }: DerivedSession): Date {
  return new Date(Math.max(endedAt.getTime() + gapMs, clock.now().getTime() + settleMs))
}

interface MemberUpdate {
  readonly members: ReadonlyMap<MessageId, SessionId>
  /** The sessions whose members these are all of. */
  readonly sessionIds: readonly SessionId[]
}

async function storeMembers(tx: Tx, { members, sessionIds }: MemberUpdate): Promise<void> {
  const before = await tx.sessionMember.findMany({ where: { sessionId: { in: [...sessionIds] } } })
  const gone = before.filter(({ messageId }) => !members.has(messageId as MessageId)).map(({ messageId }) => messageId)
  if (gone.length > 0) await tx.sessionMember.deleteMany({ where: { messageId: { in: gone } } })
  const known = new Map(before.map(({ messageId, sessionId }) => [messageId, sessionId]))
  const moved = [...members].filter(([messageId, sessionId]) => known.get(messageId) !== sessionId)
  if (moved.length === 0) return
  const messageIds = moved.map(([messageId]) => messageId)
  const sessions = moved.map(([, sessionId]) => sessionId)
  // The thread is locked, so nobody else adds members. ON CONFLICT would write more to the log.
  await tx.$executeRaw`
    WITH moved AS (SELECT * FROM unnest(${messageIds}::int[], ${sessions}::int[]) AS moved(message_id, session_id)),
    updated AS (
      UPDATE session_members x SET session_id = moved.session_id FROM moved WHERE x.message_id = moved.message_id RETURNING x.message_id)
    INSERT INTO session_members (message_id, session_id)
    SELECT message_id, session_id FROM moved WHERE message_id NOT IN (SELECT message_id FROM updated)`
}
