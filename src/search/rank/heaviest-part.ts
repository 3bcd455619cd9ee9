/** Something searched for. */
export interface WeightedTerm {
  readonly weight: number
}

/** Where a text has a term: from `start` up to but not including `end`. */
export interface TermOccurrence {
  readonly start: number
  readonly end: number
  readonly term: WeightedTerm
}

/** Sums of the same weights differ by this much at most. */
const roundingError = 1e-9

/** Returns the occurrences in the first part of a text, of at most `length`, whose distinct terms weigh the most. Expects them sorted. */
export function findHeaviestPart(occurrences: readonly TermOccurrence[], length: number): readonly TermOccurrence[] {
  const counts = new Map<WeightedTerm, number>()
  let best = { weight: 0, from: 0, to: 0 }
  let weight = 0
  let first = 0
  for (const [index, { end, term }] of occurrences.entries()) {
    const count = counts.get(term) ?? 0
    if (count === 0) weight += term.weight
    counts.set(term, count + 1)
    // A first occurrence whose term is repeated later in the part is not needed either.
    for (let oldest = occurrences[first]; oldest && first < index; oldest = occurrences[++first]) {
      const repeated = counts.get(oldest.term) ?? 0
      if (end - oldest.start <= length && repeated === 1) break
      counts.set(oldest.term, repeated - 1)
      if (repeated === 1) weight -= oldest.term.weight
    }
    if (weight > best.weight + roundingError) best = { weight, from: first, to: index + 1 }
  }
  return occurrences.slice(best.from, best.to)
}
