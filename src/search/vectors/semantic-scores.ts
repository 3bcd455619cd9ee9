import type { MessageId, SegmentId } from '../../core/domain/ids.ts'
import type { SearchDeps } from '../deps.ts'
import type { SearchBounds } from '../retrieve/bounds.ts'
import { searchVectors } from './vector-search.ts'

/** How near in meaning to a query something is: from 0 to what the embedding model is trusted with, 1 at most. */
export interface SemanticScores {
  readonly messages: ReadonlyMap<MessageId, number>
  /** By the day of the summary. */
  readonly summaries: ReadonlyMap<SegmentId, number>
}

/** What is near in meaning to a text; undefined where there is no such signal. */
export async function loadSemanticScores(deps: SearchDeps, bounds: SearchBounds, text: string): Promise<SemanticScores | undefined> {
  const embedder = await deps.embeddings?.embedder()
  if (!embedder) return undefined
  const calibration = calibrationFor(embedder.model)
  const { scope, ...rest } = bounds
  const nearest = await searchVectors({ ...deps, embedder }, scope, { ...rest, text, limit: calibration.nearest })
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

/**
 * What a similarity means depends on the model: of some, texts that have nothing to do with each other are at 0.1, of others
 * at 0.7. How much it counts for ranking is weight * clamp((similarity - floor) / (ceiling - floor), 0, 1).
 */
export interface Calibration {
  /** As similar as texts are that have nothing to do with each other: counts for nothing. */
  readonly floor: number
  /** As similar as a question and its answer: counts in full. */
  readonly ceiling: number
  /** How far the model can be relied on, from 0 to 1. */
  readonly weight: number
  /** So many of the nearest chunks, and of the nearest summaries, count. Of a weak model only its best guesses say something. */
  readonly nearest: number
}

interface ModelCalibration extends Calibration {
  readonly modelPattern: RegExp
}

/** What follows says little, by any model. */
const defaultNearest = 40

const modelCalibrations: readonly ModelCalibration[] = [
  // By npm run eval. It reads English alone.
  { modelPattern: /^universal-sentence-encoder-lite$/, floor: 0.3, ceiling: 0.55, weight: 0.1, nearest: 3 },
  { modelPattern: /text-embedding-3/, floor: 0.15, ceiling: 0.6, weight: 0.7, nearest: defaultNearest },
  // Their makers say that similarities are between 0.7 and 1.
  { modelPattern: /(^|[/-])e5-/, floor: 0.75, ceiling: 0.9, weight: 0.6, nearest: defaultNearest },
]

/** Nobody has measured it, so with care: a floor that unrelated texts seldom reach, and half of the weight. */
const defaultCalibration: Calibration = { floor: 0.35, ceiling: 0.75, weight: 0.5, nearest: defaultNearest }

/** By the name of the model. */
export function calibrationFor(model: string): Calibration {
  return modelCalibrations.find(({ modelPattern }) => modelPattern.test(model.toLowerCase())) ?? defaultCalibration
}

/** From 0 to the weight of the model. */
export function toEvidence(similarity: number, { floor, ceiling, weight }: Calibration): number {
  return weight * Math.min(Math.max((similarity - floor) / (ceiling - floor), 0), 1)
}
