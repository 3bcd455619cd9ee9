import { findHeaviestPart, type WeightedTerm } from './heaviest-part.ts'

/** Statistics of the conversation, as the reader sees it, by which words are weighted. */
export interface Corpus {
  /** The average number of distinct words in a message. */
  readonly averageLength: number
  /** The weight of each term. The rarer the term, the larger its weight. */
  readonly weights: readonly number[]
  /** The weight of a term that occurs in no message. */
  readonly maxWeight: number
}

export interface NeighborFeatures {
  readonly termHits: readonly number[]
  readonly length: number
  /** 1 for an adjacent message. */
  readonly distance: number
  readonly before: boolean
  /** Whether the neighbor ends in a question. */
  readonly asks: boolean
}

/** The words in and around a message. */
export interface ContextFeatures {
  /** For each term, 1 if the message contains it. */
  readonly termHits: readonly number[]
  /** For each term, 1 if the best passage of the message contains it. Undefined if the message is no longer than a passage. */
  readonly passageHits?: readonly number[] | undefined
  /** For each term, how specific its hyponyms in the message are ("violin" for "instrument"), from 0 to 1. */
  readonly hyponymHits: readonly number[] | undefined
  readonly neighbors: readonly NeighborFeatures[]
}

export interface MessageContext extends ContextFeatures {
  /** The number of distinct words. */
  readonly length: number
}

/** The measures of the evidence for a message. */
export interface Evidence {
  /** How much supports the message. A short message gains nothing from being short. */
  readonly strength: number
  /** How much supports it for its length: of two messages with the same words, the shorter one has more. */
  readonly density: number
  /** The density of the best passage of a long message. */
  readonly passageDensity?: number
}

export interface TermStatistics {
  readonly messages: number
  /** The number of messages that contain each term. */
  readonly frequencies: readonly number[]
  /** For each term, 1, or less if it says little about the topic. */
  readonly importance: readonly number[]
}

// The constants were tuned with `npm run eval`. docs/developers/search.md lists what each one gains.
/** BM25's k1. */
const termSaturation = 2
/** BM25 itself uses 1. A smaller exponent gives several words of a question more weight relative to the rarest of them. */
const idfExponent = 0.8
/** Counted as additional messages without the word, because in a young conversation a word is either rare or in every message. */
const smoothingMessages = 100
/** The share of a neighbor's words that counts, by distance. */
const precedingWeights = [0.5, 0.4, 0.06, 0.05]
const followingWeights = [0.35, 0.22, 0.2, 0.03]
/** The question right before an answer counts for this many times as much as another neighbor. */
const answerBoost = 1.8
/** A neighbor of at most this many words counts in full. A longer one counts for proportionally less. */
const shortMessageWords = 10
/** The weight of a hyponym relative to the word itself. */
const hyponymWeight = 0.9
/**
 * The length that strength assumes for a shorter message: a multiple of the average, up to a limit. Otherwise, the words of its neighbors
 * would count for too much.
 */
const minStrengthLength = (average: number): number => Math.min(2 * average, 30)
/** In strength, neighbors that repeat a term of the message count for at most this much of it. */
const maxStrengthRepeats = 0.1
/** In strength, a term of at least this share of the largest weight counts in full in a neighbor, a more common one for less. */
const fullRarityShare = 0.5
/** The number of distinct words of a passage. */
const passageLength = 80
/** The share of a message's strength that its best passage decides. The whole message decides the rest. */
const passageShare = 0.4
/** BM25's k1 for days. Days are not normalized by length, because all of them are long. */
const daySaturation = 2

/** Returns the weight of each term: its inverse document frequency times its importance. */
export function computeTermWeights({ messages, frequencies, importance }: TermStatistics): number[] {
  return frequencies.map(
    (frequency, termIndex) => (importance[termIndex] ?? 1) * computeIdf(messages + smoothingMessages, Math.min(frequency, messages)),
  )
}

/** Returns the weight of a term that occurs in none of the messages. */
export const computeMaxWeight = (messages: number): number => computeIdf(messages + smoothingMessages, 0)

/** Computes BM25's inverse document frequency (Robertson and Zaragoza, 2009), flattened by an exponent. */
function computeIdf(total: number, documentFrequency: number): number {
  return Math.log(1 + (total - documentFrequency + 0.5) / (documentFrequency + 0.5)) ** idfExponent
}

/**
 * Computes BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009) from the count of each term, with b = 1: length is
 * fully normalized, because a long answer contains many words by chance.
 */
export function computeWordEvidence(
  { weights }: Pick<Corpus, 'weights'>,
  counts: readonly number[],
  lengths: { length: number; average: number },
): number {
  const norm = (termSaturation * lengths.length) / Math.max(lengths.average, 1)
  let evidence = 0
  for (let term = 0; term < weights.length; term++) evidence += (weights[term] ?? 0) * saturate(counts[term] ?? 0, norm)
  return evidence
}

const saturate = (count: number, norm: number): number => (count > 0 ? (count * (termSaturation + 1)) / (count + norm) : 0)

