import type { Clock } from '../../core/clock.ts'
import type { Embedder } from '../../core/embedder.ts'
import type { ModelError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'

export interface OutageParts {
  readonly clock: Clock
  readonly log: Log
  readonly embedder: Embedder
}

/** Since when an embedder gives no vectors, whatever the text; in ms. */
export interface Outage {
  readonly failures: number
  readonly failedAt: number
  /** What waits to be embedded is not tried again before this. */
  readonly until: number
  readonly problem: string
  /** Whether the log says so. */
  readonly isTold: boolean
}

const firstWaitMs = 30_000
const longestWaitMs = 15 * 60_000
/** The longest wait that a server may ask for. */
const longestAskedMs = 24 * 3_600_000
/** One that fails for long, or ever again, is told of so often. */
const tellEachMs = 3_600_000

/** In this process alone: another one, or a later one, finds out by itself, by one call. */
const outages = new WeakMap<Embedder, Outage>()
const toldAt = new WeakMap<Embedder, number>()

/** Undefined while it works, as far as is known. */
export const outageOf = (embedder: Embedder): Outage | undefined => outages.get(embedder)

/** The embedder gave nothing, and no text is to blame. */
export function failed({ clock, log, embedder }: OutageParts, { kind, message, retryAfterMs = 0 }: ModelError): void {
  const now = clock.now().getTime()
  const before = outages.get(embedder)
  const failures = (before?.failures ?? 0) + 1
  const wait = Math.max(growingWait(failures), Math.min(retryAfterMs, longestAskedMs))
  const isDue = now >= (toldAt.get(embedder) ?? Number.NEGATIVE_INFINITY) + tellEachMs
  outages.set(embedder, { failures, failedAt: now, until: now + wait, problem: message, isTold: isDue || before?.isTold === true })
  if (!isDue) return
  toldAt.set(embedder, now)
  log.warn(
    { model: embedder.model, kind, problem: message, failures, nextTryMs: wait },
    'the embedding model gives no vectors: search goes by words alone, and new texts wait for theirs. It is tried again by itself; `npm run embeddings` says whether it answers',
  )
}

/** It works. */
export function answered({ log, embedder }: Pick<OutageParts, 'log' | 'embedder'>): void {
  const outage = outages.get(embedder)
  if (!outage) return
  outages.delete(embedder)
  if (outage.isTold) log.info({ model: embedder.model, failures: outage.failures }, 'the embedding model gives vectors again')
}

/** The wait after so many failures in a row, in ms. */
export const growingWait = (failures: number): number => Math.min(firstWaitMs * 2 ** (failures - 1), longestWaitMs)
