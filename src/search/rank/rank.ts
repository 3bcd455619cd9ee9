import type { Db } from '../../store/store.ts'
import type { SearchTerm } from '../query/terms.ts'
import { selectHighlightedHyponyms } from '../query/thesaurus.ts'
import type { RankedResult, Ranking, RankingDepth, RankingRequest, RankingStep } from './ranking.ts'
import { scoreMessages, scoreSummaries, weighTerms } from './score.ts'
import { expandToNeighbors, loadCandidates, matchTerms, selectMessages } from './select-candidates.ts'

/** `best` returns the same few best results as `pages`, in two thirds of the time. */
export const rankingDepths = { pages: { pool: 200, ranked: 400 }, best: { pool: 60, ranked: 100 } } as const satisfies Record<
  string,
  RankingDepth
>

export interface RankingResult {
  /** In no particular order. */
  readonly candidates: readonly RankedResult[]
  /** The terms that were searched for. A misspelled term includes the similar words. */
  readonly terms: readonly SearchTerm[]
  /** The hyponyms of the query's terms that are specific enough to highlight. */
  readonly hyponyms: readonly string[]
}

/** How a search finds and scores its results, in this order. The search then sorts them, takes a page, and quotes their texts. */
const steps: readonly RankingStep[] = [
  matchTerms,
  expandToNeighbors,
  selectMessages,
  loadCandidates,
  weighTerms,
  scoreMessages,
  scoreSummaries,
]

/** Returns everything found, with scores. Runs a bounded number of statements over a bounded number of rows, however long the thread. */
export async function rankCandidates(db: Db, request: RankingRequest): Promise<RankingResult> {
  let ranking = startRanking(request)
  for (const step of steps) ranking = { ...ranking, ...(await step(ranking, db)) }
  return { candidates: ranking.results, terms: ranking.terms, hyponyms: selectHighlightedHyponyms(ranking.hyponymWeights) }
}

function startRanking(request: RankingRequest): Ranking {
  return {
    request,
    terms: request.terms,
    certainty: [],
    frequencies: [],
    matches: new Map(),
    hyponymsByTerm: [],
    hyponymWeights: new Map(),
    hyponymHits: new Map(),
    corpus: { averageLength: request.size.averageLength, weights: [] },
    pool: [],
    neighborIds: [],
    lookupNeighbors: () => [],
    namedDays: [],
    namedDayMessages: [],
    selected: [],
    messages: [],
    summaries: [],
    importance: [],
    authorPreferences: new Map(),
    results: [],
  }
}
