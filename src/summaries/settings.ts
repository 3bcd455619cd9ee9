const seconds = 1_000
const minutes = 60 * seconds
const hours = 60 * minutes

export interface SummarySettings {
  /** The maximum number of tokens of a summary. */
  readonly maxOutputTokens: number
  /** The maximum number of input tokens per call, even if the window is larger. A longer day is summarized in parts. */
  readonly maxInputTokens: number
  /** If the summary of the previous day is longer, it is dropped from the context. */
  readonly maxPreviousDayTokens: number
  /** The number of characters kept of a tool's output, half from each end. */
  readonly maxToolOutputCharacters: number
  /** The token budget for recent messages in a reply's context. */
  readonly rawWindowTokens: number
  /** The share of that budget, from 0 to 1, that today's unsummarized text may fill before it is summarized. */
  readonly windowFillThreshold: number
  /** Today is summarized once there are this many unsummarized messages and this many ms have passed since the last summary. */
  readonly minUnsummarizedMessages: number
  readonly minIntervalMs: number
  /** The delay before a summary is regenerated after an edit or a late message, in ms. More changes often follow. */
  readonly rebuildDelayMs: number
  /** How long a day is kept open after its local end, in ms. */
  readonly finalizeAfterMs: number
  /** The scheduler's backoff after failures of a day, in ms. It doubles with each consecutive failure, up to the maximum. */
  readonly firstRetryDelayMs: number
  readonly maxRetryDelayMs: number
  /** The number of consecutive failures after which a day is left alone until it changes or the user asks for a summary. */
  readonly maxFailures: number
  /** The maximum number of days enqueued per run of the scheduler. */
  readonly maxQueuedPerRun: number
  /** The maximum number of restarts of a run whose messages are edited meanwhile. */
  readonly maxRestarts: number
  /** Days with fewer messages from the user get no digest. */
  readonly digestMinMessages: number
  /** The maximum number of buttons in a digest that open a cited message. */
  readonly digestCitationButtons: number
  /** The quiet hours, during which no digests are posted. Local time, HH:MM. */
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
  digestCitationButtons: 4,
  quietFrom: '22:00',
  quietUntil: '08:00',
}
