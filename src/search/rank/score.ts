import { daysBetween } from '../../core/dates/calendar.ts'
import type { DayLabel } from '../../core/domain/ids.ts'
import { asksAboutPast, isQuestion, mentionsSpeaker, mentionsTime, soundsLikeDecision } from '../query/intent-cues.ts'
import type { ParsedQuery } from '../query/parse-query.ts'

/** The conversation as its reader sees it, for weighing words. */
export interface Corpus {
  /** Distinct words of a message on average. */
  readonly averageLength: number
  /** By term: the rarer, the more. */
  readonly weights: readonly number[]
}

/** What of a message its rank is made of. */
export interface MessageFeatures {
  /** By term: 1 where the message has it. */
  readonly termHits: readonly number[]
  /** By term: how surely it has a kind of what the term says, "violin" for "instrument"; from 0 to 1. */
  readonly hyponymHits: readonly number[] | undefined
  readonly length: number
  readonly neighbours: readonly NeighbourFeatures[]
  /** What the words of its whole day say, as evidenceOfDay has it. */
  readonly dayEvidence: number
  /** How near in meaning it is, from 0 to 1 and as far as the embedding model is trusted. */
  readonly semanticScore: number
  readonly role: string
  readonly day: DayLabel
  /** Its beginning. */
  readonly text: string
  /** Whether it cites messages, anywhere in it. */
  readonly cites: boolean
  readonly covered: boolean
  /** How much the query prefers what its author said, from 0 to 1: 1 where it names nobody else. */
  readonly authorPreference: number
}

export interface NeighbourFeatures {
  readonly termHits: readonly number[]
  readonly length: number
  /** 1 for the message next to it. */
  readonly distance: number
  readonly before: boolean
  /** Whether it asks something. */
  readonly asks: boolean
}

// All numbers here were found by npm run eval; docs/search.md says what each gives.
const termSaturation = 2
/** One for BM25's own weights: less, and several words of a question weigh more beside the rarest of them. */
const idfExponent = 0.8
/** As if so many messages without the word were there too: in a young conversation every word is rare or in all of it. */
const smoothingMessages = 100
/** Of the words of the messages before and after, by distance. */
const precedingWeights = [0.5, 0.4, 0.06, 0.05]
const followingWeights = [0.35, 0.22, 0.2, 0.03]
/** An answer has more of its question than of other neighbours. */
const answerBoost = 1.8
/** What a message of this many words gives its neighbours in full; a long answer gives each a part. */
const shortMessageWords = 10
/** Of a word, for a kind of what it says. */
const hyponymWeight = 0.9
/** Of what the words of its day say. */
const dayWeight = 0.4
/** BM25's k1 and length in one for days: which are all long. */
const daySaturation = 2
const namedAuthorEvidence = 4
/** Of the one who is named, for what they say of themselves. */
const selfReferenceEvidence = 0.7
const timeEvidence = 1.1
/** The nearest there is, by a model that is trusted in full. */
const semanticEvidence = 10
const decisionEvidence = 4
/** The sum at which a score is one half. */
const halfScoreEvidence = 8
const summarizedFactor = 0.85

/** Between 0 and 1, the same for the same evidence whatever else was found; six decimals, so that a cursor can hold it. */
function toScore(evidence: number, factor = 1): number {
  return Math.round((evidence / (evidence + halfScoreEvidence)) * factor * 1e6) / 1e6
}

export interface TermStatistics {
  readonly messages: number
  /** By term: in how many messages it is. */
  readonly frequencies: readonly number[]
  /** By term: 1, or less for one that says little of what is looked for. */
  readonly importance: readonly number[]
}

/** By term: its weight, the rarer the more. */
export function computeTermWeights({ messages, frequencies, importance }: TermStatistics): number[] {
  return frequencies.map(
    (frequency, termIndex) => (importance[termIndex] ?? 1) * computeIdf(messages + smoothingMessages, Math.min(frequency, messages)),
  )
}

