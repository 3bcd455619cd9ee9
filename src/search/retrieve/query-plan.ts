/** In so many messages terms may be for the index to be asked about them: it reads the places of all, whoever is looked for. */
const maxScannedMatches = 25_000

/** A part of what is asked for: whoever matches any part is to be read. */
export interface PlanClause {
  /** Of the full-text index. */
  readonly query: string
  /** The number of the term that all messages are read of. */
  readonly inFull?: number
}

/**
 * What to ask the full-text index for, from how many messages each of some terms is likely to be in: whoever has a rare
 * term, the rarest first and up to so many messages together, and whoever has two of the common ones. None where nothing
 * would be quick.
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
  // Alone, a common one is asked for too: as many as are read will do.
  return clauses.length === 0 && common.length > 0 ? [{ query: common.join(' | ') }] : clauses
}
