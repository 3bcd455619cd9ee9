import type { ChatModel } from '../core/ports/chat-model.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Jobs } from '../core/ports/jobs.ts'
import type { Log } from '../core/ports/log.ts'
import type { Store } from '../store/store.ts'
import type { ThreadDeps } from '../threads/deps.ts'
import type { SummarySettings } from './settings.ts'

/** The dependencies of detecting pending summaries and enqueueing their jobs. */
export interface TriggerDeps {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly jobs: Pick<Jobs, 'add'>
  readonly summarySettings: SummarySettings
}

/** The dependencies of writing summaries and posting digests. */
export interface SummaryDeps extends TriggerDeps, ThreadDeps {
  readonly model: ChatModel
  /** The public address of the web page, if there is one. */
  readonly webUrl?: URL
}
