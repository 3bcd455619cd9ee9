import { dayLabelOf, endOfDay } from '../core/clock.ts'
import type { DayLabel, SegmentId } from '../core/ids.ts'
import { hint } from '../jobs/hint.ts'
import { owedDays } from './owed.ts'
import type { TriggerParts } from './parts.ts'

/** Where a date begins first, 14 hours before UTC: no day ends before it has ended there. */
const EARLIEST = 'Pacific/Kiritimati'

/** Open days looked at in one go, oldest first. */
const AT_ONCE = 1_000

/**
 * Finalizes the days that have ended, for users who do not come back, and queues the summary of every finalized day
 * that is owed one: whatever was lost on the way is found here. Scheduled.
 */
export async function finalizeDays(parts: TriggerParts): Promise<void> {
  const { clock, store } = parts
  const ended = new Date(clock.now().getTime() - parts.summarySettings.finalizeAfterMs)
  const open = await store.db.$queryRaw<{ id: SegmentId; dayLabel: DayLabel; timezone: string }[]>`
    SELECT id, day_label AS "dayLabel", timezone FROM day_segments -- day_segments_open_idx
    WHERE finalized_at IS NULL AND day_label < ${dayLabelOf(ended, EARLIEST)}
    ORDER BY day_label, id LIMIT ${AT_ONCE}`
  const over = open.filter(({ dayLabel, timezone }) => endOfDay(dayLabel, timezone) <= ended).map(({ id }) => id)
  if (over.length > 0)
    await store.db.daySegment.updateMany({ where: { id: { in: over }, finalizedAt: null }, data: { finalizedAt: clock.now() } })
  for (const segmentId of await owedDays(parts)) await hint(parts, 'summarize-day', { segmentId, mode: 'nightly' })
}
