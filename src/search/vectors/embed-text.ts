import { LRUCache } from 'lru-cache'
import { ModelError, messageOf } from '../../core/domain/errors.ts'
import { late, withTimeout } from '../../core/ports/clock.ts'
import type { Embedder } from '../../core/ports/embedder.ts'
import type { EmbedderDeps } from '../deps.ts'
import { getOutage, recordFailure, recordSuccess } from './circuit-breaker.ts'
import { loadDimensions } from './embedding-table.ts'

/** How long a search waits for the vector of its query, in ms. */
const queryTimeoutMs = 2_000

/** How long searches use words only after a failure, in ms. Otherwise, each search would wait for a server that hangs. */
const cooldownMs = 10_000

/** Each cached query takes a few kilobytes. */
const maxCachedQueries = 200

/** The vectors of the latest queries, by embedder. The next page of a search must use the same vector as the first. */
const vectorsByEmbedder = new WeakMap<Embedder, LRUCache<string, Promise<number[]>>>()

/** Returns the normalized vector of a query. If it is not available in time, logs the reason and returns undefined. */
export async function embedQuery(deps: EmbedderDeps, text: string): Promise<number[] | undefined> {
  const { clock, log, embedder } = deps
  const vectors = getVectorCache(embedder)
  const cached = vectors.get(text)
  const outage = getOutage(embedder)
  if (!cached && outage && clock.now().getTime() < outage.failedAtMs + cooldownMs) return undefined
  const pendingVector = cached ?? requestVector(deps, text)
  vectors.set(text, pendingVector)
  if (!cached) pendingVector.catch(() => vectors.delete(text))
  try {
    const vector = await withTimeout(clock, queryTimeoutMs, pendingVector)
    if (vector !== late) return vector
    recordFailure(deps, new ModelError('stalled', `The embedding model did not answer a query within ${queryTimeoutMs / 1_000} s.`))
  } catch (error) {
    if (isOutage(error)) recordFailure(deps, error)
    else log.warn({ model: embedder.model, problem: messageOf(error) }, 'a query could not be embedded; search uses its words only')
  }
  return undefined
}

const isOutage = (error: unknown): error is ModelError =>
  error instanceof ModelError && error.kind !== 'rejected' && error.kind !== 'cancelled'

/**
 * Requests the vector of a query. Continues after the search has stopped waiting, because the vector is cached for the same query, and a
 * late answer ends the outage.
 */
async function requestVector(deps: EmbedderDeps, text: string): Promise<number[]> {
  const vectors = await deps.embedder.embed([text], { signal: new AbortController().signal, kind: 'query' })
  const [vector = []] = normalizeVectors(vectors, { count: 1 })
  recordSuccess(deps)
  return vector
}

function getVectorCache(embedder: Embedder): LRUCache<string, Promise<number[]>> {
  const cache = vectorsByEmbedder.get(embedder) ?? new LRUCache({ max: maxCachedQueries })
  vectorsByEmbedder.set(embedder, cache)
  return cache
}

/** Embeds texts as documents. Returns normalized vectors of the same length as the model's stored vectors. Throws ModelError. */
export async function embedDocuments(
  { store, embedder }: EmbedderDeps,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<number[][]> {
  const length = await loadDimensions(store.db, embedder)
  return normalizeVectors(await embedder.embed(texts, { signal, kind: 'document' }), { count: texts.length, length })
}

/** Any model accepts this text. If it fails too, the other texts did not cause the failure. */
const probeText = 'hello'

/** Records and returns the outage if the texts did not cause the failure. Returns undefined if one of them did. */
export async function detectOutage(deps: EmbedderDeps, error: ModelError, signal: AbortSignal): Promise<ModelError | undefined> {
  if (error.kind === 'cancelled') return error
  if (error.kind !== 'rate_limited') return probeEmbedder(deps, signal)
  // No probe, because it could succeed while the server still limits larger requests.
  recordFailure(deps, error)
  return error
}

/** Returns why no request should be sent now, or undefined if one may be sent. Probes the embedder once the backoff is over. */
export async function checkOutage(deps: EmbedderDeps, signal: AbortSignal): Promise<string | undefined> {
  const outage = getOutage(deps.embedder)
  if (!outage) return undefined
  return deps.clock.now().getTime() < outage.retryAtMs ? outage.problem : (await probeEmbedder(deps, signal))?.message
}

/** Returns why the embedder fails even for a simple text, or undefined if it works. Records the result. */
export async function probeEmbedder(deps: EmbedderDeps, signal: AbortSignal): Promise<ModelError | undefined> {
  try {
    await embedDocuments(deps, [probeText], signal)
    recordSuccess(deps)
    return undefined
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    if (error.kind !== 'cancelled') recordFailure(deps, error)
    return error
  }
}

export interface ExpectedVectors {
  /** The expected number of vectors. */
  readonly count: number
  /** The length of the model's vectors, if known. */
  readonly length?: number | undefined
}

/**
 * Scales vectors to length 1, which changes no angle and fits half precision. Throws ModelError `rejected` if a vector has an unexpected
 * length or no direction. The similarity to a vector without direction would be NaN, which PostgreSQL sorts first.
 */
export function normalizeVectors(
  vectors: readonly (readonly number[])[],
  { count, length = vectors[0]?.length }: ExpectedVectors,
): number[][] {
  if (vectors.length !== count)
    throw new ModelError('rejected', `The embedding model returned ${vectors.length} vectors for ${count} texts. Expected one per text.`)
  return vectors.map((vector) => {
    if (vector.length !== length)
      throw new ModelError(
        'rejected',
        `The embedding model returned a vector of ${vector.length} numbers. Its other vectors have ${length}. If a different model now has the same name, run \`npx throughline embeddings rebuild\`.`,
      )
    const norm = Math.hypot(...vector)
    if (!Number.isFinite(norm) || norm === 0)
      throw new ModelError(
        'rejected',
        'The embedding model returned a vector that is all zeros or contains values that are not numbers. Search finds this text by its words only.',
      )
    return vector.map((number) => number / norm)
  })
}
