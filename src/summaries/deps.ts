import type { BudgetDeps } from '../budget/background-work.ts'
import type { MessageId, UserId } from '../core/domain/ids.ts'
import type { ChatModel } from '../core/ports/chat-model.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Jobs } from '../core/ports/jobs.ts'
import type { Log } from '../core/ports/log.ts'
import type { Button } from '../core/ports/platform.ts'
import type { Store, Tx } from '../store/store.ts'
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

/** What a digest begins with: the loops that are due. */
export interface DigestLead {
  readonly markdown: string
  readonly buttons: readonly Button[]
  /** Called in the transaction that stores the digest. */
  readonly onPosted: (tx: Tx, messageId: MessageId) => Promise<void>
}

/** The dependencies of writing summaries and posting digests. */
export interface SummaryDeps extends TriggerDeps, ThreadDeps, BudgetDeps {
  readonly model: ChatModel
  /** The public address of the web page, if there is one. */
  readonly webUrl?: URL
  /** Implemented in loops, which is a higher layer. The user's thread is locked. Undefined if nothing is due. */
  readonly loadDigestLead?: (tx: Tx, userId: UserId) => Promise<DigestLead | undefined>
}
