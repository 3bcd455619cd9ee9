import type { ForgetRequestId, MessageId, ThreadId } from '../../core/domain/ids.ts'
import { enqueue, enqueueTurn } from '../../jobs/job-list.ts'
import { findDaysMissingSummary } from '../../summaries/stale-days.ts'
import { leaseName, withLease } from '../../threads/lease.ts'
import { enqueueNotice } from '../../threads/notify.ts'
import type { PrivacyDeps } from '../deps.ts'
import { type CompletedForget, eraseBatch, forgetBatch } from './forget-batch.ts'
import { type ConfirmedForgetRequest, loadConfirmedRequest } from './forget-request.ts'

/** In ms. How long to wait before the next attempt while another process holds a lease. */
const busyRetryMs = 1_000

/**
 * Runs a confirmed deletion in batches, so that no lock is held for long. After an interruption, the sweep enqueues it again and it
 * continues from there. Commands are not answered during a batch, because they could quote what they read before it. During a deletion of
 * everything, nothing is answered until it ends.
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
  if (outcome === 'busy') await enqueue(deps, 'forget', { forgetRequestId: id }, { delayMs: busyRetryMs })
}

/** Notifies the user, indexes and summarizes the remaining messages, and answers pending ones. */
async function enqueueFollowUps(
  deps: PrivacyDeps,
  { id, userId, threadId, kind }: ConfirmedForgetRequest,
  { storedNotice }: CompletedForget,
): Promise<void> {
  deps.log.info({ forgetRequestId: id, threadId, kind }, 'a deletion was completed')
  deps.broadcast.publish({ type: 'thread-changed', userId, threadId })
  if (kind === 'everything') deps.broadcast.publish({ type: 'sessions-ended', userId })
  await enqueueNotice(deps, storedNotice)
  await enqueue(deps, 'index-thread', { threadId })
  for (const segmentId of await findDaysMissingSummary(deps.store.db, threadId))
    await enqueue(deps, 'summarize-day', { segmentId, mode: 'heuristic' })
  if (kind === 'everything') await enqueueTurn(deps, threadId)
}

/** Enqueues the oldest pending command, because commands were skipped during the batch. That command then enqueues the later ones. */
async function enqueueOldestCommand(deps: PrivacyDeps, threadId: ThreadId): Promise<void> {
  // Relies on messages_pending_idx.
  const oldest = await deps.store.db.message.findFirst({
    where: { threadId, pending: true, kind: 'command' },
    orderBy: { id: 'asc' },
    select: { id: true },
  })
  if (oldest) await enqueue(deps, 'run-command', { messageId: oldest.id as MessageId })
}