/** The inverse document frequency of BM25, a little flatter: of so many, so few have it. */
function computeIdf(total: number, documentFrequency: number): number {
  return Math.log(1 + (total - documentFrequency + 0.5) / (documentFrequency + 0.5)) ** idfExponent
}

/** BM25 (Robertson and Zaragoza, 2009) over counts by term, with length normalized in full: a long answer holds many words by chance. */
export function computeWordEvidence({ weights }: Corpus, counts: readonly number[], lengths: { length: number; average: number }): number {
  const norm = (termSaturation * lengths.length) / Math.max(lengths.average, 1)
  let evidence = 0
  for (let term = 0; term < weights.length; term++) evidence += (weights[term] ?? 0) * saturate(counts[term] ?? 0, norm)
  return evidence
}

const saturate = (count: number, norm: number): number => (count > 0 ? (count * (termSaturation + 1)) / (count + norm) : 0)

/**
 * What each day says by all its words, from how many of its messages have each term. Words that few of the days have tell
 * what a day was about, whatever message of it says so.
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

type ContextFeatures = Pick<MessageFeatures, 'termHits' | 'hyponymHits' | 'neighbours'>

/** How often each term is in a message, with a share of its kinds and of the messages around it. Done for thousands: hence the loops. */
function addNeighbourCounts({ termHits, hyponymHits, neighbours }: ContextFeatures, isQuestion: boolean): readonly number[] {
  if (neighbours.length === 0 && !hyponymHits) return termHits
  const counts = [...termHits]
  if (hyponymHits)
    for (let term = 0; term < counts.length; term++) counts[term] = (counts[term] ?? 0) + hyponymWeight * (hyponymHits[term] ?? 0)
  for (const { termHits: neighbourHits, length, distance, before, asks } of neighbours) {
    const baseWeight = (before ? precedingWeights : followingWeights)[distance - 1] ?? 0
    const weight =
      baseWeight *
      Math.min(1, shortMessageWords / Math.max(length, 1)) *
      (before && distance === 1 && asks && !isQuestion ? answerBoost : 1)
    for (let term = 0; term < counts.length; term++) counts[term] = (counts[term] ?? 0) + weight * (neighbourHits[term] ?? 0)
  }
  return counts
}

/** What the words of a message and of those around it say. */
export function computeContextEvidence(
  corpus: Corpus,
  message: ContextFeatures & Pick<MessageFeatures, 'length'>,
  isQuestion = false,
): number {
  return computeWordEvidence(corpus, addNeighbourCounts(message, isQuestion), { length: message.length, average: corpus.averageLength })
}

/**
 * What being on a day that the query names is worth: the fewer days it names, the more. Of a day long ago people also
 * tell on the days after it.
 */
function computeNamedDayEvidence({ days, today }: ParsedQuery, day: DayLabel): number {
  const values = days.map(({ from, to }) => {
    const length = daysBetween(from, to) + 1
    const fullValue = length <= 1 ? 8 : length <= 7 ? 7 : length <= 31 ? 6 : 2
    if (day >= from && day <= to) return fullValue
    const daysAfter = daysBetween(to, day)
    const isLongAgo = daysBetween(to, today) > 14
    return isLongAgo && length <= 31 && daysAfter > 0 && daysAfter <= (length <= 1 ? 3 : 7) ? fullValue / 2 : 0
  })
  return Math.max(0, ...values)
}

/**
 * The score of a message. What repeats older messages, or asks for them, holds their words without saying anything:
 * it counts little, or the second time a question is asked, its first time would be found.
 */
