/** The limits of one agent run. */
export interface AgentLimits {
  /** The rounds in which tools may be called. After them, the model must answer without tools. */
  readonly toolRounds: number
  /** The most calls in one round. Further ones are rejected. */
  readonly callsPerRound: number
  /** The whole run, in ms. */
  readonly timeoutMs: number
  /** The most tokens of one model output. */
  readonly maxOutputTokens: number
  /** The most characters of a tool output. A longer one loses its last results, or else its middle. */
  readonly toolOutputLength: number
}

export const agentLimits: AgentLimits = {
  toolRounds: 8,
  callsPerRound: 16,
  timeoutMs: 180_000,
  maxOutputTokens: 2_000,
  toolOutputLength: 30_000,
}
