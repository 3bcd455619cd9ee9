import type { DayRange } from '../../core/dates/calendar.ts'
import type { MessageId, SegmentId } from '../../core/domain/ids.ts'
import type { LanguageCode } from '../../core/domain/languages.ts'
import { Prisma } from '../../store/generated/client.ts'
import { type Db, planOnce } from '../../store/store.ts'
import { newestFirst } from '../../threads/messages/message-columns.ts'
import { membersSql } from '../../threads/places.ts'
import { type PlaceAccess, type Scope, visibleChat, visibleInPlace } from '../../threads/scope.ts'
import { rowLexemesSql, type SearchTerm, splitLexemes } from '../query/terms.ts'
import type { LexemesByMessage } from '../query/thesaurus.ts'

/** The limits of a search: the scope, the last row that the first page saw, and the days. */
export interface SearchBounds {
  readonly scope: Scope
  /** In terms of `ageSql`. */
  readonly upTo: number
  /** Undefined means all days. */
  readonly segments: readonly SegmentId[] | undefined
  /** The time of the first page. Set on later pages, so that messages summarized since do not count as summarized. */
  readonly firstPageAt?: Date
}

export interface CorpusSize {
  readonly messages: number
  readonly averageLength: number
  readonly upTo: number
  /** Whether `messages` is an exact count. */
  readonly isCounted: boolean
}

/**
 * SQL for the number that tells newer rows of a scope from older ones: that of the change or, in a shared place, the id of the message,
 * because the changes of several threads are numbered independently. `table` is the alias of message_index or messages.
 */
export function ageSql({ audience }: Scope, table: 'i' | 'm'): Prisma.Sql {
  const id = table === 'i' ? 'i.message_id' : 'm.id'
  return Prisma.raw(audience === 'private' ? `${table}.change_seq` : id)
}

/** Not less than any age. */
export const maxAge = 2_147_483_647

/** SQL for the newest indexed messages, alias i, that the scope may see and that existed on the first page. */
const newestInIndexSql = (bounds: ConversationBounds): Prisma.Sql =>
  Prisma.sql`${inIndexSql(bounds)} ORDER BY ${ageSql(bounds.scope, 'i')} DESC`

const inIndexSql = ({ scope, upTo }: ConversationBounds): Prisma.Sql =>
  Prisma.sql`${visibleInPlace(scope, 'i', 'index')} AND ${ageSql(scope, 'i')} <= ${upTo}`

type ConversationBounds = Pick<SearchBounds, 'scope' | 'upTo'>

/** Makes a statement of a template, and decides how it is planned. */
type StatementTemplate = (template: TemplateStringsArray, ...values: unknown[]) => Prisma.Sql

/**
 * Returns the template for a statement that reads the newest rows of a scope. It is planned once for all threads, but for each place and each
 * list of days: the planner would otherwise expect them to be equally long.
 */
export const newestTemplate = ({ scope, segments }: Pick<SearchBounds, 'scope'> & Partial<SearchBounds>): StatementTemplate =>
  scope.audience === 'private' && !segments ? planOnce : Prisma.sql

/** The maximum number of rows counted. Beyond it, an exact count is not worth its time. */
const maxCountedMessages = 5_000

/** A row of `corpusSql`. */
export interface CorpusRow {
  /** The newest messages: see `parseNewest`. */
  readonly list: string | null
  readonly upTo: number
  readonly counted: number
  /** The age of the first message counted. */
  readonly first: number
}

/**
 * SQL for two subqueries, each with one row, with the newest messages and the size of the whole conversation, even if the search is limited
 * to some days. Both rely on message_index_thread_id_change_seq_idx, or in shared places on message_index_audience_idx.
 */
