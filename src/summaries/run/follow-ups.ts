import type { SegmentId } from '../../core/domain/ids.ts'
import { enqueue } from '../../jobs/job-list.ts'
import type { TriggerDeps } from '../deps.ts'
import { needsRun } from '../stale-days.ts'
import type { SummaryOutcome } from './outcome.ts'

/**
 * Enqueues another run if the day needs one, because runs requested meanwhile were rejected as `busy`. Also enqueues the posting of a
 * digest that this run made due.
 */
export async function enqueueFollowUps(deps: TriggerDeps, segmentId: SegmentId, outcome: SummaryOutcome): Promise<void> {
  if (outcome !== 'written' && outcome !== 'superseded' && outcome !== 'unchanged') return
  if (await needsRun(deps.store.db, segmentId))
    await enqueue(deps, 'summarize-day', { segmentId, mode: 'nightly' }, { delayMs: deps.summarySettings.rebuildDelayMs })
  const dueDigests = await deps.store.db.digest.count({ where: { segmentId, state: 'waiting', dueAt: { lte: deps.clock.now() } } })
  if (dueDigests > 0) await enqueue(deps, 'post-digests', {})
}
