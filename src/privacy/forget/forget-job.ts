import type { ForgetRequestId, MessageId, ThreadId } from '../../core/domain/ids.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { findDaysMissingSummary } from '../../summaries/stale-days.ts'
import { leaseName, withLease } from '../../threads/lease.ts'
import { enqueueNotice } from '../../threads/notify.ts'
import type { PrivacyDeps } from '../deps.ts'
import { type CompletedForget, eraseBatch, forgetBatch } from './forget-batch.ts'
import { type ConfirmedForgetRequest, loadConfirmedRequest } from './forget-request.ts'

/** The wait for whoever is in the way, in ms. */
const busyRetryMs = 1_000

/**
 * Forgets what was confirmed, a part after the other, so that nobody waits for long. Whatever it is interrupted by, it goes on
 * where it was; `recover` sees to it. While a part is being forgotten no command is answered: it could quote what it has read.
 * While everything is, nothing is answered from the first part to the last.
 */
export async function runForgetRequest(
  deps: PrivacyDeps,
  id: ForgetRequestId,
  { signal }: { readonly signal: AbortSignal },
): Promise<void> {
  const outcome = await withLease(deps, leaseName('forget', id), async (lease, lost) => {
    while (!signal.aborted && !lost.aborted) {
      const request = await loadConfirmedRequest(deps.store.db, id)
      if (!request) return 'nothing'
      const { threadId, kind } = request
      const processBatch = kind === 'everything' ? eraseBatch : forgetBatch
      const batchOutcome = await withLease(deps, leaseName('commands', threadId), (commandsLease) =>
        processBatch(deps, request, [lease, commandsLease]),
      )
      if (batchOutcome === 'busy') return 'busy'
      if (batchOutcome !== 'some') await enqueueFollowUps(deps, request, batchOutcome)
      await enqueueOldestCommand(deps, threadId)
    }
    return 'interrupted'
  })
  if (outcome === 'busy') await enqueue(deps, 'forget', { forgetRequestId: id }, busyRetryMs)
}

/** The person is told, what is left of the days is made ready again, and what waited is answered. */
async function enqueueFollowUps(
  deps: PrivacyDeps,
  { id, userId, threadId, kind }: ConfirmedForgetRequest,
  { storedNotice }: CompletedForget,
): Promise<void> {
  deps.log.info({ forgetRequestId: id, threadId, kind }, 'something was forgotten')
  deps.broadcast.publish({ type: 'thread-changed', userId, threadId })
  await enqueueNotice(deps, storedNotice)
  await enqueue(deps, 'index-thread', { threadId })
  for (const segmentId of await findDaysMissingSummary(deps.store.db, threadId))
    await enqueue(deps, 'summarize-day', { segmentId, mode: 'heuristic' })
  if (kind === 'everything') await enqueue(deps, 'answer-thread', { threadId })
}

/** Whoever was to answer commands meanwhile went away. One is enough: with it goes what comes after it. */
async function enqueueOldestCommand(deps: PrivacyDeps, threadId: ThreadId): Promise<void> {
  // Relies on messages_pending_idx.
  const [oldest] = await deps.store.db.$queryRaw<{ messageId: MessageId }[]>`
    SELECT m.id AS "messageId" FROM messages m WHERE m.thread_id = ${threadId} AND m.pending AND m.kind = 'command' ORDER BY m.id LIMIT 1`
  if (oldest) await enqueue(deps, 'run-command', oldest)
}
