import type { Tx } from '../../store/store.ts'
import type { ProcessedSession, SessionDeps } from '../deps.ts'
import { rereadLaterSessions } from '../reread-sessions.ts'
import type { SessionNotes } from '../session-notes.ts'

interface SessionLoops {
  readonly session: ProcessedSession
  readonly notes: Pick<SessionNotes, 'newLoops' | 'closings'>
}

/** Stores what a session opens and closes. If other loops are open to later sessions now, those that have been read are read again. */
export async function storeLoops(tx: Tx, { clock, saveLoops }: SessionDeps, { session, notes }: SessionLoops): Promise<void> {
  if (await saveLoops?.(tx, session, notes)) await rereadLaterSessions(tx, session, clock.now())
}
