import type { Broadcast } from '../core/ports/broadcast.ts'
import type { ChatModel } from '../core/ports/chat-model.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Jobs } from '../core/ports/jobs.ts'
import type { Log } from '../core/ports/log.ts'
import type { Store } from '../store/store.ts'
import type { LeaseDeps } from '../threads/deps.ts'
import type { PostMessage } from '../threads/outgoing-message.ts'
import type { SummarySettings } from './settings.ts'

/** For detecting pending summaries and enqueueing their jobs. */
export interface TriggerDeps {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly jobs: Pick<Jobs, 'add'>
  readonly summarySettings: SummarySettings
}

/** For writing summaries. */
export interface SummaryDeps extends TriggerDeps, LeaseDeps {
  readonly broadcast: Pick<Broadcast, 'publish'>
  readonly model: ChatModel
}

/** For posting digests. */
export interface DigestDeps extends TriggerDeps {
  readonly post: PostMessage
  /** The public address of the web page, if there is one. */
  readonly webUrl?: URL
}
