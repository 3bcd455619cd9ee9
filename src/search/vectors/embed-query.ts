import { ModelError, messageOf } from '../../core/domain/errors.ts'
import { createLruMap, type LruMap } from '../../core/lib/lru-map.ts'
import { late, withTimeout } from '../../core/lib/with-timeout.ts'
import type { Embedder } from '../../core/ports/embedder.ts'
import { getOutage, type OutageParts, recordFailure, recordSuccess } from './circuit-breaker.ts'
import { normalizeVectors } from './normalize.ts'

/** A search waits no longer for the query's vector, in ms. */
const queryTimeoutMs = 2_000

/** After a failure, searches do without for so long, in ms: otherwise each would wait for a server that hangs. */
const cooldownMs = 10_000

/** Queries whose vectors are kept, some kilobytes each. */
const maxCachedQueries = 200

/** By embedder: its vectors of the latest queries. The next page of a search has to have the very vector of the first. */
const vectorsByEmbedder = new WeakMap<Embedder, LruMap<Promise<number[]>>>()

/** The vector of a query, of length 1; undefined where there is none in time, which the log then says. */
export async function embedQuery(parts: OutageParts, text: string): Promise<number[] | undefined> {
  const { clock, log, embedder } = parts
  const vectors = getVectorCache(embedder)
  const cached = vectors.get(text)
  const outage = getOutage(embedder)
  if (!cached && outage && clock.now().getTime() < outage.failedAtMs + cooldownMs) return undefined
  const pendingVector = cached ?? requestVector(parts, text)
  vectors.set(text, pendingVector)
  if (!cached) pendingVector.catch(() => vectors.delete(text))
  try {
    const vector = await withTimeout(clock, queryTimeoutMs, pendingVector)
    if (vector !== late) return vector
    recordFailure(parts, new ModelError('stalled', `The embedding model gave no vector of a query within ${queryTimeoutMs / 1_000} s.`))
  } catch (error) {
    if (isOutage(error)) recordFailure(parts, error)
    else
      log.warn({ model: embedder.model, problem: messageOf(error) }, 'a query could not be embedded; it is searched for by its words alone')
  }
  return undefined
}

const isOutage = (error: unknown): error is ModelError =>
  error instanceof ModelError && error.kind !== 'rejected' && error.kind !== 'cancelled'

/** Goes on when the search does not wait any more: the same query has its vector then, and a server that answers late is known to answer. */
async function requestVector(parts: OutageParts, text: string): Promise<number[]> {
  const vectors = await parts.embedder.embed([text], { signal: new AbortController().signal, kind: 'query' })
  const [vector = []] = normalizeVectors(vectors, { count: 1 })
  recordSuccess(parts)
  return vector
}

function getVectorCache(embedder: Embedder): LruMap<Promise<number[]>> {
  const cache = vectorsByEmbedder.get(embedder) ?? createLruMap(maxCachedQueries)
  vectorsByEmbedder.set(embedder, cache)
  return cache
}
