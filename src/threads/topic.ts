import type { ChangeSeq, MessageId, ThreadId } from '../core/domain/ids.ts'
import type { Message } from '../core/domain/messages.ts'
import type { Db } from '../store/store.ts'

/** Where the person began a new topic. */
export interface ConversationTopic {
  readonly freshSeq: ChangeSeq
  /** When it was begun, and with `platformOrder` and `id` its place in the order of the thread. */
  readonly sentAt: Date
  readonly platformOrder: bigint
  readonly id: MessageId
}

/** Begins a new topic of a thread at one of its messages. Twice at the same one is once, and it never goes back. */
export async function startTopic(db: Db, { threadId, messageId }: { threadId: ThreadId; messageId: MessageId }): Promise<void> {
  await db.$executeRaw`
    UPDATE threads t SET fresh_seq = GREATEST(t.fresh_seq, m.change_seq)
    FROM messages m WHERE t.id = ${threadId} AND m.id = ${messageId} AND m.thread_id = t.id`
}

/**
 * The latest topic that was begun in a thread. Where the message it was begun with has changed since, the one that
 * changed before it stands for it. Relies on messages_thread_id_change_seq_key.
 */
export async function findLatestTopic(db: Db, threadId: ThreadId): Promise<ConversationTopic | undefined> {
  const [topic] = await db.$queryRaw<ConversationTopic[]>`
    SELECT t.fresh_seq AS "freshSeq", begun.*
    FROM threads t CROSS JOIN LATERAL (
      SELECT m.sent_at AS "sentAt", m.platform_order AS "platformOrder", m.id FROM messages m
      WHERE m.thread_id = t.id AND m.change_seq <= t.fresh_seq ORDER BY m.change_seq DESC LIMIT 1) begun
    WHERE t.id = ${threadId} AND t.fresh_seq > 0`
  return topic
}

/**
 * Whether a message was said before a topic was begun. Its last change says so as long as it is an old one; after an edit,
 * and for what comes late, its place in the thread does.
 */
export function isBeforeTopic(topic: ConversationTopic, message: Pick<Message, 'changeSeq' | 'sentAt' | 'platformOrder' | 'id'>): boolean {
  if (message.changeSeq <= topic.freshSeq) return true
  const difference =
    message.sentAt.getTime() - topic.sentAt.getTime() || Number(message.platformOrder - topic.platformOrder) || message.id - topic.id
  return difference <= 0
}