export function corpusSql(scope: Scope, upTo = maxAge): Prisma.Sql {
  const age = ageSql(scope, 'i')
  const bounds = { scope, upTo, segments: undefined }
  return Prisma.sql`
    (SELECT ${newestListSql} AS list, coalesce(max(age), 0)::int AS "upTo" FROM (${recentRowsSql(bounds, maxNewestMessages)}) recent) newest,
    (SELECT count(*)::int AS counted, coalesce(min(age), 0)::int AS first FROM
      (SELECT ${age} AS age FROM message_index i WHERE ${isExtrapolated(scope) ? newestInIndexSql(bounds) : inIndexSql(bounds)} LIMIT ${maxCountedMessages}) seen) counted`
}

/** Only this many of the newest messages are used for the average length. */
const messagesAveraged = 500

/**
 * Beyond the counted messages, the size is extrapolated from the share of changes that are messages. This is not done in a shared place, where
 * the number of changes would reveal the existence of other messages.
 */
const isExtrapolated = ({ audience }: Scope): boolean => audience === 'private'

/** Returns the size of a conversation. */
export function toCorpusSize({ upTo, counted, first }: CorpusRow, newest: readonly NewestMessage[], scope: Scope): CorpusSize {
  const isCounted = counted < maxCountedMessages
  const messages = !isCounted && isExtrapolated(scope) ? Math.round((counted * upTo) / (upTo - first + 1)) : counted
  const averaged = newest.slice(0, messagesAveraged)
  const averageLength = averaged.length > 0 ? averaged.reduce((sum, { length }) => sum + length, 0) / averaged.length : 1
  return { upTo, isCounted, messages, averageLength }
}

/** The maximum number of days, and in a shared place of days of its members. */
const maxSegments = { own: 5_000, place: 20_000 }

/**
 * SQL for the segments of the days in any of the ranges, newest first. In a shared place, those of all members who said something there on
 * that day. Relies on day_segments_thread_id_day_label_key and, in a shared place, for each segment on messages_shared_segment_idx. LATERAL
 * keeps the planner from reading all messages of the place instead.
 */
function segmentsInRangesSql(scope: Scope, ranges: readonly DayRange[]): Prisma.Sql {
  const inRanges = Prisma.join(
    ranges.map(({ from, to }) => Prisma.sql`s.day_label BETWEEN ${from} AND ${to}`),
    ' OR ',
  )
  if (scope.audience === 'private')
    return Prisma.sql`
      SELECT s.id FROM day_segments s WHERE s.thread_id = ${scope.threadId} AND (${inRanges}) ORDER BY s.day_label DESC LIMIT ${maxSegments.own}`
  return Prisma.sql`
    WITH RECURSIVE ${membersSql(scope.audience)}
    SELECT s.id FROM members JOIN day_segments s ON s.thread_id = members.thread_id
    CROSS JOIN LATERAL (SELECT 1 FROM messages m WHERE m.segment_id = s.id AND m.audience <> 'private' AND ${visibleChat(scope)} LIMIT 1) said
    WHERE ${inRanges} ORDER BY s.day_label DESC, s.id DESC LIMIT ${maxSegments.place}`
}

/** Returns the segments of the days in any of the ranges, newest first. */
export async function findSegmentsInRanges(db: Db, scope: Scope, ranges: readonly DayRange[]): Promise<SegmentId[]> {
  if (ranges.length === 0) return []
  const rows = await db.$queryRaw<{ id: SegmentId }[]>(segmentsInRangesSql(scope, ranges))
  return rows.map(({ id }) => id)
}

export function inSegmentsSql({ segments }: SearchBounds, column: Prisma.Sql): Prisma.Sql {
  return segments ? Prisma.sql`${column} = ANY(${[...segments]}::int[])` : Prisma.sql`TRUE`
}

/**
 * SQL for the newest messages of some days, up to `limit`, as `id`. The lateral query runs for one day at a time, in the given order, until
 * there are enough messages. Sorting would read all days. Relies on messages_segment_id_sent_at_platform_order_id_idx alone, which contains
 * the columns that decide visibility. OFFSET 0 makes their conditions apply afterwards. Otherwise, the planner could read the whole thread
 * or place for each day.
 */
