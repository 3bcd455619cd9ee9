import type { Clock } from '../../core/clock.ts'
import type { Embedder } from '../../core/embedder.ts'
import { ModelError } from '../../core/errors.ts'
import type { JobRun } from '../../core/jobs.ts'
import type { Log } from '../../core/log.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Store } from '../../store/store.ts'
import { vectorText } from './table.ts'

export interface EmbedParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  /** Absent: nothing is embedded. */
  readonly embedder?: Embedder
}

/** Texts in one call. */
const batchSize = 32

/** How long a text is left to whoever took it, in ms: longer than a call takes. */
const takenMs = 10 * 60_000

/** A text that fails so often is given up: with the waits in between, after some 14 hours. */
const mostAttempts = 12
const firstWaitMs = 30_000
const longestWaitMs = 6 * 3_600_000

/** Makes the vectors of all texts that have none, new days first, until a call fails. Any number may run at once, on any number of processes. */
export async function embedItems(parts: EmbedParts, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
  let left = 'some'
  while (left === 'some' && !signal.aborted) left = (await embedNext(parts, signal)).left
}

export interface Embedded {
  readonly done: number
  /** `failed`: the server would not, and the rest waits for a later run. */
  readonly left: 'some' | 'none' | 'failed'
  /** Why it would not. */
  readonly problem?: string
}

/** Makes the next few vectors. */
export async function embedNext(parts: EmbedParts, signal: AbortSignal): Promise<Embedded> {
  const { embedder, ...rest } = parts
  if (!embedder) return { done: 0, left: 'none' }
  const items = await take(rest)
  if (items.length === 0) return { done: 0, left: 'none' }
  return embed({ ...rest, embedder }, items, signal)
}

interface Item {
  /** Of the row: a text that has changed meanwhile has another. */
  readonly id: number
  readonly text: string
}

type Parts = EmbedParts & { readonly embedder: Embedder }

/** What has failed before goes alone, so that one text does not take others with it. Relies on embeddings_pending_idx. */
async function take({ store, clock }: Pick<EmbedParts, 'store' | 'clock'>): Promise<Item[]> {
  const now = clock.now()
  const next = (failed: boolean) => store.db.$queryRaw<Item[]>`
    UPDATE embeddings e SET not_before = ${new Date(now.getTime() + takenMs)}
    FROM (
      SELECT id FROM embeddings
      WHERE state = 'pending' AND ${failed ? Prisma.sql`attempts > 0` : Prisma.sql`attempts = 0`} AND (not_before IS NULL OR not_before <= ${now})
      ORDER BY (chunk_id IS NOT NULL), segment_id DESC, id DESC LIMIT ${failed ? 1 : batchSize} FOR UPDATE SKIP LOCKED
    ) next
    WHERE e.id = next.id
    RETURNING e.id, coalesce(
      (SELECT c.text FROM transcript_chunks c WHERE c.id = e.chunk_id),
      (SELECT d.markdown FROM day_summaries d WHERE d.segment_id = e.summary_id)) AS text`
  const fresh = await next(false)
  return fresh.length > 0 ? fresh : next(true)
}

async function embed(parts: Parts, items: readonly Item[], signal: AbortSignal): Promise<Embedded> {
  try {
    const texts = items.map(({ text }) => text)
    const vectors = await parts.embedder.embed(texts, { signal, kind: 'document' })
    await keep(parts, items, vectors)
    return { done: items.length, left: 'some' }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    if (error.kind === 'cancelled') {
      await giveBack(parts, items)
      return { done: 0, left: 'failed' }
    }
    if (error.kind === 'rejected' && items.length > 1) return oneByOne(parts, items, signal)
    await note(parts, items, error)
    return error.kind === 'rejected' ? { done: 1, left: 'some' } : { done: 0, left: 'failed', problem: error.message }
  }
}

/** One of them is to blame, and nobody says which. */
async function oneByOne(parts: Parts, items: readonly Item[], signal: AbortSignal): Promise<Embedded> {
  let done = 0
  for (const [index, item] of items.entries()) {
    const one = await embed(parts, [item], signal)
    done += one.done
    if (one.left === 'failed') {
      await giveBack(parts, items.slice(index + 1))
      return { ...one, done }
    }
  }
  return { done, left: 'some' }
}

/** Few at a time: adding one to the index takes the embedded database 10 ms, in which it does nothing else. */
const keptAtOnce = 4

async function keep(parts: Parts, items: readonly Item[], vectors: readonly (readonly number[])[]): Promise<void> {
  const { provider, model } = parts.embedder
  const rows = vectors.map((vector, index) => ({ id: items[index]?.id, vector: vectorText(vector), dimensions: vector.length }))
  for (let start = 0; start < rows.length; start += keptAtOnce) {
    const made = JSON.stringify(rows.slice(start, start + keptAtOnce))
    // A transaction for the sake of its retries: chunks are rewritten meanwhile.
    await parts.store.transaction(
      (tx) => tx.$executeRaw`
        UPDATE embeddings e SET vector = made.vector::halfvec, state = 'ready', error = NULL, attempts = 0, not_before = NULL,
          provider = ${provider}, model = ${model}, dimensions = made.dimensions
        FROM jsonb_to_recordset(${made}::jsonb) AS made(id int, vector text, dimensions int) WHERE e.id = made.id`,
    )
  }
}

/** Keeps why they failed, and when they are tried again, if at all. */
async function note({ store, clock, log, embedder }: Parts, items: readonly Item[], error: ModelError): Promise<void> {
  const { model } = embedder
  log.warn({ model, texts: items.length, kind: error.kind, problem: error.message }, 'texts could not be embedded')
  const most = error.kind === 'rejected' ? 1 : mostAttempts
  const now = clock.now()
  await store.db.$executeRaw`
    UPDATE embeddings SET attempts = attempts + 1, error = ${error.message},
      state = CASE WHEN attempts + 1 >= ${most}::int THEN 'error' ELSE 'pending' END,
      not_before = ${now}::timestamptz
        + greatest(${error.retryAfterMs ?? 0}::float8, least(${firstWaitMs}::float8 * 2 ^ attempts, ${longestWaitMs}::float8)) * interval '1 millisecond'
    WHERE id = ANY(${items.map(({ id }) => id)}::int[]) AND state = 'pending'`
}

async function giveBack({ store }: Parts, items: readonly Item[]): Promise<void> {
  await store.db
    .$executeRaw`UPDATE embeddings SET not_before = NULL WHERE id = ANY(${items.map(({ id }) => id)}::int[]) AND state = 'pending'`
}
