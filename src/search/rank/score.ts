import type { DayLabel, MessageId, SegmentId } from '../../core/domain/ids.ts'
import { hasQuestionMark } from '../../core/domain/questions.ts'
import type { Db } from '../../store/store.ts'
import { isQuestion, mentionsAmount, mentionsSpeaker, mentionsTime, soundsLikeDecision } from '../query/intent-cues.ts'
import { findNamedAuthors, type ParsedQuery } from '../query/parse-query.ts'
import { computeImportance, splitLexemes, toTerms } from '../query/terms.ts'
import { findHyponymHits } from '../query/thesaurus.ts'
import type { CandidateMessage } from '../retrieve/candidates.ts'
import type { TermMatch } from '../retrieve/postings.ts'
import type { RankedResult, Ranking, Scores } from './ranking.ts'
import { type NeighborTraits, toNeighborFeatures } from './select-candidates.ts'
import { computeNamedDayEvidence, computeNovelty, isOnNamedDay } from './supporting-evidence.ts'
import {
  type ContextFeatures,
  type Corpus,
  computeContextEvidence,
  computeDayEvidence,
  computeQueryCoverage,
  computeTermWeights,
  computeWordEvidence,
  type Evidence,
  findPassageHits,
  raiseAboveSubsets,
} from './word-evidence.ts'

// The constants were tuned with `npm run eval`. docs/developers/search.md lists what each one gains.
/** The share of the day's evidence that counts for a message. */
const dayWeight = 0.4
const namedAuthorEvidence = 4
/** Added where the named author mentions themselves. */
const selfReferenceEvidence = 0.7
const timeEvidence = 1.1
const amountEvidence = 1.1
/** The share of the evidence of a named day that counts for a message of that day without a match. */
const dayAloneShare = 0.1
/** The evidence for the highest similarity by a fully trusted model. */
const semanticEvidence = 10
const decisionEvidence = 4
/** Added where the phrases of the query match, which may consist of stop words. Other messages are not found. */
const phraseEvidence = 4
const summaryFactor = 0.9
/** The number of words in a typical day summary. The length of a summary is compared with this, not with the length of chat messages. */
const averageSummaryWords = 100
/** The length that strength assumes for a shorter summary, as minStrengthLength for messages. */
const minSummaryStrengthLength = 200
/** A message of this many words has the square root of half the strength, because "Very sour" rarely answers anything. */
const veryShortLength = (averageLength: number): number => Math.min(averageLength / 4, 4)

/** The features of a message that determine its scores. */
export interface MessageFeatures extends ContextFeatures {
  readonly length: number
  /** The evidence from the words in and around the message. */
  readonly words: Evidence
  /** The evidence from the words of the message's day, computed by computeDayEvidence. */
  readonly dayEvidence: number
  /** Calibrated similarity in meaning, from 0 to 1. */
  readonly semanticScore: number
  readonly role: string
  readonly day: DayLabel
  /** The beginning of the message. */
  readonly text: string
  /** Whether the message cites other messages, anywhere in its full text. */
  readonly cites: boolean
  readonly covered: boolean
  /** How much the query prefers messages by this author, from 0 to 1. It is 1 if the query names only this author. */
  readonly authorPreference: number
  /** Whether the query asks for any message of some days, or for any by this author. */
  readonly isBrowsed: boolean
}

export interface SummaryFeatures {
  /** How often each term occurs in the summary. */
  readonly counts: readonly number[]
  readonly length: number
  readonly day: DayLabel
  /** Whether the summary lists a decision. */
  readonly hasDecision: boolean
  /** Calibrated similarity in meaning, from 0 to 1. */
  readonly semanticScore: number
}

/**
 * Weights the terms. Names in the query and common words count for less than their rarity suggests. A name counts in full if there is
 * nothing else to search for.
 */
export async function weighTerms({ request, corpus, certainty, frequencies, messages }: Ranking, db: Db): Promise<Partial<Ranking>> {
  const { languages, query, size } = request
  const named = findNamedAuthors(
    query.textWithoutDates,
    messages.map(({ author }) => author),
  )
  const names = new Set(named.authors.length === 0 ? [] : (await toTerms(db, languages, named.authors.join(' '))).flat())
  const hasOnlyNames = names.size > 0 && request.terms.flat().every((lexeme) => names.has(lexeme) || request.dateLexemes.has(lexeme))
  const importance = computeImportance(request.terms, {
    names: hasOnlyNames && !query.listsDays ? new Set() : names,
    language: languages.query,
  }).map((weight, n) => weight * (certainty[n] ?? 1))
  return {
    importance,
    authorPreferences: named.preferences,
    isAboutAuthorsOnly: hasOnlyNames && query.listsDays,
    corpus: { ...corpus, weights: computeTermWeights({ ...size, frequencies, importance }) },
  }
}

