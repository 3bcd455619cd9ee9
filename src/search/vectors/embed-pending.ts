import { ModelError } from '../../core/domain/errors.ts'
import { computeBackoffMs } from '../../core/ports/clock.ts'
import type { JobRun } from '../../core/ports/jobs.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { EmbedderDeps, SearchDeps } from '../deps.ts'
import { chunkMissedDays } from '../index/chunk-day.ts'
import { embeddingBackoff } from './circuit-breaker.ts'
import { checkOutage, detectOutage, embedDocuments } from './embed-text.ts'
import { formatVector } from './embedding-table.ts'

/** The maximum number of texts in one call. */
const batchSize = 32

/** How long a claim lasts, in ms. Longer than a call takes. */
const claimMs = 10 * 60_000

/** Splits the days that were never split, and embeds all pending texts. Does nothing without an embedding model. */
export async function updateEmbeddings(deps: SearchDeps, run: Pick<JobRun, 'signal'>): Promise<void> {
  if (!(await deps.embeddings?.latest())) return
  await chunkMissedDays(deps, run)
  await embedPending(deps, run)
}

/** Embeds all pending texts, starting with the newest days, until a call fails. Safe to run concurrently, in any number of processes. */
export async function embedPending(deps: SearchDeps, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
  let left = 'some'
  while (left === 'some' && !signal.aborted) left = (await embedNextBatch(deps, signal)).left
}

export interface EmbedBatchResult {
  readonly done: number
  /** `failed` means that the embedder is unavailable and the remaining texts wait for a later run. */
  readonly left: 'some' | 'none' | 'failed'
  /** Why the embedder is unavailable. */
  readonly problem?: string
}

/** Embeds the next batch of pending texts. */
export async function embedNextBatch(deps: SearchDeps, signal: AbortSignal): Promise<EmbedBatchResult> {
  const nothing = { done: 0, left: 'none' } as const
  const embedder = await deps.embeddings?.latest()
  if (!embedder) return nothing
  const outage = await checkOutage({ ...deps, embedder }, signal)
  if (outage) return { done: 0, left: 'failed', problem: outage }
  const tasks = await claimNext(deps)
  return tasks.length > 0 ? embedBatch({ ...deps, embedder }, tasks, signal) : nothing
}

interface PendingEmbedding {
  /** The id of the row. A text that changes gets a new row id. */
  readonly id: number
  readonly text: string
  /** The number of failures caused by this text. */
  readonly attempts: number
}

/**
 * Claims the next texts. Texts that failed before are claimed one at a time, so that they do not fail a whole batch. Relies on
 * embeddings_pending_idx.
 */
async function claimNext({ store, clock }: SearchDeps): Promise<PendingEmbedding[]> {
  const now = clock.now()
  const claim = (hasFailed: boolean) => store.db.$queryRaw<PendingEmbedding[]>`
    UPDATE embeddings e SET not_before = ${new Date(now.getTime() + claimMs)}
    FROM (
      SELECT id FROM embeddings
      WHERE state = 'pending' AND ${hasFailed ? Prisma.sql`attempts > 0` : Prisma.sql`attempts = 0`} AND (not_before IS NULL OR not_before <= ${now})
      ORDER BY (chunk_id IS NOT NULL), segment_id DESC, id DESC LIMIT ${hasFailed ? 1 : batchSize} FOR UPDATE SKIP LOCKED
    ) next
    WHERE e.id = next.id
    RETURNING e.id, e.attempts, coalesce(
      (SELECT c.text FROM transcript_chunks c WHERE c.id = e.chunk_id),
      (SELECT d.markdown FROM day_summaries d WHERE d.segment_id = e.summary_id),
      (SELECT i.content FROM memory_items i WHERE i.id = e.memory_id)) AS text`
  const fresh = await claim(false)
  return fresh.length > 0 ? fresh : claim(true)
}

async function embedBatch(deps: EmbedderDeps, tasks: readonly PendingEmbedding[], signal: AbortSignal): Promise<EmbedBatchResult> {
  if (await isModelReplaced(deps)) return releaseToCurrentModel(deps, tasks)
  try {
    const texts = tasks.map(({ text }) => text)
    await storeVectors(deps, tasks, await embedDocuments(deps, texts, signal))
    return { done: tasks.length, left: 'some' }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    if (await isModelReplaced(deps)) return releaseToCurrentModel(deps, tasks)
    const outage = await detectOutage(deps, error, signal)
    if (outage) {
      await releaseTasks(deps, tasks, outage.kind === 'cancelled' ? undefined : outage.message)
      return { done: 0, left: 'failed', ...(outage.kind !== 'cancelled' && { problem: outage.message }) }
    }
    const [task] = tasks
    if (!task || tasks.length > 1) return embedOneByOne(deps, tasks, signal)
    return recordTextFailure(deps, task, error)
  }
}

