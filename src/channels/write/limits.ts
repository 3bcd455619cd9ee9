/** What is kept of a summary that the model writes. Texts are in characters. */
export const summaryLimits = {
  words: 100,
  length: 900,
  topics: 5,
  topicLength: 40,
  /** How much of an answer is read. */
  answerLength: 20_000,
  outputTokens: 400,
} as const
