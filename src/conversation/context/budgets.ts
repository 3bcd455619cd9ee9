/** The budgets of the context, in tokens unless noted otherwise. */
export interface ContextBudgets {
  readonly systemPrompt: number
  /** The memory rules and the list of themes: at most 2 KB of text. */
  readonly memory: number
  /** The title of the place. */
  readonly placeTitle: number
  /** The summaries of earlier days, all together, and the maximum number of days. */
  readonly daySummaries: number
  readonly summarizedDays: number
  /** The messages of the last day before today that are not yet summarized. */
  readonly uncovered: number
  readonly todaySummary: number
  /** The recalled passages, all together, and the maximum for each passage. */
  readonly recall: number
  readonly recallPassage: number
  /** Today's messages alone, and together with the rest of the current session. */
  readonly rawWindow: number
  readonly rawWindowWithSession: number
  /** The messages that the incoming messages reply to, all together. Part of the raw window. */
  readonly repliedTo: number
  /** What else the incoming messages refer to. */
  readonly references: number
  /** The sizes that tool outputs and other messages are cut to if they do not all fit. */
  readonly cutToolOutput: number
  readonly cutMessage: number
  /** The maximum number of search results. */
  readonly recallHits: number
  /** The number of turns of the current session that are shown regardless of their day. */
  readonly sessionTurns: number
  /** The pause that ends a session, in ms. */
  readonly sessionGapMs: number
  /** The maximum number of rows read for one part. More would not fit. */
  readonly rowsRead: number
  /** The maximum number of characters read from one message. The middle of a longer message is not read. */
  readonly charactersRead: number
}

export const contextBudgets: ContextBudgets = {
  systemPrompt: 1_000,
  memory: 700,
  placeTitle: 100,
  daySummaries: 1_500,
  summarizedDays: 2,
  uncovered: 2_000,
  todaySummary: 1_000,
  recall: 1_200,
  recallPassage: 300,
  rawWindow: 4_000,
  rawWindowWithSession: 6_000,
  repliedTo: 1_500,
  references: 1_500,
  cutToolOutput: 200,
  cutMessage: 400,
  recallHits: 6,
  sessionTurns: 20,
  sessionGapMs: 15 * 60_000,
  rowsRead: 400,
  charactersRead: 24_000,
}
