import type { MessageId, SessionId, ThreadId } from '../core/domain/ids.ts'
import { reindexMessages } from '../search/index/reindex-messages.ts'
import type { Tx } from '../store/store.ts'

/** Deletes sessions of a thread with their notes. The thread must be locked. */
export async function deleteSessions(tx: Tx, threadId: ThreadId, ids: readonly SessionId[]): Promise<void> {
  await deleteNotes(tx, threadId, ids)
  await tx.session.deleteMany({ where: { id: { in: [...ids] } } })
}

/** Deletes what was made from sessions of a thread, except their summaries and tones. The thread must be locked. */
export async function deleteNotes(tx: Tx, threadId: ThreadId, ids: readonly SessionId[]): Promise<void> {
  const ofSessions = { sessionId: { in: [...ids] } }
  await tx.keyMoment.deleteMany({ where: ofSessions })
  const named = await tx.sessionName.findMany({ where: ofSessions, select: { messageId: true }, distinct: 'messageId' })
  if (named.length === 0) return
  await tx.sessionName.deleteMany({ where: ofSessions })
  await reindexMessages(
    tx,
    threadId,
    named.map(({ messageId }) => messageId as MessageId),
  )
}
