import type { MemoryId } from '../../core/domain/ids.ts'
import { type QueryLanguages, type SearchTerm, toTerms, toTsquery } from '../../search/query/terms.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import { ownedBy, type Scope } from '../../threads/scope.ts'
import { itemsWithThemeSql, type MemoryFilter, memoryFilterSql } from '../items/memory-item.ts'

/** The maximum number of terms of a query that are searched for. */
const maxQueryTerms = 48

/** The number of items sampled to estimate the average length. */
const averageSampleSize = 500

/** BM25 parameters for short texts: term frequency saturation and length normalization. See Robertson and Zaragoza, 2009, section 3. */
const bm25K1 = 1.2
const bm25B = 0.4

/** Returns the search terms. Empty if the query has only stop words. */
export async function extractQueryTerms(db: Db, languages: QueryLanguages, query: string): Promise<SearchTerm[]> {
  return (await toTerms(db, languages, query)).slice(0, maxQueryTerms)
}

/**
 * Scores items by BM25, best first. The rarity of a term is measured over everything that the scope may see. Requires at least one term.
 * Relies on memory_items_user_id_created_at_id_idx, because a user has few enough items to scan.
 */
export async function loadLexicalScores(
  db: Db,
  scope: Scope,
  { terms, filter, limit }: { readonly terms: readonly SearchTerm[]; readonly filter: MemoryFilter; readonly limit: number },
): Promise<ReadonlyMap<MemoryId, number>> {
  const anyTermTsquery = terms.map(toTsquery).join(' | ')
  const joinTermsSql = (sql: (has: Prisma.Sql, weight: Prisma.Sql) => Prisma.Sql, separator: string) =>
    Prisma.join(
      terms.map((_, n) => sql(Prisma.raw(`found.has[${n + 1}]`), Prisma.raw(`weights.of[${n + 1}]`))),
      separator,
    )
  const has = terms.map((term) => Prisma.sql`(i.terms @@ ${toTsquery(term)}::tsquery)::int`)
  // Scores in the database, because a common word may be in thousands of rows, and only a few are wanted.
  const rows = await db.$queryRaw<{ id: MemoryId; score: number }[]>`
    WITH found AS MATERIALIZED (
      SELECT i.id, length(i.terms) AS length, ARRAY[${Prisma.join(has)}] AS has, (${memoryFilterSql(scope, filter)}) AS wanted
      FROM ${itemsWithThemeSql} WHERE ${ownedBy(scope, 'i')} AND i.terms @@ ${anyTermTsquery}::tsquery
    ), size AS (
      SELECT (SELECT count(*) FROM memory_items i WHERE ${ownedBy(scope, 'i')}) AS items,
        (SELECT greatest(avg(length), 1) FROM
          (SELECT length(i.terms) FROM memory_items i WHERE ${ownedBy(scope, 'i')} ORDER BY i.created_at DESC, i.id DESC LIMIT ${averageSampleSize}) newest
        )::float8 AS average
    ), weights AS (
      SELECT ARRAY[${joinTermsSql((has) => Prisma.sql`ln(1 + ((SELECT items FROM size) - sum(${has}) + 0.5) / (sum(${has}) + 0.5))`, ', ')}]::float8[] AS of FROM found
    )
    SELECT found.id, (${joinTermsSql((has, weight) => Prisma.sql`${has} * ${weight}`, ' + ')})
      * ${bm25K1 + 1}::float8 / (1 + ${bm25K1}::float8 * (1 - ${bm25B}::float8 + ${bm25B}::float8 * found.length / size.average)) AS score
    FROM found, size, weights WHERE found.wanted ORDER BY score DESC, found.id DESC LIMIT ${limit}`
  return new Map(rows.map(({ id, score }) => [id, score]))
}
