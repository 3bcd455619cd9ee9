import type { SummaryMode } from '../core/jobs.ts'
import type { Tx } from '../store/store.ts'
import type { DayState } from './day.ts'
import type { TriggerParts } from './parts.ts'
import { digestDue } from './quiet-hours.ts'

export interface DigestPlan {
  readonly day: DayState
  readonly mode: SummaryMode
  readonly messages: number
}

/** Decides, once for each day, when its summary is posted, or that it is not. Part of the transaction that finishes the day's summary. */
export async function planDigest(tx: Tx, parts: TriggerParts, { day, mode, messages }: DigestPlan): Promise<void> {
  if (mode !== 'rollover' && mode !== 'nightly') return
  const { summarySettings: settings } = parts
  const now = parts.clock.now()
  // A day that was final from the start was imported, or pieced together from late messages: nobody lived it here.
  const imported = day.finalizedAt !== null && day.finalizedAt <= day.openedAt
  const skipped = day.digest === 'off' || messages < settings.digestMinMessages || imported
  const dueAt = skipped ? now : digestDue(settings, { setting: day.digest, timezone: day.userTimezone ?? day.timezone, now })
  await tx.$executeRaw`
    INSERT INTO digests (segment_id, state, due_at) VALUES (${day.id}, ${skipped ? 'skipped' : 'waiting'}, ${dueAt})
    ON CONFLICT (segment_id) DO NOTHING`
}
