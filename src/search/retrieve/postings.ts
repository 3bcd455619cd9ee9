import type { MessageId, SegmentId } from '../../core/domain/ids.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import { type Scope, visibleInPlace } from '../../threads/scope.ts'
import { quoteLexeme, type SearchTerm, toScopeTag, toTsquery } from '../query/terms.ts'
import {
  ageSql,
  type CorpusSize,
  findTermHits,
  hasUnreadLexemes,
  maxNewestMessages,
  type NewestReader,
  type SearchBounds,
} from './bounds.ts'
import { type PlanClause, planQuery } from './query-plan.ts'

/** A message that contains any of the terms. */
export interface TermMatch {
  readonly id: MessageId
  readonly segmentId: SegmentId
  /** The number of distinct words. */
  readonly length: number
  /** For each term, 1 if the message contains it. */
  readonly termHits: readonly number[]
}

export interface Postings {
  /** For each term, the number of messages that contain it, on all days. An estimate for very common terms. */
  readonly frequencies: readonly number[]
  /** The matches on the days searched, or only some of them if there are very many. */
  readonly matches: readonly TermMatch[]
}

/** The maximum number of comparisons between a message and a term. Bounds the time. */
const maxComparisons = 100_000

/** If there are at most this many messages, all terms are read in full. */
const maxMessagesReadInFull = (termCount: number) => Math.min(5_000, Math.floor(maxComparisons / termCount))
/** In a longer thread, the rarest terms are read in full, as long as at most this many messages contain them in total. */
const maxRareMatches = 1_200
/** At most this many messages are read for the rare terms, because frequencies are estimates. */
const maxRowsRead = (termCount: number) => Math.min(2_000, Math.floor(maxComparisons / termCount))
/** The limit if no term is rare. It is lower, because which messages are read is then arbitrary. */
const maxCommonMatches = 1_000

export interface PostingsQuery {
  readonly terms: readonly SearchTerm[]
  /** The number of messages that the scope may see. */
  readonly size: Pick<CorpusSize, 'messages' | 'isCounted'>
  readonly newest: NewestReader
  /** Messages that are neither found nor counted. */
  readonly excluded: ReadonlySet<MessageId>
  /** Messages that are matches in any case, with the terms they contain. */
  readonly required?: ReadonlySet<MessageId> | undefined
  /** A tsquery for messages that are counted, but are no matches. */
  readonly excludedQuery?: string | undefined
}

/** Returns which messages contain which terms. */
export async function loadPostings(db: Db, bounds: SearchBounds, query: PostingsQuery): Promise<Postings> {
  const [postings, { matches }] = await Promise.all([loadMatches(db, bounds, query), readRequired(db, bounds, query)])
  return { ...postings, matches: [...new Map([...postings.matches, ...matches].map((match) => [match.id, match])).values()] }
}

async function readRequired(db: Db, { scope }: SearchBounds, query: PostingsQuery): Promise<TermRows> {
  if (!query.required || query.required.size === 0 || query.terms.length === 0) return { rowsRead: 0, matches: [] }
  return readTermHits(db, query, rowsByIdSql(scope, [...query.required]))
}

/** SQL for those of some messages that the scope may see. */
const rowsByIdSql = (scope: Scope, ids: readonly MessageId[]) => Prisma.sql`
  SELECT i.message_id, i.segment_id, i.terms FROM message_index i WHERE i.message_id = ANY(${[...ids]}::int[]) AND ${visibleInPlace(scope, 'i')}`

/**
 * Looks for the terms among the newest messages, which are all of a short thread. In one of a few thousand messages, reads all terms in
 * full. In a longer one, reads rare terms in full, which matter most, and common terms only where two of them occur together. Their frequency
 * is estimated from the newest messages. Otherwise, the time would grow with the thread.
 */
