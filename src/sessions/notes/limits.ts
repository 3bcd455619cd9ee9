/** What is kept of a model's notes. Texts are in characters. */
export const noteLimits = {
  summaryWords: 120,
  summaryLength: 2_000,
  toneWords: 2,
  toneLength: 40,
  names: 30,
  nameLength: 80,
  moments: 5,
  momentLength: 240,
  newLoops: 20,
  loopLength: 240,
  dueLength: 80,
  /** How many entries of a list are looked at. */
  entries: 200,
  /** How much of an answer is read. */
  answerLength: 60_000,
} as const