export const newestOfDaysSql = (bounds: SearchBounds, segments: readonly SegmentId[], limit: number): Prisma.Sql => Prisma.sql`
  SELECT found.id FROM unnest(${[...segments]}::int[]) AS day(id) CROSS JOIN LATERAL (
    SELECT m.id FROM (SELECT * FROM messages m WHERE m.segment_id = day.id ORDER BY ${newestFirst} OFFSET 0) m
    WHERE ${searchableMessageSql(bounds)} LIMIT ${limit}
  ) found LIMIT ${limit}`

/** Returns the newest messages of some days, whatever words they contain. */
export async function findMessagesInSegments(
  db: Db,
  bounds: SearchBounds,
  segments: readonly SegmentId[],
  limit: number,
): Promise<MessageId[]> {
  const allowed = bounds.segments && new Set(bounds.segments)
  const segmentIds = segments.filter((id) => !allowed || allowed.has(id))
  if (segmentIds.length === 0) return []
  const rows = await db.$queryRaw<{ id: MessageId }[]>(newestOfDaysSql(bounds, segmentIds, limit))
  return rows.map(({ id }) => id)
}

/** SQL for the messages of users and the bot, alias m, that the search may see. */
export function searchableMessageSql({ scope, upTo }: SearchBounds, access?: PlaceAccess): Prisma.Sql {
  return Prisma.sql`${visibleChat(scope, access)} AND m.deleted_at IS NULL AND ${ageSql(scope, 'm')} <= ${upTo}`
}

/** This many of the newest messages are read with their words. The searches of a reply that are not limited to days share them. */
export const maxNewestMessages = 1_000

/** One of the newest messages, as the index has it. */
export interface NewestMessage {
  readonly id: MessageId
  readonly segmentId: SegmentId
  /** The number of distinct words. */
  readonly length: number
  /** Empty for a long text. */
  readonly lexemes: readonly string[]
}

/** Reads the newest messages within bounds that are not excluded, for all searches of a reply. Caches what it has read. */
export interface NewestReader {
  readonly loadMessages: (bounds: SearchBounds) => Promise<readonly NewestMessage[]>
  /** Returns the words of more of the newest messages, one per line. With a language, those of texts in it only. */
  readonly loadWords: (bounds: SearchBounds, language?: LanguageCode) => Promise<string>
}

/**
 * Creates a reader for searches that share a scope and `upTo`. Results are cached per `segments` array, by reference. Pass `newest` if the
 * newest messages of all days are already loaded.
 */
export function createNewestReader(db: Db, excluded: ReadonlySet<MessageId>, newest?: readonly NewestMessage[]): NewestReader {
  const messages = new Map<SearchBounds['segments'], Promise<readonly NewestMessage[]>>()
  if (newest) messages.set(undefined, Promise.resolve(newest))
  const words = new Map<SearchBounds['segments'], Map<LanguageCode | undefined, Promise<string>>>()
  return {
    loadMessages: (bounds) => findOrAdd(messages, bounds.segments, () => loadNewestMessages(db, bounds, { excluded })),
    loadWords(bounds, language) {
      const ofDays = findOrAdd(words, bounds.segments, () => new Map<LanguageCode | undefined, Promise<string>>())
      return findOrAdd(ofDays, language, () => loadNewestWords(db, bounds, { excluded, language }))
    },
  }
}

function findOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const value = map.get(key) ?? create()
  map.set(key, value)
  return value
}

interface NewestOptions {
  readonly limit?: number
  readonly excluded: ReadonlySet<MessageId>
}

/** Loads the newest messages. */
export async function loadNewestMessages(
  db: Db,
  bounds: SearchBounds,
  { limit = maxNewestMessages, excluded }: NewestOptions,
): Promise<readonly NewestMessage[]> {
  const [row] = await db.$queryRaw<{ list: string | null }[]>(newestTemplate(bounds)`
    SELECT ${newestListSql} AS list FROM (${recentRowsSql(bounds, limit)}) recent WHERE message_id <> ALL(${[...excluded]}::int[])`)
  return parseNewest(row?.list ?? null)
}

