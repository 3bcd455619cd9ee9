import type { MessageId, SessionId, ThreadId, UserId } from '../../core/domain/ids.ts'
import type { Audience, MessageKind } from '../../core/domain/messages.ts'
import { quoteLines } from '../../core/domain/quotations.ts'
import type { Db, Tx } from '../../store/store.ts'
import { oldestFirst } from '../../threads/messages/message-columns.ts'
import { isForwardedSql } from '../../threads/messages/references.ts'
import { deleteNotes } from '../delete-sessions.ts'
import type { ProcessedSession, SessionDeps } from '../deps.ts'
import type { SessionLine } from '../session-input.ts'
import { updateSessions } from '../update-sessions.ts'
import { mustWait } from './due-sessions.ts'
import type { SessionAttempt } from './end-attempt.ts'
import { storeLoops } from './store-loops.ts'

/** A session that this worker processes, with what is read of it. */
export interface ClaimedSession {
  readonly session: ProcessedSession
  readonly attempt: SessionAttempt
  readonly lines: readonly SessionLine[]
  /** That of the whole thread, because open loops come from other sessions. */
  readonly threadRevision: number
}

export type UnclaimedOutcome =
  /** There is nothing to do now, or another worker does it. */
  | 'not-due'
  /** It is processed without notes: nothing in it is worth reading, or it is too old. */
  | 'skipped'

/**
 * Claims a session that is due, and reads its messages. Derives the changes of its thread first, so that the revision is the latest.
 * Another worker cannot claim it until it has failed or is stuck.
 */
export async function claimSession(tx: Tx, deps: SessionDeps, id: SessionId): Promise<ClaimedSession | UnclaimedOutcome> {
  const { clock, sessionSettings } = deps
  const threadId = await findThread(tx, id)
  if (threadId === undefined || (await updateSessions(tx, deps, threadId)) === 'some') return 'not-due'
  const now = clock.now()
  const row = await tx.session.findFirst({
    where: { id, threadId, dueAt: { lte: now }, state: { in: ['active', 'failed'] } },
    select: { ...sessionColumns, thread: { select: { revision: true } } },
  })
  const owner = row && (await findOwner(tx, threadId))
  if (!row || !owner || (await mustWait(tx, id))) return 'not-due'
  const members = await loadMembers(tx, id)
  const session: ProcessedSession = {
    id,
    threadId,
    ...owner,
    audience: row.audience as Audience,
    revision: row.revision,
    timezone: members.at(-1)?.timezone ?? 'UTC',
    startedAt: row.startedAt,
    endedAt: row.endedAt,
    messageIds: members.map((member) => member.id),
  }
  const isTooOld = row.processedAt === null && row.endedAt.getTime() < now.getTime() - sessionSettings.maxAgeMs
  const isReadable = members.some(({ role, kind, text }) => role === 'user' && kind === 'chat' && text.trim() !== '')
  if (isTooOld || !isReadable) {
    await finishWithoutNotes(tx, threadId, id)
    if (!isReadable) await storeLoops(tx, deps, { session, notes: { newLoops: [], closings: [] } })
    return 'skipped'
  }
  const attempts = row.attempts + 1
  const claim = row.claim + 1
  const dueAt = new Date(now.getTime() + sessionSettings.stuckAfterMs)
  await tx.session.update({ where: { id }, data: { state: 'processing', attempts, claim, dueAt } })
  return {
    session,
    attempt: { id, revision: row.revision, claim, attempt: attempts },
    lines: members.filter(({ kind, text }) => kind === 'chat' && text.trim() !== '').map(toLine),
    threadRevision: row.thread.revision,
  }
}

const sessionColumns = {
  audience: true,
  revision: true,
  attempts: true,
  claim: true,
  startedAt: true,
  endedAt: true,
  processedAt: true,
} as const

/** Returns the thread of a session, which may change until the thread is locked. */
export async function findThread(db: Db, id: SessionId): Promise<ThreadId | undefined> {
  const session = await db.session.findUnique({ where: { id }, select: { threadId: true } })
  return session?.threadId as ThreadId | undefined
}

/** Returns the user of a thread. */
export async function findOwner(tx: Tx, threadId: ThreadId): Promise<{ userId: UserId; language: string } | undefined> {
  const binding = await tx.continuousThread.findUnique({ where: { threadId }, select: { user: { select: { id: true, language: true } } } })
  return binding ? { userId: binding.user.id as UserId, language: binding.user.language } : undefined
}

interface SessionMemberRow {
  readonly id: MessageId
  readonly role: 'user' | 'assistant'
  readonly kind: MessageKind
  readonly authorName: string
  readonly sentAt: Date
  readonly text: string
  readonly isForwarded: boolean
  readonly timezone: string
}

/** Returns the messages of a session in order. Relies on session_members_session_id_idx. */
function loadMembers(tx: Tx, id: SessionId): Promise<SessionMemberRow[]> {
  return tx.$queryRaw<SessionMemberRow[]>`
    SELECT m.id, m.role, m.kind, m.author_name AS "authorName", m.sent_at AS "sentAt", m.text, ${isForwardedSql} AS "isForwarded", d.timezone
    FROM session_members x JOIN messages m ON m.id = x.message_id JOIN day_segments d ON d.id = m.segment_id
    WHERE x.session_id = ${id} AND m.deleted_at IS NULL ORDER BY ${oldestFirst}`
}

/** What the author forwards stands as a quotation, because it says nothing in their own words. */
function toLine({ id, role, authorName, sentAt, text, isForwarded }: SessionMemberRow): SessionLine {
  return {
    id,
    role,
    sentAt,
    text: isForwarded ? quoteLines(text) : text,
    ...(role === 'user' && authorName !== '' && { author: authorName }),
  }
}

async function finishWithoutNotes(tx: Tx, threadId: ThreadId, id: SessionId): Promise<void> {
  await deleteNotes(tx, threadId, [id])
  await tx.session.update({ where: { id }, data: { state: 'processed', dueAt: null, summary: null, tone: null, processedAt: null } })
}