/**
 * Returns the BM25 evidence of each day, treated as one document, from the number of its messages that contain each term. Terms found on
 * few days show what a day was about, whichever message contains them.
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

/** Computes the evidence of the words in a message and in its neighbors. */
export function computeContextEvidence(corpus: Corpus, message: MessageContext, isQuestion = false): Evidence {
  const { length, termHits, passageHits } = message
  const { averageLength: average } = corpus
  const nearby = countNearbyTerms(message, isQuestion)
  const strengthOf = (hits: readonly number[], textLength: number) => {
    const counts = hits.map((hit, term) => hit + limitNearby(corpus, nearby?.[term] ?? 0, { term, isRepeated: hit > 0 }))
    return computeWordEvidence(corpus, counts, { length: textLength, average })
  }
  const strength = strengthOf(termHits, Math.max(length, minStrengthLength(average)))
  return {
    strength: passageHits ? strength + passageShare * (strengthOf(passageHits, passageLength) - strength) : strength,
    density: computeDensity(corpus, message, nearby),
    ...(passageHits && { passageDensity: computeWordEvidence(corpus, passageHits, { length: passageLength, average }) }),
  }
}

/** Computes the density alone, which is enough to select candidates. */
export const computeContextDensity = (corpus: Omit<Corpus, 'maxWeight'>, message: MessageContext): number =>
  computeDensity(corpus, message, countNearbyTerms(message, false))

function computeDensity(
  corpus: Omit<Corpus, 'maxWeight'>,
  { termHits, length }: MessageContext,
  nearby: readonly number[] | undefined,
): number {
  const counts = nearby ? termHits.map((hit, term) => hit + (nearby[term] ?? 0)) : termHits
  return computeWordEvidence(corpus, counts, { length, average: corpus.averageLength })
}

/**
 * Limits what strength takes from near a message: a term that the message has itself is hardly confirmed by its neighbors, and a common
 * term in a neighbor says little.
 */
function limitNearby({ weights, maxWeight }: Corpus, count: number, { term, isRepeated }: { term: number; isRepeated: boolean }): number {
  const rarity = Math.min(1, (weights[term] ?? 0) / (fullRarityShare * maxWeight))
  return Math.min(count * rarity, isRepeated ? maxStrengthRepeats : Number.POSITIVE_INFINITY)
}

/**
 * Returns how often each term occurs near a message: a share of its hyponyms and of its neighbors' terms. Undefined if there are none.
 * Weighted fields are added up before saturation, as in BM25F (Robertson, Zaragoza and Taylor, 2004). Uses loops, because it runs for
 * thousands of messages.
 */
function countNearbyTerms({ termHits, hyponymHits, neighbors }: ContextFeatures, isQuestion: boolean): readonly number[] | undefined {
  if (neighbors.length === 0 && !hyponymHits) return undefined
  const counts = termHits.map((_, term) => hyponymWeight * (hyponymHits?.[term] ?? 0))
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

/** Returns the share of the query's terms, by weight, that a text contains as words or hyponyms. Returns 1 for a query without terms. */
export function computeQueryCoverage(
  { weights }: Pick<Corpus, 'weights'>,
  counts: readonly number[],
  hyponymHits: readonly number[] = [],
): number {
  const matched = weights.map((weight, term) => weight * Math.min(1, Math.max(counts[term] ?? 0, hyponymHits[term] ?? 0)))
  return weights.length === 0 ? 1 : sum(matched) / sum(weights)
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** The number of words of a passage, stop words included. */
const passageWords = 200

/**
 * Returns which terms the best passage of a text contains. For each term, 1 if the passage contains it. `positions` lists, for each term,
 * where its words occur.
 */
export function findPassageHits(positions: readonly (readonly number[])[], weights: readonly number[]): number[] {
  const terms = positions.map((_, n): WeightedTerm => ({ weight: weights[n] ?? 0 }))
  const occurrences = terms
    .flatMap((term, n) => (positions[n] ?? []).map((start) => ({ start, end: start + 1, term })))
    .sort((a, b) => a.start - b.start)
  const found = new Set(findHeaviestPart(occurrences, passageWords).map(({ term }) => term))
  return terms.map((term) => (found.has(term) ? 1 : 0))
}

interface GroupedEvidence {
  /** Only messages of the same group are compared. */
  readonly group: string
  /** For each term, 1 if the message contains it. */
  readonly termHits: readonly number[]
  readonly evidence: Evidence
}

/** Large enough to survive the rounding of scores. */
const margin = 0.01

/**
 * Raises the evidence of each message above that of the messages in its group that contain only some of its terms, so that the words of its
 * neighbors never rank a message above one that contains its words and more. Returns the evidence in the given order.
 */
export function raiseAboveSubsets(messages: readonly GroupedEvidence[]): Evidence[] {
  const raised = messages.map(({ evidence }) => evidence)
  const groups = new Map<string, { readonly index: number; readonly terms: readonly number[] }[]>()
  for (const [index, { group, termHits }] of messages.entries()) {
    const terms = [...termHits.keys()].filter((term) => termHits[term])
    const members = groups.get(group)
    if (members) members.push({ index, terms })
    else groups.set(group, [{ index, terms }])
  }
  for (const members of groups.values()) {
    // From the fewest terms to the most, so that each message is raised above those that were raised before it.
    members.sort((a, b) => a.terms.length - b.terms.length)
    for (const [position, { index, terms }] of members.entries()) {
      const own = new Set(terms)
      for (const other of members.slice(0, position)) {
        if (other.terms.length === terms.length || !other.terms.every((term) => own.has(term))) continue
        raised[index] = raiseAbove(raised[index], raised[other.index])
      }
    }
  }
  return raised
}

function raiseAbove(evidence: Evidence | undefined, other: Evidence | undefined): Evidence {
  const { strength = 0, density = 0 } = evidence ?? {}
  return {
    ...evidence,
    strength: Math.max(strength, (other?.strength ?? 0) + margin),
    density: Math.max(density, (other?.density ?? 0) + margin),
  }
}
