const minutes = 60_000

export interface ChannelSettings {
  /** The shortest time between two cascades of a channel, in ms. */
  readonly cascadeIntervalMs: number
  /** The delay after the first failed cascade, in ms. It doubles with each further failure. */
  readonly firstRetryDelayMs: number
  readonly longestRetryDelayMs: number
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
}

export const defaultChannelSettings: ChannelSettings = {
  cascadeIntervalMs: 5 * minutes,
  firstRetryDelayMs: 5 * minutes,
  longestRetryDelayMs: 6 * 60 * minutes,
  leaseMs: 10 * minutes,
  maxCascadeTokens: 10_000,
  maxExtraTokens: 40_000,
  maxPartTokens: 3_000,
  maxMergedSummaries: 12,
}
