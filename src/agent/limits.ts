/** The limits of one agent run. */
export interface AgentLimits {
  /** The maximum number of rounds in which tools may be called. After them, the model must answer without tools. */
  readonly toolRounds: number
  /** The maximum number of calls in one round. Further calls are rejected. */
  readonly callsPerRound: number
  /** The time limit for the whole run, in ms. */
  readonly timeoutMs: number
  /** The maximum number of tokens in one model output. */
  readonly maxOutputTokens: number
  /** The maximum number of characters in a tool output. A longer output loses its last results or, if it has no results, its middle. */
  readonly toolOutputLength: number
}

export const agentLimits: AgentLimits = {
  toolRounds: 8,
  callsPerRound: 16,
  timeoutMs: 180_000,
  maxOutputTokens: 2_000,
  toolOutputLength: 30_000,
}

/** The limits that can be configured. */
interface ConfiguredLimits extends Pick<AgentLimits, 'toolRounds'> {
  readonly turnTimeoutMs: number
  readonly replyTokens: number
}

/** Returns the limits of a run with the configured ones. */
export const toAgentLimits = ({ toolRounds, turnTimeoutMs, replyTokens }: ConfiguredLimits): AgentLimits => ({
  ...agentLimits,
  toolRounds,
  timeoutMs: turnTimeoutMs,
  maxOutputTokens: replyTokens,
})
