import type { MessageId, SegmentId } from '../../core/domain/ids.ts'
import type { HyponymHits } from '../retrieve/hyponyms.ts'
import type { NearbyMessage, NeighbourLookup } from '../retrieve/neighbours.ts'
import type { TermMatch } from '../retrieve/postings.ts'
import { type Corpus, computeContextEvidence, computeWordEvidence, type NeighbourFeatures } from './score.ts'

/** By day: how many of its messages have each term. */
export function countTermsByDay(matches: Iterable<TermMatch>): Map<SegmentId, number[]> {
  const days = new Map<SegmentId, number[]>()
  for (const { segmentId, termHits } of matches) {
    const counts = days.get(segmentId)
    if (counts) for (const [n, has] of termHits.entries()) counts[n] = (counts[n] ?? 0) + has
    else days.set(segmentId, [...termHits])
  }
  return days
}

/** The messages with the best words of their own, best first. */
export function selectTopMatches(matches: readonly TermMatch[], corpus: Corpus, limit: number): MessageId[] {
  const evidence = matches.map(({ id, termHits, length }) => ({
    id,
    evidence: computeWordEvidence(corpus, termHits, { length, average: corpus.averageLength }),
  }))
  return takeTop(evidence, limit)
}

/** The messages with the best kinds of their own, best first. How long they are is not known. */
export function selectTopHyponymMatches(hyponymHits: HyponymHits, corpus: Corpus, limit: number): MessageId[] {
  const lengths = { length: corpus.averageLength, average: corpus.averageLength }
  const evidence = Array.from(hyponymHits, ([id, hits]) => ({ id, evidence: computeWordEvidence(corpus, hits, lengths) }))
  return takeTop(evidence, limit)
}

/** Of some messages, those with the best words and kinds of their own and words around them, best first: before their texts are read. */
export function selectTopInContext(
  ids: readonly MessageId[],
  {
    matches,
    hyponymHits,
    corpus,
    lookupNeighbours,
  }: { matches: ReadonlyMap<MessageId, TermMatch>; hyponymHits: HyponymHits; corpus: Corpus; lookupNeighbours: NeighbourLookup },
  limit: number,
): MessageId[] {
  // How long one is that has no word itself is not known.
  const noMatch = { termHits: corpus.weights.map(() => 0), length: corpus.averageLength }
  const evidence = ids.map((id) => {
    const { termHits, length } = matches.get(id) ?? noMatch
    const neighbours = toNeighbourFeatures(matches, lookupNeighbours(id), { asking: noMessages, ignored: noMessages })
    return { id, evidence: computeContextEvidence(corpus, { termHits, hyponymHits: hyponymHits.get(id), length, neighbours }) }
  })
  return takeTop(evidence, limit)
}

const noMessages: ReadonlySet<MessageId> = new Set()

export interface NeighbourTraits {
  /** Messages that end in a question. */
  readonly asking: ReadonlySet<MessageId>
  /** Messages whose words count for none of their neighbours. */
  readonly ignored: ReadonlySet<MessageId>
}

/** Those neighbours that have any of the words: the others give none. */
export function toNeighbourFeatures(
  matches: ReadonlyMap<MessageId, TermMatch>,
  nearbyMessages: readonly NearbyMessage[],
  { asking, ignored }: NeighbourTraits,
): NeighbourFeatures[] {
  const neighbours: NeighbourFeatures[] = []
  for (const { id, distance, before } of nearbyMessages) {
    const match = matches.get(id)
    if (match && !ignored.has(id))
      neighbours.push({ termHits: match.termHits, length: match.length, distance, before, asks: asking.has(id) })
  }
  return neighbours
}

function takeTop(evidence: readonly { id: MessageId; evidence: number }[], limit: number): MessageId[] {
  return evidence
    .toSorted((a, b) => b.evidence - a.evidence || b.id - a.id)
    .slice(0, limit)
    .map(({ id }) => id)
}
