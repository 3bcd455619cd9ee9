import type { MemoryId } from '../../core/domain/ids.ts'
import { embedQuery } from '../../search/vectors/embed-query.ts'
import { formatVector, readyRowsSql } from '../../search/vectors/embedding-table.ts'
import type { VectorParts } from '../../search/vectors/vector-search.ts'
import { Prisma } from '../../store/generated/client.ts'
import { ownedBy, type Scope } from '../../threads/scope.ts'
import { itemsWithThemeSql, type MemoryFilter, memoryFilterSql } from '../items/memory-item.ts'

/**
 * How near in meaning items are to a text, the nearest first, as the cosine of an angle. Undefined where there is no such
 * signal: no vector of the model yet, or none of the text in time, which the log then says.
 */
export async function loadSimilarities(
  deps: VectorParts,
  scope: Scope,
  { text, filter, limit }: { readonly text: string; readonly filter: MemoryFilter; readonly limit: number },
): Promise<ReadonlyMap<MemoryId, number> | undefined> {
  const { store, embedder } = deps
  // Relies on embeddings_memory_ready_idx.
  const readySql = Prisma.sql`${ownedBy(scope, 'e')} AND e.memory_id IS NOT NULL AND ${readyRowsSql(embedder)}`
  const readySample = await store.db.$queryRaw<unknown[]>`SELECT 1 AS ready FROM embeddings e WHERE ${readySql} LIMIT 1`
  const vector = readySample.length > 0 ? await embedQuery(deps, text) : undefined
  if (!vector) return undefined
  // Materialized, as in vectors/hits.ts: each is compared, so that none is missed. A vector that is no direction is like nothing.
  const rows = await store.db.$queryRaw<{ id: MemoryId; similarity: number }[]>`
    WITH near AS MATERIALIZED (
      SELECT e.memory_id AS id, (1 - (e.vector <=> ${formatVector(vector)}::text::halfvec))::float8 AS similarity
      FROM embeddings e WHERE ${readySql} AND e.dimensions = ${vector.length}
    )
    SELECT near.id, near.similarity FROM near JOIN ${itemsWithThemeSql} ON i.id = near.id
    WHERE near.similarity <> 'NaN' AND ${memoryFilterSql(scope, filter)} ORDER BY near.similarity DESC, near.id DESC LIMIT ${limit}`
  return new Map(rows.map(({ id, similarity }) => [id, similarity]))
}
