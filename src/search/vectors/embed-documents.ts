import { ModelError } from '../../core/domain/errors.ts'
import type { Store } from '../../store/store.ts'
import { getOutage, type OutageParts, recordFailure, recordSuccess } from './circuit-breaker.ts'
import { loadDimensions } from './embedding-table.ts'
import { normalizeVectors } from './normalize.ts'

export interface DocumentParts extends OutageParts {
  readonly store: Store
}

/** The vectors of texts that are searched, of length 1, as many numbers as the others of the model. Throws ModelError. */
export async function embedDocuments(
  { store, embedder }: Pick<DocumentParts, 'store' | 'embedder'>,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<number[][]> {
  const length = await loadDimensions(store.db, embedder)
  return normalizeVectors(await embedder.embed(texts, { signal, kind: 'document' }), { count: texts.length, length })
}

/** Any model takes it: when it fails too, no text is to blame. */
const probeText = 'hello'

/** Why texts got no vectors when no text is to blame, which is then known as an outage; undefined when one of them is. */
export async function detectOutage(parts: DocumentParts, error: ModelError, signal: AbortSignal): Promise<ModelError | undefined> {
  if (error.kind === 'cancelled') return error
  if (error.kind !== 'rate_limited') return probeEmbedder(parts, signal)
  // A server that asks to wait may take a short text all the same.
  recordFailure(parts, error)
  return error
}

/** Why nothing is to be asked now, if so: before the time is up nobody asks, and after it whether the embedder works again. */
export async function checkOutage(parts: DocumentParts, signal: AbortSignal): Promise<string | undefined> {
  const outage = getOutage(parts.embedder)
  if (!outage) return undefined
  return parts.clock.now().getTime() < outage.retryAtMs ? outage.problem : (await probeEmbedder(parts, signal))?.message
}

/** Why no text gets a vector just now; undefined when a plain one does. What came of it is kept in mind. */
export async function probeEmbedder(parts: DocumentParts, signal: AbortSignal): Promise<ModelError | undefined> {
  try {
    await embedDocuments(parts, [probeText], signal)
    recordSuccess(parts)
    return undefined
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    if (error.kind !== 'cancelled') recordFailure(parts, error)
    return error
  }
}
