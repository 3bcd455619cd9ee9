import type { ThreadId } from '../../core/domain/ids.ts'
import { defaultLanguage, type LanguageCode } from '../../core/domain/languages.ts'
import { Prisma } from '../../store/generated/client.ts'
import { type Db, planOnce } from '../../store/store.ts'
import { type Scope, visibleInPlace, visibleTo } from '../../threads/scope.ts'
import { commonLexemes } from './common-words.ts'

/** The text search configurations that PostgreSQL ships. They stem words and drop stop words. */
const configurations: Readonly<Record<LanguageCode, string>> = {
  ar: 'arabic',
  ca: 'catalan',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hi: 'hindi',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  ne: 'nepali',
  nl: 'dutch',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
}

/** Returns the text search configuration for a language. `simple` if PostgreSQL ships none. */
export const configurationOf = (language: LanguageCode): string => configurations[language] ?? 'simple'

/** The languages that write compounds as one word. */
const compoundingLanguages: ReadonlySet<LanguageCode> = new Set(['da', 'de', 'fi', 'hu', 'is', 'nl', 'no', 'sv'])

/** Returns whether the words of a language may have forms that only the words of the conversation show. */
export const hasOtherForms = (language: LanguageCode): boolean => compoundingLanguages.has(language) || language === 'ar'

/** The languages in which a query is understood. */
export interface QueryLanguages {
  /** The language of the query. Its stop words are dropped. */
  readonly query: LanguageCode
  /** The languages of the texts that are searched. Each word is looked up in all of them. */
  readonly texts: readonly LanguageCode[]
}

/** Returns the distinct configurations of a query, that of the query itself first. */
export const configurationsOf = ({ query, texts }: QueryLanguages): string[] => [...new Set([query, ...texts].map(configurationOf))]

/** Returns the language that a text of unclear language has in a thread: that of its user, or English in a channel. */
export async function loadOwnLanguage(db: Db, threadId: ThreadId): Promise<LanguageCode> {
  const [row] = await db.$queryRaw<{ language: LanguageCode }[]>(planOnce`
    SELECT u.language FROM continuous_threads t JOIN users u ON u.id = t.user_id WHERE t.thread_id = ${threadId}`)
  return row?.language ?? defaultLanguage
}

/**
 * SQL for two CTEs that find the languages of the indexed texts that a scope may see. May include languages that only deleted texts had. Relies on thread_languages_pkey and summary_index_thread_id_language_idx, or in shared places on message_index_audience_language_idx, of
 * which it reads one entry per language. Summaries are made from private messages, so a shared place has none.
 */
export function languagesInSql(scope: Scope): Prisma.Sql {
  const isPrivate = scope.audience === 'private'
  const isSummaryVisible = isPrivate ? Prisma.sql`x.thread_id = ${scope.threadId}` : Prisma.sql`FALSE`
  const messagesIn = isPrivate
    ? Prisma.sql`SELECT x.language FROM thread_languages x WHERE ${visibleTo(scope, 'x')}`
    : distinctLanguagesSql(Prisma.sql`message_index`, Prisma.sql`messages_in`, visibleInPlace(scope, 'x', 'index'))
  return Prisma.sql`
    messages_in AS (${messagesIn}),
    summaries_in AS (${distinctLanguagesSql(Prisma.sql`summary_index`, Prisma.sql`summaries_in`, isSummaryVisible)})`
}

/** SQL that reads what these CTEs found, in order. */
export const languagesFoundSql = Prisma.sql`
  SELECT language FROM messages_in WHERE language IS NOT NULL
  UNION SELECT language FROM summaries_in WHERE language IS NOT NULL ORDER BY language`

/** Lists the languages of the indexed texts that a scope may see. */
export async function listTextLanguages(db: Db, scope: Scope): Promise<LanguageCode[]> {
  const rows = await db.$queryRaw<{ language: LanguageCode }[]>(planOnce`
    WITH RECURSIVE ${languagesInSql(scope)} ${languagesFoundSql}`)
  return rows.map(({ language }) => language)
}

/**
 * SQL for a recursive query that finds one language after the other in the visible rows of a table, alias x. It ends with NULL. Rows that
 * are not indexed have the language ''.
 */
