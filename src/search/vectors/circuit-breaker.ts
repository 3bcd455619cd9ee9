import type { ModelError } from '../../core/domain/errors.ts'
import { type BackoffOptions, computeBackoffMs } from '../../core/ports/clock.ts'
import type { Embedder } from '../../core/ports/embedder.ts'
import type { EmbedderDeps } from '../deps.ts'

/** A period in which an embedder fails for every text. Times are in ms. */
export interface EmbedderOutage {
  readonly failures: number
  readonly failedAtMs: number
  /** No attempt is made to embed pending texts before this time. */
  readonly retryAtMs: number
  readonly problem: string
  /** Whether a warning was logged. */
  readonly isLogged: boolean
}

export const embeddingBackoff: BackoffOptions = { firstMs: 30_000, longestMs: 15 * 60_000 }
/** The longest retry-after accepted from a server. */
const maxRetryAfterMs = 24 * 3_600_000
/** The minimum interval between warnings about the same embedder. */
const logIntervalMs = 3_600_000

/** Known only to this process. Another process detects an outage with one call. */
const outagesByEmbedder = new WeakMap<Embedder, EmbedderOutage>()
const loggedAtMs = new WeakMap<Embedder, number>()

/** Returns the current outage of an embedder, or undefined if it is not known to fail. */
export const getOutage = (embedder: Embedder): EmbedderOutage | undefined => outagesByEmbedder.get(embedder)

/** Records a failure that was not caused by a text, and computes when to try again. */
export function recordFailure({ clock, log, embedder }: EmbedderDeps, { kind, message, retryAfterMs = 0 }: ModelError): void {
  const nowMs = clock.now().getTime()
  const previous = outagesByEmbedder.get(embedder)
  const failures = (previous?.failures ?? 0) + 1
  const waitMs = Math.max(computeBackoffMs(failures, embeddingBackoff), Math.min(retryAfterMs, maxRetryAfterMs))
  const isDue = nowMs >= (loggedAtMs.get(embedder) ?? Number.NEGATIVE_INFINITY) + logIntervalMs
  outagesByEmbedder.set(embedder, {
    failures,
    failedAtMs: nowMs,
    retryAtMs: nowMs + waitMs,
    problem: message,
    isLogged: isDue || previous?.isLogged === true,
  })
  if (!isDue) return
  loggedAtMs.set(embedder, nowMs)
  log.warn(
    { model: embedder.model, kind, problem: message, failures, retryInMs: waitMs },
    'the embedding model is unavailable: search uses words only, and new texts are not embedded yet. Retries are automatic; `npx throughline embeddings` shows whether it answers',
  )
}

/** Ends the outage, if there is one. */
export function recordSuccess({ log, embedder }: EmbedderDeps): void {
  const outage = outagesByEmbedder.get(embedder)
  if (!outage) return
  outagesByEmbedder.delete(embedder)
  if (outage.isLogged) log.info({ model: embedder.model, failures: outage.failures }, 'the embedding model is available again')
}