export function scoreMessages(ranking: Ranking): Partial<Ranking> {
  const { request, corpus, matches, messages, lookupNeighbors, importance, authorPreferences } = ranking
  const hyponymHits = findHyponymHits(
    new Map(messages.map(({ id, lexemes }) => [id, splitLexemes(lexemes)])),
    ranking.hyponymsByTerm,
    ranking.hyponymWeights,
  )
  const evidenceByDay = computeDayEvidence({ importance }, countTermsByDay(matches.values()))
  const traits = classifyNeighbors(messages)
  const isBrowsed = (author: string) =>
    request.query.topic === '' || (ranking.isAboutAuthorsOnly && (authorPreferences.size === 0 || authorPreferences.has(author)))
  const hasRareTerm = createRareTermTest(ranking)
  const noHits = corpus.weights.map(() => 0)
  const contexts = messages.map((message) => ({
    ...message,
    termHits: matches.get(message.id)?.termHits ?? noHits,
    passageHits: message.positions && findPassageHits(message.positions, corpus.weights),
    hyponymHits: hyponymHits.get(message.id),
    neighbors: toNeighborFeatures(matches, lookupNeighbors(message.id), traits),
  }))
  const words = raiseAboveSubsets(
    contexts.map((context) => ({
      group: `${context.day} ${context.role} ${context.length}`,
      termHits: context.termHits,
      evidence: computeContextEvidence(corpus, context, isQuestion(context.text)),
    })),
  )
  const results = contexts.map((context, index): RankedResult => {
    const { id, segmentId, day, author, text, covered } = context
    const features: MessageFeatures = {
      ...context,
      words: words[index] ?? noEvidence,
      dayEvidence: evidenceByDay.get(segmentId) ?? 0,
      semanticScore: request.semanticScores?.messages.get(id) ?? 0,
      authorPreference: authorPreferences.get(author) ?? 0,
      isBrowsed: isBrowsed(author),
    }
    const queryCoverage =
      features.isBrowsed && isOnNamedDay(request.query, day)
        ? 1
        : Math.max(computeQueryCoverage(corpus, features.termHits, features.hyponymHits), features.semanticScore)
    const scores = scoreMessage(request.query, corpus.averageLength, features)
    return { kind: 'message', ...scores, queryCoverage, hasRareTerm: hasRareTerm(features.termHits), day, id, segmentId, text, covered }
  })
  return { results: [...ranking.results, ...results] }
}

export function scoreSummaries(ranking: Ranking): Partial<Ranking> {
  const { request, corpus, summaries, results } = ranking
  const hasRareTerm = createRareTermTest(ranking)
  const scored = summaries.map((summary): RankedResult => {
    const { segmentId, day, counts, decisions } = summary
    const semanticScore = request.semanticScores?.summaries.get(segmentId) ?? 0
    return {
      kind: 'summary',
      ...scoreSummary(request.query, corpus, { ...summary, hasDecision: decisions.length > 0, semanticScore }),
      queryCoverage:
        request.query.topic === '' && isOnNamedDay(request.query, day) ? 1 : Math.max(computeQueryCoverage(corpus, counts), semanticScore),
      hasRareTerm: hasRareTerm(counts),
      day,
      id: segmentId,
      summary,
    }
  })
  return { results: [...results, ...scored] }
}

/** Returns how many messages of each day contain each term. */
function countTermsByDay(matches: Iterable<TermMatch>): Map<SegmentId, number[]> {
  const days = new Map<SegmentId, number[]>()
  for (const { segmentId, termHits } of matches) {
    const counts = days.get(segmentId)
    if (counts) for (const [n, has] of termHits.entries()) counts[n] = (counts[n] ?? 0) + has
    else days.set(segmentId, [...termHits])
  }
  return days
}

/**
 * Finds the messages that count differently for their neighbors. A question counts for more in the message after it. A message that cites
 * others only repeats them, so it counts for none of its neighbors.
 */
function classifyNeighbors(candidates: readonly CandidateMessage[]): NeighborTraits {
  const idsWhere = (matches: (message: CandidateMessage) => boolean): Set<MessageId> =>
    new Set(candidates.filter(matches).map(({ id }) => id))
  return { asking: idsWhere(({ text }) => hasQuestionMark(text)), ignored: idsWhere(({ cites }) => cites) }
}

const noEvidence: Evidence = { strength: 0, density: 0 }
const noScores: Scores = { score: 0, density: 0 }

/**
 * Computes the scores of a message. A message that repeats older ones, or asks about them, has their words but adds nothing. It counts for
 * little, because otherwise a user who asks again would find the earlier question.
 */
