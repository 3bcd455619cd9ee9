const minutes = 60_000

export interface ChannelSettings {
  /** The shortest time between two cascades of a channel, in ms. */
  readonly cascadeIntervalMs: number
  /** The delay after the first failed cascade, in ms. It doubles with each further failure. */
  readonly firstRetryDelayMs: number
  readonly longestRetryDelayMs: number
  /** After how many failed cascades in a row the offline model writes what the model still fails at. */
  readonly failuresBeforeOffline: number
  /** How long a cascade may run until it counts as dead, in ms. */
  readonly leaseMs: number
  /** The most tokens that the model may use in one cascade. The next one continues with the rest. */
  readonly maxCascadeTokens: number
  /** The most tokens that a cascade may use beyond that for what was asked for, so that it ends within its lease. */
  readonly maxExtraTokens: number
  /** The most tokens of messages that one call of the model reads. A window with more is summarized in parts. */
  readonly maxPartTokens: number
  /** The most summaries that one call of the model merges. */
  readonly maxMergedSummaries: number
  /** The most tokens that the model may use for /summarize. What is older than they suffice for is left out. */
  readonly maxSpanTokens: number
  /** The number of messages that /summarize reads from the database at once. */
  readonly spanPageSize: number
}

export const defaultChannelSettings: ChannelSettings = {
  cascadeIntervalMs: 5 * minutes,
  firstRetryDelayMs: 5 * minutes,
  longestRetryDelayMs: 6 * 60 * minutes,
  failuresBeforeOffline: 3,
  leaseMs: 10 * minutes,
  maxCascadeTokens: 10_000,
  maxExtraTokens: 40_000,
  maxPartTokens: 3_000,
  maxMergedSummaries: 12,
  maxSpanTokens: 40_000,
  spanPageSize: 1_000,
}

/** The number of tokens of a model's window that merging one summary may take. */
const tokensPerMergedSummary = 1_000

/** Returns the settings for a model that reads and writes at most `contextWindow` tokens at once. */
export const fitChannelSettings = (contextWindow: number): ChannelSettings => ({
  ...defaultChannelSettings,
  maxPartTokens: Math.min(defaultChannelSettings.maxPartTokens, Math.floor(contextWindow / 3)),
  maxMergedSummaries: Math.min(defaultChannelSettings.maxMergedSummaries, Math.max(2, Math.floor(contextWindow / tokensPerMergedSummary))),
})
