import type { MemoryId } from '../../core/domain/ids.ts'
import type { EmbedderDeps } from '../../search/deps.ts'
import { embedQuery } from '../../search/vectors/embed-text.ts'
import { formatVector, readyRowsSql } from '../../search/vectors/embedding-table.ts'
import { Prisma } from '../../store/generated/client.ts'
import { ownedBy, type Scope } from '../../threads/scope.ts'
import { itemsWithThemeSql, type MemoryFilter, memoryFilterSql } from '../items/memory-item.ts'

/**
 * Returns the cosine similarities of items to a text, highest first. Returns undefined if the model has no vectors, or if the vector of
 * the text is not ready in time, which is logged.
 */
export async function loadSimilarities(
  deps: EmbedderDeps,
  scope: Scope,
  { text, filter, limit }: { readonly text: string; readonly filter: MemoryFilter; readonly limit: number },
): Promise<ReadonlyMap<MemoryId, number> | undefined> {
  const { store, embedder } = deps
  // Relies on embeddings_memory_ready_idx.
  const readySql = Prisma.sql`${ownedBy(scope, 'e')} AND e.memory_id IS NOT NULL AND ${readyRowsSql(embedder)}`
  const readySample = await store.db.$queryRaw<unknown[]>`SELECT 1 AS ready FROM embeddings e WHERE ${readySql} LIMIT 1`
  const vector = readySample.length > 0 ? await embedQuery(deps, text) : undefined
  if (!vector) return undefined
  // Materialized, as in vector search, so that every row is compared and none is missed. A zero vector is similar to nothing.
  const rows = await store.db.$queryRaw<{ id: MemoryId; similarity: number }[]>`
    WITH near AS MATERIALIZED (
      SELECT e.memory_id AS id, (1 - (e.vector <=> ${formatVector(vector)}::text::halfvec))::float8 AS similarity
      FROM embeddings e WHERE ${readySql} AND e.dimensions = ${vector.length}
    )
    SELECT near.id, near.similarity FROM near JOIN ${itemsWithThemeSql} ON i.id = near.id
    WHERE near.similarity <> 'NaN' AND ${memoryFilterSql(scope, filter)} ORDER BY near.similarity DESC, near.id DESC LIMIT ${limit}`
  return new Map(rows.map(({ id, similarity }) => [id, similarity]))
}
