import type { Evidence } from './word-evidence.ts'

interface GroupedEvidence {
  /** Only messages of the same group are compared. */
  readonly group: string
  /** For each term, 1 if the message contains it. */
  readonly termHits: readonly number[]
  readonly evidence: Evidence
}

/** Large enough to survive the rounding of scores. */
const margin = 0.01

/**
 * Raises the evidence of each message above that of the messages in its group that contain only some of its terms, so that the words of its
 * neighbors never rank a message above one that contains its words and more. Returns the evidence in the given order.
 */
export function raiseAboveSubsets(messages: readonly GroupedEvidence[]): Evidence[] {
  const raised = messages.map(({ evidence }) => evidence)
  const groups = new Map<string, { readonly index: number; readonly terms: readonly number[] }[]>()
  for (const [index, { group, termHits }] of messages.entries()) {
    const terms = [...termHits.keys()].filter((term) => termHits[term])
    const members = groups.get(group)
    if (members) members.push({ index, terms })
    else groups.set(group, [{ index, terms }])
  }
  for (const members of groups.values()) {
    // From the fewest terms to the most, so that each message is raised above those that were raised before it.
    members.sort((a, b) => a.terms.length - b.terms.length)
    for (const [position, { index, terms }] of members.entries()) {
      const own = new Set(terms)
      for (const other of members.slice(0, position)) {
        if (other.terms.length === terms.length || !other.terms.every((term) => own.has(term))) continue
        raised[index] = raiseAbove(raised[index], raised[other.index])
      }
    }
  }
  return raised
}

function raiseAbove(evidence: Evidence | undefined, other: Evidence | undefined): Evidence {
  const { strength = 0, density = 0 } = evidence ?? {}
  return { strength: Math.max(strength, (other?.strength ?? 0) + margin), density: Math.max(density, (other?.density ?? 0) + margin) }
}
