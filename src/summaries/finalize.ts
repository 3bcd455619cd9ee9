import { dayLabelOf, endOfDay } from '../core/clock.ts'
import type { DayLabel, SegmentId, ThreadId } from '../core/ids.ts'
import { hint } from '../jobs/hint.ts'
import { owedDays } from './owed.ts'
import type { TriggerParts } from './parts.ts'

/** Where a date begins first, 14 hours before UTC: no day ends before it has ended there. */
const EARLIEST = 'Pacific/Kiritimati'

/** Open days looked at in one go, oldest first. */
const AT_ONCE = 1_000

interface OpenDay {
  readonly id: SegmentId
  readonly threadId: ThreadId
  readonly dayLabel: DayLabel
  /** In which it was opened. */
  readonly timezone: string
  readonly userTimezone: string | null
}

/** Where its user is now as well: who has travelled west still lives it. */
const hasEnded = ({ dayLabel, timezone, userTimezone }: OpenDay, by: Date): boolean =>
  endOfDay(dayLabel, timezone) <= by && endOfDay(dayLabel, userTimezone ?? timezone) <= by

/**
 * Finalizes the days that have ended, for users who do not come back, and queues the rest of their indexing, and the summary
 * of every finalized day that is owed one: whatever was lost on the way is found here. Scheduled.
 */
export async function finalizeDays(parts: TriggerParts): Promise<void> {
  const { clock, store } = parts
  const ended = new Date(clock.now().getTime() - parts.summarySettings.finalizeAfterMs)
  const open = await store.db.$queryRaw<OpenDay[]>`
    SELECT s.id, s.thread_id AS "threadId", s.day_label AS "dayLabel", s.timezone, u.timezone AS "userTimezone"
    FROM day_segments s -- day_segments_open_idx
    LEFT JOIN continuous_threads c ON c.thread_id = s.thread_id LEFT JOIN users u ON u.id = c.user_id
    WHERE s.finalized_at IS NULL AND s.day_label < ${dayLabelOf(ended, EARLIEST)}
    ORDER BY s.day_label, s.id LIMIT ${AT_ONCE}`
  const over = open.filter((day) => hasEnded(day, ended))
  if (over.length > 0)
    await store.db.daySegment.updateMany({
      where: { id: { in: over.map(({ id }) => id) }, finalizedAt: null },
      data: { finalizedAt: clock.now() },
    })
  for (const threadId of new Set(over.map((day) => day.threadId))) await hint(parts, 'index-thread', { threadId })
  for (const segmentId of await owedDays(parts)) await hint(parts, 'summarize-day', { segmentId, mode: 'nightly' })
}
