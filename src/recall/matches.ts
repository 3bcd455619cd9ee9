import type { MessageId, SegmentId } from '../core/ids.ts'
import type { Near, Nearby } from './nearby.ts'
import type { Posting } from './postings.ts'
import { type Corpus, evidenceAround, type Neighbour, wordEvidence } from './rank.ts'

/** Which of the terms a message has. */
export interface Match {
  /** By term: 1 where the message has it. */
  readonly own: readonly number[]
  /** Distinct words of the message. */
  readonly length: number
}

/** What each message has, from who has each term. */
export function matchesOf(postings: readonly Posting[], excluded: ReadonlySet<MessageId>): Map<MessageId, Match> {
  const matches = new Map<MessageId, { own: number[]; length: number }>()
  for (const [term, { ids, lengths }] of postings.entries()) {
    for (const [index, id] of ids.entries()) {
      if (excluded.has(id)) continue
      const match = matches.get(id) ?? { own: new Array<number>(postings.length).fill(0), length: lengths[index] ?? 1 }
      match.own[term] = 1
      matches.set(id, match)
    }
  }
  return matches
}

/** By day: how many of its messages have each term. */
export function daysOf(postings: readonly Posting[], excluded: ReadonlySet<MessageId>): Map<SegmentId, number[]> {
  const days = new Map<SegmentId, number[]>()
  for (const [term, { ids, segments }] of postings.entries()) {
    for (const [index, id] of ids.entries()) {
      const segment = segments[index]
      if (segment === undefined || excluded.has(id)) continue
      const counts = days.get(segment) ?? new Array<number>(postings.length).fill(0)
      counts[term] = (counts[term] ?? 0) + 1
      days.set(segment, counts)
    }
  }
  return days
}

/** The messages with the best words of their own, best first. */
export function bestMatches(matches: ReadonlyMap<MessageId, Match>, corpus: Corpus, most: number): MessageId[] {
  const evidence = Array.from(matches, ([id, { own, length }]) => ({
    id,
    evidence: wordEvidence(corpus, own, { length, usual: corpus.averageLength }),
  }))
  return best(evidence, most)
}

/** Of some messages, those with the best words of their own and around them, best first: before their texts are read. */
export function bestAround(
  ids: readonly MessageId[],
  { matches, corpus, nearby }: { matches: ReadonlyMap<MessageId, Match>; corpus: Corpus; nearby: Nearby },
  most: number,
): MessageId[] {
  // How long one is that has no word itself is not known.
  const none = { own: corpus.weights.map(() => 0), length: corpus.averageLength }
  const evidence = ids.map((id) => {
    const { own, length } = matches.get(id) ?? none
    return {
      id,
      evidence: evidenceAround(corpus, { own, length, neighbours: neighboursIn(matches, nearby(id), { asking: nobody, silent: nobody }) }),
    }
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
  return near.flatMap(({ id, distance, before }) => {
    const match = matches.get(id)
    return match && !silent.has(id) ? [{ own: match.own, length: match.length, distance, before, asks: asking.has(id) }] : []
  })
}

function best(evidence: readonly { id: MessageId; evidence: number }[], most: number): MessageId[] {
  return evidence
    .toSorted((a, b) => b.evidence - a.evidence || b.id - a.id)
    .slice(0, most)
    .map(({ id }) => id)
}
