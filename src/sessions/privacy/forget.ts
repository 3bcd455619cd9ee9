import type { MessageId, SessionId } from '../../core/domain/ids.ts'
import type { ErasedUser, ForgetBatch } from '../../core/ports/personal-data.ts'
import type { Tx } from '../../store/store.ts'
import { deleteNotes } from '../delete-sessions.ts'

/**
 * Deletes at once what was made from sessions of forgotten messages. Notes that are being made of them are not stored. What remains of the
 * sessions is processed again.
 */
export async function forgetSessions(tx: Tx, { threadId, messageIds, now }: ForgetBatch): Promise<void> {
  const sessions = await findSessionsOf(tx, messageIds)
  await deleteNotes(
    tx,
    threadId,
    sessions.map(({ id }) => id),
  )
  for (const { id, revision } of sessions) {
    // No session has an empty fingerprint, so the next update finds this one changed.
    const emptied = { summary: null, tone: null, fingerprint: '' }
    await tx.session.update({ where: { id }, data: { ...emptied, revision: revision + 1, state: 'active', attempts: 0, dueAt: now } })
  }
}

/**
 * Returns the sessions of messages: also those that took place at the time, because right after an import or a merge it is not derived yet
 * which of them a message belongs to.
 */
function findSessionsOf(tx: Tx, messageIds: readonly MessageId[]): Promise<{ id: SessionId; revision: number }[]> {
  return tx.$queryRaw<{ id: SessionId; revision: number }[]>`
    SELECT s.id, s.revision FROM sessions s WHERE s.id IN (
      SELECT x.session_id FROM session_members x WHERE x.message_id = ANY(${[...messageIds]}::int[])
      UNION SELECT o.id FROM messages m JOIN sessions o ON o.thread_id = m.thread_id AND o.audience = m.audience
        AND o.ended_at >= m.sent_at AND o.started_at <= m.sent_at WHERE m.id = ANY(${[...messageIds]}::int[]))`
}

export async function eraseSessions(tx: Tx, { threadId }: ErasedUser): Promise<void> {
  await tx.session.deleteMany({ where: { threadId } })
  await tx.sessionCursor.deleteMany({ where: { threadId } })
}
