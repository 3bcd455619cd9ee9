import type { ModelError } from '../../core/domain/errors.ts'
import type { Embedder } from '../../core/ports/embedder.ts'
import type { EmbedderDeps } from '../deps.ts'

/** Since when an embedder gives no vectors, whatever the text; in ms. */
export interface EmbedderOutage {
  readonly failures: number
  readonly failedAtMs: number
  /** What waits to be embedded is not tried again before this. */
  readonly retryAtMs: number
  readonly problem: string
  /** Whether the log says so. */
  readonly isLogged: boolean
}

const initialBackoffMs = 30_000
const maxBackoffMs = 15 * 60_000
/** The longest wait that a server may ask for. */
const maxRetryAfterMs = 24 * 3_600_000
/** One that fails for long, or ever again, is told of so often. */
const logIntervalMs = 3_600_000

/** In this process alone: another one, or a later one, finds out by itself, by one call. */
const outagesByEmbedder = new WeakMap<Embedder, EmbedderOutage>()
const loggedAtMs = new WeakMap<Embedder, number>()

/** Undefined while it works, as far as is known. */
export const getOutage = (embedder: Embedder): EmbedderOutage | undefined => outagesByEmbedder.get(embedder)

/** The embedder gave nothing, and no text is to blame. */
export function recordFailure({ clock, log, embedder }: EmbedderDeps, { kind, message, retryAfterMs = 0 }: ModelError): void {
  const nowMs = clock.now().getTime()
  const previous = outagesByEmbedder.get(embedder)
  const failures = (previous?.failures ?? 0) + 1
  const waitMs = Math.max(computeBackoffMs(failures), Math.min(retryAfterMs, maxRetryAfterMs))
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
    { model: embedder.model, kind, problem: message, failures, nextTryMs: waitMs },
    'the embedding model gives no vectors: search goes by words alone, and new texts wait for theirs. It is tried again by itself; `npm run embeddings` says whether it answers',
  )
}

/** It works. */
export function recordSuccess({ log, embedder }: EmbedderDeps): void {
  const outage = outagesByEmbedder.get(embedder)
  if (!outage) return
  outagesByEmbedder.delete(embedder)
  if (outage.isLogged) log.info({ model: embedder.model, failures: outage.failures }, 'the embedding model gives vectors again')
}

/** The wait after so many failures in a row, in ms. */
export const computeBackoffMs = (failures: number): number => Math.min(initialBackoffMs * 2 ** (failures - 1), maxBackoffMs)
