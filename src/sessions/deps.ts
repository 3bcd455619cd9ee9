import type { MessageId, SessionId, ThreadId, UserId } from '../core/domain/ids.ts'
import type { LanguageCode } from '../core/domain/languages.ts'
import type { Audience } from '../core/domain/messages.ts'
import type { Broadcast } from '../core/ports/broadcast.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Jobs } from '../core/ports/jobs.ts'
import type { Log } from '../core/ports/log.ts'
import type { Store, Tx } from '../store/store.ts'
import type { SessionInput, ShownLoop } from './session-input.ts'
import type { SessionNotes } from './session-notes.ts'
import type { SessionSettings } from './settings.ts'

/** A session while it is processed. */
export interface ProcessedSession {
  readonly id: SessionId
  readonly threadId: ThreadId
  readonly userId: UserId
  readonly audience: Audience
  readonly revision: number
  /** The user's language. */
  readonly language: LanguageCode
  /** The user's timezone during the session (IANA name). */
  readonly timezone: string
  readonly startedAt: Date
  readonly endedAt: Date
  readonly messageIds: readonly MessageId[]
}

/** The dependencies of deriving and processing sessions. */
export interface SessionDeps {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly jobs: Pick<Jobs, 'add'>
  readonly broadcast: Broadcast
  readonly sessionSettings: SessionSettings
  /** Makes notes of a session. Called without a lock or a transaction. Throws if the model fails. */
  readonly readSession: (input: SessionInput, run: { readonly userId: UserId; readonly signal: AbortSignal }) => Promise<SessionNotes>
  /** Returns the loops that are open when the session takes place, also those that it or a later one closed before. */
  readonly listOpenLoops?: (session: ProcessedSession) => Promise<readonly ShownLoop[]>
  /**
   * Stores the loops of a session in the transaction that stores its notes. Called once per revision. Returns whether other loops are open
   * to later sessions than before.
   */
  readonly saveLoops?: (tx: Tx, session: ProcessedSession, notes: Pick<SessionNotes, 'newLoops' | 'closings'>) => Promise<boolean>
  /** Undoes what deleted messages of a thread opened and closed. Returns whether there was any. */
  readonly undoLoops?: (tx: Tx, threadId: ThreadId, messageIds: readonly MessageId[]) => Promise<boolean>
}
