import type { ThreadId } from '../../core/domain/ids.ts'
import { cachedPlan } from '../../store/cached-plans.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import type { Scope } from '../../threads/scope.ts'

/** A text search configuration of the database, such as english or simple. */
export type SearchLanguage = string & { readonly brand: 'SearchLanguage' }

/** What the entries of message_index.terms begin with that say whose a row is. They hold a space, which no word of a text does. */
export const scopeTagPrefix = 'thread '

/** SQL for these entries, of a row with the columns thread_id and audience: its thread, and the shared place it was said in. */
export const scopeTagsSql = Prisma.sql`array_to_tsvector(
  CASE audience WHEN 'private' THEN ARRAY[${scopeTagPrefix}::text || thread_id]
  ELSE ARRAY[${scopeTagPrefix}::text || thread_id, ${scopeTagPrefix}::text || thread_id || ' ' || audience] END)`

/** The entry that all rows have which a scope sees, and no other row: as visibleTo has it. */
export function toScopeTag({ threadId, audience }: Scope): string {
  return audience === 'private' ? `${scopeTagPrefix}${threadId}` : `${scopeTagPrefix}${threadId} ${audience}`
}

/** Longer texts are searched by their beginning: a tsvector holds 1 MB at most. In characters. */
const maxIndexedChars = 200_000

/** Kana and Chinese characters with their signs (々 repeats one, 〇 is a zero): nothing stands between their words, so each is a word of its own. */
export const unspacedCharacters = '[\\u3005-\\u3007\\u3040-\\u30ff\\u3400-\\u9fff]'

/**
 * SQL for the words of a text. Signs inside paths, addresses and identifiers become spaces first, so that
 * `ORD-12345` and `src/search.ts` are found by their parts, and so that `<` does not begin a tag that is left out.
 */
export function tsvectorSql(text: Prisma.Sql, language: Prisma.Sql): Prisma.Sql {
  const spacedSql = Prisma.sql`translate(left(${text}, ${maxIndexedChars}::int), '-_./\\:@#<>&=+|', '              ')`
  return Prisma.sql`to_tsvector(${language}::regconfig, regexp_replace(${spacedSql}, ${`(${unspacedCharacters})`}, ' \\1 ', 'g'))`
}

/** The language in which a thread is searched: its user's where the database knows it; english in a channel. */
export async function loadSearchLanguage(db: Db, threadId: ThreadId): Promise<SearchLanguage> {
  const [row] = await db.$queryRaw<{ language: SearchLanguage }[]>`
    ${cachedPlan} SELECT c.cfgname::text AS language
    FROM continuous_threads t JOIN users u ON u.id = t.user_id
    LEFT JOIN pg_catalog.pg_ts_config c ON c.cfgname = u.language AND pg_catalog.pg_ts_config_is_visible(c.oid)
    WHERE t.thread_id = ${threadId}`
  if (!row) return 'english' as SearchLanguage
  return row.language ?? ('simple' as SearchLanguage)
}

/** The distinct lexemes of a text, in the order of its words; one letter alone is none, a number is. */
export async function toLexemes(db: Db, language: SearchLanguage, text: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ lexeme: string }[]>`
    ${cachedPlan} SELECT lexeme FROM unnest(${tsvectorSql(Prisma.sql`${text}`, Prisma.sql`${language}`)}) ORDER BY positions[1], lexeme`
  return rows.map(({ lexeme }) => lexeme).filter((lexeme) => !/^\p{ASCII}$/u.test(lexeme) || /^\d$/.test(lexeme))
}

/** A text of more distinct words than this holds some kind of everything. */
const maxLexemesListed = 200

/** What stands between the lexemes of a text, and in none of them. */
const lexemeSeparator = '\t'

/** SQL for the lexemes of message_index.terms and the marks beside them, as lexemesIn reads them; none of a long text. */
export const rowLexemesSql = Prisma.sql`CASE WHEN length(terms) <= ${maxLexemesListed} THEN array_to_string(tsvector_to_array(terms), ${lexemeSeparator}) ELSE '' END`

export const splitLexemes = (row: string): string[] => (row === '' ? [] : row.split(lexemeSeparator))
