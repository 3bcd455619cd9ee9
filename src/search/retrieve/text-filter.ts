import type { MessageId } from '../../core/domain/ids.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import { visibleTo } from '../../threads/scope.ts'
import { hasIndexedWords, matchesPhrases, type QueryOperators } from '../query/operators.ts'
import { quoteLexeme, type SearchLanguage, toTerms, toTsquery, tsvectorSql } from '../query/terms.ts'
import { inSegmentsSql, type SearchBounds } from './bounds.ts'
import { matchingRowsSql, recentRowsSql } from './postings.ts'

/** What the texts of results must and must not contain. */
export interface TextFilter {
  readonly operators: QueryOperators
  /** A tsquery that every text with the phrases matches. Undefined if the index cannot find them. */
  readonly requiredQuery: string | undefined
  /** A tsquery for the texts with an excluded word. Undefined if there is none. */
  readonly excludedQuery: string | undefined
}

/** At most this many of the newest messages whose words match the phrases are read. */
const maxPhraseMatches = 1_000
/** If the index cannot find a phrase, because it consists of stop words, this many of the newest messages are read. */
const maxPhraseScan = 2_000
/** More matches than this in the index are not sorted by age. */
const maxSortedMatches = 25_000

/** Turns the operators of a query into a filter. An excluded word that the index does not have is excluded as a phrase. */
export async function buildTextFilter(db: Db, language: SearchLanguage, operators: QueryOperators): Promise<TextFilter> {
  const toQueries = (texts: readonly string[]) => Promise.all(texts.map((text) => toPhraseTsquery(db, language, text)))
  const [required, excluded] = await Promise.all([toQueries(operators.phrases.filter(hasIndexedWords)), toQueries(operators.excludedWords)])
  const stopWords = operators.excludedWords.filter((_, n) => excluded[n] === undefined).map((word) => word.toLowerCase())
  return {
    operators: { ...operators, excludedPhrases: [...operators.excludedPhrases, ...stopWords] },
    requiredQuery: joinQueries(required, ' & '),
    excludedQuery: joinQueries(excluded, ' | '),
  }
}

const joinQueries = (queries: readonly (string | undefined)[], operator: string): string | undefined => {
  const present = queries.filter((query) => query !== undefined)
  return present.length > 0 ? present.map((query) => `(${query})`).join(operator) : undefined
}

/** Returns a tsquery for the words of a text in their order, in any form. Undefined if all are stop words. */
async function toPhraseTsquery(db: Db, language: SearchLanguage, text: string): Promise<string | undefined> {
  const rows = await db.$queryRaw<{ lexeme: string; position: number }[]>`
    SELECT lexeme, position FROM unnest(${tsvectorSql(Prisma.sql`${text}`, Prisma.sql`${language}`)}) CROSS JOIN unnest(positions) AS position
    ORDER BY position, lexeme`
  const [first, ...others] = rows
  if (!first) return undefined
  // An irregular form of a single word is another lexeme.
  if (others.length === 0) return toTerms([first.lexeme], language).map(toTsquery).join('')
  return rows
    .map(({ lexeme, position }, n) => (n === 0 ? '' : `<${position - (rows[n - 1]?.position ?? 0)}> `) + quoteLexeme(lexeme))
    .join(' ')
}

/**
 * Returns the messages that contain every phrase, newest first. Undefined if there are no phrases. The index narrows them down to those
 * with the words in this order, and their full texts decide.
 */
export async function findMessagesWithPhrases(
  db: Db,
  bounds: SearchBounds,
  { operators, requiredQuery }: TextFilter,
): Promise<ReadonlySet<MessageId> | undefined> {
  if (operators.phrases.length === 0) return undefined
  const indexed =
    requiredQuery === undefined
      ? recentRowsSql(bounds, maxPhraseScan)
      : Prisma.sql`
        SELECT r.message_id FROM (${matchingRowsSql(bounds, requiredQuery, maxSortedMatches, Prisma.sql`i.message_id, i.segment_id`)}) r
        WHERE ${inSegmentsSql(bounds, Prisma.sql`r.segment_id`)} ORDER BY r.message_id DESC LIMIT ${maxPhraseMatches}`
  const rows = await db.$queryRaw<{ id: MessageId; text: string }[]>`
    SELECT m.id, m.text FROM (${indexed}) r JOIN messages m ON m.id = r.message_id WHERE ${visibleTo(bounds.scope, 'm')} AND m.deleted_at IS NULL`
  return new Set(rows.filter(({ text }) => matchesPhrases({ ...operators, excludedPhrases: [] }, text)).map(({ id }) => id))
}

/** Returns those of the messages that contain no excluded phrase. Reads their full texts. */
export async function dropExcludedPhrases<Message extends { readonly id: MessageId }>(
  db: Db,
  { scope }: SearchBounds,
  { messages, filter: { operators } }: { messages: readonly Message[]; filter: TextFilter },
): Promise<readonly Message[]> {
  if (operators.excludedPhrases.length === 0 || messages.length === 0) return messages
  const rows = await db.$queryRaw<{ id: MessageId; text: string }[]>`
    SELECT m.id, m.text FROM messages m WHERE m.id = ANY(${messages.map(({ id }) => id)}::int[]) AND ${visibleTo(scope, 'm')}`
  const allowed = new Set(rows.filter(({ text }) => matchesPhrases({ ...operators, phrases: [] }, text)).map(({ id }) => id))
  return messages.filter(({ id }) => allowed.has(id))
}

/** SQL condition for terms that contain no excluded word. */
export const withoutExcludedSql = ({ excludedQuery }: TextFilter, terms: Prisma.Sql): Prisma.Sql =>
  excludedQuery === undefined ? Prisma.sql`TRUE` : Prisma.sql`NOT ${terms} @@ ${excludedQuery}::tsquery`
