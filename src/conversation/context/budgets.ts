/** How much of what the model sees. All but the last five are tokens. */
export interface ContextBudgets {
  readonly systemPrompt: number
  /** How memory is used, and its themes: at most 2 KB of text. */
  readonly memory: number
  /** The summaries of the latest days before today, together; and how many of them. */
  readonly daySummaries: number
  readonly summarizedDays: number
  /** What no summary covers yet of the latest earlier day. */
  readonly uncovered: number
  readonly todaySummary: number
  /** What is recalled from the rest of the conversation; and of each result. */
  readonly recall: number
  readonly recallPassage: number
  /** Today's messages; and the same with the turns of the running session. */
  readonly rawWindow: number
  readonly rawWindowWithSession: number
  /** The messages replied to, together: a part of the raw window. */
  readonly repliedTo: number
  /** What a tool output, and what any other message, is cut to where there is not room for all. */
  readonly cutToolOutput: number
  readonly cutMessage: number
  /** Results of the search. */
  readonly recallHits: number
  /** Turns of the running session that are shown whatever their day. */
  readonly sessionTurns: number
  /** A pause of so many ms ends a session. */
  readonly sessionGapMs: number
  /** Rows that are read at most for one part: more would not fit. */
  readonly rowsRead: number
  /** Characters that are read at most of one message; a longer one is read without its middle. */
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
