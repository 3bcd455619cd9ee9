import type { ChangeSeq, MessageId, UserId } from '../core/domain/ids.ts'
import type { Db } from '../store/store.ts'
import { oldestFirst } from './messages/message-columns.ts'
import { samplePlatform } from './messages/sample-messages.ts'
import { type Scope, visibleTo } from './scope.ts'

/** The maximum number of changes read: the latest when a thread is opened for the first time, and the first ones since the last visit. */
const mostChanges = 1_000

/** Stores that the user has seen the thread on the page up to a change. It never decreases. Relies on messages_thread_id_change_seq_key. */
export async function markSeen(db: Db, userId: UserId, seq: ChangeSeq): Promise<void> {
  await db.$executeRaw`
    UPDATE continuous_threads c SET seen_seq = ${seq}, seen_message_id = GREATEST(c.seen_message_id, coalesce((
      SELECT max(m.id) FROM (SELECT m.id, m.kind FROM messages m WHERE m.thread_id = c.thread_id AND m.change_seq <= ${seq}
        AND m.change_seq > GREATEST(c.seen_seq, ${seq}::int - ${mostChanges}::int) ORDER BY m.change_seq OFFSET 0) m WHERE m.kind <> 'draft'), 0))
    FROM threads t WHERE c.user_id = ${userId} AND t.id = c.thread_id AND ${seq} <= t.change_seq
      AND ${seq} > coalesce(c.seen_seq, 0)`
}

/**
 * Returns the first message, in the order of the thread, that has arrived since the user last saw the thread on the page. What the user
 * wrote there is not new to them, nor are imported and sample messages. Undefined if there is none, or the thread was never opened. Relies
 * on messages_thread_id_change_seq_key.
 */
export async function findFirstUnseen(db: Db, scope: Scope, page: string): Promise<MessageId | undefined> {
  const [first] = await db.$queryRaw<{ id: MessageId }[]>`
    SELECT m.id FROM continuous_threads c
      CROSS JOIN LATERAL (SELECT m.* FROM messages m WHERE m.thread_id = c.thread_id AND m.change_seq > c.seen_seq
        ORDER BY m.change_seq LIMIT ${mostChanges}) m
      JOIN places p ON p.id = m.place_id
    WHERE c.thread_id = ${scope.threadId} AND m.id > c.seen_message_id AND ${visibleTo(scope, 'm')} AND m.kind <> 'draft' AND m.role <> 'tool'
      AND m.deleted_at IS NULL AND (m.role = 'user' OR m.text <> '') AND NOT (m.role = 'user' AND p.platform = ${page})
      AND p.platform NOT IN ('import', ${samplePlatform})
    ORDER BY ${oldestFirst} LIMIT 1`
  return first?.id
}
