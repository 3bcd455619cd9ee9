import { LeaseLost, messageOf } from '../core/errors.ts'
import type { JobRun } from '../core/jobs.ts'
import { formatLine } from '../core/transcript.ts'
import { estimateTokens } from '../model/tokens.ts'
import type { Prisma } from '../store/generated/client.ts'
import type { Tx } from '../store/store.ts'
import { assertLease, type Lease, withLease } from '../threads/lease.ts'
import { lockThread } from '../threads/thread.ts'
import { type Asked, type Begun, beginRun } from './begin.ts'
import { lockDay } from './day.ts'
import { followUp } from './follow-up.ts'
import type { SummaryOutcome } from './outcome.ts'
import type { SummaryParts } from './parts.ts'
import { planDigest } from './plan-digest.ts'
import { type Written, writeSummary } from './write.ts'

export type { SummaryOutcome } from './outcome.ts'

/**
 * Writes the summary of a day in two steps: what is to be covered is read and the intent recorded under the segment's
 * lock; then, after the model was asked with no lock held, the result is stored only if what it was made from is still
 * as it was. Throws what the model threw, to be tried again, unless `last` says that there is no other try.
 */
export async function summarizeDay(
  parts: SummaryParts,
  asked: Asked,
  run: Pick<JobRun, 'signal'> & Partial<Pick<JobRun, 'last'>>,
): Promise<SummaryOutcome> {
  const outcome = await runUnderLease(parts, asked, run.signal).catch((error: unknown): SummaryOutcome => {
    if (error instanceof LeaseLost) return 'busy'
    const fields = { segmentId: asked.segmentId, mode: asked.mode, error: messageOf(error) }
    if (!run.last || run.signal.aborted) throw error
    parts.log.error(fields, 'a day could not be summarized; its last good summary stays')
    return 'failed'
  })
  await followUp(parts, asked.segmentId, outcome)
  return outcome
}

function runUnderLease(parts: SummaryParts, asked: Asked, stopped: AbortSignal): Promise<SummaryOutcome> {
  return withLease(parts, `summary:${asked.segmentId}`, async (lease, lost) => {
    const signal = AbortSignal.any([stopped, lost])
    for (let restarts = 0; restarts <= parts.summarySettings.maxRestarts; restarts++) {
      const outcome = await runOnce(parts, { ...asked, lease }, signal)
      if (outcome !== 'superseded') return outcome
    }
    return 'superseded'
  })
}

async function runOnce(parts: SummaryParts, asked: Asked & { readonly lease: Lease }, signal: AbortSignal): Promise<SummaryOutcome> {
  const begun = await parts.store.transaction((tx) => beginRun(tx, parts, asked))
  if (typeof begun === 'string') return begun
  logBegun(parts, begun)
  try {
    const written = await writeSummary(parts, begun.material, signal)
    const outcome = await parts.store.transaction((tx) => storeSummary(tx, parts, { begun, written, lease: asked.lease }))
    if (outcome === 'written') parts.broadcast.publish({ type: 'thread-changed', userId: begun.day.userId, threadId: begun.day.threadId })
    return outcome
  } catch (error) {
    // Work that was stopped from outside has not failed.
    const stopped = error instanceof LeaseLost || signal.aborted
    await endRun(parts.store.db, parts, begun, { state: stopped ? 'superseded' : 'failed', error: stopped ? 'Stopped.' : messageOf(error) })
    throw signal.reason instanceof LeaseLost ? signal.reason : error
  }
}

interface Result {
  readonly begun: Begun
  readonly written: Written
  readonly lease: Lease
}

async function storeSummary(tx: Tx, parts: SummaryParts, { begun, written, lease }: Result): Promise<'written' | 'superseded' | 'gone'> {
  // The thread first, as everybody locks them. It holds off edits of other days too: their text may have come in as context.
  const thread = await lockThread(tx, begun.day.threadId)
  const day = thread && (await lockDay(tx, begun.day.id))
  if (!day) return 'gone'
  await assertLease(tx, lease)
  const usage = { inputTokens: written.usage?.inputTokens ?? null, outputTokens: written.usage?.outputTokens ?? null }
  if (day.revision !== begun.day.revision || day.threadRevision !== begun.day.threadRevision) {
    await endRun(tx, parts, begun, { state: 'superseded', ...usage })
    return 'superseded'
  }
  const summary = {
    markdown: written.markdown,
    mode: begun.mode,
    model: parts.model.name,
    language: begun.day.language,
    revision: day.revision + 1,
    updatedAt: parts.clock.now(),
  }
  await tx.daySummary.upsert({ where: { segmentId: day.id }, create: { segmentId: day.id, ...summary }, update: summary })
  const coveredSeq = Math.max(day.coveredSeq, begun.toSeq)
  await tx.daySegment.update({ where: { id: day.id }, data: { coveredSeq, revision: summary.revision } })
  await endRun(tx, parts, begun, { state: 'done', ...usage })
  await planDigest(tx, parts, begun)
  return 'written'
}

async function endRun(tx: Tx, parts: SummaryParts, begun: Begun, data: Prisma.SummaryRunUpdateManyMutationInput): Promise<void> {
  await tx.summaryRun.updateMany({ where: { id: begun.runId, state: 'running' }, data: { ...data, finishedAt: parts.clock.now() } })
}

function logBegun(parts: SummaryParts, { day, mode, toSeq, material: { lines, soFar } }: Begun): void {
  const fields = {
    threadId: day.threadId,
    segmentId: day.id,
    mode,
    isIncremental: soFar !== undefined,
    firstMessage: lines[0]?.id,
    lastMessage: lines.at(-1)?.id,
    messages: lines.length,
    toSeq,
    estimatedTokens: lines.reduce((sum, line) => sum + estimateTokens(formatLine(line)), 0),
  }
  parts.log.info(fields, 'a day is being summarized')
}
