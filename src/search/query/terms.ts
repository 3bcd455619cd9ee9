import type { ThreadId } from '../../core/domain/ids.ts'
import { cachedPlan } from '../../store/cached-plans.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import type { Scope } from '../../threads/scope.ts'

/** A text search configuration of PostgreSQL, such as english or simple. */
export type SearchLanguage = string & { readonly brand: 'SearchLanguage' }

/** The prefix of the entries in terms that state who may see a row of an index. It contains a space, unlike any lexeme of a text. */
export const scopeTagPrefix = 'thread '

/**
 * SQL for the scope tags of a row with the columns thread_id and audience: one tag for its thread and, if the row is shared, one for its
 * place.
 */
export const scopeTagsSql = Prisma.sql`array_to_tsvector(
  CASE audience WHEN 'private' THEN ARRAY[${scopeTagPrefix}::text || thread_id]
  ELSE ARRAY[${scopeTagPrefix}::text || thread_id, ${scopeTagPrefix}::text || thread_id || ' ' || audience] END)`

/** SQL for the scope tag of a row that only its user may see. Such rows have no audience. */
export const threadTagSql = (threadId: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`array_to_tsvector(ARRAY[${scopeTagPrefix}::text || ${threadId}])`

/** Returns the tag of a scope. The rows that have it are exactly those visible to the scope, as in visibleTo. */
export function toScopeTag({ threadId, audience }: Scope): string {
  return audience === 'private' ? `${scopeTagPrefix}${threadId}` : `${scopeTagPrefix}${threadId} ${audience}`
}

/** The maximum number of characters indexed per text, because a tsvector holds at most 1 MB. */
const maxIndexedChars = 200_000

/**
 * Kana and Chinese characters with their marks (々 repeats a character, 〇 is a zero). Their words are not separated by spaces, so each
 * character counts as a word.
 */
export const unspacedCharacters = '[\\u3005-\\u3007\\u3040-\\u30ff\\u3400-\\u9fff]'

/**
 * SQL for the lexemes of a text. Replaces the punctuation in paths, addresses and identifiers with spaces, so that `ORD-12345` and
 * `src/search.ts` are found by their parts. This also keeps `<` from starting a tag, which PostgreSQL would drop.
 */
export function tsvectorSql(text: Prisma.Sql, language: Prisma.Sql): Prisma.Sql {
  const spacedSql = Prisma.sql`translate(left(${text}, ${maxIndexedChars}::int), '-_./\\:@#<>&=+|', '              ')`
  return Prisma.sql`to_tsvector(${language}::regconfig, regexp_replace(${spacedSql}, ${`(${unspacedCharacters})`}, ' \\1 ', 'g'))`
}

/**
 * Returns the language in which a thread is searched: the user's language if the database supports it, otherwise `simple`. A channel is
 * searched in English.
 */
export async function loadSearchLanguage(db: Db, threadId: ThreadId): Promise<SearchLanguage> {
  const [row] = await db.$queryRaw<{ language: SearchLanguage }[]>`
    ${cachedPlan} SELECT c.cfgname::text AS language
    FROM continuous_threads t JOIN users u ON u.id = t.user_id
    LEFT JOIN pg_catalog.pg_ts_config c ON c.cfgname = u.language AND pg_catalog.pg_ts_config_is_visible(c.oid)
    WHERE t.thread_id = ${threadId}`
  if (!row) return 'english' as SearchLanguage
  return row.language ?? ('simple' as SearchLanguage)
}

/** Returns the distinct lexemes of a text in word order. Drops single ASCII characters other than digits. */
export async function toLexemes(db: Db, language: SearchLanguage, text: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ lexeme: string }[]>`
    ${cachedPlan} SELECT lexeme FROM unnest(${tsvectorSql(Prisma.sql`${text}`, Prisma.sql`${language}`)}) ORDER BY positions[1], lexeme`
  return rows.map(({ lexeme }) => lexeme).filter((lexeme) => !/^\p{ASCII}$/u.test(lexeme) || /^\d$/.test(lexeme))
}

/** The maximum number of lexemes listed for a row. A text with more distinct words contains some hyponym of almost everything. */
const maxLexemesListed = 200

/** Separates the lexemes of a row. No lexeme contains it. */
const lexemeSeparator = '\t'

