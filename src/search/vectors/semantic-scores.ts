import type { MessageId, SegmentId } from '../../core/domain/ids.ts'
import type { Embeddings } from '../../core/ports/embedder.ts'
import type { SearchBounds } from '../retrieve/candidates.ts'
import { calibrationFor, toEvidence } from './calibration.ts'
import { searchVectors, type VectorParts } from './vector-search.ts'

/** How near in meaning to a query something is: from 0 to what the embedding model is trusted with, 1 at most. */
export interface SemanticScores {
  readonly messages: ReadonlyMap<MessageId, number>
  /** By the day of the summary. */
  readonly summaries: ReadonlyMap<SegmentId, number>
}

export interface MeaningParts extends Omit<VectorParts, 'embedder'> {
  /** Absent: by words alone. */
  readonly embeddings?: Embeddings
}

/** What is near in meaning to a text; undefined where there is no such signal. */
export async function loadSemanticScores(parts: MeaningParts, bounds: SearchBounds, text: string): Promise<SemanticScores | undefined> {
  const embedder = await parts.embeddings?.embedder()
  if (!embedder) return undefined
  const calibration = calibrationFor(embedder.model)
  const { scope, ...rest } = bounds
  const nearest = await searchVectors({ ...parts, embedder }, scope, { ...rest, text, limit: calibration.nearest })
  if (!nearest) return undefined
  const messages = nearest.hits.flatMap(({ messageIds, similarity }) =>
    messageIds.map((id) => [id, toEvidence(similarity, calibration)] as const),
  )
  const summaries = nearest.summaries.map(({ segmentId, similarity }) => [segmentId, toEvidence(similarity, calibration)] as const)
  return { messages: keepHighest(messages), summaries: keepHighest(summaries) }
}

/** By key, the most of what it has: a message can be in two chunks. Nothing that is nought. */
function keepHighest<Key>(entries: readonly (readonly [Key, number])[]): Map<Key, number> {
  return new Map(entries.filter(([, evidence]) => evidence > 0).toSorted(([, a], [, b]) => a - b))
}
