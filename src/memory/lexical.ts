import type { MemoryId } from '../core/ids.ts'
import type { SearchLanguage } from '../recall/terms.ts'
import { lexemesOf } from '../recall/terms.ts'
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
 * How well the words of items match, the best first: BM25 with rarity among all that the scope sees. Relies on
 * memory_items_user_id_created_at_id_idx: whose memory it is leaves few enough to be looked through.
 */
export async function lexicalScores(
  db: Db,
  scope: Scope,
  { terms, filter, limit }: { readonly terms: readonly Term[]; readonly filter: MemoryFilter; readonly limit: number },
): Promise<ReadonlyMap<MemoryId, number>> {
  if (terms.length === 0) return new Map()
  const any = terms.map(anyOf).join(' | ')
  const has = terms.map((term) => Prisma.sql`(i.terms @@ ${anyOf(term)}::tsquery)::int`)
  const rows = await db.$queryRaw<{ id: MemoryId; length: number; own: number[]; wanted: boolean; items: number; average: number }[]>`
    SELECT i.id, length(i.terms) AS length, ARRAY[${Prisma.join(has)}] AS own, (${filtered(scope, filter)}) AS wanted, items, average
    FROM ${itemsWithTheme},
      (SELECT count(*)::int AS items FROM memory_items i WHERE ${ownedBy(scope, 'i')}) of_all,
      (SELECT coalesce(avg(length), 1)::float8 AS average FROM
        (SELECT length(i.terms) FROM memory_items i WHERE ${ownedBy(scope, 'i')} ORDER BY i.created_at DESC, i.id DESC LIMIT ${forAverage}) newest) of_newest
    WHERE ${ownedBy(scope, 'i')} AND i.terms @@ ${any}::tsquery`
  const weights = terms.map((_, n) => {
    const having = rows.reduce((sum, { own }) => sum + (own[n] ?? 0), 0)
    return Math.log(1 + ((rows[0]?.items ?? 0) - having + 0.5) / (having + 0.5))
  })
  const scored = rows
    .filter(({ wanted }) => wanted)
    .map(({ id, length, own, average }): [MemoryId, number] => {
      const one = (k + 1) / (1 + k * (1 - b + (b * length) / Math.max(average, 1)))
      return [id, one * own.reduce((sum, has, n) => sum + has * (weights[n] ?? 0), 0)]
    })
  return new Map(scored.sort(([idA, a], [idB, b]) => b - a || idB - idA).slice(0, limit))
}
