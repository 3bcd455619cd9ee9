import type { MessageId, ThreadId } from '../../core/domain/ids.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Tx } from '../../store/store.ts'
import { loadOwnLanguage } from '../query/terms.ts'
import { writeIndexRows } from './update-index.ts'

/**
 * Writes the index rows of some messages of a thread again, because the names found in them have changed. Leaves out messages with changes
 * that are not indexed yet. The thread must be locked.
 */
export async function reindexMessages(tx: Tx, threadId: ThreadId, messageIds: readonly MessageId[]): Promise<void> {
  if (messageIds.length === 0) return
  await writeIndexRows(
    tx,
    await loadOwnLanguage(tx, threadId),
    Prisma.sql`
      SELECT m.* FROM messages m JOIN message_index i ON i.message_id = m.id AND i.change_seq = m.change_seq
      WHERE m.id = ANY(${[...messageIds]}::int[])`,
  )
}
