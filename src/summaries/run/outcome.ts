/** Outcomes without a model call. */
export type SkippedRunOutcome =
  /** The summary is up to date. */
  | 'unchanged'
  /** There is nothing to summarize. */
  | 'empty'
  /** All source messages were deleted, and the summary with them. */
  | 'removed'
  /** There is no such day, or it belongs to no user. */
  | 'gone'

/** How a run ended. */
export type SummaryOutcome =
  | SkippedRunOutcome
  | 'written'
  /** Another run for the same day is active. That run enqueues what it leaves undone. */
  | 'busy'
  /** Messages were edited or deleted during each attempt. The run is enqueued again. */
  | 'superseded'
  /** The last attempt failed. The previous summary stays. */
  | 'failed'
