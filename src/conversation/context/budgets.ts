/** The budgets of the context, in tokens unless noted otherwise. */
export interface ContextBudgets {
  readonly systemPrompt: number
  /** The memory rules and the list of themes: at most 2 KB of text. */
  readonly memory: number
  /** In a shared place, the conversation of others with the bot, in characters and in tokens. */
  readonly placeCharacters: number
  readonly place: number
  /** The summaries of earlier days, all together, at least and while budget is left, and the maximum number of days for each. */
  readonly daySummaries: number
  readonly daySummariesMax: number
  readonly summarizedDays: number
  readonly summarizedDaysMax: number
  /**
   * The messages of earlier days that are not yet summarized, at least and while budget is left, the maximum number of these days, and of
   * the days in which they are looked for.
   */
  readonly uncovered: number
  readonly uncoveredMax: number
  readonly uncoveredDays: number
  readonly searchedDays: number
  /** The summary of the last session. */
  readonly lastSession: number
  /** Today's summary with the key moments of its sessions. */
  readonly todaySummary: number
  readonly openLoops: number
  /** The recalled passages, all together, at least and while budget is left, and the maximum for each passage. */
  readonly recall: number
  readonly recallMax: number
  readonly recallPassage: number
  /** The newest messages, at least and while budget is left. */
  readonly rawWindow: number
  readonly rawWindowMax: number
  /** The messages that the incoming messages reply to, all together. Part of the raw window. */
  readonly repliedTo: number
  /** What else the incoming messages refer to. */
  readonly references: number
  /** The maximum for a message that the bot posted by itself, such as a digest. */
  readonly posted: number
  /** The sizes that tool outputs and other messages are cut to if they do not all fit. */
  readonly cutToolOutput: number
  readonly cutMessage: number
  /** The maximum number of search results, and while budget is left. */
  readonly recallHits: number
  readonly recallHitsMax: number
  /** The maximum number of messages replied to that the raw window shows in full. */
  readonly maxRepliedTo: number
  /** The pause after which the time is shown again, in ms. */
  readonly sessionGapMs: number
  /** The maximum number of rows read for one part. More would not fit. */
  readonly rowsRead: number
  /** The maximum number of characters read from one message. The middle of a longer message is not read. */
  readonly charactersRead: number
}

export const contextBudgets: ContextBudgets = {
  systemPrompt: 1_000,
  memory: 700,
  placeCharacters: 10_000,
  place: 3_000,
  daySummaries: 1_500,
  daySummariesMax: 5_000,
  summarizedDays: 2,
  summarizedDaysMax: 21,
  uncovered: 2_000,
  uncoveredMax: 6_000,
  uncoveredDays: 14,
  searchedDays: 60,
  lastSession: 400,
  todaySummary: 1_000,
  openLoops: 500,
  recall: 1_200,
  recallMax: 3_000,
  recallPassage: 300,
  rawWindow: 6_000,
  rawWindowMax: 8_000,
  repliedTo: 1_500,
  references: 1_500,
  posted: 150,
  cutToolOutput: 200,
  cutMessage: 400,
  recallHits: 6,
  recallHitsMax: 12,
  maxRepliedTo: 20,
  sessionGapMs: 15 * 60_000,
  rowsRead: 400,
  charactersRead: 24_000,
}
