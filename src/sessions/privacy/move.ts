import type { SessionId } from '../../core/domain/ids.ts'
import type { ThreadSplit, UserMerge } from '../../core/ports/personal-data.ts'
import type { Tx } from '../../store/store.ts'
import { deleteSessions } from '../delete-sessions.ts'

/**
 * Moves the sessions of a thread to the thread that it is merged into. All sessions are then derived again. Those that no message of the
 * other thread reaches keep their notes.
 */
export async function mergeSessions(tx: Tx, { from, into }: UserMerge): Promise<void> {
  if (from.threadId === undefined) return
  await tx.session.updateMany({ where: { threadId: from.threadId }, data: { threadId: into.threadId } })
  await tx.sessionCursor.deleteMany({ where: { threadId: { in: [from.threadId, into.threadId] } } })
}

/** Deletes the sessions of leaving messages with their notes. What remains of them, and what leaves, is derived again in both threads. */
export async function splitSessions(tx: Tx, { from, to, messageIds }: ThreadSplit): Promise<void> {
  const leaving = await tx.session.findMany({
    where: { members: { some: { messageId: { in: [...messageIds] } } } },
    select: { id: true },
  })
  await deleteSessions(
    tx,
    from.threadId,
    leaving.map(({ id }) => id as SessionId),
  )
  await tx.sessionCursor.deleteMany({ where: { threadId: { in: [from.threadId, to.threadId] } } })
}
