import type { Clock } from '../../core/clock.ts'
import type { Embedder, Embeddings } from '../../core/embedder.ts'
import { ModelError } from '../../core/errors.ts'
import type { JobRun } from '../../core/jobs.ts'
import type { Log } from '../../core/log.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Store } from '../../store/store.ts'
import { documentVectors, outageBehind, stillOut } from './documents.ts'
import { growingWait } from './outages.ts'
import { vectorText } from './table.ts'

export interface EmbedParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly embeddings: Pick<Embeddings, 'latest'>
}

/** Texts in one call. */
const batchSize = 32

/** How long a text is left to whoever took it, in ms: longer than a call takes. */
const takenMs = 10 * 60_000

/** Makes the vectors of all texts that have none, new days first, until a call fails. Any number may run at once, on any number of processes. */
export async function embedItems(parts: EmbedParts, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
  let left = 'some'
  while (left === 'some' && !signal.aborted) left = (await embedNext(parts, signal)).left
}

export interface Embedded {
  readonly done: number
  /** `failed`: there are no vectors to be had now, and the rest waits for a later run. */
  readonly left: 'some' | 'none' | 'failed'
  /** Why there are none. */
  readonly problem?: string
}

/** Makes the next few vectors. */
export async function embedNext(parts: EmbedParts, signal: AbortSignal): Promise<Embedded> {
  const nothing = { done: 0, left: 'none' } as const
  const embedder = await parts.embeddings.latest()
  if (!embedder) return nothing
  const outage = await stillOut({ ...parts, embedder }, signal)
  if (outage) return { done: 0, left: 'failed', problem: outage }
  const items = await take(parts)
  return items.length > 0 ? embed({ ...parts, embedder }, items, signal) : nothing
}

interface Item {
  /** Of the row: a text that has changed meanwhile has another. */
  readonly id: number
  readonly text: string
  /** How often it has failed where another text had its vector. */
  readonly attempts: number
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
    RETURNING e.id, e.attempts, coalesce(
      (SELECT c.text FROM transcript_chunks c WHERE c.id = e.chunk_id),
      (SELECT d.markdown FROM day_summaries d WHERE d.segment_id = e.summary_id),
      (SELECT i.content FROM memory_items i WHERE i.id = e.memory_id)) AS text`
  const fresh = await next(false)
  return fresh.length > 0 ? fresh : next(true)
}

async function embed(parts: Parts, items: readonly Item[], signal: AbortSignal): Promise<Embedded> {
  if (await isReplaced(parts)) return leave(parts, items)
  try {
    const texts = items.map(({ text }) => text)
    await keep(parts, items, await documentVectors(parts, texts, signal))
    return { done: items.length, left: 'some' }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    if (await isReplaced(parts)) return leave(parts, items)
    const outage = await outageBehind(parts, error, signal)
    if (outage) {
      await giveBack(parts, items, outage.kind === 'cancelled' ? undefined : outage.message)
      return { done: 0, left: 'failed', ...(outage.kind !== 'cancelled' && { problem: outage.message }) }
    }
    const [item] = items
    if (!item || items.length > 1) return oneByOne(parts, items, signal)
    return note(parts, item, error)
  }
}

/**
 * Whether another model is used by now. Asked once the texts are taken: a change gives all there are another id, so one
 * that comes later finds what was taken gone when it is written.
 */
const isReplaced = async ({ embeddings, embedder }: Parts) => (await embeddings.latest()) !== embedder

/** To the model that is used now. */
async function leave(parts: Parts, items: readonly Item[]): Promise<Embedded> {
  await giveBack(parts, items)
  return { done: 0, left: 'some' }
}

/** One of them is to blame, and nobody says which. */
async function oneByOne(parts: Parts, items: readonly Item[], signal: AbortSignal): Promise<Embedded> {
  let done = 0
  for (const [index, item] of items.entries()) {
    const one = await embed(parts, [item], signal)
    done += one.done
    if (one.left === 'failed') {
      await giveBack(parts, items.slice(index + 1), one.problem)
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

/**
 * Keeps why a text has no vector, where another text had one. What the model refuses it will refuse again, so that is
 * given up; anything else is tried for ever, ever more rarely.
 */
async function note({ store, clock, log, embedder }: Parts, { id, attempts }: Item, error: ModelError): Promise<Embedded> {
  const isRefused = error.kind === 'rejected'
  if (isRefused || attempts === 0)
    log.warn({ model: embedder.model, kind: error.kind, problem: error.message, isGivenUp: isRefused }, 'a text could not be embedded')
  const notBefore = new Date(clock.now().getTime() + growingWait(attempts + 1))
  await store.db.embedding.updateMany({
    where: { id, state: 'pending' },
    data: { attempts: { increment: 1 }, error: error.message, state: isRefused ? 'error' : 'pending', notBefore },
  })
  return { done: isRefused ? 1 : 0, left: 'some' }
}

/** With why they could not be done, for whoever asks what they wait for. */
async function giveBack({ store }: Pick<EmbedParts, 'store'>, items: readonly Item[], problem: string | null = null): Promise<void> {
  await store.db.$executeRaw`
    UPDATE embeddings SET not_before = NULL, error = coalesce(${problem}::text, error)
    WHERE id = ANY(${items.map(({ id }) => id)}::int[]) AND state = 'pending'`
}
