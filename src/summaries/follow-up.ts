import type { SegmentId } from '../core/ids.ts'
import { hint } from '../jobs/hint.ts'
import type { SummaryOutcome } from './outcome.ts'
import { owesRun } from './owed.ts'
import type { TriggerParts } from './parts.ts'

/** After a run: what came up while it was at work and was turned away as `busy`, and the posting it made possible. */
export async function followUp(parts: TriggerParts, segmentId: SegmentId, outcome: SummaryOutcome): Promise<void> {
  if (outcome !== 'written' && outcome !== 'superseded' && outcome !== 'unchanged') return
  if (await owesRun(parts.store.db, segmentId))
    await hint(parts, 'summarize-day', { segmentId, mode: 'nightly' }, parts.summarySettings.rebuildDelayMs)
  const due = await parts.store.db.digest.count({ where: { segmentId, state: 'waiting', dueAt: { lte: parts.clock.now() } } })
  if (due > 0) await hint(parts, 'post-digests', {})
}