/**
 * Returns whether the model has changed. Called after the claim: a later change gives all rows new ids, so nothing is stored for the
 * claimed rows.
 */
const isModelReplaced = async ({ embeddings, embedder }: EmbedderDeps) => (await embeddings?.latest()) !== embedder

/** Releases the texts, so that they are embedded with the current model. */
async function releaseToCurrentModel(deps: EmbedderDeps, tasks: readonly PendingEmbedding[]): Promise<EmbedBatchResult> {
  await releaseTasks(deps, tasks)
  return { done: 0, left: 'some' }
}

/** Embeds the texts one at a time, because one of them causes the failure and the error does not say which. */
async function embedOneByOne(deps: EmbedderDeps, tasks: readonly PendingEmbedding[], signal: AbortSignal): Promise<EmbedBatchResult> {
  let done = 0
  for (const [index, task] of tasks.entries()) {
    const result = await embedBatch(deps, [task], signal)
    done += result.done
    if (result.left === 'failed') {
      await releaseTasks(deps, tasks.slice(index + 1), result.problem)
      return { ...result, done }
    }
  }
  return { done, left: 'some' }
}

/** Batches are small, because the embedded database takes 10 ms to index one vector and does nothing else meanwhile. */
const writeBatchSize = 4

async function storeVectors(
  deps: EmbedderDeps,
  tasks: readonly PendingEmbedding[],
  vectors: readonly (readonly number[])[],
): Promise<void> {
  const { provider, model } = deps.embedder
  const rows = vectors.map((vector, index) => ({ id: tasks[index]?.id, vector: formatVector(vector), dimensions: vector.length }))
  for (let start = 0; start < rows.length; start += writeBatchSize) {
    const rowsJson = JSON.stringify(rows.slice(start, start + writeBatchSize))
    // Runs in a transaction to be retried on conflicts, because chunks are rewritten concurrently.
    await deps.store.transaction(
      (tx) => tx.$executeRaw`
        UPDATE embeddings e SET vector = made.vector::halfvec, state = 'ready', error = NULL, attempts = 0, not_before = NULL,
          provider = ${provider}, model = ${model}, dimensions = made.dimensions
        FROM jsonb_to_recordset(${rowsJson}::jsonb) AS made(id int, vector text, dimensions int) WHERE e.id = made.id`,
    )
  }
}

/**
 * Stores why a text could not be embedded although another text could. Gives up on a text that the model rejects. Retries other errors
 * indefinitely, with exponential backoff.
 */
async function recordTextFailure(
  { store, clock, log, embedder }: EmbedderDeps,
  { id, attempts }: PendingEmbedding,
  error: ModelError,
): Promise<EmbedBatchResult> {
  const isRejected = error.kind === 'rejected'
  if (isRejected || attempts === 0)
    log.warn({ model: embedder.model, kind: error.kind, problem: error.message, gaveUp: isRejected }, 'a text could not be embedded')
  const notBefore = new Date(clock.now().getTime() + computeBackoffMs(attempts + 1, embeddingBackoff))
  await store.db.embedding.updateMany({
    where: { id, state: 'pending' },
    data: { attempts: { increment: 1 }, error: error.message, state: isRejected ? 'error' : 'pending', notBefore },
  })
  return { done: isRejected ? 1 : 0, left: 'some' }
}

/** Releases the claims. Stores why the texts could not be embedded, which the status shows. */
async function releaseTasks({ store }: SearchDeps, tasks: readonly PendingEmbedding[], problem: string | null = null): Promise<void> {
  await store.db.$executeRaw`
    UPDATE embeddings SET not_before = NULL, error = coalesce(${problem}::text, error)
    WHERE id = ANY(${tasks.map(({ id }) => id)}::int[]) AND state = 'pending'`
}

export interface RebuildResult {
  /** The number of texts that were embedded or given up on. */
  readonly done: number
  /** Why the run ended before all texts were embedded. */
  readonly problem?: string
}

/** Embeds all pending texts in this process, as the jobs would. Reports the number of finished texts. */
export async function embedAllPending(deps: SearchDeps, signal: AbortSignal, onDone: (done: number) => void): Promise<RebuildResult> {
  let done = 0
  for (;;) {
    const next = await embedNextBatch(deps, signal)
    done += next.done
    onDone(done)
    if (next.left !== 'some') return { done, ...(next.problem !== undefined && { problem: next.problem }) }
  }
}
