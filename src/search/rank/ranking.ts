import type { DayLabel, MessageId, SegmentId } from '../../core/domain/ids.ts'
import type { Db } from '../../store/store.ts'
import type { ParsedQuery } from '../query/parse-query.ts'
import type { QueryLanguages, SearchTerm } from '../query/terms.ts'
import type { HyponymHits, HyponymWeights, Thesaurus } from '../query/thesaurus.ts'
import type { CorpusSize, NewestReader, SearchBounds } from '../retrieve/bounds.ts'
import type { CandidateMessage, CandidateSummary, NeighborLookup } from '../retrieve/candidates.ts'
import type { TermMatch } from '../retrieve/postings.ts'
import type { TextFilter } from '../retrieve/text-filter.ts'
import type { SemanticScores } from '../vectors/semantic-scores.ts'
import type { Corpus } from './word-evidence.ts'

/** The scores of a result, from 0 to 1. */
export interface Scores {
  /** How much the result answers the query. */
  readonly score: number
  /** How much it answers the query for its length. */
  readonly density: number
}

/** A ranked message or summary, before its snippet is built. */
export type RankedResult = Scores & {
  /**
   * The share of the query that the result matches, by words or by meaning, from 0 to 1. A long query shares some word with any message.
   */
  readonly queryCoverage: number
  /** Whether it contains a rare term of the query exactly as it is spelled there. */
  readonly hasRareTerm: boolean
  readonly day: DayLabel
} & (
    | { readonly kind: 'summary'; readonly id: SegmentId; readonly summary: CandidateSummary }
    | {
        readonly kind: 'message'
        readonly id: MessageId
        readonly segmentId: SegmentId
        /** The beginning of the message. */
        readonly text: string
        readonly covered: boolean
      }
  )

/** How many messages and summaries the ranking considers. */
export interface RankingDepth {
  /**
   * The number of messages that match best by their own words. Their neighbors are considered too, because the answer to a question that
   * has the words may not have them itself.
   */
  readonly pool: number
  /** The number of messages scored in full: the best of the pool and its neighbors. */
  readonly ranked: number
  /** The number of summaries that match best by their own words, all of which are scored in full. */
  readonly summaries: number
}

export interface RankingRequest {
  readonly bounds: SearchBounds
  readonly depth: RankingDepth
  readonly query: ParsedQuery
  readonly terms: readonly SearchTerm[]
  /** Those lexemes of the terms that are words of dates. They are spelled correctly. */
  readonly dateLexemes: ReadonlySet<string>
  readonly textFilter: TextFilter
  readonly languages: QueryLanguages
  readonly thesaurus: Thesaurus
  readonly size: Omit<CorpusSize, 'upTo'>
  /** Leaves out the messages that must not be found. */
  readonly newest: NewestReader
  /** Messages that must not be found and do not count as neighbors. */
  readonly excluded: ReadonlySet<MessageId>
  /** Undefined without an embedding model. */
  readonly semanticScores: SemanticScores | undefined
  /** On a later page, the days of the summaries that the first page considered, if they are known. No others are considered. */
  readonly firstPageSummaries: readonly SegmentId[] | undefined
}

/** What the steps have found so far. The comments name the step that sets the fields. */
export interface Ranking {
  readonly request: RankingRequest

  /** Set by matchTerms: the only messages that may be found, because they contain the phrases of the query. Undefined without phrases. */
  readonly required: ReadonlySet<MessageId> | undefined
  /** Set by matchTerms: the terms after expansion, and how certain it is that each means what the user wrote, from 0 to 1. */
  readonly terms: readonly SearchTerm[]
  readonly certainty: readonly number[]
  /** Set by matchTerms: the number of messages that contain each term. */
  readonly frequencies: readonly number[]
  readonly matches: ReadonlyMap<MessageId, TermMatch>
  readonly hyponymsByTerm: readonly ReadonlySet<string>[]
  readonly hyponymWeights: HyponymWeights
  /** Set by matchTerms, for the newest messages only. */
  readonly hyponymHits: HyponymHits
  /** Set by matchTerms, with terms weighted by certainty. Replaced by weighTerms, which also weights them by importance. */
  readonly corpus: Corpus

  /** Set by expandToNeighbors: the best matches by their own words, best first. */
  readonly pool: readonly MessageId[]
  readonly neighborIds: readonly MessageId[]
  readonly lookupNeighbors: NeighborLookup
  /** Set by expandToNeighbors: the days that the query names, and their newest messages. */
  readonly namedDays: readonly SegmentId[]
  readonly namedDayMessages: readonly MessageId[]
  /** Set by expandToNeighbors: the days of the summaries that match best by their own words, best first. */
  readonly summariesByWords: readonly SegmentId[]

  /** Set by selectMessages: the messages to score. */
  readonly selected: readonly MessageId[]

  /** Set by loadCandidates. */
  readonly messages: readonly CandidateMessage[]
  readonly summaries: readonly CandidateSummary[]

  /** Set by weighTerms: the importance of each term, and how much the query prefers each author, from 0 to 1. */
  readonly importance: readonly number[]
  readonly authorPreferences: ReadonlyMap<string, number>
  /** Set by weighTerms: whether the query names days and, besides them, only authors. */
  readonly isAboutAuthorsOnly: boolean

  /** Set by scoreMessages and extended by scoreSummaries. */
  readonly results: readonly RankedResult[]
}

/** Returns the fields of the ranking that the step adds or replaces. */
export type RankingStep = (ranking: Ranking, db: Db) => Partial<Ranking> | Promise<Partial<Ranking>>
