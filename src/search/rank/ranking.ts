import type { DayLabel, MessageId, SegmentId } from '../../core/domain/ids.ts'
import type { Db } from '../../store/store.ts'
import type { ParsedQuery } from '../query/parse-query.ts'
import type { SearchLanguage, SearchTerm } from '../query/terms.ts'
import type { HyponymHits, HyponymWeights, Thesaurus } from '../query/thesaurus.ts'
import type { CorpusSize, SearchBounds } from '../retrieve/bounds.ts'
import type { CandidateMessage, CandidateSummary, NeighborLookup } from '../retrieve/candidates.ts'
import type { TermMatch } from '../retrieve/postings.ts'
import type { SemanticScores } from '../vectors/semantic-scores.ts'
import type { Corpus } from './word-evidence.ts'

/** A ranked message or summary, before its text is read. */
export type RankedResult = {
  readonly score: number
  /** The share of the query that it matches, by words or by meaning, from 0 to 1. A long query has some word in any message. */
  readonly queryCoverage: number
  readonly day: DayLabel
} & (
  | { readonly kind: 'summary'; readonly id: SegmentId; readonly summary: CandidateSummary }
  | {
      readonly kind: 'message'
      readonly id: MessageId
      readonly segmentId: SegmentId
      readonly covered: boolean
    }
)

/** How many messages ranking considers. */
export interface RankingDepth {
  /** The best matches by their own words. Their neighbors count and can be found too: the answer to a question that has the words. */
  readonly pool: number
  /** The best messages of the pool and its neighbors, which are scored in full. */
  readonly ranked: number
}

export interface RankingRequest {
  readonly bounds: SearchBounds
  readonly depth: RankingDepth
  readonly query: ParsedQuery
  readonly terms: readonly SearchTerm[]
  readonly language: SearchLanguage
  readonly thesaurus: Thesaurus
  readonly size: Omit<CorpusSize, 'upTo'>
  /** Messages that are neither found nor counted as neighbors. */
  readonly excluded: ReadonlySet<MessageId>
  /** Absent without an embedding model. */
  readonly semanticScores: SemanticScores | undefined
}

/** What the steps have found so far. Each field names the step that fills it. */
export interface Ranking {
  readonly request: RankingRequest

  /** matchTerms: the terms after expansion, and how certain each is to mean what the user wrote, from 0 to 1. */
  readonly terms: readonly SearchTerm[]
  readonly certainty: readonly number[]
  /** matchTerms: in how many messages each term is. */
  readonly frequencies: readonly number[]
  readonly matches: ReadonlyMap<MessageId, TermMatch>
  readonly hyponymsByTerm: readonly ReadonlySet<string>[]
  readonly hyponymWeights: HyponymWeights
  /** matchTerms: among the newest messages only. */
  readonly hyponymHits: HyponymHits
  /** matchTerms: the weights of the terms by certainty. weighTerms: by importance too. */
  readonly corpus: Corpus

  /** expandToNeighbors: the best matches by their own words, best first. */
  readonly pool: readonly MessageId[]
  readonly neighborIds: readonly MessageId[]
  readonly lookupNeighbors: NeighborLookup
  /** expandToNeighbors: the days that the query names, and their newest messages. */
  readonly namedDays: readonly SegmentId[]
  readonly namedDayMessages: readonly MessageId[]

  /** selectMessages: the messages to score. */
  readonly selected: readonly MessageId[]

  /** loadCandidates. */
  readonly messages: readonly CandidateMessage[]
  readonly summaries: readonly CandidateSummary[]

  /** weighTerms: the importance of each term, and how much the query prefers each author, from 0 to 1. */
  readonly importance: readonly number[]
  readonly authorPreferences: ReadonlyMap<string, number>

  /** scoreMessages, scoreSummaries. */
  readonly results: readonly RankedResult[]
}

/** Returns the fields of the ranking that it adds or replaces. */
export type RankingStep = (ranking: Ranking, db: Db) => Partial<Ranking> | Promise<Partial<Ranking>>
