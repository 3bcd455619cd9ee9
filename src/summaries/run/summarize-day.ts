import { type BudgetedModel, doBackgroundWork } from '../../budget/background-work.ts'
import { LeaseLostError, messageOf } from '../../core/domain/errors.ts'
import { formatLine } from '../../core/domain/text.ts'
import type { JobRun } from '../../core/ports/jobs.ts'
import { estimateTokens } from '../../model/tokens.ts'
import type { Prisma } from '../../store/generated/client.ts'
import type { Tx } from '../../store/store.ts'
import { assertLease, type Lease, leaseName, withLease } from '../../threads/lease.ts'
import { bumpSummarizedDay, lockThread } from '../../threads/thread.ts'
import { lockDay } from '../day-state.ts'
import type { SummaryDeps } from '../deps.ts'
import { scheduleDigest } from '../digest/schedule-digest.ts'
import { type GeneratedSummary, generateSummary } from '../generate/generate-summary.ts'
import { type ClaimedRun, claimRun, type SummaryRequest } from './claim-run.ts'
import { enqueueFollowUps } from './follow-ups.ts'
import type { SummaryOutcome } from './outcome.ts'

export type { SummaryOutcome } from './outcome.ts'

/**
 * Writes the summary of a day. Reads the sources and records the intent under the segment's lock, calls the model without a lock, and
 * stores the result only if the sources are unchanged. Throws the model's error so that the job is retried, unless `last` is set.
 */
export async function summarizeDay(
  deps: SummaryDeps,
  request: SummaryRequest,
  run: Pick<JobRun, 'signal'> & Partial<Pick<JobRun, 'last'>>,
): Promise<SummaryOutcome> {
  const outcome = await runWithLease(deps, request, run.signal).catch((error: unknown): SummaryOutcome => {
    if (error instanceof LeaseLostError) return 'busy'
    const fields = { segmentId: request.segmentId, mode: request.mode, error: messageOf(error) }
    if (!run.last || run.signal.aborted) throw error
    deps.log.error(fields, 'a day could not be summarized; its last valid summary is kept')
    return 'failed'
  })
  await enqueueFollowUps(deps, request.segmentId, outcome)
  return outcome
}

function runWithLease(deps: SummaryDeps, request: SummaryRequest, stopSignal: AbortSignal): Promise<SummaryOutcome> {
  return withLease(deps, leaseName('summary', request.segmentId), async (lease, leaseLostSignal) => {
    const signal = AbortSignal.any([stopSignal, leaseLostSignal])
    for (let restarts = 0; restarts <= deps.summarySettings.maxRestarts; restarts++) {
      const outcome = await runOnce(deps, { ...request, lease }, signal)
      if (outcome !== 'superseded') return outcome
    }
    return 'superseded'
  })
}

async function runOnce(
  deps: SummaryDeps,
  request: SummaryRequest & { readonly lease: Lease },
  signal: AbortSignal,
): Promise<SummaryOutcome> {
  const claimedRun = await deps.store.transaction((tx) => claimRun(tx, deps, request))
  if (typeof claimedRun === 'string') return claimedRun
  logRunStarted(deps, claimedRun)
  try {
    const written = await writeSummary(deps, claimedRun, signal)
    const outcome = await deps.store.transaction((tx) => storeSummary(tx, deps, { claimedRun, written, lease: request.lease }))
    if (outcome === 'written')
      deps.broadcast.publish({ type: 'thread-changed', userId: claimedRun.day.userId, threadId: claimedRun.day.threadId })
    return outcome
  } catch (error) {
    // Work that was stopped from outside has not failed.
    const wasInterrupted = error instanceof LeaseLostError || signal.aborted
    await endRun(deps.store.db, deps, claimedRun, {
      state: wasInterrupted ? 'superseded' : 'failed',
      error: wasInterrupted ? 'Stopped.' : messageOf(error),
    })
    throw signal.reason instanceof LeaseLostError ? signal.reason : error
  }
}

/** A summary, with the model that wrote it. */
interface WrittenSummary extends GeneratedSummary, Pick<BudgetedModel, 'isOverLimit'> {
  readonly modelName: string
}

/** Has the summary written by the model, or by the offline one if the limit is reached and the user did not ask for it. */
function writeSummary(deps: SummaryDeps, { day, mode, input }: ClaimedRun, signal: AbortSignal): Promise<WrittenSummary> {
  const { model, summarySettings } = deps
  const expectedTokens = countLineTokens(input) + summarySettings.maxOutputTokens
  return doBackgroundWork(
    deps,
    { userId: day.userId, kind: 'summary', model, expectedTokens, isRequested: mode === 'manual' },
    async (chosen) => ({
      ...(await generateSummary({ model: chosen.model, summarySettings }, input, signal)),
      modelName: chosen.model.name,
      isOverLimit: chosen.isOverLimit,
    }),
  )
}

const countLineTokens = ({ lines }: ClaimedRun['input']): number => lines.reduce((sum, line) => sum + estimateTokens(formatLine(line)), 0)

interface SummaryRunResult {
  readonly claimedRun: ClaimedRun
  readonly written: WrittenSummary
  readonly lease: Lease
}

async function storeSummary(
  tx: Tx,
  deps: SummaryDeps,
  { claimedRun, written, lease }: SummaryRunResult,
): Promise<'written' | 'superseded' | 'gone'> {
  // The thread is locked first, as everywhere. That also blocks edits on other days, whose text may be in the context.
  const thread = await lockThread(tx, claimedRun.day.threadId)
  const day = thread && (await lockDay(tx, claimedRun.day.id))
  if (!day) return 'gone'
  await assertLease(tx, lease)
  const usage = { inputTokens: written.usage?.inputTokens ?? null, outputTokens: written.usage?.outputTokens ?? null }
  if (day.revision !== claimedRun.day.revision || day.threadRevision !== claimedRun.day.threadRevision) {
    await endRun(tx, deps, claimedRun, { state: 'superseded', ...usage })
    return 'superseded'
  }
  const summary = {
    markdown: written.markdown,
    mode: claimedRun.mode,
    model: written.modelName,
    overLimit: written.isOverLimit,
    language: claimedRun.day.language,
    revision: await bumpSummarizedDay(tx, day.id, Math.max(day.coveredSeq, claimedRun.toSeq)),
    updatedAt: deps.clock.now(),
  }
  await tx.daySummary.upsert({ where: { segmentId: day.id }, create: { segmentId: day.id, ...summary }, update: summary })
  await endRun(tx, deps, claimedRun, { state: 'done', ...usage })
  await scheduleDigest(tx, deps, claimedRun)
  return 'written'
}

async function endRun(tx: Tx, deps: SummaryDeps, claimedRun: ClaimedRun, data: Prisma.SummaryRunUpdateManyMutationInput): Promise<void> {
  await tx.summaryRun.updateMany({ where: { id: claimedRun.runId, state: 'running' }, data: { ...data, finishedAt: deps.clock.now() } })
}

function logRunStarted(deps: SummaryDeps, { day, mode, toSeq, input }: ClaimedRun): void {
  const { lines, existingSummary } = input
  const fields = {
    threadId: day.threadId,
    segmentId: day.id,
    mode,
    isIncremental: existingSummary !== undefined,
    firstMessage: lines[0]?.id,
    lastMessage: lines.at(-1)?.id,
    messages: lines.length,
    toSeq,
    estimatedTokens: countLineTokens(input),
  }
  deps.log.info(fields, 'a day is being summarized')
}