async function loadMatches(db: Db, bounds: SearchBounds, postingsQuery: PostingsQuery): Promise<Postings> {
  const { terms } = postingsQuery
  const { messages, isCounted } = postingsQuery.size
  if (terms.length === 0) return { frequencies: [], matches: [] }
  const tsqueries = terms.map(toTsquery)
  if (isCounted && messages <= maxNewestMessages) {
    const complete = await readNewest(db, { ...bounds, segments: undefined }, postingsQuery)
    return { frequencies: countFrequencies(complete, terms), matches: selectMatches(complete.matches, bounds) }
  }
  if (isCounted && messages <= maxMessagesReadInFull(terms.length)) {
    const complete = await readTermHits(db, postingsQuery, matchingRowsSql(bounds, tsqueries.join(' | '), messages))
    return { frequencies: countFrequencies(complete, terms), matches: selectMatches(complete.matches, bounds) }
  }
  const newest = await readNewest(db, bounds, postingsQuery)
  const estimates = countFrequencies(newest, terms).map((frequency) => Math.round((messages * frequency) / Math.max(newest.rowsRead, 1)))
  const clauses = planQuery(tsqueries, { estimates, limit: maxRareMatches })
  const limit = clauses.some(({ inFull }) => inFull !== undefined) ? maxRowsRead(terms.length) : maxCommonMatches
  const clauseRows = await readClauses(db, bounds, postingsQuery, { clauses, limit })
  // In a shared place, the number of messages beyond the counted ones is unknown, so counts cannot be compared with the size.
  const isComparable = isCounted || bounds.scope.audience === 'private'
  const counted = countFrequencies(clauseRows, terms)
  const frequencies = terms.map(async (_, n) => {
    const [count = 0, estimate = 0] = [counted[n], estimates[n]]
    if (!isComparable) return estimate
    if (clauseRows.inFull.has(n)) return count
    const clause = clauses.find(({ inFull }) => inFull === n)
    return Math.max(clause ? await countMatches(db, bounds, clause) : count, estimate)
  })
  const merged = new Map([...newest.matches, ...clauseRows.matches].map((match) => [match.id, match]))
  return { frequencies: await Promise.all(frequencies), matches: selectMatches([...merged.values()], bounds) }
}

/** Looks for the terms among the newest messages. Only long messages, whose words are not listed, and excluded words are looked up. */
async function readNewest(db: Db, bounds: SearchBounds, query: PostingsQuery): Promise<TermRows> {
  const newest = await query.newest.loadMessages(bounds)
  const hits = findTermHits(newest, query.terms)
  const unread = newest.filter(hasUnreadLexemes).map(({ id }) => id)
  const [long, excluded] = await Promise.all([
    unread.length > 0 ? readTermHits(db, query, rowsByIdSql(bounds.scope, unread)) : undefined,
    findExcluded(db, bounds, { ids: Array.from(hits.keys(), ({ id }) => id), excludedQuery: query.excludedQuery }),
  ])
  const matches = Array.from(hits, ([{ id, segmentId, length }, termHits]) => ({
    ...{ id, segmentId, length, termHits },
    isExcluded: excluded.has(id),
  }))
  return { rowsRead: newest.length, matches: [...matches, ...(long?.matches ?? [])] }
}

const noMessages: ReadonlySet<MessageId> = new Set()

/** Returns those messages that match the excluded query. */
async function findExcluded(
  db: Db,
  { scope }: SearchBounds,
  { ids, excludedQuery }: Pick<PostingsQuery, 'excludedQuery'> & { readonly ids: readonly MessageId[] },
): Promise<ReadonlySet<MessageId>> {
  if (excludedQuery === undefined || ids.length === 0) return noMessages
  const rows = await db.$queryRaw<{ id: MessageId }[]>`
    SELECT r.message_id AS id FROM (${rowsByIdSql(scope, ids)}) r WHERE r.terms @@ ${excludedQuery}::tsquery`
  return new Set(rows.map(({ id }) => id))
}

interface ClauseRows extends TermRows {
  /** The terms whose messages were all read. */
  readonly inFull: ReadonlySet<number>
}

/**
 * Reads up to `limit` messages that match any clause. A word can be rare among the newest messages and common in older ones. If the limit
 * is reached, each clause gets an equal share, so that no term crowds out the others.
 */
async function readClauses(
  db: Db,
  bounds: SearchBounds,
  postingsQuery: PostingsQuery,
  { clauses, limit }: { clauses: readonly PlanClause[]; limit: number },
): Promise<ClauseRows> {
  if (clauses.length === 0) return { rowsRead: 0, matches: [], inFull: new Set() }
  const termIndexes = clauses.flatMap(({ inFull }) => inFull ?? [])
  const combined = await readTermHits(db, postingsQuery, matchingRowsSql(bounds, clauses.map(({ query }) => query).join(' | '), limit))
  if (combined.rowsRead < limit) return { ...combined, inFull: new Set(termIndexes) }
  const share = Math.ceil(limit / clauses.length)
  const rows = clauses.length === 1 ? combined : await readTermHits(db, postingsQuery, matchingRowsPerClauseSql(bounds, clauses, share))
  const frequencies = countFrequencies(rows, postingsQuery.terms)
  return { ...rows, inFull: new Set(termIndexes.filter((n) => (frequencies[n] ?? 0) + postingsQuery.excluded.size < share)) }
}

/** Counting stops at this many messages, because more would hardly change the weight of a term. */
const maxCountedMatches = 5_000

