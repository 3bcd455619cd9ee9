import { vectorDimensions } from '../../core/ports/embedder.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db, Store } from '../../store/store.ts'
import type { SearchDeps } from '../deps.ts'

/** Adds the vectors to the tables where the database can hold them and has not yet; false where it cannot. */
export async function addVectorColumns(db: Db): Promise<boolean> {
  const [row] = await db.$queryRaw<{ there: boolean }[]>`SELECT add_vectors() AS there`
  return row?.there ?? false
}

/** Whose vectors. */
export interface EmbeddingModelName {
  readonly provider: string
  readonly model: string
}

/** A vector as the database reads it, filled up with zeros. Throws where it is too long. */
export function formatVector(vector: readonly number[]): string {
  if (vector.length > vectorDimensions)
    throw new RangeError(`A vector of ${vector.length} numbers is longer than the ${vectorDimensions} that can be kept.`)
  return `[${[...vector, ...Array<number>(vectorDimensions - vector.length).fill(0)].join(',')}]`
}

/** How long the vectors of a model are, where there is one; those of another model of the same name are no use to it. Relies on embeddings_model_idx. */
export async function loadDimensions(db: Db, model: EmbeddingModelName): Promise<number | undefined> {
  const [row] = await db.$queryRaw<{ dimensions: number }[]>`SELECT e.dimensions FROM embeddings e WHERE ${readyRowsSql(model)} LIMIT 1`
  return row?.dimensions
}

/** SQL for the rows, under the alias e, that a search with this model may use. */
export function readyRowsSql({ provider, model }: EmbeddingModelName): Prisma.Sql {
  return Prisma.sql`e.state = 'ready' AND e.provider = ${provider} AND e.model = ${model}`
}

export interface EmbeddingCounts {
  readonly pending: number
  /** Of the model that was asked about. */
  readonly ready: number
  /** Ready ones of other models, which are no use to it. */
  readonly others: number
  readonly error: number
  /** Of the pending ones: those that have failed already, and are tried again by themselves. */
  readonly failing: number
  /** Why the latest one failed that has no vector. */
  readonly problem: string | null
  /** Why none of those that wait can be done just now, as far as anybody has noticed. */
  readonly outage: string | null
}

/** How many texts are in each state. Relies on embeddings_pending_idx, embeddings_model_idx and embeddings_error_idx: rows are large. */
export async function countEmbeddings(db: Db, model: EmbeddingModelName): Promise<EmbeddingCounts> {
  const waitingSql = Prisma.sql`error IS NOT NULL AND state = 'pending' AND attempts = 0`
  const failedSql = Prisma.sql`error IS NOT NULL AND (state = 'error' OR attempts > 0)`
  const [row] = await db.$queryRaw<[Omit<EmbeddingCounts, 'others'> & { readonly made: number }]>`
    SELECT (SELECT count(*)::int FROM embeddings WHERE state = 'pending') AS pending,
      (SELECT count(*)::int FROM embeddings WHERE state = 'ready') AS made,
      (SELECT count(*)::int FROM embeddings e WHERE ${readyRowsSql(model)}) AS ready,
      (SELECT count(*)::int FROM embeddings WHERE error IS NOT NULL AND state = 'error') AS error,
      (SELECT count(*)::int FROM embeddings WHERE error IS NOT NULL AND state = 'pending' AND attempts > 0) AS failing,
      (SELECT error FROM embeddings WHERE ${failedSql} ORDER BY not_before DESC, id DESC LIMIT 1) AS problem,
      (SELECT error FROM embeddings WHERE ${waitingSql} ORDER BY id DESC LIMIT 1) AS outage`
  const { made, ...counts } = row
  return { ...counts, others: made - row.ready }
}

