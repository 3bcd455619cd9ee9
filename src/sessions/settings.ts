const seconds = 1_000
const minutes = 60 * seconds
const days = 24 * 60 * minutes

export interface SessionSettings {
  /** A pause of this many ms ends a session. */
  readonly gapMs: number
  /** How long a session must be left unchanged before it is processed, in ms. Late messages and edits often come in bursts. */
  readonly settleMs: number
  /** The number of attempts to process a revision of a session. */
  readonly maxAttempts: number
  /** The delay after the first failed attempt, in ms. It doubles with each further failure. */
  readonly firstRetryDelayMs: number
  /** A session that has been in processing for longer than this, in ms, counts as failed. */
  readonly stuckAfterMs: number
  /**
   * A session that ended longer ago than this, in ms, is not read by the model unless it was before. That bounds the cost of imported
   * history.
   */
  readonly maxAgeMs: number
  /** The maximum number of changed messages that are derived in one transaction. */
  readonly batchSize: number
  /** The maximum numbers of threads updated, and of sessions enqueued, per run of the scheduler. */
  readonly maxThreadsPerRun: number
  readonly maxQueuedPerRun: number
}

export const defaultSessionSettings: SessionSettings = {
  gapMs: 15 * minutes,
  settleMs: 30 * seconds,
  maxAttempts: 3,
  firstRetryDelayMs: 2 * minutes,
  stuckAfterMs: 30 * minutes,
  maxAgeMs: 30 * days,
  batchSize: 1_000,
  maxThreadsPerRun: 200,
  maxQueuedPerRun: 100,
}