export function scoreMessage(query: ParsedQuery, corpus: Corpus, message: MessageFeatures): number {
  const { text } = message
  const isBrowsing = query.topic === ''
  if (!isBrowsing && !query.isAboutDecisions && hasNoMatch(message)) return 0
  const isAsking = isQuestion(text)
  const semantic = semanticEvidence * message.semanticScore
  const wordsInContext = computeContextEvidence(corpus, message, isAsking)
  const supporting =
    dayWeight * message.dayEvidence + computeAuthorEvidence(message) + (query.isAboutTime && mentionsTime(text) ? timeEvidence : 0)
  const statesDecision = query.isAboutDecisions && soundsLikeDecision(text)
  // A named day prefers what has to do with the question; the day alone is enough only where nothing else was asked.
  const isRelevant = wordsInContext > 0 || semantic > 0 || statesDecision || isBrowsing
  const evidence =
    semantic +
    (wordsInContext > 0 ? wordsInContext + supporting : 0) +
    (isRelevant ? computeNamedDayEvidence(query, message.day) : 0) +
    (statesDecision ? decisionEvidence : 0)
  return evidence === 0 ? 0 : toScore(evidence * computeNovelty(query, message, isAsking), message.covered ? summarizedFactor : 1)
}

/** Of what was asked for: so are most messages of a day that the query names. */
function hasNoMatch({ termHits, hyponymHits, neighbours, semanticScore }: MessageFeatures): boolean {
  return semanticScore === 0 && !hyponymHits && neighbours.length === 0 && !termHits.includes(1)
}

function computeAuthorEvidence({ authorPreference, text }: MessageFeatures): number {
  if (authorPreference === 0) return 0
  return authorPreference * (namedAuthorEvidence + (mentionsSpeaker(text) ? selfReferenceEvidence : 0))
}

function computeNovelty(query: ParsedQuery, { role, text, cites }: MessageFeatures, isAsking: boolean): number {
  if (hasSameWords(text, query.text)) return 0.05
  // What only asks for what others said, or repeats it.
  if (role === 'assistant' ? cites : isAsking && asksAboutPast(text)) return 0.2
  if (role === 'assistant') return query.isAboutSpeaker ? 0.15 : 1
  return isAsking ? 0.95 : 1
}

function hasSameWords(one: string, other: string): boolean {
  // Most are told apart by their length.
  if (one.length > other.length * 2 + 20) return false
  return normalizeText(one) === normalizeText(other)
}

function normalizeText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Of all that is asked for, weighed by rarity, the share that somebody says, or says kinds of: 1 where no word is asked for. */
export function computeQueryCoverage({ weights }: Corpus, counts: readonly number[], hyponymHits: readonly number[] = []): number {
  const matched = weights.map((weight, term) => weight * Math.min(1, Math.max(counts[term] ?? 0, hyponymHits[term] ?? 0)))
  return weights.length === 0 ? 1 : sum(matched) / sum(weights)
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

export interface SummaryFeatures {
  /** By term: how often the summary has it. */
  readonly counts: readonly number[]
  readonly length: number
  readonly day: DayLabel
  /** Whether it lists a decision. */
  readonly hasDecision: boolean
  /** As of a message. */
  readonly semanticScore: number
}

/** Words of a usual day summary; its length is weighed against that, not against chat lines. */
const averageSummaryWords = 100
const summaryFactor = 0.9

export function scoreSummary(query: ParsedQuery, corpus: Corpus, summary: SummaryFeatures): number {
  const words =
    computeWordEvidence(corpus, summary.counts, { length: summary.length, average: averageSummaryWords }) +
    semanticEvidence * summary.semanticScore
  const namedDay = computeNamedDayEvidence(query, summary.day)
  const matchesDecisionQuery = query.isAboutDecisions && summary.hasDecision && (words > 0 || namedDay > 0)
  // A day without decisions says nothing to who asks for those of its week.
  const evidence =
    words + (query.isAboutDecisions && !matchesDecisionQuery ? namedDay / 4 : namedDay) + (matchesDecisionQuery ? decisionEvidence : 0)
  return toScore(evidence * summaryFactor)
}
