import type { SegmentId } from '../../core/domain/ids.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { TriggerParts } from '../deps.ts'
import { needsRun } from '../stale-days.ts'
import type { SummaryOutcome } from './outcome.ts'

/** After a run: what came up while it was at work and was turned away as `busy`, and the posting it made possible. */
export async function enqueueFollowUps(parts: TriggerParts, segmentId: SegmentId, outcome: SummaryOutcome): Promise<void> {
  if (outcome !== 'written' && outcome !== 'superseded' && outcome !== 'unchanged') return
  if (await needsRun(parts.store.db, segmentId))
    await enqueue(parts, 'summarize-day', { segmentId, mode: 'nightly' }, parts.summarySettings.rebuildDelayMs)
  const dueDigests = await parts.store.db.digest.count({ where: { segmentId, state: 'waiting', dueAt: { lte: parts.clock.now() } } })
  if (dueDigests > 0) await enqueue(parts, 'post-digests', {})
}
