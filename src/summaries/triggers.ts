import type { SegmentId } from '../core/domain/ids.ts'
import type { SummaryMode } from '../core/ports/jobs.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { isSummarizable } from './day-state.ts'
import type { TriggerDeps } from './deps.ts'
import { isStale, needsRun } from './stale-days.ts'

/** A message was stored; call it after the commit. A new day queues the summary of the one before; today is summarized when enough has come together. */
export async function onMessageAppended(
  deps: TriggerDeps,
  { segment, opened }: { readonly segment: { readonly id: SegmentId }; readonly opened: boolean },
): Promise<void> {
  if (opened) await enqueuePreviousDay(deps, segment.id)
  await onDayChanged(deps, { segmentId: segment.id })
}

/** Messages of a day were added, edited or deleted; call it after the commit. */
export async function onDayChanged(deps: TriggerDeps, { segmentId }: { readonly segmentId: SegmentId }): Promise<void> {
  const progress = await loadSummaryProgress(deps, segmentId)
  const mode = progress && chooseSummaryMode(progress, deps)
  if (!mode) return
  // What covers more of a day that goes on is wanted now; what repairs a summary can wait for the next edit.
  const delayMs = progress.finalized || progress.changed ? deps.summarySettings.rebuildDelayMs : 0
  await enqueue(deps, 'summarize-day', { segmentId, mode }, delayMs)
}

async function enqueuePreviousDay(deps: TriggerDeps, segmentId: SegmentId): Promise<void> {
  // A day that opens late is final from the start, and rolls nothing over. Relies on day_segments_thread_id_day_label_key.
  const [previousDay] = await deps.store.db.$queryRaw<{ id: SegmentId }[]>`
    SELECT b.id FROM day_segments s JOIN day_segments b ON b.thread_id = s.thread_id AND b.day_label < s.day_label
    WHERE s.id = ${segmentId} AND s.finalized_at IS NULL
    ORDER BY b.day_label DESC LIMIT 1`
  // One that is whole already is left alone: a run would be in the way of who asks for another as the first thing of the day.
  if (previousDay && (await needsRun(deps.store.db, previousDay.id)))
    await enqueue(deps, 'summarize-day', { segmentId: previousDay.id, mode: 'rollover' })
}

/** How far a day's summary is behind. */
export interface DaySummaryProgress {
  readonly finalized: boolean
  readonly stale: boolean
  /** What the summary rests on was edited, deleted or moved. */
  readonly changed: boolean
  /** Messages no summary has seen, tool outputs left out. */
  readonly unsummarizedCount: number
  /** Their bytes in UTF-8. */
  readonly unsummarizedBytes: number
  /** When the summary was written, or else the day opened. */
  readonly since: Date
  readonly lastFailure: Date | null
}

/** Rows looked at in one day: beyond that it is due by any measure, and one message must not cost more in a long day. */
const maxScannedRows = 500

async function loadSummaryProgress({ store }: TriggerDeps, segmentId: SegmentId): Promise<DaySummaryProgress | undefined> {
  const [progress] = await store.db.$queryRaw<DaySummaryProgress[]>`
    SELECT s.finalized_at IS NOT NULL AS finalized, ${isStale} AS stale, COALESCE(d.revision <> s.revision, FALSE) AS changed,
      n.count AS "unsummarizedCount", n.bytes AS "unsummarizedBytes", COALESCE(d.updated_at, s.opened_at) AS since,
      (SELECT max(r.started_at) FROM summary_runs r
        WHERE r.segment_id = s.id AND r.state = 'failed' AND r.started_at > COALESCE(d.updated_at, s.opened_at)) AS "lastFailure"
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
  return progress
}

/** Bytes of UTF-8 to a token: close for European languages, and not far off for those with longer characters. */
const bytesPerToken = 4

/** The summary a day needs just now, if any. */
export function chooseSummaryMode(
  progress: DaySummaryProgress,
  { clock, summarySettings: settings }: Pick<TriggerDeps, 'clock' | 'summarySettings'>,
): SummaryMode | undefined {
  const { finalized, stale, changed, unsummarizedCount, unsummarizedBytes, since, lastFailure } = progress
  if (!stale) return undefined
  if (finalized) return 'nightly'
  const now = clock.now().getTime()
  // A model that is away is not asked again with each message.
  if (lastFailure && now - lastFailure.getTime() < settings.minIntervalMs) return undefined
  if (changed) return 'heuristic'
  const isWindowFull =
    unsummarizedBytes / bytesPerToken >= settings.windowFillThreshold * settings.rawWindowTokens || unsummarizedCount >= maxScannedRows
  const isIntervalOver = unsummarizedCount >= settings.minUnsummarizedMessages && now - since.getTime() >= settings.minIntervalMs
  return isWindowFull || isIntervalOver ? 'heuristic' : undefined
}
