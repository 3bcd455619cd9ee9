import type { DayLabel, MessageId, SessionId } from '../core/domain/ids.ts'
import type { Db } from '../store/store.ts'
import { oldestFirst } from '../threads/messages/message-columns.ts'
import { type Scope, visibleTo } from '../threads/scope.ts'
import { defaultSessionSettings } from './settings.ts'

/** How far the notes of a session are. */
export type SessionProgress =
  /** It may go on. */
  | 'running'
  /** It is over, and its notes are made soon. */
  | 'waiting'
  | 'processing'
  | 'processed'
  /** It is processed, and nothing in it was worth a note. */
  | 'empty'
  /** The notes failed, and another attempt follows. */
  | 'retrying'
  | 'failed'

/** A session of a day, with what its notes say so far. */
export interface DaySession {
  readonly id: SessionId
  readonly startedAt: Date
  readonly endedAt: Date
  /** That of the day. */
  readonly timezone: string
  readonly isCall: boolean
  /** Null if nothing tells it. */
  readonly tone: string | null
  readonly progress: SessionProgress
  /** In order. */
  readonly moments: readonly DaySessionMoment[]
}

export interface DaySessionMoment {
  readonly messageId: MessageId
  readonly sentAt: Date
  readonly text: string
}

interface DaySessionRow extends Omit<DaySession, 'progress' | 'moments'> {
  readonly state: 'active' | 'processing' | 'processed' | 'failed'
  readonly attempts: number
  readonly dueAt: Date | null
  readonly processedAt: Date | null
}

/**
 * Returns the sessions that have messages on a day, in order. One across midnight belongs to both days. Relies on session_members_pkey and
 * key_moments_session_id_idx.
 */
export async function listDaySessions(db: Db, scope: Scope, { day, now }: { readonly day: DayLabel; readonly now: Date }) {
  const rows = await db.$queryRaw<DaySessionRow[]>`
    SELECT s.id, s.started_at AS "startedAt", s.ended_at AS "endedAt", d.timezone, s.call IS NOT NULL AS "isCall", s.tone, s.state,
      s.attempts, s.due_at AS "dueAt", s.processed_at AS "processedAt"
    FROM day_segments d JOIN sessions s ON s.thread_id = d.thread_id
    WHERE d.thread_id = ${scope.threadId} AND d.day_label = ${day} AND ${visibleTo(scope, 's')} AND s.id IN (
      SELECT x.session_id FROM messages m JOIN session_members x ON x.message_id = m.id WHERE m.segment_id = d.id)
    ORDER BY s.started_at, s.id`
  if (rows.length === 0) return []
  const moments = await db.$queryRaw<(DaySessionMoment & { readonly sessionId: SessionId })[]>`
    SELECT k.session_id AS "sessionId", k.message_id AS "messageId", m.sent_at AS "sentAt", k.text
    FROM key_moments k JOIN messages m ON m.id = k.message_id
    WHERE k.session_id = ANY(${rows.map(({ id }) => id)}::int[]) AND m.deleted_at IS NULL ORDER BY ${oldestFirst}, k.id`
  return rows.map((row): DaySession => {
    const { id, startedAt, endedAt, timezone, isCall, tone } = row
    const own = moments.filter(({ sessionId }) => sessionId === id).map(({ sessionId: _, ...moment }) => moment)
    return { id, startedAt, endedAt, timezone, isCall, tone, progress: findProgress(row, now), moments: own }
  })
}

function findProgress({ state, isCall, endedAt, attempts, dueAt, processedAt }: DaySessionRow, now: Date): SessionProgress {
  if (state === 'active') return !isCall && now.getTime() - endedAt.getTime() < defaultSessionSettings.gapMs ? 'running' : 'waiting'
  if (state === 'processing') return state
  if (state === 'processed') return processedAt ? state : 'empty'
  // A retry that the user asked for counts its attempts anew.
  if (attempts === 0) return 'waiting'
  return dueAt ? 'retrying' : 'failed'
}

/** Whether a session can be processed again on request. */
export const canRetry = ({ progress }: Pick<DaySession, 'progress'>): boolean => progress === 'failed' || progress === 'retrying'
