/** Whether this run tries everything: `PROPERTY_RUNS=full`, which .ci/run sets for the run on PGlite. */
export const isFullRun = process.env['PROPERTY_RUNS'] === 'full'

/** How many cases a property is tried with, out of `full`: all of them in a full run, else a fifth and at least two. */
export const runs = (full: number): number => (isFullRun ? full : Math.max(2, Math.ceil(full / 5)))

/** The cases of a long list that a run tries: all of them in a full run, else every third. */
export const sample = <T>(cases: readonly T[]): readonly T[] => (isFullRun ? cases : cases.filter((_, index) => index % 3 === 0))
