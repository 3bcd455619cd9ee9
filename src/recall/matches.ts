import type { MessageId, SegmentId } from '../core/ids.ts'
import type { KindsSaid } from './kinds.ts'
import type { Near, Nearby } from './nearby.ts'
import type { Match } from './postings.ts'
import { type Corpus, evidenceAround, type Neighbour, wordEvidence } from './rank.ts'

/** By day: how many of its messages have each term. */
export function daysOf(matches: Iterable<Match>): Map<SegmentId, number[]> {
  const days = new Map<SegmentId, number[]>()
  for (const { segmentId, own } of matches) {
    const counts = days.get(segmentId)
    if (counts) for (const [n, has] of own.entries()) counts[n] = (counts[n] ?? 0) + has
    else days.set(segmentId, [...own])
  }
  return days
}

/** The messages with the best words of their own, best first. */
export function bestMatches(matches: readonly Match[], corpus: Corpus, most: number): MessageId[] {
  const evidence = matches.map(({ id, own, length }) => ({
    id,
    evidence: wordEvidence(corpus, own, { length, usual: corpus.averageLength }),
  }))
  return best(evidence, most)
}

/** The messages with the best kinds of their own, best first. How long they are is not known. */
export function bestOfKind(kinds: KindsSaid, corpus: Corpus, most: number): MessageId[] {
  const lengths = { length: corpus.averageLength, usual: corpus.averageLength }
  const evidence = Array.from(kinds, ([id, said]) => ({ id, evidence: wordEvidence(corpus, said, lengths) }))
  return best(evidence, most)
}

/** Of some messages, those with the best words and kinds of their own and words around them, best first: before their texts are read. */
export function bestAround(
  ids: readonly MessageId[],
  { matches, kinds, corpus, nearby }: { matches: ReadonlyMap<MessageId, Match>; kinds: KindsSaid; corpus: Corpus; nearby: Nearby },
  most: number,
): MessageId[] {
  // How long one is that has no word itself is not known.
  const none = { own: corpus.weights.map(() => 0), length: corpus.averageLength }
  const evidence = ids.map((id) => {
    const { own, length } = matches.get(id) ?? none
    const neighbours = neighboursIn(matches, nearby(id), { asking: nobody, silent: nobody })
    return { id, evidence: evidenceAround(corpus, { own, kinds: kinds.get(id), length, neighbours }) }
  })
  return best(evidence, most)
}

const nobody: ReadonlySet<MessageId> = new Set()

export interface Manner {
  /** Messages that end in a question. */
  readonly asking: ReadonlySet<MessageId>
  /** Messages whose words count for none of their neighbours. */
  readonly silent: ReadonlySet<MessageId>
}

/** Those neighbours that have any of the words: the others give none. */
export function neighboursIn(matches: ReadonlyMap<MessageId, Match>, near: readonly Near[], { asking, silent }: Manner): Neighbour[] {
  const neighbours: Neighbour[] = []
  for (const { id, distance, before } of near) {
    const match = matches.get(id)
    if (match && !silent.has(id)) neighbours.push({ own: match.own, length: match.length, distance, before, asks: asking.has(id) })
  }
  return neighbours
}

function best(evidence: readonly { id: MessageId; evidence: number }[], most: number): MessageId[] {
  return evidence
    .toSorted((a, b) => b.evidence - a.evidence || b.id - a.id)
    .slice(0, most)
    .map(({ id }) => id)
}
