import type { MessageId, SegmentId } from '../../core/domain/ids.ts'
import { vectorDimensions } from '../../core/ports/embedder.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Store, Tx } from '../../store/store.ts'
import { type Scope, visibleInPlace } from '../../threads/scope.ts'
import type { EmbedderDeps } from '../deps.ts'
import { inSegmentsSql, type SearchBounds, searchableMessageSql } from '../retrieve/bounds.ts'
import { embedQuery } from './embed-text.ts'
import { formatVector, readyRowsSql } from './embedding-table.ts'

export interface VectorQuery extends Omit<SearchBounds, 'scope'> {
  readonly text: string
  /** The maximum number of chunks, and of summaries. */
  readonly limit: number
}

/** The nearest chunks and summaries, most similar first. Similarities are cosines, at most 1. */
export interface VectorHits {
  readonly hits: readonly ChunkHit[]
  readonly summaries: readonly SummaryHit[]
}

export interface ChunkHit {
  readonly chunkId: number
  /** The messages of the chunk that the scope may see, in order. Never empty. */
  readonly messageIds: readonly MessageId[]
  readonly similarity: number
}

export interface SummaryHit {
  readonly segmentId: SegmentId
  readonly similarity: number
}

/**
 * Up to this many vectors of a thread are compared one by one. Beyond that, the approximate index is used. The limit is lower for the
 * embedded database, which is slower.
 */
const maxExactScan: Readonly<Record<Store['engine'], number>> = { postgres: 20_000, pglite: 2_000 }

/**
 * Returns the chunks and summaries in the scope, on the given days, that are most similar in meaning to a text. Returns undefined if the
 * model has no vectors yet, or if the vector of the query is not ready in time, which is logged.
 */
export async function searchVectors(deps: EmbedderDeps, scope: Scope, query: VectorQuery): Promise<VectorHits | undefined> {
  const { store, embedder } = deps
  if (query.text.trim() === '') return undefined
  const maxExact = maxExactScan[store.engine]
  const readySql = Prisma.sql`${visibleInPlace(scope, 'e', 'index')} AND e.memory_id IS NULL AND ${readyRowsSql(embedder)} AND ${inSegmentsSql({ ...query, scope }, Prisma.sql`e.segment_id`)}`
  // Relies on embeddings_ready_idx, or in shared places on embeddings_audience_idx.
  const [countRow] = await store.db.$queryRaw<{ rows: number }[]>`
    SELECT count(*)::int AS rows FROM (SELECT 1 FROM embeddings e WHERE ${readySql} LIMIT ${maxExact + 1}) seen`
  const rows = countRow?.rows ?? 0
  const vector = rows > 0 ? await embedQuery(deps, query.text) : undefined
  if (!vector) return undefined
  const nearest: NearestQuery = {
    readySql: Prisma.sql`${readySql} AND e.dimensions = ${vector.length}`,
    vectorSql: Prisma.sql`${formatVector(vector)}::text::halfvec`,
    limit: query.limit,
  }
  return store.transaction(async (tx) => {
    const chunks = rows > maxExact ? await findNearestByIndex(tx, nearest) : await findNearestChunks(tx, nearest)
    return {
      hits: await attachMessages(tx, { ...query, scope }, chunks),
      summaries: await findNearestSummaries(tx, nearest),
    }
  })
}

/** A chunk before its messages are read. */
type NearestChunk = Omit<ChunkHit, 'messageIds'>

interface NearestQuery {
  /** SQL condition for the rows, alias e. */
  readonly readySql: Prisma.Sql
  readonly vectorSql: Prisma.Sql
  readonly limit: number
}

const dimensionsSql = Prisma.raw(String(vectorDimensions))

/** The similarity to a zero vector is NaN, which PostgreSQL sorts first. */
const isNumberSql = Prisma.sql`similarity <> 'NaN'`

