import type { DayLabel, MessageId, SessionId } from '../core/domain/ids.ts'
import { Prisma } from '../store/generated/client.ts'
import { type Db, inMs, listInJson, planOnce } from '../store/store.ts'
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

/** Instants are in ms since 1970, because a combined statement returns no dates. */
interface DaySessionRow extends Omit<DaySession, 'startedAt' | 'endedAt' | 'progress' | 'moments'> {
  readonly startedAt: number
  readonly endedAt: number
  readonly state: 'active' | 'processing' | 'processed' | 'failed'
  readonly attempts: number
  readonly isDue: boolean
  readonly isProcessed: boolean
  readonly moments: readonly (Omit<DaySessionMoment, 'sentAt'> & { readonly sentAt: number })[]
}

/**
 * Returns the sessions that have messages on a day, in order. One across midnight belongs to both days. Relies on session_members_pkey and
 * key_moments_session_id_idx.
 */
export async function listDaySessions(
  db: Db,
  scope: Scope,
  { day, now }: { readonly day: DayLabel; readonly now: Date },
): Promise<DaySession[]> {
  const moments = Prisma.sql`
    SELECT k.message_id AS "messageId", ${inMs(Prisma.sql`m.sent_at`)} AS "sentAt", k.text
    FROM key_moments k JOIN messages m ON m.id = k.message_id
    WHERE k.session_id = s.id AND m.deleted_at IS NULL ORDER BY ${oldestFirst}, k.id`
  const rows = await db.$queryRaw<DaySessionRow[]>(planOnce`
    SELECT s.id, ${inMs(Prisma.sql`s.started_at`)} AS "startedAt", ${inMs(Prisma.sql`s.ended_at`)} AS "endedAt", d.timezone,
      s.call IS NOT NULL AS "isCall", s.tone, s.state, s.attempts, s.due_at IS NOT NULL AS "isDue", s.processed_at IS NOT NULL AS "isProcessed",
      ${listInJson(moments)} AS moments
    FROM day_segments d JOIN sessions s ON s.thread_id = d.thread_id
    WHERE d.thread_id = ${scope.threadId} AND d.day_label = ${day} AND ${visibleTo(scope, 's')} AND s.id IN (
      SELECT x.session_id FROM messages m JOIN session_members x ON x.message_id = m.id WHERE m.segment_id = d.id)
    ORDER BY s.started_at, s.id`)
  return rows.map(({ state, attempts, isDue, isProcessed, ...row }) => {
    const { startedAt, endedAt, isCall } = row
    return {
      ...row,
      startedAt: new Date(startedAt),
      endedAt: new Date(endedAt),
      progress: findProgress({ state, attempts, isDue, isProcessed, isCall, endedAt }, now),
      moments: row.moments.map((moment) => ({ ...moment, sentAt: new Date(moment.sentAt) })),
    }
  })
}

type SessionState = Pick<DaySessionRow, 'state' | 'isCall' | 'endedAt' | 'attempts' | 'isDue' | 'isProcessed'>

function findProgress({ state, isCall, endedAt, attempts, isDue, isProcessed }: SessionState, now: Date): SessionProgress {
  if (state === 'active') return !isCall && now.getTime() - endedAt < defaultSessionSettings.gapMs ? 'running' : 'waiting'
  if (state === 'processing') return state
  if (state === 'processed') return isProcessed ? state : 'empty'
  // A retry that the user asked for counts its attempts anew.
  if (attempts === 0) return 'waiting'
  return isDue ? 'retrying' : 'failed'
}

/** Whether a session can be processed again on request. */
export const canRetry = ({ progress }: Pick<DaySession, 'progress'>): boolean => progress === 'failed' || progress === 'retrying'
