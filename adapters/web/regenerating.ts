import type { SegmentId } from '../../src/core/domain/ids.ts'
import type { WebDeps } from './options.ts'

/** What has become of the wish to have a summary rewritten. A run that is tried again counts as failed until it succeeds. */
export type SummaryProgress = 'waiting' | 'done' | 'failed'

/** For a segment whose thread is known to be the caller's. Relies on summary_runs_segment_id_started_at_idx. */
export async function createSummaryProgress(deps: WebDeps, segmentId: SegmentId, since: Date): Promise<SummaryProgress> {
  const runs = await deps.store.db.summaryRun.findMany({
    where: { segmentId, startedAt: { gte: since } },
    select: { state: true },
  })
  if (runs.some(({ state }) => state === 'done')) return 'done'
  return runs.some(({ state }) => state === 'failed') ? 'failed' : 'waiting'
}
