import type { ChangeSeq, SegmentId } from '../../core/domain/ids.ts'
import type { Message } from '../../core/domain/messages.ts'
import type { SummaryMode } from '../../core/ports/jobs.ts'
import type { Tx } from '../../store/store.ts'
import { coverDay } from '../../threads/days/day-segment.ts'
import { assertLease, type Lease } from '../../threads/lease.ts'
import { bumpDayRevisions } from '../../threads/thread.ts'
import { type DayState, loadDayMessages, loadPreviousSummary, lockDay } from '../day-state.ts'
import type { SummaryDeps } from '../deps.ts'
import { scheduleDigest } from '../digest/schedule-digest.ts'
import { type SummaryInput, toTranscriptLine } from '../generate/prompt.ts'
import type { SkippedRunOutcome } from './outcome.ts'

export interface SummaryRequest {
  readonly segmentId: SegmentId
  readonly mode: SummaryMode
}

/** A run that has been recorded, with its sources and what it will cover. */
export interface ClaimedRun {
  readonly runId: number
  readonly day: DayState
  readonly mode: SummaryMode
  /** The highest change number of the rows read. */
  readonly toSeq: ChangeSeq
  readonly input: SummaryInput
  /** The number of messages that the user wrote on that day. */
  readonly userMessageCount: number
}

/** Reads the sources under the segment's lock, and records the intent to summarize them. */
export async function claimRun(
  tx: Tx,
  deps: SummaryDeps,
  request: SummaryRequest & { readonly lease: Lease },
): Promise<ClaimedRun | SkippedRunOutcome> {
  const { segmentId, mode } = request
  const day = await lockDay(tx, segmentId)
  if (!day) return 'gone'
  await assertLease(tx, request.lease)
  await closeAbandonedRuns(tx, deps, segmentId)

  const rows = await loadDayMessages(tx, segmentId)
  const toSeq = rows.reduce<number>((highest, { changeSeq }) => Math.max(highest, changeSeq), day.coveredSeq) as ChangeSeq
  const readable = rows.filter((row) => row.deletedAt === null && row.text.trim() !== '')
  if (readable.length === 0) return completeEmptyDay(tx, day, toSeq)

  const userMessageCount = readable.filter((row) => row.role === 'user').length
  const isIntact = day.summary?.revision === day.revision
  const unsummarized = readable.filter((row) => row.changeSeq > day.coveredSeq)
  if (isIntact && unsummarized.length === 0 && mode !== 'manual') {
    await coverDay(tx, segmentId, toSeq)
    await scheduleDigest(tx, deps, { day, mode, userMessageCount })
    return 'unchanged'
  }
  return {
    runId: await recordIntent(tx, deps, { day, mode, toSeq }),
    day,
    mode,
    toSeq,
    input: await buildSummaryInput(tx, deps, { day, mode, readable, unsummarized }),
    userMessageCount,
  }
}

/**
 * Whether the old summary is extended. That requires a run that is not manual, no changes to what the summary covers, and a summary in the
 * requested language.
 */
function isIncremental(day: DayState, mode: SummaryMode): boolean {
  return mode !== 'manual' && day.summary?.revision === day.revision && day.summary.language === day.language
}

interface SummarySources {
  readonly day: DayState
  readonly mode: SummaryMode
  readonly readable: readonly Message[]
  readonly unsummarized: readonly Message[]
}

async function buildSummaryInput(tx: Tx, deps: SummaryDeps, { day, mode, readable, unsummarized }: SummarySources): Promise<SummaryInput> {
  const existingSummary = isIncremental(day, mode) ? day.summary?.markdown : undefined
  const previousDay = await loadPreviousSummary(tx, day)
  const included = existingSummary === undefined ? readable : unsummarized
  return {
    dayLabel: day.dayLabel,
    language: day.language,
    ...(previousDay && { previousDay }),
    ...(existingSummary !== undefined && { existingSummary }),
    lines: included.map((row) => toTranscriptLine(row, day.timezone, deps.summarySettings.maxToolOutputCharacters)),
    citableIds: new Set(readable.map((row) => row.id)),
  }
}

async function recordIntent(tx: Tx, deps: SummaryDeps, run: Pick<ClaimedRun, 'day' | 'mode' | 'toSeq'>): Promise<number> {
  const { id } = await tx.summaryRun.create({
    data: {
      segmentId: run.day.id,
      mode: run.mode,
      state: 'running',
      fromRevision: run.day.revision,
      toSeq: run.toSeq,
      startedAt: deps.clock.now(),
    },
    select: { id: true },
  })
  return id
}

/**
 * Closes runs that dead processes have left. A run that is still marked as running must be one of them, because this worker holds the
 * lease.
 */
async function closeAbandonedRuns(tx: Tx, deps: SummaryDeps, segmentId: SegmentId): Promise<void> {
  await tx.summaryRun.updateMany({
    where: { segmentId, state: 'running' },
    data: { state: 'superseded', error: 'The process that ran it stopped.', finishedAt: deps.clock.now() },
  })
}

async function completeEmptyDay(tx: Tx, day: DayState, toSeq: ChangeSeq): Promise<SkippedRunOutcome> {
  await coverDay(tx, day.id, toSeq)
  if (!day.summary) return 'empty'
  await tx.daySummary.delete({ where: { segmentId: day.id } })
  await bumpDayRevisions(tx, [day.id])
  return 'removed'
}
