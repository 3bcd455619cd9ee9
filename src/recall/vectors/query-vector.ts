import type { Embedder } from '../../core/embedder.ts'
import { ModelError, messageOf } from '../../core/errors.ts'
import { type RecentMap, recentMap } from '../../core/recent-map.ts'
import { LATE, within } from '../../core/within.ts'
import { directionsOf } from './directions.ts'
import { answered, failed, type OutageParts, outageOf } from './outages.ts'

/** A search waits no longer for the query's vector, in ms. */
const patienceMs = 2_000

/** After a failure, searches do without for so long, in ms: otherwise each would wait for a server that hangs. */
const restMs = 10_000

/** Queries whose vectors are kept, some kilobytes each. */
const mostRemembered = 200

/** By embedder: its vectors of the latest queries. The next page of a search has to have the very vector of the first. */
const remembered = new WeakMap<Embedder, RecentMap<Promise<number[]>>>()

/** The vector of a query, of length 1; undefined where there is none in time, which the log then says. */
export async function queryVector(parts: OutageParts, text: string): Promise<number[] | undefined> {
  const { clock, log, embedder } = parts
  const vectors = rememberedOf(embedder)
  const known = vectors.get(text)
  const outage = outageOf(embedder)
  if (!known && outage && clock.now().getTime() < outage.failedAt + restMs) return undefined
  const making = known ?? make(parts, text)
  vectors.set(text, making)
  if (!known) making.catch(() => vectors.delete(text))
  try {
    const vector = await within(clock, patienceMs, making)
    if (vector !== LATE) return vector
    failed(parts, new ModelError('stalled', `The embedding model gave no vector of a query within ${patienceMs / 1_000} s.`))
  } catch (error) {
    if (isOutage(error)) failed(parts, error)
    else
      log.warn({ model: embedder.model, problem: messageOf(error) }, 'a query could not be embedded; it is searched for by its words alone')
  }
  return undefined
}

const isOutage = (error: unknown): error is ModelError =>
  error instanceof ModelError && error.kind !== 'rejected' && error.kind !== 'cancelled'

/** Goes on when the search does not wait any more: the same query has its vector then, and a server that answers late is known to answer. */
async function make(parts: OutageParts, text: string): Promise<number[]> {
  const vectors = await parts.embedder.embed([text], { signal: new AbortController().signal, kind: 'query' })
  const [vector = []] = directionsOf(vectors, { count: 1 })
  answered(parts)
  return vector
}

function rememberedOf(embedder: Embedder): RecentMap<Promise<number[]>> {
  const there = remembered.get(embedder) ?? recentMap(mostRemembered)
  remembered.set(embedder, there)
  return there
}
