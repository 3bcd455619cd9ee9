const seconds = 1_000
const minutes = 60 * seconds
const hours = 60 * minutes

export interface SummarySettings {
  /** Tokens: the most that one summary may be long. */
  readonly maxOutputTokens: number
  /** Tokens given to the model in one call, even where its window is larger; a longer day is summarized in parts. */
  readonly maxInputTokens: number
  /** Tokens up to which the previous day's summary is shown for context; a longer one is not. */
  readonly maxPreviousDayTokens: number
  /** Characters kept of a tool's output, half from its head and half from its tail. */
  readonly maxToolOutputCharacters: number
  /** Tokens of the raw window in a reply's context. */
  readonly rawWindowTokens: number
  /** The part of the raw window, 0 to 1, that today's uncovered text may fill before it is summarized. */
  readonly windowFillThreshold: number
  /** Uncovered messages, and ms since the last summary, after which today is summarized. */
  readonly minUnsummarizedMessages: number
  readonly minIntervalMs: number
  /** Waited for before a summary is rebuilt after an edit or a late message, in ms: there is often more than one. */
  readonly rebuildDelayMs: number
  /** How long after its local end a day is finalized, in ms. */
  readonly finalizeAfterMs: number
  /** The wait after a first failure before the scheduler tries a day again, in ms. Doubled for each further failure in a row, up to the most. */
  readonly firstRetryDelayMs: number
  readonly maxRetryDelayMs: number
  /** Failures in a row after which a day is left alone until it changes or somebody asks. */
  readonly maxFailures: number
  /** Days that one look of the scheduler queues. */
  readonly maxQueuedPerRun: number
  /** Times that one run begins again because a message was edited under it. */
  readonly maxRestarts: number
  /** Days with fewer messages are not posted. */
  readonly digestMinMessages: number
  /** HH:MM, local: between these nothing is posted. */
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
