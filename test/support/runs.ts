/** Whether every case is tried: `PROPERTY_RUNS=full`, which .ci/run sets for the runs on PGlite. */
export const isFullRun = process.env['PROPERTY_RUNS'] === 'full'

/** Returns how many of `full` cases a property is tried with: all in a full run, otherwise a tenth, at least two. */
export const runs = (full: number): number => (isFullRun ? full : Math.max(2, Math.ceil(full / 10)))

/** Returns the cases of a long list to try: all in a full run, otherwise every tenth. */
export const sample = <T>(cases: readonly T[]): readonly T[] => (isFullRun ? cases : cases.filter((_, index) => index % 10 === 0))
