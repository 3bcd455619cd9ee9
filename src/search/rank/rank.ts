import type { Db } from '../../store/store.ts'
import type { SearchTerm } from '../query/terms.ts'
import { selectHighlightedHyponyms } from '../query/thesaurus.ts'
import type { RankedResult, Ranking, RankingDepth, RankingRequest, RankingStep } from './ranking.ts'
import { rejectIrrelevant } from './relevance.ts'
import { scoreMessages, scoreSummaries, weighTerms } from './score.ts'
import { expandToNeighbors, loadCandidates, matchTerms, selectMessages } from './select-candidates.ts'

/** `best` finds the same few best results as `pages`, in two thirds of the time. */
export const rankingDepths = { pages: { pool: 200, ranked: 400 }, best: { pool: 60, ranked: 100 } } as const satisfies Record<
  string,
  RankingDepth
>

export interface RankingResult {
  /** In no particular order. */
  readonly candidates: readonly RankedResult[]
  /** The terms that were searched for. A misspelled term includes the similar words that were found. */
  readonly terms: readonly SearchTerm[]
  /** The hyponyms of the query's terms that are specific enough to be highlighted. */
  readonly hyponyms: readonly string[]
}

/**
 * The steps in which a search finds and scores its results, in order. Afterwards, the search sorts the results, takes one page and adds
 * snippets.
 */
const steps: readonly RankingStep[] = [
  matchTerms,
  expandToNeighbors,
  selectMessages,
  loadCandidates,
  weighTerms,
  scoreMessages,
  scoreSummaries,
  rejectIrrelevant,
]

/** Returns everything found, with scores. Runs a bounded number of statements over a bounded number of rows, however long the thread is. */
export async function rankCandidates(db: Db, request: RankingRequest): Promise<RankingResult> {
  let ranking = startRanking(request)
  for (const step of steps) ranking = { ...ranking, ...(await step(ranking, db)) }
  return { candidates: ranking.results, terms: ranking.terms, hyponyms: selectHighlightedHyponyms(ranking.hyponymWeights) }
}

function startRanking(request: RankingRequest): Ranking {
  return {
    request,
    required: undefined,
    terms: request.terms,
    certainty: [],
    frequencies: [],
    matches: new Map(),
    hyponymsByTerm: [],
    hyponymWeights: new Map(),
    hyponymHits: new Map(),
    corpus: { averageLength: request.size.averageLength, weights: [], maxWeight: 1 },
    pool: [],
    neighborIds: [],
    lookupNeighbors: () => [],
    namedDays: [],
    namedDayMessages: [],
    summariesByWords: [],
    selected: [],
    messages: [],
    summaries: [],
    importance: [],
    authorPreferences: new Map(),
    isAboutAuthorsOnly: false,
    results: [],
  }
}
