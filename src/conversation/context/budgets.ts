/** The budgets of the context. In tokens, unless noted otherwise. */
export interface ContextBudgets {
  readonly systemPrompt: number
  /** The memory rules and the list of themes: at most 2 KB of text. */
  readonly memory: number
  /** All summaries of earlier days together, and the number of days. */
  readonly daySummaries: number
  readonly summarizedDays: number
  /** Messages of the latest earlier day that are not yet summarized. */
  readonly uncovered: number
  readonly todaySummary: number
  /** All recalled passages together, and each of them. */
  readonly recall: number
  readonly recallPassage: number
  /** Today's messages, and the same together with the current session. */
  readonly rawWindow: number
  readonly rawWindowWithSession: number
  /** All messages replied to, together. Part of the raw window. */
  readonly repliedTo: number
  /** What a tool output and any other message are cut to if they do not all fit. */
  readonly cutToolOutput: number
  readonly cutMessage: number
  /** The number of search results. */
  readonly recallHits: number
  /** The number of turns of the current session that are shown whatever their day. */
  readonly sessionTurns: number
  /** The pause that ends a session, in ms. */
  readonly sessionGapMs: number
  /** The most rows read for one part. More would not fit. */
  readonly rowsRead: number
  /** The most characters read of one message. A longer one is read without its middle. */
  readonly charactersRead: number
}

export const contextBudgets: ContextBudgets = {
  systemPrompt: 1_000,
  memory: 700,
  daySummaries: 1_500,
  summarizedDays: 2,
  uncovered: 2_000,
  todaySummary: 1_000,
  recall: 1_200,
  recallPassage: 300,
  rawWindow: 4_000,
  rawWindowWithSession: 6_000,
  repliedTo: 1_500,
  cutToolOutput: 200,
  cutMessage: 400,
  recallHits: 6,
  sessionTurns: 20,
  sessionGapMs: 15 * 60_000,
  rowsRead: 400,
  charactersRead: 24_000,
}
