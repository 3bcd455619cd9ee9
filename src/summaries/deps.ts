import type { Broadcast } from '../core/ports/broadcast.ts'
import type { ChatModel } from '../core/ports/chat-model.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Jobs } from '../core/ports/jobs.ts'
import type { Log } from '../core/ports/log.ts'
import type { Store } from '../store/store.ts'
import type { LeaseDeps } from '../threads/deps.ts'
import type { PostMessage } from '../threads/outgoing-message.ts'
import type { SummarySettings } from './settings.ts'

/** What it takes to see that a summary is pending, and to say so. */
export interface TriggerDeps {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly jobs: Pick<Jobs, 'add'>
  readonly summarySettings: SummarySettings
}

/** What it takes to write one. */
export interface SummaryDeps extends TriggerDeps, LeaseDeps {
  readonly broadcast: Pick<Broadcast, 'publish'>
  readonly model: ChatModel
}

/** What it takes to post one. */
export interface DigestDeps extends TriggerDeps {
  readonly post: PostMessage
  /** The address of the web page as people open it; absent where there is none. */
  readonly webUrl?: URL
}
