import type { MemoryId } from '../core/ids.ts'
import { lexemesOf, type SearchLanguage } from '../recall/terms.ts'
import { anyOf, type Term, termsOf } from '../recall/word-forms.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db } from '../store/store.ts'
import { ownedBy, type Scope } from '../threads/scope.ts'
import { filtered, itemsWithTheme, type MemoryFilter } from './item.ts'

/** Words of a query that are looked for. */
const mostTerms = 48

/** Whose length stands for that of all. */
const forAverage = 500

/** BM25 over short texts: how soon a further length counts, and how much. Robertson and Zaragoza, 2009, section 3. */
const k = 1.2
const b = 0.4

/** What is looked for; none for a text without words that say anything. */
export async function termsIn(db: Db, language: SearchLanguage, query: string): Promise<Term[]> {
  return termsOf(await lexemesOf(db, language, query), language).slice(0, mostTerms)
}

/**
 * How well items match some terms, of which there is one at least, the best first: BM25 with rarity among all that the scope sees. Relies on
 * memory_items_user_id_created_at_id_idx: whose memory it is leaves few enough to be looked through.
 */
export async function lexicalScores(
  db: Db,
  scope: Scope,
  { terms, filter, limit }: { readonly terms: readonly Term[]; readonly filter: MemoryFilter; readonly limit: number },
): Promise<ReadonlyMap<MemoryId, number>> {
  const any = terms.map(anyOf).join(' | ')
  const each = (sql: (has: Prisma.Sql, weight: Prisma.Sql) => Prisma.Sql, separator: string) =>
    Prisma.join(
      terms.map((_, n) => sql(Prisma.raw(`found.has[${n + 1}]`), Prisma.raw(`weights.of[${n + 1}]`))),
      separator,
    )
  const has = terms.map((term) => Prisma.sql`(i.terms @@ ${anyOf(term)}::tsquery)::int`)
  // Scored where the rows are: a common word has thousands of them, and a few are wanted.
  const rows = await db.$queryRaw<{ id: MemoryId; score: number }[]>`
    WITH found AS MATERIALIZED (
      SELECT i.id, length(i.terms) AS length, ARRAY[${Prisma.join(has)}] AS has, (${filtered(scope, filter)}) AS wanted
      FROM ${itemsWithTheme} WHERE ${ownedBy(scope, 'i')} AND i.terms @@ ${any}::tsquery
    ), size AS (
      SELECT (SELECT count(*) FROM memory_items i WHERE ${ownedBy(scope, 'i')}) AS items,
        (SELECT greatest(avg(length), 1) FROM
          (SELECT length(i.terms) FROM memory_items i WHERE ${ownedBy(scope, 'i')} ORDER BY i.created_at DESC, i.id DESC LIMIT ${forAverage}) newest
        )::float8 AS average
    ), weights AS (
      SELECT ARRAY[${each((has) => Prisma.sql`ln(1 + ((SELECT items FROM size) - sum(${has}) + 0.5) / (sum(${has}) + 0.5))`, ', ')}]::float8[] AS of FROM found
    )
    SELECT found.id, (${each((has, weight) => Prisma.sql`${has} * ${weight}`, ' + ')})
      * ${k + 1}::float8 / (1 + ${k}::float8 * (1 - ${b}::float8 + ${b}::float8 * found.length / size.average)) AS score
    FROM found, size, weights WHERE found.wanted ORDER BY score DESC, found.id DESC LIMIT ${limit}`
  return new Map(rows.map(({ id, score }) => [id, score]))
}
