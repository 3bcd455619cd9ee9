import { ModelError, messageOf } from '../../core/domain/errors.ts'
import { createLruMap, type LruMap } from '../../core/lib/lru-map.ts'
import { late, withTimeout } from '../../core/lib/with-timeout.ts'
import type { Embedder } from '../../core/ports/embedder.ts'
import type { EmbedderDeps } from '../deps.ts'
import { getOutage, recordFailure, recordSuccess } from './circuit-breaker.ts'
import { loadDimensions } from './embedding-table.ts'

/** A search waits no longer for the query's vector, in ms. */
const queryTimeoutMs = 2_000

/** After a failure, searches do without for so long, in ms: otherwise each would wait for a server that hangs. */
const cooldownMs = 10_000

/** Queries whose vectors are kept, some kilobytes each. */
const maxCachedQueries = 200

/** By embedder: its vectors of the latest queries. The next page of a search has to have the very vector of the first. */
const vectorsByEmbedder = new WeakMap<Embedder, LruMap<Promise<number[]>>>()

/** The vector of a query, of length 1; undefined where there is none in time, which the log then says. */
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
    recordFailure(deps, new ModelError('stalled', `The embedding model gave no vector of a query within ${queryTimeoutMs / 1_000} s.`))
  } catch (error) {
    if (isOutage(error)) recordFailure(deps, error)
    else
      log.warn({ model: embedder.model, problem: messageOf(error) }, 'a query could not be embedded; it is searched for by its words alone')
  }
  return undefined
}

const isOutage = (error: unknown): error is ModelError =>
  error instanceof ModelError && error.kind !== 'rejected' && error.kind !== 'cancelled'

/** Goes on when the search does not wait any more: the same query has its vector then, and a server that answers late is known to answer. */
async function requestVector(deps: EmbedderDeps, text: string): Promise<number[]> {
  const vectors = await deps.embedder.embed([text], { signal: new AbortController().signal, kind: 'query' })
  const [vector = []] = normalizeVectors(vectors, { count: 1 })
  recordSuccess(deps)
  return vector
}

function getVectorCache(embedder: Embedder): LruMap<Promise<number[]>> {
  const cache = vectorsByEmbedder.get(embedder) ?? createLruMap(maxCachedQueries)
  vectorsByEmbedder.set(embedder, cache)
  return cache
}

/** The vectors of texts that are searched, of length 1, as many numbers as the others of the model. Throws ModelError. */
export async function embedDocuments(
  { store, embedder }: EmbedderDeps,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<number[][]> {
  const length = await loadDimensions(store.db, embedder)
  return normalizeVectors(await embedder.embed(texts, { signal, kind: 'document' }), { count: texts.length, length })
}

/** Any model takes it: when it fails too, no text is to blame. */
const probeText = 'hello'

/** Why texts got no vectors when no text is to blame, which is then known as an outage; undefined when one of them is. */
export async function detectOutage(deps: EmbedderDeps, error: ModelError, signal: AbortSignal): Promise<ModelError | undefined> {
  if (error.kind === 'cancelled') return error
  if (error.kind !== 'rate_limited') return probeEmbedder(deps, signal)
  // A server that asks to wait may take a short text all the same.
  recordFailure(deps, error)
  return error
}

/** Why nothing is to be asked now, if so: before the time is up nobody asks, and after it whether the embedder works again. */
export async function checkOutage(deps: EmbedderDeps, signal: AbortSignal): Promise<string | undefined> {
  const outage = getOutage(deps.embedder)
  if (!outage) return undefined
  return deps.clock.now().getTime() < outage.retryAtMs ? outage.problem : (await probeEmbedder(deps, signal))?.message
}

/** Why no text gets a vector just now; undefined when a plain one does. What came of it is kept in mind. */
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
  /** How many vectors. */
  readonly count: number
  /** How long the vectors of this model are, where that is known. */
  readonly length?: number | undefined
}

/**
 * Vectors as they are kept and compared: of length 1, which changes no angle, and which half precision holds. Throws
 * ModelError, `rejected`, when one of them is no direction or is of another length than the others: its similarity to
 * anything would be no number, which the database ranks first.
 */
export function normalizeVectors(
  vectors: readonly (readonly number[])[],
  { count, length = vectors[0]?.length }: ExpectedVectors,
): number[][] {
  if (vectors.length !== count)
    throw new ModelError('rejected', `The embedding model gave ${vectors.length} vectors for ${count} texts, where each has to have one.`)
  return vectors.map((vector) => {
    if (vector.length !== length)
      throw new ModelError(
        'rejected',
        `The embedding model gave a vector of ${vector.length} numbers, where its others have ${length}. If it is another model of the same name now, run \`npm run embeddings -- rebuild\`.`,
      )
    const norm = Math.hypot(...vector)
    if (!Number.isFinite(norm) || norm === 0)
      throw new ModelError(
        'rejected',
        'The embedding model gave a vector that is all zeros, or not all numbers, where a direction was expected. Search finds this text by its words.',
      )
    return vector.map((number) => number / norm)
  })
}
