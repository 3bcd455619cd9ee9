import type { DayLabel, SegmentId, ThreadId } from '../core/domain/ids.ts'
import { dayLabelOf, endOfDay } from '../core/ports/clock.ts'
import { enqueue } from '../jobs/job-list.ts'
import { finalizeSegments } from '../threads/days/day-segment.ts'
import type { TriggerDeps } from './deps.ts'
import { findPendingDays } from './stale-days.ts'

/** The earliest timezone, 14 hours ahead of UTC. No day ends anywhere before it ends there. */
const earliestTimezone = 'Pacific/Kiritimati'

/** The maximum number of open days checked per run, oldest first. */
const maxDaysPerRun = 1_000

interface OpenDay {
  readonly id: SegmentId
  readonly threadId: ThreadId
  readonly dayLabel: DayLabel
  /** The timezone in which the day was opened. */
  readonly timezone: string
  readonly userTimezone: string | null
}

/** Whether a day has ended in its own timezone and in the user's current one. For a user who has traveled west, the day may still go on. */
const hasEnded = ({ dayLabel, timezone, userTimezone }: OpenDay, instant: Date): boolean =>
  endOfDay(dayLabel, timezone) <= instant && endOfDay(dayLabel, userTimezone ?? timezone) <= instant

/**
 * Finalizes the days that have ended, even for users who do not return. Enqueues the indexing of these days, and every pending summary of
 * a finalized day. Recovers lost jobs. Scheduled.
 */
export async function finalizeDays(deps: TriggerDeps): Promise<void> {
  const { clock, store } = deps
  const endedBefore = new Date(clock.now().getTime() - deps.summarySettings.finalizeAfterMs)
  const openDays = await store.db.$queryRaw<OpenDay[]>`
    SELECT s.id, s.thread_id AS "threadId", s.day_label AS "dayLabel", s.timezone, u.timezone AS "userTimezone"
    FROM day_segments s -- day_segments_open_idx
    LEFT JOIN continuous_threads c ON c.thread_id = s.thread_id LEFT JOIN users u ON u.id = c.user_id
    WHERE s.finalized_at IS NULL AND s.day_label < ${dayLabelOf(endedBefore, earliestTimezone)}
    ORDER BY s.day_label, s.id LIMIT ${maxDaysPerRun}`
  const endedDays = openDays.filter((day) => hasEnded(day, endedBefore))
  if (endedDays.length > 0)
    await finalizeSegments(
      store.db,
      endedDays.map(({ id }) => id),
      clock.now(),
    )
  for (const threadId of new Set(endedDays.map((day) => day.threadId))) await enqueue(deps, 'index-thread', { threadId })
  for (const segmentId of await findPendingDays(deps)) await enqueue(deps, 'summarize-day', { segmentId, mode: 'nightly' })
}
