import type { ChangeSeq, DayLabel, SegmentId, ThreadId, UserId } from '../core/domain/ids.ts'
import type { LanguageCode } from '../core/domain/languages.ts'
import type { Message } from '../core/domain/messages.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Tx } from '../store/store.ts'
import { messageColumns, oldestFirst } from '../threads/messages/message-columns.ts'

/** A day segment as a summary run sees it. */
export interface DayState {
  readonly id: SegmentId
  readonly threadId: ThreadId
  readonly userId: UserId
  readonly dayLabel: DayLabel
  readonly timezone: string
  readonly coveredSeq: ChangeSeq
  readonly revision: number
  /** The revision of the whole thread, because an edit on the previous day changes the context of this summary. */
  readonly threadRevision: number
  readonly openedAt: Date
  readonly finalizedAt: Date | null
  /** The user's language. */
  readonly language: LanguageCode
  readonly userTimezone: string | null
  readonly digest: string
  /** The current summary. */
  readonly summary: { readonly markdown: string; readonly revision: number; readonly language: LanguageCode } | null
}

/**
 * SQL for the source messages of a day summary: the private conversation. Messages in shared places are not part of any day summary, so
 * they never count as summarized. Tombstones are included, because deletions must be summarized too. The table's alias is m.
 */
export const isSummarizable = Prisma.sql`m.kind = 'chat' AND m.audience = 'private'`

/** Locks a segment against other writers of its summary and revision until the transaction ends. Messages can still be added to it. */
export async function lockDay(tx: Tx, segmentId: SegmentId): Promise<DayState | undefined> {
  const locked = await tx.$queryRaw<unknown[]>`SELECT id FROM day_segments WHERE id = ${segmentId} FOR NO KEY UPDATE`
  if (locked.length === 0) return undefined
  const [day] = await tx.$queryRaw<DayState[]>`
    SELECT s.id, s.thread_id AS "threadId", u.id AS "userId", s.day_label AS "dayLabel", s.timezone, s.covered_seq AS "coveredSeq",
      s.revision, t.revision AS "threadRevision", s.opened_at AS "openedAt", s.finalized_at AS "finalizedAt", u.language, u.timezone AS "userTimezone", u.digest,
      CASE WHEN d.segment_id IS NOT NULL
        THEN jsonb_build_object('markdown', d.markdown, 'revision', d.revision, 'language', d.language) END AS summary
    FROM day_segments s
    JOIN threads t ON t.id = s.thread_id
    JOIN continuous_threads c ON c.thread_id = s.thread_id
    JOIN users u ON u.id = c.user_id
    LEFT JOIN day_summaries d ON d.segment_id = s.id
    WHERE s.id = ${segmentId}`
  return day
}

/** Returns all source messages of a day's summary in order. Relies on messages_segment_id_sent_at_platform_order_id_idx. */
export function loadDayMessages(tx: Tx, segmentId: SegmentId): Promise<Message[]> {
  return tx.$queryRaw<
    Message[]
  >`SELECT ${messageColumns} FROM messages m WHERE m.segment_id = ${segmentId} AND ${isSummarizable} ORDER BY ${oldestFirst}`
}

/** Returns the latest summary of an earlier day. Relies on day_segments_thread_id_day_label_key. */
export async function loadPreviousSummary(tx: Tx, day: DayState): Promise<{ dayLabel: DayLabel; markdown: string } | undefined> {
  const [previous] = await tx.$queryRaw<{ dayLabel: DayLabel; markdown: string }[]>`
    SELECT s.day_label AS "dayLabel", d.markdown
    FROM day_segments s JOIN day_summaries d ON d.segment_id = s.id
    WHERE s.thread_id = ${day.threadId} AND s.day_label < ${day.dayLabel}
    ORDER BY s.day_label DESC LIMIT 1`
  return previous
}
