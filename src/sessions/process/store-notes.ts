import { reindexMessages } from '../../search/index/reindex-messages.ts'
import type { Tx } from '../../store/store.ts'
import { deleteNotes } from '../delete-sessions.ts'
import type { SessionDeps } from '../deps.ts'
import type { SessionNotes } from '../session-notes.ts'
import { updateSessions } from '../update-sessions.ts'
import { type ClaimedSession, findOwner, findThread } from './claim-session.ts'
import { storeLoops } from './store-loops.ts'

/**
 * Stores the notes of a session with its loops, if its messages are the ones that were read. Returns false otherwise. The notes must be
 * valid.
 */
export async function storeNotes(
  tx: Tx,
  deps: SessionDeps,
  { claimed, notes, checksThread }: { claimed: ClaimedSession; notes: SessionNotes; checksThread: boolean },
): Promise<boolean> {
  const { id, revision, claim } = claimed.attempt
  const threadId = await findThread(tx, id)
  // Changes that are not derived yet may be changes of this session.
  if (threadId === undefined || (await updateSessions(tx, deps, threadId)) === 'some') return false
  const row = await tx.session.findFirst({
    where: { id, revision, claim, state: 'processing' },
    select: { audience: true, thread: { select: { revision: true } } },
  })
  const owner = row && (await findOwner(tx, threadId))
  if (!owner || (checksThread && row.thread.revision !== claimed.threadRevision)) return false
  await deleteNotes(tx, threadId, [id])
  const { audience } = row
  await tx.keyMoment.createMany({ data: notes.moments.map((moment) => ({ ...moment, sessionId: id, audience })) })
  await tx.sessionName.createMany({
    data: notes.names.map(({ kind, name, messageId }) => ({ sessionId: id, messageId, audience, kind, name })),
  })
  await reindexMessages(
    tx,
    threadId,
    notes.names.map(({ messageId }) => messageId),
  )
  await tx.session.update({
    where: { id },
    data: { state: 'processed', dueAt: null, summary: notes.summary || null, tone: notes.tone ?? null, processedAt: deps.clock.now() },
  })
  await storeLoops(tx, deps, { session: { ...claimed.session, threadId, userId: owner.userId }, notes })
  return true
}
