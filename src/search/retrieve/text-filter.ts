import { setImmediate } from 'node:timers/promises'
import type { MessageId } from '../../core/domain/ids.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import { textWithReferencesSql } from '../../threads/messages/references.ts'
import { visibleChat } from '../../threads/scope.ts'
import { hasIndexedWords, matchesPhrases, normalizePhrase, type QueryOperators } from '../query/operators.ts'
import { addIrregularForms, configurationsOf, orderedTsvectorSql, type QueryLanguages, quoteLexeme, toTsquery } from '../query/terms.ts'
import { inSegmentsSql, recentRowsSql, type SearchBounds } from './bounds.ts'
import { matchingRowsSql } from './postings.ts'

/** What the texts of results must and must not contain. */
export interface TextFilter {
  readonly operators: QueryOperators
  /** Tsqueries for texts that may have the phrases. Undefined if the index cannot find them. */
  readonly required: PhraseQueries | undefined
  /** A tsquery for the texts with an excluded word. Undefined if there is none. */
  readonly excludedQuery: string | undefined
}

interface PhraseQueries {
  /** Matches every text with the words, in any order. */
  readonly anyOrder: string
  /** Matches texts with the words in this order. May miss long texts, because a tsvector holds few positions. */
  readonly inOrder: string
}

/** At most this many messages whose words match the phrases are read: first those with the words in order, then the newest. */
const maxPhraseMatches = 1_000
/** If the index cannot find a phrase, because it consists of stop words, this many of the newest messages are read. */
const maxPhraseScan = 2_000
/** More matches than this in the index are not sorted by age. */
const maxSortedMatches = 25_000
/** No text is read after this many bytes of texts. Bounds the time. */
const maxBytesRead = 4_000_000
/** A tsvector holds 256 positions of a word. A text of up to this many bytes has fewer words. */
const maxBytesInOrder = 512
/** After this many characters, other work runs before the next text is matched. */
const maxCharactersMatched = 200_000

/**
 * Turns the operators of a query into a filter. An excluded word is excluded in any form. Where the index has only parts of it, or may miss
 * it in a long text, it is also excluded as a phrase.
 */
export async function buildTextFilter(db: Db, languages: QueryLanguages, operators: QueryOperators): Promise<TextFilter> {
  const load = (texts: readonly string[]) => Promise.all(texts.map((text) => loadWordings(db, languages, text)))
  const [required, excluded] = await Promise.all([load(operators.phrases.filter(hasIndexedWords)), load(operators.excludedWords)])
  const exclusions = operators.excludedWords.map((word, n) => {
    const wordings = excluded[n] ?? []
    const isIndexed = hasIndexedWords(word) && wordings.every(({ words }) => words.length >= countWords(word))
    return {
      query: isIndexed ? joinQueries(wordings.map(toOrderedQuery), ' | ') : undefined,
      phrase: isIndexed && wordings.every(({ words }) => words.length === 1) ? undefined : normalizePhrase(word),
    }
  })
  const joinRequired = (toQuery: (wording: Wording) => string | undefined) =>
    joinQueries(
      required.map((wordings) => joinQueries(wordings.map(toQuery), ' | ')),
      ' & ',
    )
  const [anyOrder, inOrder] = [joinRequired(toUnorderedQuery), joinRequired(toOrderedQuery)]
  return {
    operators: { ...operators, excludedPhrases: [...operators.excludedPhrases, ...exclusions.flatMap(({ phrase }) => phrase ?? [])] },
    required: anyOrder && inOrder ? { anyOrder, inOrder } : undefined,
    excludedQuery: joinQueries(
      exclusions.map(({ query }) => query),
      ' | ',
    ),
  }
}

