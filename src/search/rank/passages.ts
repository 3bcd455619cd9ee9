/** The number of words of a passage, stop words included. */
const passageWords = 200

/**
 * Returns which terms the best passage of a text contains: of all windows of 200 words, the one whose terms weigh the most. For each term, 1
 * if the passage contains it. `positions` lists, for each term, where its words occur.
 */
export function findPassageHits(positions: readonly (readonly number[])[], weights: readonly number[]): number[] {
  const occurrences = positions
    .flatMap((ofTerm, term) => ofTerm.map((position) => ({ position, term })))
    .sort((a, b) => a.position - b.position)
  const countsInWindow = positions.map(() => 0)
  let best = { weight: 0, hits: countsInWindow }
  let weight = 0
  let first = 0
  for (const { position, term } of occurrences) {
    if (countsInWindow[term] === 0) weight += weights[term] ?? 0
    countsInWindow[term] = (countsInWindow[term] ?? 0) + 1
    for (let oldest = occurrences[first]; oldest && oldest.position <= position - passageWords; oldest = occurrences[++first]) {
      countsInWindow[oldest.term] = (countsInWindow[oldest.term] ?? 0) - 1
      if (countsInWindow[oldest.term] === 0) weight -= weights[oldest.term] ?? 0
    }
    if (weight > best.weight) best = { weight, hits: countsInWindow.map((count) => Math.min(count, 1)) }
  }
  return best.hits
}
