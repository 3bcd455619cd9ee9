import { messageOf } from '../../core/domain/errors.ts'
import type { SessionId } from '../../core/domain/ids.ts'
import type { JobRun } from '../../core/ports/jobs.ts'
import { enqueue } from '../../jobs/job-list.ts'
import type { SessionDeps } from '../deps.ts'
import { type ClaimedSession, claimSession, findThread, type UnclaimedOutcome } from './claim-session.ts'
import { findDueSessions } from './due-sessions.ts'
import { announceSession, failAttempt, releaseAttempt } from './end-attempt.ts'
import { keepKnownSources } from './keep-known-sources.ts'
import { storeNotes } from './store-notes.ts'

/** How an attempt to process a session ended. */
export type SessionOutcome =
  | UnclaimedOutcome
  | 'processed'
  /** Its messages changed meanwhile. The next run processes the latest revision. */
  | 'superseded'
  /** It is tried again later, unless this was the last attempt. */
  | 'failed'

/** The outcomes that an open page shows. */
const finalOutcomes: readonly SessionOutcome[] = ['processed', 'skipped', 'failed']

/**
 * Makes notes of a session that is due. Claims it and reads its messages under the thread's lock, calls the model without a lock, and
 * stores the result only if the messages are unchanged. Each revision is processed once, with any number of workers. If the process dies,
 * the session is found as stuck.
 */
export async function processSession(deps: SessionDeps, id: SessionId, run: Pick<JobRun, 'signal'>): Promise<SessionOutcome> {
  const threadId = await findThread(deps.store.db, id)
  const outcome = await processOne(deps, id, run)
  if (threadId !== undefined && finalOutcomes.includes(outcome)) await announceSession(deps, threadId)
  // The next session of the thread has waited for this one.
  if (threadId !== undefined && outcome !== 'not-due' && !run.signal.aborted)
    for (const sessionId of await findDueSessions(deps, threadId)) await enqueue(deps, 'process-session', { sessionId })
  return outcome
}

async function processOne(deps: SessionDeps, id: SessionId, run: Pick<JobRun, 'signal'>): Promise<SessionOutcome> {
  const claimed = await deps.store.transaction((tx) => claimSession(tx, deps, id))
  if (typeof claimed === 'string') return claimed
  const { session, attempt, lines } = claimed
  deps.log.info({ threadId: session.threadId, sessionId: id, messages: lines.length, attempt: attempt.attempt }, 'a session is processed')
  try {
    if (await readAndStore(deps, claimed, run.signal)) return 'processed'
  } catch (error) {
    if (!run.signal.aborted) {
      deps.log.warn({ sessionId: id, attempt: attempt.attempt, error: messageOf(error) }, 'a session could not be processed')
      await failAttempt(deps, attempt)
      return 'failed'
    }
  }
  await releaseAttempt(deps, attempt)
  return 'superseded'
}

async function readAndStore(deps: SessionDeps, claimed: ClaimedSession, signal: AbortSignal): Promise<boolean> {
  const { session, lines } = claimed
  const { language, timezone } = session
  const openLoops = (await deps.listOpenLoops?.(session)) ?? []
  const found = await deps.readSession({ language, timezone, lines, openLoops }, { userId: session.userId, signal })
  const notes = keepKnownSources(found, { session, openLoops })
  const checksThread = openLoops.length > 0
  return deps.store.transaction((tx) => storeNotes(tx, deps, { claimed, notes, checksThread }))
}
