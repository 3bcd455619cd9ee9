import type { MessageId, SegmentId } from '../../core/domain/ids.ts'
import type { Db } from '../../store/store.ts'
import type { SearchTerm } from '../query/irregular-forms.ts'
import { type SearchLanguage, splitLexemes, toLexemes } from '../query/lexemes.ts'
import { findNamedAuthors } from '../query/named-authors.ts'
import type { ParsedQuery } from '../query/parse-query.ts'
import { computeImportance } from '../query/term-importance.ts'
import type { Thesaurus } from '../query/thesaurus.ts'
import { loadCandidateSummaries } from '../retrieve/candidate-summaries.ts'
import {
  type CandidateMessage,
  type CorpusSize,
  findMessagesInSegments,
  findSegmentsInRanges,
  loadCandidateMessages,
  loadNeighbours,
  type SearchBounds,
} from '../retrieve/candidates.ts'
import { loadExpandedPostings } from '../retrieve/expand-terms.ts'
import {
  findHyponymHits,
  findHyponyms,
  type HyponymHits,
  type LexemesByMessage,
  loadNewestLexemes,
  selectHighlightedHyponyms,
  weighHyponyms,
} from '../retrieve/hyponyms.ts'
import { buildNeighbourLookup, type NeighbourLookup } from '../retrieve/neighbours.ts'
import type { TermMatch } from '../retrieve/postings.ts'
import type { RankedResult } from '../search-results.ts'
import type { SemanticScores } from '../vectors/semantic-scores.ts'
import { type Corpus, computeDayEvidence, computeQueryCoverage, computeTermWeights, scoreMessage, scoreSummary } from './score.ts'
import { extractDecisions } from './summary-sections.ts'
import {
  countTermsByDay,
  type NeighbourTraits,
  selectTopHyponymMatches,
  selectTopInContext,
  selectTopMatches,
  toNeighbourFeatures,
} from './top-matches.ts'

/** How much is looked at. */
export interface RankingDepth {
  /** Of so many messages with the best words the neighbours count, and can be found themselves: the answer beside a question that has the words. */
  readonly pool: number
  /** The messages that are ranked in full, of all these: those with the best words, their neighbours' counted. */
  readonly ranked: number
}

/** For pages of results, and for the few best alone, which are the same and found in two thirds of the time. */
export const rankingDepths = { pages: { pool: 200, ranked: 400 }, best: { pool: 60, ranked: 100 } } as const satisfies Record<
  string,
  RankingDepth
>

const maxNeighbourDistance = 4
/** Kinds of what is asked for are looked for in so many of the newest messages, and in those that were found by words. */
const maxHyponymScan = 1_000
const noLexemes: LexemesByMessage = new Map()
/** On days that the query names, the newest messages are looked at whatever their words. */
const maxNamedDayMessages = 400
/** Of so many of the best messages, the summaries of their days are looked at. */
const maxSummarySources = 100

export interface RankingRequest {
  readonly bounds: SearchBounds
  readonly depth: RankingDepth
  readonly query: ParsedQuery
  readonly terms: readonly SearchTerm[]
  readonly language: SearchLanguage
  readonly thesaurus: Thesaurus
  readonly size: Omit<CorpusSize, 'upTo'>
  /** Not found, and nobody's neighbours. */
  readonly excluded: ReadonlySet<MessageId>
  /** Absent where there are no vectors. */
  readonly semanticScores: SemanticScores | undefined
}

export interface RankingResult {
  /** In no order. */
  readonly candidates: readonly RankedResult[]
  /** What was looked for: of a misspelt word, those like it. */
  readonly terms: readonly SearchTerm[]
  /** Kinds of what was asked for that say something. */
  readonly hyponyms: readonly string[]
}