/** SQL for messages and their words as a single string, because drivers are slow with many rows. */
const newestListSql = Prisma.sql`string_agg(message_id || ' ' || segment_id || ' ' || length(terms) || ' ' || ${rowLexemesSql}, E'\n')`

/** The words are taken from this many of the newest messages. */
const maxMessagesOfWords = 4_000

/** Returns the words, one per line. Reading a single string is five times as fast as one row per word. */
async function loadNewestWords(
  db: Db,
  bounds: SearchBounds,
  { excluded, language }: { readonly excluded: ReadonlySet<MessageId>; readonly language: LanguageCode | undefined },
): Promise<string> {
  const isInLanguage = language === undefined ? Prisma.sql`TRUE` : Prisma.sql`recent.language = ${language}`
  const [row] = await db.$queryRaw<{ words: string | null }[]>(newestTemplate(bounds)`
    SELECT string_agg(array_to_string(tsvector_to_array(recent.terms), E'\n'), E'\n') AS words FROM (${recentRowsSql(bounds, maxMessagesOfWords)}) recent
    WHERE recent.message_id <> ALL(${[...excluded]}::int[]) AND ${isInLanguage}`)
  return row?.words ?? ''
}

/** Parses what `newestListSql` returns, newest first. */
export function parseNewest(list: string | null): NewestMessage[] {
  const lines = list?.split('\n') ?? []
  return lines.map((line) => {
    const [id, segmentId, length] = line.split(' ', 3)
    const lexemes = line.slice(`${id} ${segmentId} ${length} `.length)
    return {
      id: Number(id) as MessageId,
      segmentId: Number(segmentId) as SegmentId,
      length: Number(length),
      lexemes: splitLexemes(lexemes),
    }
  })
}

/** Whether the lexemes of a message were not read, because it has too many. */
export const hasUnreadLexemes = ({ length, lexemes }: NewestMessage): boolean => lexemes.length < length

export const toLexemesByMessage = (messages: readonly NewestMessage[]): LexemesByMessage =>
  new Map(messages.map(({ id, lexemes }) => [id, lexemes]))

/** Returns for each message that contains any of the terms, and for each term, 1 if it contains it. */
export function findTermHits(messages: readonly NewestMessage[], terms: readonly SearchTerm[]): Map<NewestMessage, number[]> {
  const termsByLexeme = new Map<string, number[]>()
  for (const [n, term] of terms.entries())
    for (const lexeme of new Set(term)) termsByLexeme.set(lexeme, [...(termsByLexeme.get(lexeme) ?? []), n])
  const hits = new Map<NewestMessage, number[]>()
  for (const message of messages)
    for (const lexeme of message.lexemes) {
      const found = termsByLexeme.get(lexeme)
      if (!found) continue
      const termHits = hits.get(message) ?? new Array<number>(terms.length).fill(0)
      hits.set(message, termHits)
      for (const n of found) termHits[n] = 1
    }
  return hits
}

/** SQL for the newest messages within the bounds, with their lexemes and languages and, if they are not limited to days, their ages. */
export function recentRowsSql({ scope, upTo, segments }: SearchBounds, limit: number): Prisma.Sql {
  // Relies on message_index_thread_id_change_seq_idx, or in shared places on message_index_audience_idx.
  if (!segments)
    return Prisma.sql`
      SELECT i.message_id, i.segment_id, i.terms, i.language, ${ageSql(scope, 'i')} AS age
      FROM message_index i WHERE ${newestInIndexSql({ scope, upTo })} LIMIT ${limit}`
  return Prisma.sql`
    SELECT i.message_id, i.segment_id, i.terms, i.language
    FROM (${newestOfDaysSql({ scope, upTo, segments }, segments, limit)}) newest JOIN message_index i ON i.message_id = newest.id`
}
