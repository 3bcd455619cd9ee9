import { type SearchLanguage, tsvectorSql } from '../../search/query/terms.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import { ownedBy, type Scope } from '../../threads/scope.ts'

/** SQL for the search words of an item: those of its content, its tags and its theme. */
export function itemTsvectorSql(
  { content, tags, theme }: Record<'content' | 'tags' | 'theme', Prisma.Sql>,
  language: Prisma.Sql,
): Prisma.Sql {
  return tsvectorSql(Prisma.sql`(${content} || ' ' || array_to_string(${tags}, ' ') || ' ' || ${theme})`, language)
}

/**
 * Reindexes a user's items after the language has changed. The check relies on memory_items_user_id_language_idx, which `<>` cannot use.
 */
export async function reindexItemsInLanguage(db: Db, scope: Scope, language: SearchLanguage): Promise<void> {
  const others = (sign: '<' | '>') =>
    Prisma.sql`EXISTS (SELECT 1 FROM memory_items i WHERE i.user_id = ${scope.userId} AND i.language ${Prisma.raw(sign)} ${language})`
  const [row] = await db.$queryRaw<{ others: boolean }[]>`SELECT ${others('<')} OR ${others('>')} AS others`
  if (!row?.others) return
  const lexemesSql = itemTsvectorSql(
    { content: Prisma.sql`i.content`, tags: Prisma.sql`i.tags`, theme: Prisma.sql`t.name` },
    Prisma.sql`${language}`,
  )
  await db.$executeRaw`
    UPDATE memory_items i SET language = ${language}, terms = ${lexemesSql}
    FROM memory_themes t WHERE t.id = i.theme_id AND ${ownedBy(scope, 'i')} AND i.language <> ${language}`
}
