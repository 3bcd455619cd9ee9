import type { Db } from '../../store/store.ts'
import type { SearchTerm } from '../query/terms.ts'
import { selectHighlightedHyponyms } from '../query/thesaurus.ts'
import type { RankedResult, Ranking, RankingDepth, RankingRequest, RankingStep } from './ranking.ts'
import { scoreMessages, scoreSummaries, summarizedFactor, toScore, weighTerms } from './score.ts'
import { expandToNeighbors, loadCandidates, matchTerms, selectMessages } from './select-candidates.ts'

/** `best` finds the same few best results as `pages`, in two thirds of the time. */
export const rankingDepths = {
  pages: { pool: 200, ranked: 400, summaries: 60 },
  best: { pool: 60, ranked: 100, summaries: 24 },
} as const satisfies Record<string, RankingDepth>

export interface RankingResult {
  /** In no particular order. */
  readonly candidates: readonly RankedResult[]
  /** The terms that were searched for. A misspelled term includes the similar words that were found. */
  readonly terms: readonly SearchTerm[]
  /** The weight of each term: its rarity times its importance. */
  readonly weights: readonly number[]
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
  return {
    candidates: ranking.results,
    terms: ranking.terms,
    weights: ranking.corpus.weights,
    hyponyms: selectHighlightedHyponyms(ranking.hyponymWeights),
  }
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

/** Below this, nothing is found. It is below the least of the questions of the benchmark, all of which can be answered: 0.251. */
const minRelevance = 0.25

/**
 * Drops all results if even the best ones match too little of the query, and none has a rare word of it. Days that the query names are
 * listed whatever their messages say. On a later page, the first page has decided.
 */
function rejectIrrelevant(ranking: Ranking): Partial<Ranking> {
  const { query, bounds } = ranking.request
  if (query.listsDays || query.topic === '' || query.operators.phrases.length > 0 || bounds.firstPageAt) return {}
  const { results, corpus } = ranking
  if (results.some(({ hasRareTerm }) => hasRareTerm)) return {}
  const totalWeight = corpus.weights.reduce((total, weight) => total + weight, 0)
  const coverage = Math.max(0, ...results.map(({ queryCoverage }) => queryCoverage))
  if (coverage === 0) return { results: [] }
  // The geometric mean of the best coverage and of the best density, as a share of the total weight, separates better than either.
  const minDensity = toScore((minRelevance ** 2 / coverage) * totalWeight)
  return results.some((result) => result.density >= minDensity * getSummarizedFactor(result)) ? {} : { results: [] }
}

const getSummarizedFactor = (result: RankedResult): number => (result.kind === 'message' && result.covered ? summarizedFactor : 1)

/** The number of results at the top that are chosen by score alone. People look at these, and the recall before a reply quotes them. */
export const leaderCount = 6
/** When the leaders are spread over days, only this many results of a day count in full. */
const fullResultsPerDay = 2
/** Each further result of that day counts for this much less than the one before it. */
const spreadFactor = 0.25

/** A result with a rare word takes the last leader's place only if its density is at least this share of that leader's. */
const minRareShare = 0.5

/** Returns a key that identifies a result within its conversation. */
export const keyOf = ({ kind, id }: Pick<RankedResult, 'kind' | 'id'>): string => `${kind} ${id}`

export interface OrderOptions {
  /** Whether the leaders should come from different days. */
  readonly isSpread: boolean
  /** The keys of the leaders of the first page, on a later page. */
  readonly leaders?: readonly string[] | undefined
}

export interface OrderedResults {
  /** Best first. No score is larger than the one before it. */
  readonly results: readonly RankedResult[]
  /** The keys of the leaders. */
  readonly leaders: readonly string[]
}

/**
 * Sorts results: first the leaders, which have the highest scores, then the rest by density. A reader with limited room learns more from
 * many short results than from a few long ones.
 */
export function orderResults(found: readonly RankedResult[], { isSpread, leaders }: OrderOptions): OrderedResults {
  const leading = leaders ? pickByKey(found, leaders) : selectLeaders(found, isSpread)
  const leadingKeys = new Set(leading.map(keyOf))
  const following = found.filter((result) => !leadingKeys.has(keyOf(result))).sort(compareByDensity)
  return {
    results: limitScores([...leading, ...following.map((result) => ({ ...result, score: result.density }))]),
    leaders: [...leadingKeys],
  }
}

/**
 * Selects the leaders. If none of them has a rare word of the query, but another result has, the densest such result takes the last place:
 * people remember the rare word.
 */
function selectLeaders(found: readonly RankedResult[], isSpread: boolean): RankedResult[] {
  const leading = (isSpread ? spreadOverDays(found) : found.toSorted(compareByScore)).slice(0, leaderCount)
  const last = leading.at(-1)
  if (leading.length < leaderCount || !last || leading.some(({ hasRareTerm }) => hasRareTerm)) return leading
  const [rare] = found.filter(({ hasRareTerm }) => hasRareTerm).sort(compareByDensity)
  return rare && rare.density >= minRareShare * last.density ? [...leading.slice(0, -1), rare] : leading
}

function pickByKey(found: readonly RankedResult[], keys: readonly string[]): RankedResult[] {
  const byKey = new Map(found.map((result) => [keyOf(result), result]))
  return keys.flatMap((key) => byKey.get(key) ?? [])
}

function spreadOverDays(found: readonly RankedResult[]): RankedResult[] {
  const countsByDay = new Map<string, number>()
  return found
    .toSorted(compareByScore)
    .map((result) => {
      const earlier = countsByDay.get(result.day) ?? 0
      countsByDay.set(result.day, earlier + 1)
      return { result, value: result.score * spreadFactor ** Math.max(0, earlier + 1 - fullResultsPerDay) }
    })
    .sort((a, b) => b.value - a.value)
    .map(({ result }) => result)
}

/** Lowers each score to the one before it, so that scores never rise along the list. */
function limitScores(results: readonly RankedResult[]): RankedResult[] {
  let limit = 1
  return results.map((result) => {
    limit = Math.min(limit, result.score)
    return { ...result, score: limit }
  })
}

const compareByScore = (a: RankedResult, b: RankedResult): number => b.score - a.score || compareOnTie(a, b)

/** What decides where a result stands behind the leaders. */
export type DensityPosition = Pick<RankedResult, 'density' | 'day' | 'kind' | 'id'>

export const compareByDensity = (a: DensityPosition, b: DensityPosition): number => b.density - a.density || compareOnTie(a, b)

/** On a tie, the newer day comes first, then the summary of a day, then the newer message. */
function compareOnTie(a: Omit<DensityPosition, 'density'>, b: Omit<DensityPosition, 'density'>): number {
  return (a.day < b.day ? 1 : a.day > b.day ? -1 : 0) || (a.kind === b.kind ? b.id - a.id : a.kind === 'summary' ? -1 : 1)
}

/** Keeps the best result of each day. */
export function groupByDay(results: readonly RankedResult[]): RankedResult[] {
  const days = new Set<string>()
  return results.filter(({ day }) => !days.has(day) && days.add(day))
}
