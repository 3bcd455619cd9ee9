/** What one run of the agent may take. */
export interface AgentLimits {
  /** Rounds in which tools may be called; then an answer is asked for without any. */
  readonly toolRounds: number
  /** Calls in one round; more are refused. */
  readonly callsPerRound: number
  /** The whole run, in ms. */
  readonly timeoutMs: number
  /** Tokens of each thing the model writes. */
  readonly maxOutputTokens: number
  /** Characters of one tool output; a longer one loses its last results, or its middle where it has none. */
  readonly toolOutputLength: number
}

export const agentLimits: AgentLimits = {
  toolRounds: 8,
  callsPerRound: 16,
  timeoutMs: 180_000,
  maxOutputTokens: 2_000,
  toolOutputLength: 30_000,
}
