import { vectorDimensions } from '../../core/ports/embedder.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db, Store } from '../../store/store.ts'
import type { SearchDeps } from '../deps.ts'

/** Adds the vector columns to the tables. Returns false if the database does not support them. Idempotent. */
export async function addVectorColumns(db: Db): Promise<boolean> {
  const [row] = await db.$queryRaw<{ there: boolean }[]>`SELECT add_vectors() AS there`
  return row?.there ?? false
}

/** The model that made a vector. */
export interface EmbeddingModelName {
  readonly provider: string
  readonly model: string
}

/** Formats a vector for the database, padded with zeros. Throws RangeError if it is too long. */
export function formatVector(vector: readonly number[]): string {
  if (vector.length > vectorDimensions)
    throw new RangeError(`A vector of ${vector.length} numbers exceeds the limit of ${vectorDimensions}.`)
  return `[${[...vector, ...Array<number>(vectorDimensions - vector.length).fill(0)].join(',')}]`
}

/**
 * Returns the length of a model's stored vectors, if there are any. The model cannot use vectors of another length. Relies on
 * embeddings_model_idx.
 */
export async function loadDimensions(db: Db, model: EmbeddingModelName): Promise<number | undefined> {
  const [row] = await db.$queryRaw<{ dimensions: number }[]>`SELECT e.dimensions FROM embeddings e WHERE ${readyRowsSql(model)} LIMIT 1`
  return row?.dimensions
}

/** SQL for the rows, alias e, that a search with this model may use. */
export function readyRowsSql({ provider, model }: EmbeddingModelName): Prisma.Sql {
  return Prisma.sql`e.state = 'ready' AND e.provider = ${provider} AND e.model = ${model}`
}

export interface EmbeddingCounts {
  readonly pending: number
  /** The number of vectors made by the given model. */
  readonly ready: number
  /** The number of vectors made by other models. */
  readonly others: number
  readonly error: number
  /** The number of pending texts that have failed before and are retried. */
  readonly failing: number
  /** The latest error of a text that has no vector. */
  readonly problem: string | null
  /** Why pending texts cannot be embedded now, if known. */
  readonly outage: string | null
}

/**
 * Counts the texts in each state. Relies on embeddings_pending_idx, embeddings_model_idx and embeddings_error_idx, because rows are large.
 */
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

/** Returns whether there are vectors of another model. Uses `<` and `>`, because `<>` cannot use embeddings_model_idx. */
export async function hasOtherModels(db: Db, { provider, model }: EmbeddingModelName): Promise<boolean> {
  const others = (sign: '<' | '>') =>
    Prisma.sql`EXISTS (SELECT 1 FROM embeddings WHERE state = 'ready' AND (provider, model) ${Prisma.raw(sign)} (${provider}::text, ${model}::text))`
  const [row] = await db.$queryRaw<{ others: boolean }[]>`SELECT ${others('<')} OR ${others('>')} AS others`
  return row?.others ?? false
}

/** What the vectors of a model have in common. */
export interface EmbeddingModelShape extends EmbeddingModelName {
  readonly dimensions: number
}

/** SQL for the rows, alias e, that were not made by a model of this shape. */
const notOfModelSql = (shape: EmbeddingModelShape) =>
  Prisma.sql`(${readyRowsSql(shape)} AND e.dimensions = ${shape.dimensions}) IS NOT TRUE`

/** Counts the texts that have no vector of this model. */
export async function countMissingVectors(db: Db, shape: EmbeddingModelShape): Promise<number> {
  const [row] = await db.$queryRaw<{ texts: number }[]>`SELECT count(*)::int AS texts FROM embeddings e WHERE ${notOfModelSql(shape)}`
  return row?.texts ?? 0
}

/** The maximum number of rows reset at once. Bounds how long other writers wait. */
const resetBatchSize = 2_000

/**
 * Sets texts to pending and drops their vectors: for all texts, or for those that the model `except` has not embedded. Gives each row a
 * new id, so that a worker with the previous model stores nothing. Does not touch rows added in the meantime.
 */
export async function resetEmbeddings(store: Store, { except }: { readonly except?: EmbeddingModelShape } = {}): Promise<void> {
  const newest = await store.db.embedding.aggregate({ _max: { id: true } })
  for (let upTo: number | null = newest._max.id ?? 0; upTo !== null; ) upTo = await resetBatch(store, upTo, except)
}

/** Resets a batch of the newest rows up to an id. Returns the id to continue at, or null at the end. */
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

/** Makes failed texts available for an immediate retry. */
async function resetFailedEmbeddings(db: Db): Promise<number> {
  const reset = await db.embedding.updateMany({
    where: { error: { not: null } },
    data: { state: 'pending', attempts: 0, error: null, notBefore: null },
  })
  return reset.count
}

/** What to rebuild: everything, for example after a model change, or only the failed texts. */
export type RebuildTarget = 'everything' | 'errors'

/** Counts the texts that a rebuild affects, so that the caller can ask for confirmation. */
export async function countTextsToRebuild(store: Store, model: EmbeddingModelName, target: RebuildTarget): Promise<number> {
  const { pending, ready, others, error, failing } = await countEmbeddings(store.db, model)
  return target === 'everything' ? pending + ready + others + error : error + failing
}

/**
 * Sets texts to pending, so that the jobs embed them again, summaries first. Requires an embedder, because without pgvector there is
 * nothing to reset.
 */
export async function resetForRebuild({ store }: SearchDeps, target: RebuildTarget): Promise<void> {
  if (target === 'everything') await resetEmbeddings(store)
  else await resetFailedEmbeddings(store.db)
}
