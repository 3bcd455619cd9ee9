import type { Embeddings } from '../../core/embedder.ts'
import type { MessageId, SegmentId } from '../../core/ids.ts'
import type { Reach } from '../candidates.ts'
import { calibrationOf, evidenceOf } from './calibration.ts'
import { type VectorParts, vectorHits } from './hits.ts'

/** How near in meaning to a query something is: from 0 to what the embedding model is trusted with, 1 at most. */
export interface Meaning {
  readonly messages: ReadonlyMap<MessageId, number>
  /** By the day of the summary. */
  readonly summaries: ReadonlyMap<SegmentId, number>
}

export interface MeaningParts extends Omit<VectorParts, 'embedder'> {
  /** Absent: by words alone. */
  readonly embeddings?: Embeddings
}

/** What is near in meaning to a text; undefined where there is no such signal. */
export async function meaningOf(parts: MeaningParts, reach: Reach, text: string): Promise<Meaning | undefined> {
  const embedder = await parts.embeddings?.embedder()
  if (!embedder) return undefined
  const calibration = calibrationOf(embedder.model)
  const { scope, ...within } = reach
  const found = await vectorHits({ ...parts, embedder }, scope, { ...within, text, limit: calibration.nearest })
  if (!found) return undefined
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
