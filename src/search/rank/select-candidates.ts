import type { MessageId, SegmentId } from '../../core/domain/ids.ts'
import type { Db } from '../../store/store.ts'
import { matchesPhrases } from '../query/operators.ts'
import { findHyponymHits, findHyponyms, type HyponymHits, type LexemesByMessage, weighHyponyms } from '../query/thesaurus.ts'
import { findMessagesInSegments, findSegmentsInRanges, toLexemesByMessage } from '../retrieve/bounds.ts'
import {
  buildNeighborLookup,
  findSummariesByWords,
  loadCandidateMessages,
  loadCandidateSummaries,
  loadNeighbors,
  type NearbyMessage,
  type NeighborLookup,
} from '../retrieve/candidates.ts'
import { loadExpandedPostings } from '../retrieve/expand-terms.ts'
import type { TermMatch } from '../retrieve/postings.ts'
import { dropExcludedPhrases, findMessagesWithPhrases } from '../retrieve/text-filter.ts'
import type { Ranking, RankingRequest } from './ranking.ts'
import {
  type Corpus,
  computeContextDensity,
  computeMaxWeight,
  computeTermWeights,
  computeWordEvidence,
  type NeighborFeatures,
} from './word-evidence.ts'

const maxNeighborDistance = 4
const noLexemes: LexemesByMessage = new Map()
/** This many of the newest messages of the days named in the query are candidates, whatever words they contain. */
const maxNamedDayMessages = 400
/** Besides the summaries found by their own words, at most this many are candidates. */
const maxOtherSummaries = 60

/** Returns whether any term of the query has hyponyms. */
const hasHyponyms = ({ terms, thesaurus }: RankingRequest): boolean => terms.some((term) => term.some((lexeme) => thesaurus.has(lexeme)))

/** Finds the messages that contain any of the terms and, among the newest messages, those that contain any of their hyponyms. */
export async function matchTerms({ request }: Ranking, db: Db): Promise<Partial<Ranking>> {
  const { bounds, thesaurus, size, excluded, textFilter, newest } = request
  const required = await findMessagesWithPhrases(db, bounds, textFilter)
  const [{ terms, frequencies, certainty, matches }, newestLexemes] = await Promise.all([
    loadExpandedPostings(
      db,
      bounds,
      { terms: request.terms, size, newest, excluded, required, excludedQuery: textFilter.excludedQuery },
      { languages: request.languages, thesaurus, spelledLexemes: request.dateLexemes },
    ),
    hasHyponyms(request) ? newest.loadMessages(bounds).then(toLexemesByMessage) : noLexemes,
  ])
  const hyponymsByTerm = findHyponyms(request.terms, { searchedTerms: terms, thesaurus })
  // Weighted among the newest messages only. Otherwise, a weight would depend on what else was found.
  const hyponymWeights = weighHyponyms(newestLexemes, hyponymsByTerm)
  return {
    required,
    terms,
    frequencies,
    certainty,
    matches: new Map(matches.map((match) => [match.id, match])),
    hyponymsByTerm,
    hyponymWeights,
    hyponymHits: findHyponymHits(newestLexemes, hyponymsByTerm, hyponymWeights),
    corpus: {
      averageLength: size.averageLength,
      weights: computeTermWeights({ ...size, frequencies, importance: certainty }),
      maxWeight: computeMaxWeight(size.messages),
    },
  }
}

/** Adds the neighbors of the best matches, the newest messages of the days that the query names, and the summaries with its words. */
export async function expandToNeighbors({ request, required, terms, matches, corpus }: Ranking, db: Db): Promise<Partial<Ranking>> {
  const { bounds, depth, query, textFilter } = request
  const pool = selectTopMatches(
    [...matches.values()].filter(({ id }) => required?.has(id) ?? true),
    corpus,
    depth.pool,
  )
  const loadNamedDays = async () => {
    const namedDays = await findSegmentsInRanges(db, bounds.scope, query.days)
    return { namedDays, namedDayMessages: await findMessagesInSegments(db, bounds, namedDays, maxNamedDayMessages) }
  }
  const [neighbors, named, summariesByWords] = await Promise.all([
    loadNeighbors(db, bounds, pool, maxNeighborDistance),
    loadNamedDays(),
    request.firstPageSummaries
      ? []
      : findSummariesByWords(db, bounds, { terms, weights: corpus.weights, textFilter, limit: depth.summaries }),
  ])
  return {
    pool,
    neighborIds: [...new Set([...neighbors.values()].flatMap((messages) => messages.map(({ id }) => id)))],
    lookupNeighbors: buildNeighborLookup(neighbors),
    ...named,
    summariesByWords,
  }
}