function distinctLanguagesSql(table: Prisma.Sql, found: Prisma.Sql, isVisible: Prisma.Sql): Prisma.Sql {
  const nextSql = (after: Prisma.Sql) =>
    Prisma.sql`(SELECT x.language FROM ${table} x WHERE ${isVisible} AND x.language > ${after} ORDER BY x.language LIMIT 1)`
  return Prisma.sql`${nextSql(Prisma.sql`''`)} UNION ALL SELECT ${nextSql(Prisma.sql`${found}.language`)} FROM ${found} WHERE language IS NOT NULL`
}

/** The maximum number of characters indexed per text, because a tsvector holds at most 1 MB. */
export const maxIndexedChars = 200_000

/**
 * The characters of scripts that do not separate words by spaces: kana and Chinese characters with their marks (々 repeats a character,
 * 〇 is a zero), Thai, Lao, Burmese and Khmer. The index has each of them as a word, and each pair of adjacent ones.
 */
export const unspacedCharacters =
  '[\\u0e01-\\u0e4e\\u0e81-\\u0ece\\u1000-\\u109f\\u1780-\\u17d3\\u3005-\\u3007\\u3040-\\u30ff\\u3400-\\u9fff]'

const character = `(${unspacedCharacters})`
const othersPattern = unspacedCharacters.replace('[', '[^')

/**
 * SQL for a text without the punctuation in paths, addresses and identifiers, so that `ORD-12345` and `src/search.ts` are found by their
 * parts. This also keeps `<` from starting a tag, which PostgreSQL would drop.
 */
export const spacedSql = (text: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`translate(left(${text}, ${maxIndexedChars}::int), '-_./\\:@#<>&=+|', '              ')`

/** SQL for the lexemes of a text in the order of its words. Each unspaced character counts as a word. */
export const orderedTsvectorSql = (text: Prisma.Sql, configuration: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`to_tsvector(${configuration}::regconfig, regexp_replace(${spacedSql(text)}, ${character}, ' \\1 ', 'g'))`

/** SQL for the lexemes of a text as the index has them: followed by the pairs of adjacent unspaced characters. */
export function tsvectorSql(text: Prisma.Sql, configuration: Prisma.Sql): Prisma.Sql {
  const runs = Prisma.sql`regexp_replace(left(${text}, ${maxIndexedChars}::int), ${`${othersPattern}+`}, ' ', 'g')`
  const pairsSql = (of: Prisma.Sql) =>
    Prisma.sql`to_tsvector('simple', regexp_replace(${of}, ${`${character}${character}`}, ' \\1\\2 ', 'g'))`
  // No pattern can match overlapping pairs, so those that begin at the second character of a run are found separately.
  const fromSecond = Prisma.sql`regexp_replace(${runs}, ${`(^| )${unspacedCharacters}`}, '\\1', 'g')`
  return Prisma.sql`CASE WHEN ${text} ~ ${unspacedCharacters}
    THEN ${orderedTsvectorSql(text, configuration)} || ${pairsSql(runs)} || ${pairsSql(fromSecond)}
    ELSE to_tsvector(${configuration}::regconfig, ${spacedSql(text)}) END`
}

const unspacedRuns = new RegExp(`${unspacedCharacters}+`, 'gu')
const segmenter = new Intl.Segmenter('ja', { granularity: 'word' })

/** Returns the words of a text without spaces between words. */
export const segmentWords = (text: string): string[] =>
  Array.from(segmenter.segment(text)).flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []))

/** Replaces each unspaced word of a text with its pairs of adjacent characters, as the index has them. Keeps single characters. */
const replaceUnspacedWords = (text: string): string => text.replace(unspacedRuns, (run) => ` ${segmentWords(run).map(toPairs).join(' ')} `)

function toPairs(word: string): string {
  const characters = [...word]
  return characters.length < 2
    ? word
    : characters
        .slice(1)
        .map((character, n) => `${characters[n]}${character}`)
        .join(' ')
}

/**
 * SQL for the scope tags of a row with the columns thread_id and audience: the entries in terms that state who may see the row. There is
 * one for its thread and, if the row is shared, one for its place.
 */