export function scoreMessage(query: ParsedQuery, averageLength: number, message: MessageFeatures): Scores {
  const { text, day, words, length, isBrowsed } = message
  const isListed = query.listsDays && isOnNamedDay(query, day)
  const matchesPhrases = query.operators.phrases.length > 0
  if (!isBrowsed && !isListed && !matchesPhrases && !query.isAboutDecisions && hasNoMatch(message)) return noScores
  const isAsking = isQuestion(text)
  const semantic = semanticEvidence * message.semanticScore
  const hasWords = words.density > 0
  const supporting = hasWords
    ? dayWeight * message.dayEvidence + computeAuthorEvidence(message) + computeAnswerEvidence(query, text)
    : isBrowsed
      ? computeAuthorEvidence(message)
      : 0
  const statesDecision = query.isAboutDecisions && soundsLikeDecision(text)
  // On a named day, messages about the topic are preferred. The others are listed after them.
  const isRelevant = hasWords || semantic > 0 || statesDecision || isBrowsed || matchesPhrases
  const dayShare = isRelevant ? 1 : isListed ? dayAloneShare : 0
  const other =
    semantic +
    dayShare * computeNamedDayEvidence(query, day) +
    (statesDecision ? decisionEvidence : 0) +
    (matchesPhrases ? phraseEvidence : 0)
  const shortness = Math.sqrt(length / (length + veryShortLength(averageLength)))
  const novelty = computeNovelty(query, message, isAsking)
  return toScores(
    {
      strength: ((words.strength + supporting) * shortness + other) * novelty,
      density: (words.density + supporting + other) * novelty,
      ...(words.passageDensity !== undefined && { passageDensity: (words.passageDensity + supporting + other) * novelty }),
    },
    message.covered ? summarizedFactor : 1,
  )
}

/** Returns whether nothing in or around a message matches the topic, as with most messages of a named day. */
function hasNoMatch({ termHits, hyponymHits, neighbors, semanticScore }: MessageFeatures): boolean {
  return semanticScore === 0 && !hyponymHits && neighbors.length === 0 && !termHits.includes(1)
}

function computeAuthorEvidence({ authorPreference, text }: MessageFeatures): number {
  if (authorPreference === 0) return 0
  return authorPreference * (namedAuthorEvidence + (mentionsSpeaker(text) ? selfReferenceEvidence : 0))
}

/** Returns the evidence that a text has what the query asks for: a time or an amount. */
function computeAnswerEvidence({ isAboutTime, isAboutAmount }: ParsedQuery, text: string): number {
  return (isAboutTime && mentionsTime(text) ? timeEvidence : 0) + (isAboutAmount && mentionsAmount(text) ? amountEvidence : 0)
}

/** Computes the scores of a day summary. */
export function scoreSummary(query: ParsedQuery, corpus: Corpus, summary: SummaryFeatures): Scores {
  const wordsOf = (length: number) =>
    computeWordEvidence(corpus, summary.counts, { length, average: averageSummaryWords }) + semanticEvidence * summary.semanticScore
  const words = { strength: wordsOf(Math.max(summary.length, minSummaryStrengthLength)), density: wordsOf(summary.length) }
  // A limit to some days is no reason to find their summaries.
  const isListed = query.listsDays || query.topic === '' || query.isAboutDecisions
  const namedDay = words.density > 0 || isListed ? computeNamedDayEvidence(query, summary.day) : 0
  const matchesDecisionQuery = query.isAboutDecisions && summary.hasDecision && (words.density > 0 || namedDay > 0)
  // A day without decisions is of little use to someone who asks for the decisions of a week.
  const other =
    (query.isAboutDecisions && !matchesDecisionQuery ? namedDay / 4 : namedDay) +
    (matchesDecisionQuery ? decisionEvidence : 0) +
    (query.operators.phrases.length > 0 ? phraseEvidence : 0)
  return toScores({ strength: (words.strength + other) * summaryFactor, density: (words.density + other) * summaryFactor })
}

/** A term is rare if it weighs at least this share of a term that no message contains. */
const rareTermShare = 0.8

/** Returns a test of whether a text contains a rare term of the query exactly as it is spelled there. */
function createRareTermTest({ corpus, certainty }: Ranking): (hits: readonly number[]) => boolean {
  const rareTerms = [...corpus.weights.keys()].filter(
    (term) => (corpus.weights[term] ?? 0) >= rareTermShare * corpus.maxWeight && certainty[term] === 1,
  )
  return (hits) => rareTerms.some((term) => (hits[term] ?? 0) > 0)
}

/** The evidence that results in a score of one half. */
const halfScoreEvidence = 8
/** In score, strength counts for this much and density for the rest. */
const strengthShare = 0.7
/** The score of a message that its day's summary covers is multiplied by this. */
export const summarizedFactor = 0.85

/**
 * Combines strength and density for the score: their geometric mean, in which strength counts for more. The density of a long message is
 * that of its best passage, which is what its result shows.
 */
function toScores({ strength, density, passageDensity = 0 }: Evidence, factor?: number): Scores {
  const shown = Math.max(density, passageDensity)
  return { score: toScore(strength ** strengthShare * shown ** (1 - strengthShare), factor), density: toScore(density, factor) }
}

/** Maps evidence to a number from 0 to 1. Rounds it to six decimals, so that a cursor can hold it. */
export function toScore(evidence: number, factor = 1): number {
  return Math.round((evidence / (evidence + halfScoreEvidence)) * factor * 1e6) / 1e6
}
