import type { SessionId, ThreadId, UserId } from '../../core/domain/ids.ts'
import { computeBackoffMs } from '../../core/ports/clock.ts'
import type { SessionDeps } from '../deps.ts'

/** One attempt to process a revision of a session. The claim tells its workers apart. */
export interface SessionAttempt {
  readonly id: SessionId
  readonly revision: number
  readonly claim: number
  /** Counted from 1. */
  readonly attempt: number
}

const ofAttempt = ({ id, revision, claim }: SessionAttempt) => ({ id, revision, claim, state: 'processing' })

/** Marks a session as failed, and schedules the next attempt if one is left. Has no effect if the attempt is no longer the current one. */
export async function failAttempt(deps: SessionDeps, attempt: SessionAttempt): Promise<void> {
  const { maxAttempts, firstRetryDelayMs } = deps.sessionSettings
  const delayMs = computeBackoffMs(attempt.attempt, { firstMs: firstRetryDelayMs })
  const dueAt = attempt.attempt < maxAttempts ? new Date(deps.clock.now().getTime() + delayMs) : null
  await deps.store.db.session.updateMany({ where: ofAttempt(attempt), data: { state: 'failed', dueAt } })
}

/** Makes a session due again, as if it had not been tried: the process stops, or the messages changed meanwhile. */
export async function releaseAttempt({ store, clock }: SessionDeps, attempt: SessionAttempt): Promise<void> {
  const data = { state: 'active', attempts: attempt.attempt - 1, dueAt: clock.now() }
  await store.db.session.updateMany({ where: ofAttempt(attempt), data })
}

/** Marks the sessions as failed that have been in processing for too long, because their worker has died. */
export async function failStuckSessions(deps: SessionDeps): Promise<void> {
  const stuck = await deps.store.db.session.findMany({
    where: { state: 'processing', dueAt: { lte: deps.clock.now() } },
    select: { id: true, threadId: true, revision: true, claim: true, attempts: true },
  })
  for (const { id, threadId, revision, claim, attempts } of stuck) {
    deps.log.warn({ sessionId: id, attempt: attempts }, 'a session was stuck in processing')
    await failAttempt(deps, { id: id as SessionId, revision, claim, attempt: attempts })
    await announceSession(deps, threadId as ThreadId)
  }
}

/** Tells the open pages of a thread's user that a session has changed. */
export async function announceSession({ store, broadcast }: SessionDeps, threadId: ThreadId): Promise<void> {
  const binding = await store.db.continuousThread.findUnique({ where: { threadId }, select: { userId: true } })
  if (binding) broadcast.publish({ type: 'thread-changed', userId: binding.userId as UserId, threadId })
}
