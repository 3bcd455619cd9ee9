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

const irregularGroups =
  'began begin begun|break broke broken|bring brought|build built|bought buy|catch caught|choos chose chosen|came come|draw drawn drew|drank drink drunk|drive driven drove|ate eat eaten|fall fallen fell|feel felt|fight fought|find found|flew fli flown|forget forgot forgotten|get got gotten|gave give given|go gone went|grew grow grown|hear heard|hid hidden hide|held hold|keep kept|knew know known|lead led|leav left|lend lent|lose lost|made make|mean meant|meet met|paid pay|ridden ride rode|rang ring rung|rise risen rose|ran run|said say|saw see seen|sell sold|send sent|shake shaken shook|shine shone|shoot shot|sang sing sung|sat sit|sleep slept|speak spoke spoken|spend spent|stand stood|steal stole stolen|swam swim swum|take taken took|taught teach|tear tore torn|tell told|think thought|threw throw thrown|understand understood|wake woke woken|wear wore worn|win won|write written wrote|child children|peopl person|man men|woman women|wife wive|life live|feet foot|teeth tooth|mice mous'
const groupByLexeme = new Map(
  irregularGroups.split('|').flatMap((group) => {
    const lexemes = group.split(' ')
    return lexemes.map((lexeme) => [lexeme, lexemes] as const)
  }),
)

/** What is looked for as one thing: any of these lexemes will do. */
export type SearchTerm = readonly string[]

/** Lexemes as terms, each with its other forms; each form is in one term only. */
export function toTerms(lexemes: readonly string[], language: string): SearchTerm[] {
  const terms = lexemes.map((lexeme) => (language === 'english' ? groupByLexeme.get(lexeme) : undefined) ?? [lexeme])
  return terms.filter((term, index) => terms.findIndex((other) => other[0] === term[0]) === index)
}

/** A term as it is written inside a tsquery: any of its lexemes. */
export const toTsquery = (term: SearchTerm): string => `(${term.map(quoteLexeme).join(' | ')})`

/** A lexeme as it is written inside a tsquery. */
export const quoteLexeme = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** A name in the query tells whom it is about, and little of what: those terms count for less. */
const nameImportance = 0.1

/** The words of a list, separated by spaces. */
export const toWordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** What much is said with, whatever it is about: counts for less than its rarity says. As the database's stemmers leave them. */
const commonLexemes: Readonly<Record<string, ReadonlySet<string>>> = {
  english: toWordSet('come day decid do get give go good happen have keep like make new one part plan start take time use want way'),
  french: toWordSet(
    'aim aller bon chos commenc don décid fair fait façon gard jour mettr mis nouveau nouvel part prendr pris temp utilis va ven venu veux voul vouloir',
  ),
  german: toWordSet(
    'anfang angefang art benutz ding entscheid entschied gegang geb gegeb geh gekomm gemacht genomm getan ging gut komm mach mog nehm neu plan geplant tag teil tun zeit',
  ),
}
const commonImportance = 0.6

/** By term: how much it counts. `names` are the lexemes of the names. */
export function computeImportance(
  terms: readonly SearchTerm[],
  { names, language }: { names: ReadonlySet<string>; language: string },
): number[] {
  const weighLexeme = (lexeme: string) => (names.has(lexeme) ? nameImportance : commonLexemes[language]?.has(lexeme) ? commonImportance : 1)
  return terms.map((term) => Math.min(...term.map(weighLexeme)))
}