const countWords = (text: string): number => text.match(/[\p{L}\p{M}\p{N}'’]+/gu)?.length ?? 0

const joinQueries = (queries: readonly (string | undefined)[], operator: string): string | undefined => {
  const present = queries.filter((query) => query !== undefined)
  return present.length > 0 ? present.map((query) => `(${query})`).join(operator) : undefined
}

interface LexemePosition {
  readonly lexeme: string
  readonly position: number
}

/** The words of a text in their order, without stop words, as one configuration has them. */
interface Wording {
  readonly configuration: string
  readonly words: readonly LexemePosition[]
}

/** Returns the wordings of a text in each configuration of the texts searched. */
async function loadWordings(db: Db, languages: QueryLanguages, text: string): Promise<Wording[]> {
  const configurations = configurationsOf(languages)
  const rows = await db.$queryRaw<(LexemePosition & { configuration: string })[]>`
    SELECT configuration, t.lexeme, position FROM unnest(${configurations}::text[]) AS configuration
    CROSS JOIN unnest(${orderedTsvectorSql(Prisma.sql`${text}`, Prisma.sql`configuration`)}) AS t CROSS JOIN unnest(t.positions) AS position
    ORDER BY configuration, position, lexeme`
  return configurations.map((configuration) => ({ configuration, words: rows.filter((row) => row.configuration === configuration) }))
}

/** Returns a tsquery for words in their order, in any form. Undefined without words. */
function toOrderedQuery({ configuration, words }: Wording): string | undefined {
  const [first, ...others] = words
  if (!first) return undefined
  // An irregular form of a single word is another lexeme.
  if (others.length === 0) return toTsquery(configuration === 'english' ? addIrregularForms([first.lexeme]) : [first.lexeme])
  return words
    .map(({ lexeme, position }, n) => (n === 0 ? '' : `<${position - (words[n - 1]?.position ?? 0)}> `) + quoteLexeme(lexeme))
    .join(' ')
}

/** Returns a tsquery for all the words in any order. Undefined without words. */
const toUnorderedQuery = ({ words }: Wording): string | undefined =>
  words.length > 0 ? [...new Set(words.map(({ lexeme }) => quoteLexeme(lexeme)))].join(' & ') : undefined

/**
 * Returns the messages that contain every phrase. Undefined if there are no phrases. The index narrows them down to those with the words,
 * and their full texts decide.
 */
export async function findMessagesWithPhrases(
  db: Db,
  bounds: SearchBounds,
  { operators, required }: TextFilter,
): Promise<ReadonlySet<MessageId> | undefined> {
  if (operators.phrases.length === 0) return undefined
  const possible = required
    ? matchesInOrderFirstSql(bounds, required)
    : Prisma.sql`SELECT message_id AS id, 0 AS rank FROM (${recentRowsSql(bounds, maxPhraseScan)}) r`
  return findMatchingTexts(db, bounds, { possible, operators: { ...operators, excludedPhrases: [] } })
}

/** SQL for the messages that may have the phrases. Those whose words are in order have rank 0. */
function matchesInOrderFirstSql(bounds: SearchBounds, { anyOrder, inOrder }: PhraseQueries): Prisma.Sql {
  const matchesSql = (query: string, rank: number) => Prisma.sql`
    SELECT message_id, segment_id, ${rank}::int AS rank
    FROM (${matchingRowsSql(bounds, query, maxSortedMatches, Prisma.sql`i.message_id, i.segment_id`)}) found`
  return Prisma.sql`
    SELECT m.id, min(r.rank) AS rank FROM (${matchesSql(inOrder, 0)} UNION ALL ${matchesSql(anyOrder, 1)}) r JOIN messages m ON m.id = r.message_id
    WHERE ${inSegmentsSql(bounds, Prisma.sql`r.segment_id`)} AND (r.rank = 0 OR octet_length(m.text) > ${maxBytesInOrder})
    GROUP BY m.id ORDER BY rank, m.id DESC LIMIT ${maxPhraseMatches}`
}

/**
 * Returns those of the messages that contain no excluded phrase. Reads their full texts, the newest first. Drops those that are too many to
 * read, because they may contain one.
 */
export async function dropExcludedPhrases<Message extends { readonly id: MessageId }>(
  db: Db,
  bounds: SearchBounds,
  { messages, filter: { operators } }: { messages: readonly Message[]; filter: TextFilter },
): Promise<readonly Message[]> {
  if (operators.excludedPhrases.length === 0 || messages.length === 0) return messages
  const possible = Prisma.sql`SELECT id, 0 AS rank FROM unnest(${messages.map(({ id }) => id)}::int[]) AS id`
  const allowed = await findMatchingTexts(db, bounds, { possible, operators: { ...operators, phrases: [] } })
  return messages.filter(({ id }) => allowed.has(id))
}

/**
 * Returns the messages whose full texts match. Reads them by rank, the newest first, up to a limit. OFFSET 0 makes the planner look up one
 * message after the other.
 */
async function findMatchingTexts(
  db: Db,
  { scope }: SearchBounds,
  { possible, operators }: { possible: Prisma.Sql; operators: QueryOperators },
): Promise<ReadonlySet<MessageId>> {
  const rows = await db.$queryRaw<{ id: MessageId; text: string }[]>`
    SELECT id, text FROM (
      SELECT m.id, ${textWithReferencesSql} AS text, sum(octet_length(m.text)) OVER (ORDER BY p.rank, m.id DESC) - octet_length(m.text) AS "bytesBefore"
      FROM (${possible}) p CROSS JOIN LATERAL (SELECT * FROM messages m WHERE m.id = p.id OFFSET 0) m WHERE ${visibleChat(scope)} AND m.deleted_at IS NULL
    ) readable WHERE "bytesBefore" < ${maxBytesRead}`
  const found = new Set<MessageId>()
  let characters = 0
  for (const { id, text } of rows) {
    characters += text.length
    if (characters > maxCharactersMatched) {
      await setImmediate()
      characters = text.length
    }
    if (matchesPhrases(operators, text)) found.add(id)
  }
  return found
}

/** SQL condition for terms that contain no excluded word. */
export const withoutExcludedSql = ({ excludedQuery }: TextFilter, terms: Prisma.Sql): Prisma.Sql =>
  excludedQuery === undefined ? Prisma.sql`TRUE` : Prisma.sql`NOT ${terms} @@ ${excludedQuery}::tsquery`
