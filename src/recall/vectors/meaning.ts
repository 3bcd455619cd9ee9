import type { Embedder } from '../../core/embedder.ts'
import type { MessageId, SegmentId } from '../../core/ids.ts'
import { type RecentMap, recentMap } from '../../core/recent-map.ts'
import type { Reach } from '../candidates.ts'
import { calibrationOf, evidenceOf } from './calibration.ts'
import { type VectorParts, vectorHits } from './hits.ts'

/** How near in meaning to a query something is: from 0 to what the embedding model is trusted with, 1 at most. */
export interface Meaning {
  readonly messages: ReadonlyMap<MessageId, number>
  /** By the day of the summary. */
  readonly summaries: ReadonlyMap<SegmentId, number>
}

/** The nearest chunks and summaries that count; what follows says little. */
const nearest = 40

/** Searches whose first page is remembered, some kilobytes each. */
const mostRemembered = 200

/** By embedder: what its latest searches found. */
const remembered = new WeakMap<Embedder, RecentMap<Meaning>>()

/**
 * What is near in meaning to a text; undefined where there is no such signal. `search` names a search and its first page:
 * the next ones have the very same, or what has been embedded since would move what they show.
 */
export async function meaningOf(
  parts: VectorParts,
  reach: Reach,
  { text, search }: { text: string; search: string },
): Promise<Meaning | undefined> {
  const { embedder } = parts
  if (!embedder) return undefined
  const known = rememberedOf(embedder)
  const meaning = known.get(search) ?? (await find({ ...parts, embedder }, reach, text))
  if (meaning) known.set(search, meaning)
  return meaning
}

async function find(parts: VectorParts & { embedder: Embedder }, reach: Reach, text: string): Promise<Meaning | undefined> {
  const { scope, ...within } = reach
  const found = await vectorHits(parts, scope, { ...within, text, limit: nearest })
  if (!found) return undefined
  const calibration = calibrationOf(parts.embedder.model)
  const messages = found.hits.flatMap(({ messageIds, similarity }) =>
    messageIds.map((id) => [id, evidenceOf(similarity, calibration)] as const),
  )
  const summaries = found.summaries.map(({ segmentId, similarity }) => [segmentId, evidenceOf(similarity, calibration)] as const)
  return { messages: most(messages), summaries: most(summaries) }
}

/** By key, the most of what it has: a message can be in two chunks. Nothing that is nought. */
function most<Key>(entries: readonly (readonly [Key, number])[]): Map<Key, number> {
  return new Map(entries.filter(([, evidence]) => evidence > 0).toSorted(([, a], [, b]) => a - b))
}

function rememberedOf(embedder: Embedder): RecentMap<Meaning> {
  const there = remembered.get(embedder) ?? recentMap(mostRemembered)
  remembered.set(embedder, there)
  return there
}