/**
 * SQL that compares all vectors of a kind, which is exact and takes linear time. Relies on the same indexes as the count. MATERIALIZED
 * prevents the use of the distance index, which would miss most of a single user's rows.
 */
const nearestExactSql = (
  { readySql, vectorSql, limit }: NearestQuery,
  { id, as }: { readonly id: Prisma.Sql; readonly as: Prisma.Sql },
) => Prisma.sql`
  WITH near AS MATERIALIZED (
    SELECT e.id, ${id} AS ${as}, (1 - (e.vector <=> ${vectorSql}))::float8 AS similarity FROM embeddings e WHERE ${readySql} AND ${id} IS NOT NULL
  )
  SELECT ${as}, similarity FROM near WHERE ${isNumberSql} ORDER BY similarity DESC, id DESC LIMIT ${limit}`

const findNearestChunks = (tx: Tx, query: NearestQuery) =>
  tx.$queryRaw<NearestChunk[]>(nearestExactSql(query, { id: Prisma.sql`e.chunk_id`, as: Prisma.sql`"chunkId"` }))

const findNearestSummaries = (tx: Tx, query: NearestQuery) =>
  tx.$queryRaw<SummaryHit[]>(nearestExactSql(query, { id: Prisma.sql`e.summary_id`, as: Prisma.sql`"segmentId"` }))

/**
 * Finds the nearest chunks approximately. Relies on embeddings_vector_idx with iterative scans, which continue until they have found
 * enough rows in the scope.
 */
async function findNearestByIndex(tx: Tx, { readySql, vectorSql, limit }: NearestQuery): Promise<NearestChunk[]> {
  // The embedded database has no statistics, so its planner would expect few vectors and sort them.
  await tx.$queryRaw`
    SELECT set_config('hnsw.iterative_scan', 'relaxed_order', TRUE), set_config('hnsw.ef_search', '100', TRUE), set_config('enable_sort', 'off', TRUE)`
  return tx.$queryRaw<NearestChunk[]>`
    WITH near AS MATERIALIZED (
      SELECT e.id, e.chunk_id, (1 - (e.vector <=> ${vectorSql}))::float8 AS similarity
      FROM embeddings e WHERE ${readySql} AND e.chunk_id IS NOT NULL
      ORDER BY e.vector::vector(${dimensionsSql}) <=> ${vectorSql}::vector LIMIT ${limit}
    )
    SELECT chunk_id AS "chunkId", similarity FROM near WHERE ${isNumberSql} ORDER BY similarity DESC, id DESC`
}

/**
 * Attaches to each chunk the messages to show, and drops chunks without any. Leaves out messages that changed after the chunk was made,
 * because they may no longer contain what matched. Reads by primary keys.
 */
async function attachMessages(tx: Tx, bounds: SearchBounds, chunks: readonly NearestChunk[]): Promise<ChunkHit[]> {
  if (chunks.length === 0) return []
  const rows = await tx.$queryRaw<{ chunkId: number; messageIds: MessageId[] }[]>`
    SELECT c.id AS "chunkId", array_agg(m.id ORDER BY listed.position) AS "messageIds"
    FROM transcript_chunks c CROSS JOIN LATERAL unnest(c.message_ids) WITH ORDINALITY AS listed(id, position)
    JOIN messages m ON m.id = listed.id
    WHERE c.id = ANY(${chunks.map(({ chunkId }) => chunkId)}::int[]) AND ${visibleInPlace(bounds.scope, 'c')} AND m.change_seq <= c.change_seq
      AND ${searchableMessageSql(bounds)} AND ${inSegmentsSql(bounds, Prisma.sql`m.segment_id`)}
    GROUP BY c.id`
  const messages = new Map(rows.map(({ chunkId, messageIds }) => [chunkId, messageIds]))
  return chunks.flatMap(({ chunkId, similarity }) => {
    const messageIds = messages.get(chunkId)
    return messageIds ? [{ chunkId, messageIds, similarity }] : []
  })
}
