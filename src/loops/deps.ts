import type { SummarySettings } from '../summaries/settings.ts'
import type { ThreadDeps } from '../threads/deps.ts'

/** The dependencies of reminders. */
export interface LoopDeps extends ThreadDeps {
  readonly summarySettings: Pick<SummarySettings, 'quietFrom' | 'quietUntil'>
}