export const scopeTagsSql = Prisma.sql`array_to_tsvector(
  CASE audience WHEN 'private' THEN ARRAY['thread ' || thread_id] ELSE ARRAY['thread ' || thread_id, 'audience ' || audience] END)`

/** SQL for the scope tag of a row that only its user may see. Such rows have no audience. */
export const threadTagSql = (threadId: Prisma.Sql): Prisma.Sql => Prisma.sql`array_to_tsvector(ARRAY['thread ' || ${threadId}])`

/** Returns the tag of a scope. The rows that have it are those visible to the scope, as in visibleInPlace. */
export const toScopeTag = ({ threadId, audience }: Scope): string =>
  audience === 'private' ? `thread ${threadId}` : `audience ${audience}`

/** Tells the scope tags from the words of a row. A tag contains a space, unlike any lexeme of a text. */
export const isScopeTag = (lexeme: string): boolean => lexeme.includes(' ')

/**
 * Returns the terms of a text in word order: for each word, its lexemes in the languages of the texts, that of the query first. Leaves out
 * stop words of the query's language, and single ASCII characters other than digits.
 */
export async function toTerms(db: Db, languages: QueryLanguages, text: string): Promise<SearchTerm[]> {
  const configurations = configurationsOf(languages)
  const rows = await db.$queryRaw<{ lexeme: string; position: number; n: number }[]>(planOnce`
    SELECT t.lexeme, position, c.n::int FROM unnest(${configurations}::text[]) WITH ORDINALITY AS c(name, n)
    CROSS JOIN unnest(to_tsvector(c.name::regconfig, ${spacedSql(Prisma.sql`${replaceUnspacedWords(text)}`)})) AS t CROSS JOIN unnest(t.positions) AS position
    ORDER BY position, n, lexeme`)
  const lexemesByPosition = new Map<number, string[]>()
  for (const { lexeme, position, n } of rows) {
    const isSearchable = !/^\p{ASCII}$/u.test(lexeme) || /^\d$/.test(lexeme)
    if (n === 1 && isSearchable) lexemesByPosition.set(position, [...(lexemesByPosition.get(position) ?? []), lexeme])
    // A stop word of the query's language is none of the others' words either.
    else if (n > 1) lexemesByPosition.get(position)?.push(lexeme)
  }
  const terms = [...lexemesByPosition.values()]
  return dedupeTerms(languages.query === 'en' ? terms.map(addIrregularForms) : terms.map((term) => [...new Set(term)]))
}

/** Keeps the first of the terms with the same first lexeme. */
export const dedupeTerms = (terms: readonly SearchTerm[]): SearchTerm[] =>
  [...new Map(terms.toReversed().map((term) => [term[0], term])).values()].toReversed()

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

/** Adds the irregular English forms of the first lexeme of a term. */
export const addIrregularForms = ([first = '', ...others]: SearchTerm): SearchTerm => [
  ...new Set([...(groupByLexeme.get(first) ?? [first]), ...others]),
]

/** Returns whether the first lexeme of a term has irregular forms. */
export const hasIrregularForms = ([lexeme = '']: SearchTerm): boolean => groupByLexeme.has(lexeme)

/** Formats a term for a tsquery, so that any of its lexemes matches. */
export const toTsquery = (term: SearchTerm): string => `(${term.map(quoteLexeme).join(' | ')})`

/** Quotes a lexeme for a tsquery. */
export const quoteLexeme = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** The importance of a name in the query. It says who is meant, but little about the topic. */
const nameImportance = 0.1

const commonImportance = 0.6

/** Returns the importance of each term, from 0 to 1. `names` are the lexemes of the authors named in the query. */
export function computeImportance(
  terms: readonly SearchTerm[],
  { names, language }: { names: ReadonlySet<string>; language: LanguageCode },
): number[] {
  const weighLexeme = (lexeme: string) => (names.has(lexeme) ? nameImportance : commonLexemes[language]?.has(lexeme) ? commonImportance : 1)
  return terms.map((term) => Math.min(...term.map(weighLexeme)))
}
