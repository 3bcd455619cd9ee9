/** In so many messages terms may be for the index to be asked about them: it reads the places of all, whoever is looked for. */
const mostScanned = 25_000

export interface Matching {
  /** A query of the full-text index; empty where none would be quick. */
  readonly query: string
  /** By number: the terms that are read in full. */
  readonly inFull: ReadonlySet<number>
}

/**
 * What to ask the full-text index for, from how many messages each of some terms is likely to be in: whoever has a rare
 * term, the rarest first and up to so many messages together, and whoever has two of the common ones.
 */
export function matching(terms: readonly string[], { estimates, most }: { estimates: readonly number[]; most: number }): Matching {
  let sum = 0
  const rarestFirst = [...terms.keys()]
    .sort((a, b) => (estimates[a] ?? 0) - (estimates[b] ?? 0) || a - b)
    .map((n) => {
      sum += estimates[n] ?? 0
      return { n, term: terms[n] ?? '', sum }
    })
  const rare = rarestFirst.filter((term) => term.sum <= most)
  const common = rarestFirst.filter((term) => term.sum > most && term.sum <= mostScanned).map(({ term }) => term)
  const pairs = common.slice(0, -1).map((term, n) => `${term} & (${common.slice(n + 1).join(' | ')})`)
  const asked = [...rare.map(({ term }) => term), ...pairs]
  // Alone, a common one is asked for too: as many as are read will do.
  return { query: (asked.length > 0 ? asked : common).join(' | '), inFull: new Set(rare.map(({ n }) => n)) }
}
