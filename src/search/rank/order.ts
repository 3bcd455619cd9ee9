import type { RankedResult } from './ranking.ts'

/** The number of results at the top that are chosen by score alone. People look at these, and the recall before a reply quotes them. */
export const leaderCount = 6
/** In a spread list, only this many results of a day count in full. */
const fullResultsPerDay = 2
/** Each further result of that day counts for this much less than the one before it. */
const spreadFactor = 0.25

/** A result with a rare word takes the last leader's place only if its density is at least this share of that leader's. */
const minRareShare = 0.5

/** Identifies a result within its conversation. */
export type ResultKey = `${RankedResult['kind']} ${number}`

export const keyOf = ({ kind, id }: Pick<RankedResult, 'kind' | 'id'>): ResultKey => `${kind} ${id}`

export interface OrderOptions {
  /** Whether the leaders should come from different days. */
  readonly isSpread: boolean
  /** The leaders of the first page, on a later page. */
  readonly leaders?: readonly ResultKey[] | undefined
}

export interface OrderedResults {
  /** Best first. No score is larger than the one before it. */
  readonly results: readonly RankedResult[]
  readonly leaders: readonly ResultKey[]
}

/**
 * Sorts results. The leaders are those with the highest scores. The others follow by density, because whoever reads on has room for more
 * short results than long ones.
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

function pickByKey(found: readonly RankedResult[], keys: readonly ResultKey[]): RankedResult[] {
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
