import type { SegmentId } from '../core/domain/ids.ts'
import type { Message } from '../core/domain/messages.ts'
import type { SummaryMode } from '../core/ports/jobs.ts'
import { enqueue } from '../jobs/job-list.ts'
import { Prisma } from '../store/generated/client.ts'
import { inMs } from '../store/store.ts'
import { isSummarizable } from './day-state.ts'
import type { TriggerDeps } from './deps.ts'
import { isStale, needsRun } from './stale-days.ts'

/**
 * Handles a stored message. Call it after the commit. A new day enqueues the summary of the previous day. Today is summarized once enough
 * has accumulated.
 */
export async function onMessageAppended(
  deps: TriggerDeps,
  { segment, opened }: { readonly segment: { readonly id: SegmentId }; readonly opened: boolean },
): Promise<void> {
  if (opened) await enqueuePreviousDay(deps, segment.id)
  await onDayChanged(deps, { segmentId: segment.id })
}

/** Handles added, edited or deleted messages of a day. Call it after the commit. `progress` is read if it is absent. */
export async function onDayChanged(
  deps: TriggerDeps,
  { segmentId, ...changed }: { readonly segmentId: SegmentId; readonly progress?: DaySummaryProgress | undefined },
): Promise<void> {
  const progress = changed.progress ?? (await loadSummaryProgress(deps, segmentId))
  const mode = progress && chooseSummaryMode(progress, deps)
  if (!mode) return
  // More of an ongoing day is covered at once. Repairing a summary is delayed, because more edits may follow.
  const delayMs = progress.finalized || progress.changed ? deps.summarySettings.rebuildDelayMs : 0
  await enqueue(deps, 'summarize-day', { segmentId, mode }, { delayMs })
}

async function enqueuePreviousDay(deps: TriggerDeps, segmentId: SegmentId): Promise<void> {
  // A day that opens late is final from the start and triggers nothing. Relies on day_segments_thread_id_day_label_key.
  const [previousDay] = await deps.store.db.$queryRaw<{ id: SegmentId }[]>`
    SELECT b.id FROM day_segments s JOIN day_segments b ON b.thread_id = s.thread_id AND b.day_label < s.day_label
    WHERE s.id = ${segmentId} AND s.finalized_at IS NULL
    ORDER BY b.day_label DESC LIMIT 1`
  // A day that needs no run is left alone, because a run would block a user who asks for a new summary of that day first thing in the
  // morning.
  if (previousDay && (await needsRun(deps.store.db, previousDay.id)))
    await enqueue(deps, 'summarize-day', { segmentId: previousDay.id, mode: 'rollover' })
}

/** How much of a day is not summarized yet. */
export interface DaySummaryProgress {
  readonly finalized: boolean
  readonly stale: boolean
  /** Whether source messages were edited, deleted or moved. */
  readonly changed: boolean
  /** The number of unsummarized messages, without tool outputs. */
  readonly unsummarizedCount: number
  /** The size of these messages, in UTF-8 bytes. */
  readonly unsummarizedBytes: number
  /** When the summary was written, or when the day was opened if there is none, in ms. */
  readonly sinceMs: number
  /** When a summary of these messages last failed, in ms. */
  readonly lastFailureMs: number | null
}

/** The maximum number of rows scanned per day, which bounds the cost per message. Beyond that, a summary is due in any case. */
const maxScannedRows = 500

async function loadSummaryProgress({ store }: TriggerDeps, segmentId: SegmentId): Promise<DaySummaryProgress | undefined> {
  const [progress] = await store.db.$queryRaw<DaySummaryProgress[]>(summaryProgressSql(Prisma.sql`${segmentId}`))
  return progress
}

/**
 * SQL for the progress of a day. `added` is a message that the same statement stores and therefore does not see. `segmentId` is an SQL
 * expression.
 */
export function summaryProgressSql(segmentId: Prisma.Sql, added?: AddedMessage): Prisma.Sql {
  const text = added?.kind === 'chat' && added.audience === 'private' ? added.text : undefined
  return Prisma.sql`
    SELECT s.finalized_at IS NOT NULL AS finalized, ${text === undefined ? isStale : Prisma.sql`TRUE`} AS stale,
      COALESCE(d.revision <> s.revision, FALSE) AS changed,
      n.count + ${text === undefined ? 0 : 1}::int AS "unsummarizedCount", n.bytes + ${Buffer.byteLength(text ?? '')}::int AS "unsummarizedBytes",
      ${inMs(Prisma.sql`COALESCE(d.updated_at, s.opened_at)`)} AS "sinceMs",
      (SELECT ${inMs(Prisma.sql`max(r.started_at)`)} FROM summary_runs r
        WHERE r.segment_id = s.id AND r.state = 'failed' AND r.started_at > COALESCE(d.updated_at, s.opened_at)) AS "lastFailureMs"
    FROM day_segments s
    LEFT JOIN day_summaries d ON d.segment_id = s.id
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS count, COALESCE(sum(octet_length(text)), 0)::int AS bytes
      FROM (
        -- messages_segment_change_idx
        SELECT m.text FROM messages m
        WHERE m.segment_id = s.id AND ${isSummarizable} AND m.change_seq > s.covered_seq AND m.role <> 'tool' AND m.deleted_at IS NULL
        LIMIT ${maxScannedRows}
      ) seen
    ) n
    WHERE s.id = ${segmentId}`
}

/** A message that counts if it is like those of `isSummarizable`. */
type AddedMessage = Pick<Message, 'kind' | 'audience' | 'text'>

/** UTF-8 bytes per token. Close for European languages, and acceptable for others. */
const bytesPerToken = 4

/** Returns the mode of the summary that a day needs now, if any. */
export function chooseSummaryMode(
  progress: DaySummaryProgress,
  { clock, summarySettings: settings }: Pick<TriggerDeps, 'clock' | 'summarySettings'>,
): SummaryMode | undefined {
  const { finalized, stale, changed, unsummarizedCount, unsummarizedBytes, sinceMs, lastFailureMs } = progress
  if (!stale) return undefined
  if (finalized) return 'nightly'
  const now = clock.now().getTime()
  // Avoids calling an unavailable model for every message.
  if (lastFailureMs !== null && now - lastFailureMs < settings.minIntervalMs) return undefined
  if (changed) return 'heuristic'
  const isWindowFull =
    unsummarizedBytes / bytesPerToken >= settings.windowFillThreshold * settings.rawWindowTokens || unsummarizedCount >= maxScannedRows
  const isIntervalOver = unsummarizedCount >= settings.minUnsummarizedMessages && now - sinceMs >= settings.minIntervalMs
  return isWindowFull || isIntervalOver ? 'heuristic' : undefined
}