/** Chooses the messages to score: the best by words in context, those from named days, and those similar in meaning. */
export function selectMessages(ranking: Ranking): Partial<Ranking> {
  const { request, required, pool, neighborIds, namedDayMessages, hyponymHits, corpus } = ranking
  const { depth, excluded, semanticScores } = request
  if (required)
    return {
      selected: selectTopInContext(
        [...required].filter((id) => !excluded.has(id)),
        ranking,
        depth.ranked,
      ),
    }
  const inContext = [...new Set([...pool, ...neighborIds, ...selectTopHyponymMatches(hyponymHits, corpus, depth.pool)])]
  const top = selectTopInContext(inContext, ranking, depth.ranked)
  const similar = semanticScores ? semanticScores.messages.keys() : []
  return { selected: [...new Set([...top, ...namedDayMessages, ...similar])].filter((id) => !excluded.has(id)) }
}

/** Loads the selected messages and summaries. */
export async function loadCandidates(ranking: Ranking, db: Db): Promise<Partial<Ranking>> {
  const { request, selected, terms } = ranking
  const { bounds, textFilter } = request
  const [messages, summaries] = await Promise.all([
    loadCandidateMessages(db, bounds, selected, { terms, lexemes: hasHyponyms(request), textFilter }),
    loadCandidateSummaries(db, bounds, { segments: request.firstPageSummaries ?? selectSummaries(ranking), terms, textFilter }),
  ])
  return {
    messages: await dropExcludedPhrases(db, bounds, { messages, filter: textFilter }),
    summaries: summaries.filter(({ markdown }) => matchesPhrases(textFilter.operators, markdown)),
  }
}

/**
 * Returns the days whose summaries to load: those found by their own words, and of the others, first those similar in meaning and then those
 * of named days. Any other summary would score 0.
 */
function selectSummaries({ request, namedDays, summariesByWords }: Ranking): SegmentId[] {
  const { bounds, semanticScores } = request
  const similar = semanticScores ? [...semanticScores.summaries.keys()].reverse() : []
  const allowed = bounds.segments && new Set(bounds.segments)
  const others = [...new Set([...similar, ...namedDays])].filter((id) => !allowed || allowed.has(id))
  return [...new Set([...summariesByWords, ...others.slice(0, maxOtherSummaries)])]
}

/** Returns the messages that match best by their own words, best first. */
export function selectTopMatches(matches: readonly TermMatch[], corpus: Omit<Corpus, 'maxWeight'>, limit: number): MessageId[] {
  const evidence = matches.map(({ id, termHits, length }) => ({
    id,
    evidence: computeWordEvidence(corpus, termHits, { length, average: corpus.averageLength }),
  }))
  return takeTop(evidence, limit)
}

/** Returns the messages that match best by their own hyponyms, best first. Their lengths are unknown, so each counts as average. */
function selectTopHyponymMatches(hyponymHits: HyponymHits, corpus: Corpus, limit: number): MessageId[] {
  const lengths = { length: corpus.averageLength, average: corpus.averageLength }
  const evidence = Array.from(hyponymHits, ([id, hits]) => ({ id, evidence: computeWordEvidence(corpus, hits, lengths) }))
  return takeTop(evidence, limit)
}

interface MatchContext {
  readonly matches: ReadonlyMap<MessageId, TermMatch>
  readonly hyponymHits: HyponymHits
  readonly corpus: Omit<Corpus, 'maxWeight'>
  readonly lookupNeighbors: NeighborLookup
}

/**
 * Returns the messages that match best by their own words and hyponyms and by their neighbors' words, best first. Does not read the
 * messages.
 */
export function selectTopInContext(ids: readonly MessageId[], context: MatchContext, limit: number): MessageId[] {
  const { matches, hyponymHits, corpus, lookupNeighbors } = context
  // The length of a message without a match is unknown.
  const noMatch = { termHits: corpus.weights.map(() => 0), length: corpus.averageLength }
  const evidence = ids.map((id) => {
    const { termHits, length } = matches.get(id) ?? noMatch
    const neighbors = toNeighborFeatures(matches, lookupNeighbors(id), { asking: noMessages, ignored: noMessages })
    return { id, evidence: computeContextDensity(corpus, { termHits, hyponymHits: hyponymHits.get(id), length, neighbors }) }
  })
  return takeTop(evidence, limit)
}

const noMessages: ReadonlySet<MessageId> = new Set()

export interface NeighborTraits {
  /** Messages that end in a question. */
  readonly asking: ReadonlySet<MessageId>
  /** Messages whose words do not count for their neighbors. */
  readonly ignored: ReadonlySet<MessageId>
}

/** Returns the features of the neighbors that match any term. Other neighbors add nothing. */
export function toNeighborFeatures(
  matches: ReadonlyMap<MessageId, TermMatch>,
  nearbyMessages: readonly NearbyMessage[],
  { asking, ignored }: NeighborTraits,
): NeighborFeatures[] {
  const neighbors: NeighborFeatures[] = []
  for (const { id, distance, before } of nearbyMessages) {
    const match = matches.get(id)
    if (match && !ignored.has(id))
      neighbors.push({ termHits: match.termHits, length: match.length, distance, before, asks: asking.has(id) })
  }
  return neighbors
}

function takeTop(evidence: readonly { id: MessageId; evidence: number }[], limit: number): MessageId[] {
  return evidence
    .toSorted((a, b) => b.evidence - a.evidence || b.id - a.id)
    .slice(0, limit)
    .map(({ id }) => id)
}