/** Everything found, each with its score. A bounded number of statements and rows, however long the thread. */
export async function rankCandidates(db: Db, request: RankingRequest): Promise<RankingResult> {
  const { bounds, depth, query, language, thesaurus, size, excluded, semanticScores } = request
  const hasHyponyms = request.terms.some((term) => term.some((lexeme) => thesaurus.has(lexeme)))
  const [postings, newestLexemesById] = await Promise.all([
    loadExpandedPostings(db, bounds, { terms: request.terms, size, excluded }, thesaurus),
    hasHyponyms ? loadNewestLexemes(db, bounds, { limit: maxHyponymScan, excluded }) : noLexemes,
  ])
  const { terms, frequencies, certainty } = postings
  const hyponymsByTerm = findHyponyms(request.terms, { searchedTerms: terms, thesaurus })
  // Among the newest alone, or how sure a kind is would depend on what else was found.
  const hyponymWeights = weighHyponyms(newestLexemesById, hyponymsByTerm)
  const newestHyponymHits = findHyponymHits(newestLexemesById, hyponymsByTerm, hyponymWeights)
  const matches = new Map(postings.matches.map((match) => [match.id, match]))
  const baseCorpus = { averageLength: size.averageLength, weights: computeTermWeights({ ...size, frequencies, importance: certainty }) }
  const pool = selectTopMatches(postings.matches, baseCorpus, depth.pool)

  const summaryScores = semanticScores?.summaries ?? new Map<SegmentId, number>()
  const [poolNeighbours, [namedDays, namedDayMessages]] = await Promise.all([
    loadNeighbours(db, bounds, pool, maxNeighbourDistance),
    findNamedDayMessages(db, bounds, query),
  ])
  const neighbourIds = new Set([...poolNeighbours.values()].flatMap((messageScores) => messageScores.map(({ id }) => id)))
  const lookupNeighbours = buildNeighbourLookup(poolNeighbours)
  const contextIds = [...new Set([...pool, ...neighbourIds, ...selectTopHyponymMatches(newestHyponymHits, baseCorpus, depth.pool)])]
  const topIds = selectTopInContext(
    contextIds,
    { matches, hyponymHits: newestHyponymHits, corpus: baseCorpus, lookupNeighbours },
    depth.ranked,
  )
  const messageScores = semanticScores?.messages ?? new Map<MessageId, number>()
  const ids = [...new Set([...topIds, ...namedDayMessages, ...messageScores.keys()])].filter((id) => !excluded.has(id))
  const topSegments = pool.slice(0, maxSummarySources).flatMap((id) => matches.get(id)?.segmentId ?? [])
  const segments = orderSummarySegments({ first: [...summaryScores.keys()].reverse(), topIds: topSegments, last: namedDays, bounds })
  const [candidateRows, summaries] = await Promise.all([
    loadCandidateMessages(db, bounds, ids, { lexemes: hasHyponyms }),
    loadCandidateSummaries(db, bounds, { segments, terms, language }),
  ])

  const named = findNamedAuthors(
    query.textWithoutDates,
    candidateRows.map(({ author }) => author),
  )
  const nameLexemes = new Set(named.authors.length === 0 ? [] : await toLexemes(db, language, named.authors.join(' ')))
  const importance = computeImportance(request.terms, { names: nameLexemes, language }).map((weight, n) => weight * (certainty[n] ?? 1))
  const corpus: Corpus = { averageLength: size.averageLength, weights: computeTermWeights({ ...size, frequencies, importance }) }
  const hyponymHits = findHyponymHits(
    new Map(candidateRows.map(({ id, lexemes }) => [id, splitLexemes(lexemes)])),
    hyponymsByTerm,
    hyponymWeights,
  )
  const rankedMessages = scoreMessages(candidateRows, {
    query,
    corpus,
    matches,
    hyponymsByTerm: hyponymHits,
    messageScores,
    evidenceByDay: computeDayEvidence({ importance }, countTermsByDay(postings.matches)),
    lookupNeighbours,
    traits: classifyNeighbours(candidateRows),
    authorPreferences: named.preferences,
  })
  const rankedSummaries = summaries.map((summary): RankedResult => {
    const score = scoreSummary(query, corpus, {
      ...summary,
      hasDecision: extractDecisions(summary.markdown).length > 0,
      semanticScore: summaryScores.get(summary.segmentId) ?? 0,
    })
    const queryCoverage = Math.max(computeQueryCoverage(corpus, summary.counts), summaryScores.get(summary.segmentId) ?? 0)
    return { kind: 'summary', score, queryCoverage, day: summary.day, id: summary.segmentId, summary }
  })
  return { candidates: [...rankedMessages, ...rankedSummaries], terms, hyponyms: selectHighlightedHyponyms(hyponymWeights) }
}

