import { resolveDigestDueAt } from '../../core/lib/quiet-hours.ts'
import type { SummaryMode } from '../../core/ports/jobs.ts'
import type { Tx } from '../../store/store.ts'
import type { DayState } from '../day-state.ts'
import type { TriggerDeps } from '../deps.ts'

export interface DigestCandidate {
  readonly day: DayState
  readonly mode: SummaryMode
  readonly userMessageCount: number
}

/**
 * Decides, once per day, when the day's digest is posted or that it is skipped. Part of the transaction that finishes the day's summary.
 */
export async function scheduleDigest(tx: Tx, deps: TriggerDeps, { day, mode, userMessageCount }: DigestCandidate): Promise<void> {
  if (mode !== 'rollover' && mode !== 'nightly') return
  const { summarySettings: settings } = deps
  const now = deps.clock.now()
  // A day that was final from the start was imported or consists of late messages. The user did not have this conversation here on that
  // day.
  const isImported = day.finalizedAt !== null && day.finalizedAt <= day.openedAt
  const isSkipped = day.digest === 'off' || userMessageCount < settings.digestMinMessages || isImported
  const dueAt = isSkipped ? now : resolveDigestDueAt(settings, { setting: day.digest, timezone: day.userTimezone ?? day.timezone, now })
  await tx.digest.createMany({ data: { segmentId: day.id, state: isSkipped ? 'skipped' : 'waiting', dueAt }, skipDuplicates: true })
}
