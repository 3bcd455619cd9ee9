import type { Expected } from './platform-faults.ts'
import type { Counts } from './questions.ts'

/** Describes every count that is not as expected. */
export function describeWrongCounts(what: string, counts: Counts, { unknown = 0, refused = 0, anyOrder = false }: Expected): string[] {
  const { lost, storedTwice, unanswered, doubled, outOfOrder } = counts
  const excess = {
    lost,
    storedTwice,
    unanswered,
    doubled,
    outOfOrder: anyOrder ? 0 : outOfOrder,
    [`unknown beyond ${unknown}`]: Math.max(0, counts.unknown - unknown),
    [`refused other than ${refused}`]: Math.abs(counts.refused - refused),
  }
  return Object.entries(excess).flatMap(([name, number]) => (number === 0 ? [] : [`${what}: ${name}: ${number}, expected 0`]))
}