async function findNamedDayMessages(db: Db, bounds: SearchBounds, { days }: ParsedQuery): Promise<[SegmentId[], MessageId[]]> {
  const namedSegments = await findSegmentsInRanges(db, bounds.scope, days)
  return [namedSegments, await findMessagesInSegments(db, bounds, namedSegments, maxNamedDayMessages)]
}

/** What the neighbours of some messages need to know of them: a question is answered, and what repeats others says nothing itself. */
function classifyNeighbours(candidates: readonly CandidateMessage[]): NeighbourTraits {
  return {
    asking: new Set(candidates.flatMap(({ id, text }) => (text.trimEnd().endsWith('?') ? [id] : []))),
    ignored: new Set(candidates.flatMap(({ id, cites }) => (cites ? [id] : []))),
  }
}

interface ScoringContext {
  readonly query: ParsedQuery
  readonly corpus: Corpus
  readonly matches: ReadonlyMap<MessageId, TermMatch>
  readonly hyponymsByTerm: HyponymHits
  /** How near in meaning. */
  readonly messageScores: ReadonlyMap<MessageId, number>
  /** By day: what all its words say. */
  readonly evidenceByDay: ReadonlyMap<SegmentId, number>
  readonly lookupNeighbours: NeighbourLookup
  readonly traits: NeighbourTraits
  /** By author: how much. */
  readonly authorPreferences: ReadonlyMap<string, number>
}

function scoreMessages(
  messages: readonly CandidateMessage[],
  {
    query,
    corpus,
    matches,
    hyponymsByTerm: hyponymHits,
    messageScores,
    evidenceByDay,
    lookupNeighbours,
    traits,
    authorPreferences,
  }: ScoringContext,
): RankedResult[] {
  const noHits = corpus.weights.map(() => 0)
  return messages.map(({ id, segmentId, day, role, author, text, cites, length, covered }) => {
    const termHits = matches.get(id)?.termHits ?? noHits
    const messageHyponymHits = hyponymHits.get(id)
    const neighbours = toNeighbourFeatures(matches, lookupNeighbours(id), traits)
    const [dayEvidence, semanticScore, authorPreference] = [
      evidenceByDay.get(segmentId) ?? 0,
      messageScores.get(id) ?? 0,
      authorPreferences.get(author) ?? 0,
    ]
    const message = {
      termHits,
      hyponymHits: messageHyponymHits,
      length,
      neighbours,
      dayEvidence,
      semanticScore,
      role,
      day,
      text,
      cites,
      covered,
      authorPreference,
    }
    const score = scoreMessage(query, corpus, message)
    return {
      kind: 'message',
      score,
      queryCoverage: Math.max(computeQueryCoverage(corpus, termHits, messageHyponymHits), semanticScore),
      day,
      id,
      segmentId,
      covered,
    }
  })
}

/** Those near in meaning, those of the best messages, and those that the query names: the most important first. */
function orderSummarySegments({
  first,
  topIds,
  last,
  bounds,
}: Record<'first' | 'topIds' | 'last', readonly SegmentId[]> & { bounds: SearchBounds }): SegmentId[] {
  const allowed = bounds.segments && new Set(bounds.segments)
  return [...new Set([...first, ...topIds, ...last])].filter((id) => !allowed || allowed.has(id))
}
