import { VECTOR_DIMENSIONS } from '../../core/embedder.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db, Tx } from '../../store/store.ts'

/** Adds the vectors to the tables where the database can hold them and has not yet; false where it cannot. */
export async function addVectors(db: Db): Promise<boolean> {
  const [row] = await db.$queryRaw<{ there: boolean }[]>`SELECT add_vectors() AS there`
  return row?.there ?? false
}

/** Whose vectors. */
export interface ModelName {
  readonly provider: string
  readonly model: string
}

/** A vector as the database reads it, filled up with zeros. Throws where it is too long. */
export function vectorText(vector: readonly number[]): string {
  if (vector.length > VECTOR_DIMENSIONS)
    throw new RangeError(`A vector of ${vector.length} numbers is longer than the ${VECTOR_DIMENSIONS} that can be kept.`)
  return `[${[...vector, ...Array<number>(VECTOR_DIMENSIONS - vector.length).fill(0)].join(',')}]`
}

/** How long the vectors of a model are, where there is one; those of another model of the same name are no use to it. Relies on embeddings_model_idx. */
export async function dimensionsOf(db: Db, model: ModelName): Promise<number | undefined> {
  const [row] = await db.$queryRaw<{ dimensions: number }[]>`SELECT e.dimensions FROM embeddings e WHERE ${readyRows(model)} LIMIT 1`
  return row?.dimensions
}

/** SQL for the rows, under the alias e, that a search with this model may use. */
export function readyRows({ provider, model }: ModelName): Prisma.Sql {
  return Prisma.sql`e.state = 'ready' AND e.provider = ${provider} AND e.model = ${model}`
}

export interface Counts {
  readonly pending: number
  readonly ready: number
  readonly error: number
  /** Of the pending ones: those that have failed already, and are tried again by themselves. */
  readonly failing: number
  /** Why the latest one failed that has no vector. */
  readonly problem: string | null
}

/** How many texts are in each state. */
export async function embeddingCounts(db: Db): Promise<Counts> {
  const [row] = await db.$queryRaw<Counts[]>`
    SELECT count(*) FILTER (WHERE state = 'pending')::int AS pending, count(*) FILTER (WHERE state = 'ready')::int AS ready,
      count(*) FILTER (WHERE state = 'error')::int AS error, count(*) FILTER (WHERE state = 'pending' AND attempts > 0)::int AS failing,
      (array_agg(error ORDER BY not_before DESC, id DESC) FILTER (WHERE error IS NOT NULL))[1] AS problem FROM embeddings`
  return row ?? { pending: 0, ready: 0, error: 0, failing: 0, problem: null }
}

/** Whether there are vectors of another model, which are no use to this one. Relies on embeddings_model_idx, hence no `<>`. */
export async function hasOtherModels(db: Db, { provider, model }: ModelName): Promise<boolean> {
  const others = (sign: '<' | '>') =>
    Prisma.sql`EXISTS (SELECT 1 FROM embeddings WHERE state = 'ready' AND (provider, model) ${Prisma.raw(sign)} (${provider}::text, ${model}::text))`
  const [row] = await db.$queryRaw<{ others: boolean }[]>`SELECT ${others('<')} OR ${others('>')} AS others`
  return row?.others ?? false
}

/** A model, by all that its vectors have in common. */
export interface ModelShape extends ModelName {
  readonly dimensions: number
}

/** SQL for the rows, under the alias e, that a model of this shape has not made. */
const notOf = (shape: ModelShape) => Prisma.sql`(${readyRows(shape)} AND e.dimensions = ${shape.dimensions}) IS NOT TRUE`

/** How many texts a model has yet to give their vectors. */
export async function countWithoutThose(db: Db, shape: ModelShape): Promise<number> {
  const [row] = await db.$queryRaw<{ texts: number }[]>`SELECT count(*)::int AS texts FROM embeddings e WHERE ${notOf(shape)}`
  return row?.texts ?? 0
}

/**
 * Sets texts to pending and drops their vectors: every one, or all that a model has not made. Each row takes another id, so
 * that whoever is at work on one with the model of before finds nothing to write to.
 */
export async function reset(tx: Tx, { except }: { readonly except?: ModelShape } = {}): Promise<number> {
  return tx.$executeRaw`
    UPDATE embeddings e SET id = nextval(pg_get_serial_sequence('embeddings', 'id')), vector = NULL,
      state = 'pending', attempts = 0, error = NULL, not_before = NULL, provider = NULL, model = NULL, dimensions = NULL
    WHERE ${except ? notOf(except) : Prisma.sql`TRUE`}`
}

/** Tries again, and at once, what has failed. */
export async function resetErrors(db: Db): Promise<number> {
  return db.$executeRaw`UPDATE embeddings SET state = 'pending', attempts = 0, error = NULL, not_before = NULL WHERE error IS NOT NULL`
}