/** Whether there are vectors of another model. Relies on embeddings_model_idx, hence no `<>`. */
export async function hasOtherModels(db: Db, { provider, model }: EmbeddingModelName): Promise<boolean> {
  const others = (sign: '<' | '>') =>
    Prisma.sql`EXISTS (SELECT 1 FROM embeddings WHERE state = 'ready' AND (provider, model) ${Prisma.raw(sign)} (${provider}::text, ${model}::text))`
  const [row] = await db.$queryRaw<{ others: boolean }[]>`SELECT ${others('<')} OR ${others('>')} AS others`
  return row?.others ?? false
}

/** A model, by all that its vectors have in common. */
export interface EmbeddingModelShape extends EmbeddingModelName {
  readonly dimensions: number
}

/** SQL for the rows, under the alias e, that a model of this shape has not made. */
const notOfModelSql = (shape: EmbeddingModelShape) =>
  Prisma.sql`(${readyRowsSql(shape)} AND e.dimensions = ${shape.dimensions}) IS NOT TRUE`

/** How many texts a model has yet to give their vectors. */
export async function countMissingVectors(db: Db, shape: EmbeddingModelShape): Promise<number> {
  const [row] = await db.$queryRaw<{ texts: number }[]>`SELECT count(*)::int AS texts FROM embeddings e WHERE ${notOfModelSql(shape)}`
  return row?.texts ?? 0
}

/** Rows that are set back at once: those who write others wait no longer for it. */
const resetBatchSize = 2_000

/**
 * Sets texts to pending and drops their vectors: every one, or all that a model has not made. Each row takes another id, so
 * that whoever is at work on one with the model of before finds nothing to write to. Rows that come meanwhile are left alone.
 */
export async function resetEmbeddings(store: Store, { except }: { readonly except?: EmbeddingModelShape } = {}): Promise<void> {
  const [newest] = await store.db.$queryRaw<{ id: number }[]>`SELECT coalesce(max(id), 0)::int AS id FROM embeddings`
  for (let upTo: number | null = newest?.id ?? 0; upTo !== null; ) upTo = await resetBatch(store, upTo, except)
}

/** The newest of them up to an id; gives the id to go on at, or null when nothing is left. */
async function resetBatch(store: Store, upTo: number, except: EmbeddingModelShape | undefined): Promise<number | null> {
  const [done] = await store.transaction(
    (tx) => tx.$queryRaw<{ next: number | null }[]>`
      WITH batch AS (
        SELECT e.id FROM embeddings e WHERE e.id <= ${upTo} AND ${except ? notOfModelSql(except) : Prisma.sql`TRUE`}
        ORDER BY e.id DESC LIMIT ${resetBatchSize} FOR UPDATE
      ), done AS (
        UPDATE embeddings e SET id = nextval(pg_get_serial_sequence('embeddings', 'id')), vector = NULL,
          state = 'pending', attempts = 0, error = NULL, not_before = NULL, provider = NULL, model = NULL, dimensions = NULL
        FROM batch WHERE e.id = batch.id
      )
      SELECT min(id) - 1 AS next FROM batch`,
  )
  return done?.next ?? null
}

/** Tries again, and at once, what has failed. */
async function resetFailedEmbeddings(db: Db): Promise<number> {
  return db.$executeRaw`UPDATE embeddings SET state = 'pending', attempts = 0, error = NULL, not_before = NULL WHERE error IS NOT NULL`
}

/** What is done again: everything, for instance because the model is another one, or what has failed. */
export type RebuildTarget = 'everything' | 'errors'

/** How many texts it would touch. The confirmation is up to whoever asks for it. */
export async function countTextsToRebuild(store: Store, model: EmbeddingModelName, target: RebuildTarget): Promise<number> {
  const { pending, ready, others, error, failing } = await countEmbeddings(store.db, model)
  return target === 'everything' ? pending + ready + others + error : error + failing
}

/** Sets the texts to pending, so that the jobs make their vectors anew, summaries first. Needs an embedder: without pgvector there is nothing to reset. */
export async function resetForRebuild({ store }: SearchDeps, target: RebuildTarget): Promise<void> {
  if (target === 'everything') await resetEmbeddings(store)
  else await resetFailedEmbeddings(store.db)
}
