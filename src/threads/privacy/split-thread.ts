import type { MessageId, ThreadId } from '../../core/domain/ids.ts'
import type { ThreadSplit } from '../../core/ports/personal-data.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Tx } from '../../store/store.ts'
import { advanceChangeSeqAndRevision, bumpRevision } from '../thread.ts'

type SplitSource = Pick<ThreadSplit, 'placeIds' | 'accountIds'> & { readonly threadId: ThreadId }

/**
 * Returns the messages that leave a thread together with accounts: what was written from them, everything in their direct places, and the
 * replies to that. Summaries posted there stay, because they are about the whole conversation.
 */
export async function findLeavingMessages(tx: Tx, { threadId, placeIds, accountIds }: SplitSource): Promise<MessageId[]> {
  // Relies on messages_turn_id_idx and messages_reply_to_id_idx.
  const rows = await tx.$queryRaw<{ id: MessageId }[]>`
    WITH own AS (
      SELECT m.id, m.turn_id FROM messages m
      WHERE m.thread_id = ${threadId} AND m.kind <> 'digest'
        AND (m.place_id = ANY(${[...placeIds]}::int[]) OR m.author_account_id = ANY(${[...accountIds]}::int[]))
    )
    SELECT id FROM own
    UNION SELECT m.id FROM own JOIN messages m ON m.reply_to_id = own.id WHERE m.thread_id = ${threadId} AND m.role <> 'user' AND m.kind <> 'digest'
    UNION SELECT m.id FROM own JOIN messages m ON m.turn_id = own.turn_id WHERE m.thread_id = ${threadId} AND m.role <> 'user'`
  return rows.map(({ id }) => id)
}

/** Opens the days of leaving messages in their new thread, with the same dates. */
export async function copyDays(tx: Tx, { to, messageIds, now }: ThreadSplit): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO day_segments (thread_id, day_label, timezone, opened_at, finalized_at)
    SELECT ${to.threadId}, s.day_label, s.timezone, ${now}, s.finalized_at FROM day_segments s
    WHERE s.id IN (SELECT m.segment_id FROM messages m WHERE m.id = ANY(${[...messageIds]}::int[]))`
}

/**
 * Moves messages to a thread without messages, in their order. Replies across the two threads no longer refer to each other. Changes both
 * threads, which must be locked.
 */
export async function moveMessages(tx: Tx, { from, to, messageIds }: ThreadSplit): Promise<void> {
  const ids = Prisma.sql`${[...messageIds]}::int[]`
  await tx.$executeRaw`
    UPDATE messages m SET reply_to_id = NULL FROM messages target
    WHERE m.thread_id = ${from.threadId} AND target.id = m.reply_to_id AND (m.id = ANY(${ids})) <> (target.id = ANY(${ids}))`
  await tx.$executeRaw`
    WITH thread AS (
      ${advanceChangeSeqAndRevision(to.threadId, messageIds.length)}
    ), moved AS (
      SELECT m.id, row_number() OVER (ORDER BY m.change_seq)::int AS position, s.day_label
      FROM messages m JOIN day_segments s ON s.id = m.segment_id WHERE m.id = ANY(${ids})
    )
    UPDATE messages m SET thread_id = ${to.threadId}, segment_id = day.id, change_seq = thread.change_seq - ${messageIds.length} + moved.position
    FROM moved, thread, day_segments day
    WHERE m.id = moved.id AND day.thread_id = ${to.threadId} AND day.day_label = moved.day_label`
  await bumpRevision(tx, from.threadId)
}
