import type { MessageId, ThreadId } from '../../core/domain/ids.ts'
import type { Tx } from '../../store/store.ts'
import { advanceChangeSeq } from '../../threads/thread.ts'
import { loadOwnLanguage } from '../query/terms.ts'
import { detectionChars, indexWriteSql } from './update-index.ts'

/**
 * Writes the index rows of some messages of a thread again, because the names found in them have changed. Leaves out messages with changes
 * that are not indexed yet, and then counts as a change of the thread, so that a concurrent update that has not seen the names starts again.
 * The thread must be locked.
 */
export async function reindexMessages(tx: Tx, threadId: ThreadId, messageIds: readonly MessageId[]): Promise<void> {
  const ids = [...new Set(messageIds)]
  if (ids.length === 0) return
  const messages = await tx.$queryRaw<{ id: MessageId; text: string }[]>`
    SELECT m.id, left(m.text, ${detectionChars}::int) AS text
    FROM messages m JOIN message_index i ON i.message_id = m.id AND i.change_seq = m.change_seq WHERE m.id = ANY(${ids}::int[])`
  if (messages.length < ids.length) await tx.$executeRaw`${advanceChangeSeq(threadId, 1)}`
  await tx.$executeRaw`
    WITH locked AS (SELECT id FROM threads WHERE id = ${threadId}), ${indexWriteSql(messages, await loadOwnLanguage(tx, threadId))}
    SELECT count(*) FROM indexed`
}