/** SQL for the lexemes and scope tags in message_index.terms, in the format of splitLexemes. Empty for a long text. */
export const rowLexemesSql = Prisma.sql`CASE WHEN length(terms) <= ${maxLexemesListed} THEN array_to_string(tsvector_to_array(terms), ${lexemeSeparator}) ELSE '' END`

export const splitLexemes = (row: string): string[] => (row === '' ? [] : row.split(lexemeSeparator))

// Irregular forms, which no stemmer unifies: "won" matches "win". Written in the form that the database's English stemmer produces.
const irregularGroups =
  'began begin begun|break broke broken|bring brought|build built|bought buy|catch caught|choos chose chosen|came come|draw drawn drew|drank drink drunk|drive driven drove|ate eat eaten|fall fallen fell|feel felt|fight fought|find found|flew fli flown|forget forgot forgotten|get got gotten|gave give given|go gone went|grew grow grown|hear heard|hid hidden hide|held hold|keep kept|knew know known|lead led|leav left|lend lent|lose lost|made make|mean meant|meet met|paid pay|ridden ride rode|rang ring rung|rise risen rose|ran run|said say|saw see seen|sell sold|send sent|shake shaken shook|shine shone|shoot shot|sang sing sung|sat sit|sleep slept|speak spoke spoken|spend spent|stand stood|steal stole stolen|swam swim swum|take taken took|taught teach|tear tore torn|tell told|think thought|threw throw thrown|understand understood|wake woke woken|wear wore worn|win won|write written wrote|child children|peopl person|man men|woman women|wife wive|life live|feet foot|teeth tooth|mice mous'
const groupByLexeme = new Map(
  irregularGroups.split('|').flatMap((group) => {
    const lexemes = group.split(' ')
    return lexemes.map((lexeme) => [lexeme, lexemes] as const)
  }),
)

/** The lexemes of one search term. Any of them matches. */
export type SearchTerm = readonly string[]

/** Turns lexemes into terms that include their irregular forms. Each form occurs in one term only. */
export function toTerms(lexemes: readonly string[], language: string): SearchTerm[] {
  const terms = lexemes.map((lexeme) => (language === 'english' ? groupByLexeme.get(lexeme) : undefined) ?? [lexeme])
  return terms.filter((term, index) => terms.findIndex((other) => other[0] === term[0]) === index)
}

/** Formats a term for a tsquery, so that any of its lexemes matches. */
export const toTsquery = (term: SearchTerm): string => `(${term.map(quoteLexeme).join(' | ')})`

/** Quotes a lexeme for a tsquery. */
export const quoteLexeme = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** The importance of a name in the query. It says who is meant, but little about the topic. */
const nameImportance = 0.1

/** Splits a space-separated list into a set of words. */
export const toWordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Stemmed words that are common regardless of the topic. They count for less than their frequency suggests. */
const commonLexemes: Readonly<Record<string, ReadonlySet<string>>> = {
  english: toWordSet(
    'come day decid do get give go good happen have keep like make new one part plan start take time use want way ' +
      'monday tuesday wednesday thursday friday saturday sunday',
  ),
  french: toWordSet(
    'aim aller bon chos commenc don décid fair fait façon gard jour mettr mis nouveau nouvel part prendr pris temp utilis va ven venu veux voul vouloir ' +
      'lund mard mercred jeud vendred samed dimanch',
  ),
  german: toWordSet(
    'anfang angefang art benutz ding entscheid entschied gegang geb gegeb geh gekomm gemacht genomm getan ging gut komm mach mog nehm neu plan geplant tag teil tun zeit ' +
      'montag dienstag mittwoch donnerstag freitag samstag sonntag',
  ),
}
const commonImportance = 0.6

/** Returns the importance of each term, from 0 to 1. `names` are the lexemes of the authors named in the query. */
export function computeImportance(
  terms: readonly SearchTerm[],
  { names, language }: { names: ReadonlySet<string>; language: string },
): number[] {
  const weighLexeme = (lexeme: string) => (names.has(lexeme) ? nameImportance : commonLexemes[language]?.has(lexeme) ? commonImportance : 1)
  return terms.map((term) => Math.min(...term.map(weighLexeme)))
}
