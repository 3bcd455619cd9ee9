import type { MessageId, SegmentId } from '../../core/domain/ids.ts'
import type { Embedder, Embeddings } from '../../core/ports/embedder.ts'
import type { SearchDeps } from '../deps.ts'
import { normalizeQuery } from '../query/parse-query.ts'
import type { SearchBounds } from '../retrieve/bounds.ts'
import { embedQuery } from './embed-text.ts'
import { searchVectors } from './vector-search.ts'

/** Calibrated similarities to a query, from 0 to the weight of the embedding model, which is at most 1. */
export interface SemanticScores {
  readonly messages: ReadonlyMap<MessageId, number>
  /** By the day that is summarized. */
  readonly summaries: ReadonlyMap<SegmentId, number>
}

/** Returns what is similar in meaning to a text. Returns undefined if there is no embedder or it has no vectors. */
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

/** Requests the vector of a query ahead of a search, which then finds it in the cache. Waits at most as long as the search would. */
export async function prefetchQueryVector(deps: SearchDeps, query: string): Promise<void> {
  const embedder = await deps.embeddings?.embedder()
  const text = normalizeQuery(query)
  if (embedder && text.trim() !== '') await embedQuery({ ...deps, embedder }, text)
}

/** Keeps the highest value of each key, because a message can be in two chunks. Drops zeros. */
function keepHighest<Key>(entries: readonly (readonly [Key, number])[]): Map<Key, number> {
  return new Map(entries.filter(([, evidence]) => evidence > 0).toSorted(([, a], [, b]) => a - b))
}

/**
 * How to interpret the similarities of a model: unrelated texts have a similarity of 0.1 in some models and 0.7 in others. The evidence
 * for ranking is weight * clamp((similarity - floor) / (ceiling - floor), 0, 1).
 */
export interface Calibration {
  /** The similarity of unrelated texts, which counts for nothing. */
  readonly floor: number
  /** The similarity of a question and its answer, which counts in full. */
  readonly ceiling: number
  /** How reliable the model is, from 0 to 1. */
  readonly weight: number
  /** The number of nearest chunks, and of nearest summaries, that count. With a weak model, only the best matches are useful. */
  readonly nearest: number
}

interface ModelCalibration extends Calibration {
  readonly modelPattern: RegExp
}

/** Beyond this number, the results of any model say little. */
const defaultNearest = 40

const modelCalibrations: readonly ModelCalibration[] = [
  // Measured with `npm run eval`. English only.
  { modelPattern: /^universal-sentence-encoder-lite$/, floor: 0.3, ceiling: 0.55, weight: 0.1, nearest: 3 },
  { modelPattern: /text-embedding-3/, floor: 0.15, ceiling: 0.6, weight: 0.7, nearest: defaultNearest },
  // According to the model's authors, similarities are between 0.7 and 1.
  { modelPattern: /(^|[/-])e5-/, floor: 0.75, ceiling: 0.9, weight: 0.6, nearest: defaultNearest },
]

/** For models that have not been measured: a floor that unrelated texts seldom reach, and half the weight. */
const defaultCalibration: Calibration = { floor: 0.35, ceiling: 0.75, weight: 0.5, nearest: defaultNearest }

/** Returns the calibration for the name of a model. */
export function calibrationFor(model: string): Calibration {
  return modelCalibrations.find(({ modelPattern }) => modelPattern.test(model.toLowerCase())) ?? defaultCalibration
}

/** Converts a similarity to evidence, from 0 to the weight of the model. */
export function toEvidence(similarity: number, { floor, ceiling, weight }: Calibration): number {
  return weight * Math.min(Math.max((similarity - floor) / (ceiling - floor), 0), 1)
}

/** Returns embeddings that always use the same embedder. */
export function fixedEmbeddings(embedder: Embedder | undefined): Embeddings {
  const always = async () => embedder
  return { embedder: always, latest: always }
}
