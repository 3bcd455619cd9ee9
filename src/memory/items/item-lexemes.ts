import type { MemoryId } from '../../core/domain/ids.ts'
import { detectLanguage, type LanguageCode } from '../../core/domain/languages.ts'
import { configurationOf, tsvectorSql } from '../../search/query/terms.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import { ownedBy, type Scope } from '../../threads/scope.ts'

/** SQL for the search words of an item: those of its content, its tags and its theme. */
export function itemTsvectorSql(
  { content, tags, theme }: Record<'content' | 'tags' | 'theme', Prisma.Sql>,
  configuration: Prisma.Sql,
): Prisma.Sql {
  return tsvectorSql(Prisma.sql`(${content} || ' ' || array_to_string(${tags}, ' ') || ' ' || ${theme})`, configuration)
}

/** Returns the languages of the items that a scope may see. Indexes those first that have no language yet, such as imported ones. */
export async function indexItems(db: Db, scope: Scope, ownLanguage: LanguageCode): Promise<LanguageCode[]> {
  const listLanguages = () =>
    db.$queryRaw<
      { language: LanguageCode }[]
    >`SELECT DISTINCT i.language FROM memory_items i WHERE ${ownedBy(scope, 'i')} ORDER BY i.language`
  const languages = (await listLanguages()).map(({ language }) => language)
  if (!languages.includes('')) return languages
  const items = await db.$queryRaw<{ id: MemoryId; content: string }[]>`
    SELECT i.id, i.content FROM memory_items i WHERE ${ownedBy(scope, 'i')} AND i.language = ''`
  const detected = items.map(({ content }) => detectLanguage(content, ownLanguage) ?? ownLanguage)
  const lexemesSql = itemTsvectorSql(
    { content: Prisma.sql`i.content`, tags: Prisma.sql`i.tags`, theme: Prisma.sql`t.name` },
    Prisma.sql`input.configuration`,
  )
  await db.$executeRaw`
    UPDATE memory_items i SET language = input.language, terms = ${lexemesSql}
    FROM memory_themes t, unnest(${items.map(({ id }) => id)}::int[], ${detected}::text[], ${detected.map(configurationOf)}::text[])
      AS input(id, language, configuration)
    WHERE t.id = i.theme_id AND i.id = input.id AND ${ownedBy(scope, 'i')} AND i.language = ''`
  return (await listLanguages()).map(({ language }) => language)
}
