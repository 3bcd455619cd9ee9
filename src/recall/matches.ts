import type { MessageId, SegmentId } from '../core/ids.ts'
import type { Posting } from './postings.ts'
import { type Corpus, wordEvidence } from './rank.ts'

/** Which of the terms a message has. */
export interface Match {
  /** By term: 1 where the message has it. */
  readonly own: readonly number[]
  /** Distinct words of the message. */
  readonly length: number
}

export const emptyMatch = (terms: number): Match => ({ own: new Array<number>(terms).fill(0), length: 1 })

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
  return [...matches]
    .map(([id, { own, length }]) => ({ id, evidence: wordEvidence(corpus, own, { length, usual: corpus.averageLength }) }))
    .sort((a, b) => b.evidence - a.evidence || b.id - a.id)
    .slice(0, most)
    .map(({ id }) => id)
}
