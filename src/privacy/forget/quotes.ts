import { enqueue } from '../../jobs/job-list.ts'
import type { ThreadDeps } from '../../threads/deps.ts'
import type { ReferenceChange } from '../../threads/privacy/references.ts'

/** Derives again what was derived from messages whose quotations changed. Call it after the commit. */
export async function followUpQuoteChanges(
  deps: Pick<ThreadDeps, 'store' | 'jobs' | 'broadcast' | 'log' | 'clock'>,
  changes: readonly ReferenceChange[],
): Promise<void> {
  for (const { threadId, userId, segmentIds } of changes) {
    deps.broadcast.publish({ type: 'thread-changed', userId, threadId })
    await enqueue(deps, 'index-thread', { threadId })
    const summaries = await deps.store.db.daySummary.findMany({
      where: { segmentId: { in: [...segmentIds] } },
      select: { segmentId: true },
    })
    for (const { segmentId } of summaries)
      await enqueue(deps, 'summarize-day', { segmentId: segmentId as ReferenceChange['segmentIds'][number], mode: 'heuristic' })
  }
}
