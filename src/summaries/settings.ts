const seconds = 1_000
const minutes = 60 * seconds
const hours = 60 * minutes

export interface SummarySettings {
  /** Maximum tokens of a summary. */
  readonly maxOutputTokens: number
  /** Maximum input tokens per call, even if the window is larger. A longer day is summarized in parts. */
  readonly maxInputTokens: number
  /** A longer summary of the previous day is dropped from the context. */
  readonly maxPreviousDayTokens: number
  /** Characters kept of a tool's output, half from each end. */
  readonly maxToolOutputCharacters: number
  /** Tokens of the recent messages in a reply's context. */
  readonly rawWindowTokens: number
  /** The share of the recent messages, 0 to 1, that unsummarized text of today may fill before it is summarized. */
  readonly windowFillThreshold: number
  /** Unsummarized messages, and ms since the last summary, after which today is summarized. */
  readonly minUnsummarizedMessages: number
  readonly minIntervalMs: number
  /** Delay before a summary is regenerated after an edit or a late message, in ms: more often follow. */
  readonly rebuildDelayMs: number
  /** How long after its local end a day is finalized, in ms. */
  readonly finalizeAfterMs: number
  /** Backoff of the scheduler after failures of a day, in ms: doubles with each failure in a row, up to the maximum. */
  readonly firstRetryDelayMs: number
  readonly maxRetryDelayMs: number
  /** Failures in a row after which a day is left alone until it changes or the user asks. */
  readonly maxFailures: number
  /** Days enqueued per run of the scheduler. */
  readonly maxQueuedPerRun: number
  /** Restarts of a run whose messages were edited meanwhile. */
  readonly maxRestarts: number
  /** Days with fewer messages get no digest. */
  readonly digestMinMessages: number
  /** Quiet hours without digests, local time, HH:MM. */
  readonly quietFrom: string
  readonly quietUntil: string
}

export const defaultSummarySettings: SummarySettings = {
  maxOutputTokens: 1_500,
  maxInputTokens: 24_000,
  maxPreviousDayTokens: 1_500,
  maxToolOutputCharacters: 600,
  rawWindowTokens: 4_000,
  windowFillThreshold: 0.75,
  minUnsummarizedMessages: 10,
  minIntervalMs: 10 * minutes,
  rebuildDelayMs: 30 * seconds,
  finalizeAfterMs: 10 * minutes,
  firstRetryDelayMs: 5 * minutes,
  maxRetryDelayMs: 6 * hours,
  maxFailures: 20,
  maxQueuedPerRun: 20,
  maxRestarts: 3,
  digestMinMessages: 4,
  quietFrom: '22:00',
  quietUntil: '08:00',
}