async function countMatches(db: Db, bounds: SearchBounds, { query }: PlanClause): Promise<number> {
  const rows = matchingRowsSql(bounds, query, maxCountedMatches, Prisma.sql`i.message_id`)
  const [row] = await db.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count FROM (${rows}) found`
  return row?.count ?? 0
}

interface TermRows {
  /** The number of rows read. */
  readonly rowsRead: number
  /** The rows that contain any of the terms. */
  readonly matches: readonly RowMatch[]
}

interface RowMatch extends TermMatch {
  /** Whether the row matches the excluded query. */
  readonly isExcluded: boolean
}

function countFrequencies({ matches }: TermRows, terms: readonly SearchTerm[]): number[] {
  const frequencies = terms.map(() => 0)
  for (const { termHits } of matches) for (const [n, has] of termHits.entries()) frequencies[n] = (frequencies[n] ?? 0) + has
  return frequencies
}

/** Returns the matches on the days searched that are not excluded. */
function selectMatches(matches: readonly RowMatch[], { segments }: SearchBounds): readonly TermMatch[] {
  const allowed = segments && new Set(segments)
  return matches.filter(({ segmentId, isExcluded }) => !isExcluded && (allowed?.has(segmentId) ?? true))
}

/** The index that stands for the excluded query among the indexes of terms. */
const excludedIndex = -1

/** Reads which rows contain which terms. Reading a single string is ten times as fast as reading that many numbers in rows. */
async function readTermHits(db: Db, { terms, excluded, excludedQuery }: PostingsQuery, rows: Prisma.Sql): Promise<TermRows> {
  const toFlagSql = (tsquery: string, n: number) => Prisma.sql`CASE WHEN terms @@ ${tsquery}::tsquery THEN ${`,${n}`} END`
  const termFlagsSql = terms.map((term, n) => toFlagSql(toTsquery(term), n))
  const exclusionSql = excludedQuery === undefined ? Prisma.empty : Prisma.sql` || coalesce(${toFlagSql(excludedQuery, excludedIndex)}, '')`
  const [found] = await db.$queryRaw<{ read: number; list: string | null }[]>`
    SELECT count(*)::int AS read,
      string_agg('[' || message_id || ',' || segment_id || ',' || length(terms) || nullif(concat(${Prisma.join(termFlagsSql)}), '')${exclusionSql} || ']', ',')
        FILTER (WHERE message_id <> ALL(${[...excluded]}::int[])) AS list
    FROM (${rows}) r`
  const tuples: [MessageId, SegmentId, number, ...number[]][] = JSON.parse(`[${found?.list ?? ''}]`)
  return {
    rowsRead: found?.read ?? 0,
    matches: tuples.map(([id, segmentId, length, ...termIndexes]) => {
      const termHits = new Array<number>(terms.length).fill(0)
      for (const n of termIndexes) if (n !== excludedIndex) termHits[n] = 1
      return { id, segmentId, length, termHits, isExcluded: termIndexes.at(-1) === excludedIndex }
    }),
  }
}

/**
 * SQL for up to `limit` messages that match a tsquery. Relies on message_index_terms_idx, which contains the scope tags as well as the
 * lexemes: rows outside the scope are not read, so they cannot affect the frequency of a term. The innermost WHERE contains only the
 * tsquery. Otherwise, the planner would read the whole thread by its id. LIMIT is outside, because otherwise the planner would read the
 * table from its start. A query in WITH runs only for as long as its rows are requested.
 */
export function matchingRowsSql(
  { scope, upTo }: SearchBounds,
  query: string,
  limit: number,
  columns = Prisma.sql`i.message_id, i.segment_id, i.terms`,
): Prisma.Sql {
  return Prisma.sql`
    WITH matching AS MATERIALIZED (
      SELECT ${columns}, (${visibleInPlace(scope, 'i')} AND ${ageSql(scope, 'i')} <= ${upTo}) AS seen
      FROM message_index i WHERE i.terms @@ ${`${quoteLexeme(toScopeTag(scope))} & (${query})`}::tsquery
    )
    SELECT * FROM matching WHERE seen LIMIT ${limit}`
}

/** SQL for the messages that match the clauses, up to `limit` per clause. */
function matchingRowsPerClauseSql(bounds: SearchBounds, clauses: readonly PlanClause[], limit: number): Prisma.Sql {
  const perClause = clauses.map(({ query }) => Prisma.sql`(${matchingRowsSql(bounds, query, limit)})`)
  return Prisma.sql`SELECT DISTINCT ON (message_id) * FROM (${Prisma.join(perClause, ' UNION ALL ')}) each_of_them`
}
