/** What can be said of a day without asking the model. */
export type SkippedRunOutcome =
  /** The summary is up to date. */
  | 'unchanged'
  /** There is nothing to summarize. */
  | 'empty'
  /** All that the summary rested on was deleted, and the summary went with it. */
  | 'removed'
  /** There is no such day, or it is no user's. */
  | 'gone'

/** How a run ended. */
export type SummaryOutcome =
  | SkippedRunOutcome
  | 'written'
  /** Another run of the same day is at work; what it leaves undone it sees to itself. */
  | 'busy'
  /** Messages were edited or deleted under it, each time it began again. It is queued once more. */
  | 'superseded'
  /** The last try failed: the last good summary stays. */
  | 'failed'
