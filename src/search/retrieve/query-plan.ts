/**
 * The index is queried only for terms that occur in at most this many messages in total, because it reads every occurrence of them,
 * whichever user it belongs to.
 */
const maxScannedMatches = 25_000

/** One of several queries. A message needs to match only one of them. */
export interface PlanClause {
  /** A tsquery. */
  readonly query: string
  /** The index of the term whose messages the clause reads in full. */
  readonly inFull?: number
}

/**
 * Plans the queries to the full-text index from the estimated frequencies of the terms: the rarest terms alone, as long as they match at
 * most `limit` messages in total, and pairs of common terms. Returns no clauses if no query would be fast.
 */
export function planQuery(terms: readonly string[], { estimates, limit }: { estimates: readonly number[]; limit: number }): PlanClause[] {
  let sum = 0
  const rarestFirst = [...terms.keys()]
    .sort((a, b) => (estimates[a] ?? 0) - (estimates[b] ?? 0) || a - b)
    .map((n) => {
      sum += estimates[n] ?? 0
      return { n, term: terms[n] ?? '', sum }
    })
  const rare = rarestFirst.filter((term) => term.sum <= limit)
  const common = rarestFirst.filter((term) => term.sum > limit && term.sum <= maxScannedMatches).map(({ term }) => term)
  const pairs = common.slice(0, -1).map((term, n) => `${term} & (${common.slice(n + 1).join(' | ')})`)
  const clauses = rare.map(({ term, n }): PlanClause => ({ query: term, inFull: n }))
  if (pairs.length > 0) clauses.push({ query: pairs.join(' | ') })
  // Common terms are queried alone only if there is nothing else, in which case any of their messages will do.
  return clauses.length === 0 && common.length > 0 ? [{ query: common.join(' | ') }] : clauses
}
