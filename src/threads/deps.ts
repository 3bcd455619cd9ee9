import type { UserId } from '../core/domain/ids.ts'
import type { Broadcast } from '../core/ports/broadcast.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Jobs } from '../core/ports/jobs.ts'
import type { Log } from '../core/ports/log.ts'
import type { Store, Tx } from '../store/store.ts'
import type { PostMessage } from './outgoing-message.ts'

/** The dependencies of storing, editing and importing messages. */
export interface MessageDeps {
  readonly store: Store
  readonly clock: Clock
}

/** The dependencies of setting a user's timezone. */
export interface TimezoneDeps extends MessageDeps {
  /** Applies to users who have not set one. */
  readonly defaultTimezone: string
  /** Called in the transaction that changes a user's timezone. Implemented in loops, which is a higher layer. */
  readonly onTimezoneChange: (tx: Tx, change: TimezoneChange) => Promise<void>
}

/** A user's timezone changes. Both are IANA names. */
export interface TimezoneChange {
  readonly userId: UserId
  /** What applied until now. */
  readonly from: string
  readonly to: string
}

/** The dependencies of work under a lease. */
export interface LeaseDeps extends MessageDeps {
  readonly log: Log
  /** Identifies this process among those that share the database. */
  readonly workerName: string
}

/** The dependencies of notices and turns. */
export interface ThreadDeps extends LeaseDeps {
  readonly jobs: Pick<Jobs, 'add'>
  readonly broadcast: Broadcast
  /** Posts messages through the outbox. */
  readonly post: PostMessage
  /** IANA name. The timezone of users who have not set one. */
  readonly defaultTimezone: string
}
