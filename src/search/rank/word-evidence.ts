/** The statistics by which the words of the conversation, as the reader sees it, are weighed. */
export interface Corpus {
  /** Average number of distinct words in a message. */
  readonly averageLength: number
  /** By term: the rarer the term, the larger. */
  readonly weights: readonly number[]
}

export interface NeighborFeatures {
  readonly termHits: readonly number[]
  readonly length: number
  /** 1 for the adjacent message. */
  readonly distance: number
  readonly before: boolean
  /** Whether it ends in a question. */
  readonly asks: boolean
}

/** The words of a message and around it. */
export interface ContextFeatures {
  /** By term: 1 where the message has it. */
  readonly termHits: readonly number[]
  /** By term: how specific the hyponyms of it in the message are ("violin" for "instrument"), from 0 to 1. */
  readonly hyponymHits: readonly number[] | undefined
  readonly neighbors: readonly NeighborFeatures[]
}

export interface TermStatistics {
  readonly messages: number
  /** By term: in how many messages it is. */
  readonly frequencies: readonly number[]
  /** By term: 1, or less for one that says little about the topic. */
  readonly importance: readonly number[]
}

// The constants were tuned with `npm run eval`; docs/developers/search.md states what each one gains.
/** BM25's k1. */
const termSaturation = 2
/** BM25 itself has 1. A smaller exponent gives several words of a question more weight against the rarest of them. */
const idfExponent = 0.8
/** Added to the number of messages without the word: in a young conversation every word is rare, or in all of it. */
const smoothingMessages = 100
/** The share of the neighbors' words that counts, by distance. */
const precedingWeights = [0.5, 0.4, 0.06, 0.05]
const followingWeights = [0.35, 0.22, 0.2, 0.03]
/** An answer takes more from its question than from other neighbors. */
const answerBoost = 1.8
/** A neighbor of at most this many words counts in full, a longer one in proportion. */
const shortMessageWords = 10
/** The weight of a hyponym, relative to the word itself. */
const hyponymWeight = 0.9
/** BM25's k1 for days. They are not normalized by length, as all are long. */
const daySaturation = 2

/** Returns the weight of each term: its inverse document frequency times its importance. */
export function computeTermWeights({ messages, frequencies, importance }: TermStatistics): number[] {
  return frequencies.map(
    (frequency, termIndex) => (importance[termIndex] ?? 1) * computeIdf(messages + smoothingMessages, Math.min(frequency, messages)),
  )
}

/** Computes the inverse document frequency of BM25 (Robertson and Zaragoza, 2009), flattened by an exponent. */
function computeIdf(total: number, documentFrequency: number): number {
  return Math.log(1 + (total - documentFrequency + 0.5) / (documentFrequency + 0.5)) ** idfExponent
}

/**
 * Computes BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009) over counts by term, with b = 1:
 * length is normalized in full, as a long answer holds many words by chance.
 */
export function computeWordEvidence({ weights }: Corpus, counts: readonly number[], lengths: { length: number; average: number }): number {
  const norm = (termSaturation * lengths.length) / Math.max(lengths.average, 1)
  let evidence = 0
  for (let term = 0; term < weights.length; term++) evidence += (weights[term] ?? 0) * saturate(counts[term] ?? 0, norm)
  return evidence
}

const saturate = (count: number, norm: number): number => (count > 0 ? (count * (termSaturation + 1)) / (count + norm) : 0)

/**
 * Returns the BM25 evidence of each day as one document, from how many of its messages have each term. Terms on few days
 * tell what a day was about, whichever message has them.
 */
export function computeDayEvidence<Day>(
  { importance }: Pick<TermStatistics, 'importance'>,
  days: ReadonlyMap<Day, readonly number[]>,
): Map<Day, number> {
  const countsByDay = [...days.values()]
  const weights = importance.map(
    (weight, term) => weight * computeIdf(countsByDay.length, countsByDay.filter((counts) => (counts[term] ?? 0) > 0).length),
  )
  return new Map(
    Array.from(days, ([day, counts]) => [
      day,
      counts.reduce((sum, count, term) => sum + (weights[term] ?? 0) * saturate(count, daySaturation), 0),
    ]),
  )
}

/** Computes the evidence of the words of a message and of its neighbors. */
export function computeContextEvidence(corpus: Corpus, message: ContextFeatures & { readonly length: number }, isQuestion = false): number {
  return computeWordEvidence(corpus, addNeighborCounts(message, isQuestion), { length: message.length, average: corpus.averageLength })
}

/**
 * Returns how often each term is in a message, plus a share of its hyponyms and of its neighbors' terms, as BM25F (Robertson,
 * Zaragoza and Taylor, 2004) adds weighted fields before it saturates. Runs for thousands of messages: hence the loops.
 */
function addNeighborCounts({ termHits, hyponymHits, neighbors }: ContextFeatures, isQuestion: boolean): readonly number[] {
  if (neighbors.length === 0 && !hyponymHits) return termHits
  const counts = [...termHits]
  if (hyponymHits)
    for (let term = 0; term < counts.length; term++) counts[term] = (counts[term] ?? 0) + hyponymWeight * (hyponymHits[term] ?? 0)
  for (const { termHits: neighborHits, length, distance, before, asks } of neighbors) {
    const baseWeight = (before ? precedingWeights : followingWeights)[distance - 1] ?? 0
    const weight =
      baseWeight *
      Math.min(1, shortMessageWords / Math.max(length, 1)) *
      (before && distance === 1 && asks && !isQuestion ? answerBoost : 1)
    for (let term = 0; term < counts.length; term++) counts[term] = (counts[term] ?? 0) + weight * (neighborHits[term] ?? 0)
  }
  return counts
}

/** Returns the share of the query's terms, by weight, that a text has in words or hyponyms; 1 for a query without terms. */
export function computeQueryCoverage({ weights }: Corpus, counts: readonly number[], hyponymHits: readonly number[] = []): number {
  const matched = weights.map((weight, term) => weight * Math.min(1, Math.max(counts[term] ?? 0, hyponymHits[term] ?? 0)))
  return weights.length === 0 ? 1 : sum(matched) / sum(weights)
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
