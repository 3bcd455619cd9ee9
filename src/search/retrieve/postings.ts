import type { MessageId, SegmentId } from '../../core/domain/ids.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import { visibleTo } from '../../threads/scope.ts'
import { quoteLexeme, rowLexemesSql, type SearchTerm, splitLexemes, toScopeTag, toTsquery } from '../query/terms.ts'
import type { LexemesByMessage } from '../query/thesaurus.ts'
import { type CorpusSize, type SearchBounds, searchableMessageSql } from './bounds.ts'
import { type PlanClause, planQuery } from './query-plan.ts'

/** A message that has any of the terms. */
export interface TermMatch {
  readonly id: MessageId
  readonly segmentId: SegmentId
  /** The number of distinct words. */
  readonly length: number
  /** By term: 1 where the message has it. */
  readonly termHits: readonly number[]
}

export interface Postings {
  /** By term: the number of messages that have it, on all days. An estimate for very common terms. */
  readonly frequencies: readonly number[]
  /** The matches on the days searched; some of them if there are very many. */
  readonly matches: readonly TermMatch[]
}

/** The number of comparisons of a message with a term, which bounds the time. */
const maxComparisons = 100_000

/** Up to this many messages, all terms are read in full. */
const maxMessagesReadInFull = (termCount: number) => Math.min(5_000, Math.floor(maxComparisons / termCount))
/** In a longer thread, the rarest terms that together are in this many messages are read in full. */
const maxRareMatches = 1_200
/** At most this many messages are read for that, because frequencies are estimates. */
const maxRowsRead = (termCount: number) => Math.min(2_000, Math.floor(maxComparisons / termCount))
/** Fewer if no term is rare, as it is then arbitrary which are read. */
const maxCommonMatches = 1_000
/** Common terms are searched for in this many of the newest messages, from which frequencies are estimated too. */
const maxRecentRows = (termCount: number, messageCount: number) =>
  Math.floor(Math.min(Math.max(1_000, Math.min(messageCount / 200, 2_500)), maxComparisons / termCount))

export interface PostingsQuery {
  readonly terms: readonly SearchTerm[]
  /** The number of messages that the scope sees. */
  readonly size: Pick<CorpusSize, 'messages' | 'isCounted'>
  /** Neither found nor counted. */
  readonly excluded: ReadonlySet<MessageId>
}

/**
 * Returns which messages have which terms. Reads rare terms, which matter most, in full. Reads common terms among the newest
 * messages, which also give their frequency, and where two of them occur together. Otherwise the time would grow with the thread.
 */
export async function loadPostings(db: Db, bounds: SearchBounds, postingsQuery: PostingsQuery): Promise<Postings> {
  const { terms } = postingsQuery
  const { messages, isCounted } = postingsQuery.size
  if (terms.length === 0) return { frequencies: [], matches: [] }
  const tsqueries = terms.map(toTsquery)
  if (isCounted && messages <= maxMessagesReadInFull(terms.length)) {
    const complete = await readTermHits(db, postingsQuery, matchingRowsSql(bounds, tsqueries.join(' | '), messages))
    return { frequencies: countFrequencies(complete, terms), matches: filterBySegments(complete.matches, bounds) }
  }
  const newest = await readTermHits(db, postingsQuery, recentRowsSql(bounds, maxRecentRows(terms.length, messages)))
  const estimates = countFrequencies(newest, terms).map((frequency) => Math.round((messages * frequency) / Math.max(newest.rowsRead, 1)))
  const clauses = planQuery(tsqueries, { estimates, limit: maxRareMatches })
  const limit = clauses.some(({ inFull }) => inFull !== undefined) ? maxRowsRead(terms.length) : maxCommonMatches
  const clauseRows = await readClauses(db, bounds, postingsQuery, { clauses, limit })
  // In a shared place, messages beyond the counted ones are unknown, so counts cannot be compared with the size.
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
  return { frequencies: await Promise.all(frequencies), matches: filterBySegments([...merged.values()], bounds) }
}

interface ClauseRows extends TermRows {
  /** The terms for which all messages were read. */
  readonly inFull: ReadonlySet<number>
}

/**
 * Reads the messages that match any clause, up to `limit`. A word can be rare among the newest messages and common long ago. At the
 * limit, each clause gets an equal share, so that no term crowds out the others.
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

/** A term in more messages is counted as in this many: its weight would hardly differ. */
const maxCountedMatches = 5_000

async function countMatches(db: Db, bounds: SearchBounds, { query }: PlanClause): Promise<number> {
  const rows = matchingRowsSql(bounds, query, maxCountedMatches, Prisma.sql`i.message_id`)
  const [row] = await db.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count FROM (${rows}) found`
  return row?.count ?? 0
}

interface TermRows {
  /** The number of rows read. */
  readonly rowsRead: number
  /** The rows that have any of the terms. */
  readonly matches: readonly TermMatch[]
}

function countFrequencies({ matches }: TermRows, terms: readonly SearchTerm[]): number[] {
  const frequencies = terms.map(() => 0)
  for (const { termHits } of matches) for (const [n, has] of termHits.entries()) frequencies[n] = (frequencies[n] ?? 0) + has
  return frequencies
}

function filterBySegments(matches: readonly TermMatch[], { segments }: SearchBounds): readonly TermMatch[] {
  const allowed = segments && new Set(segments)
  return allowed ? matches.filter(({ segmentId }) => allowed.has(segmentId)) : matches
}

/** Reads which rows have which terms. One text is ten times as fast as that many numbers in rows. */
async function readTermHits(db: Db, { terms, excluded }: PostingsQuery, rows: Prisma.Sql): Promise<TermRows> {
  const termFlagsSql = terms.map((term, n) => Prisma.sql`CASE WHEN terms @@ ${toTsquery(term)}::tsquery THEN ${`,${n}`} END`)
  const [found] = await db.$queryRaw<{ read: number; list: string | null }[]>`
    SELECT count(*)::int AS read,
      string_agg('[' || message_id || ',' || segment_id || ',' || length(terms) || nullif(concat(${Prisma.join(termFlagsSql)}), '') || ']', ',')
        FILTER (WHERE message_id <> ALL(${[...excluded]}::int[])) AS list
    FROM (${rows}) r`
  const tuples: [MessageId, SegmentId, number, ...number[]][] = JSON.parse(`[${found?.list ?? ''}]`)
  return {
    rowsRead: found?.read ?? 0,
    matches: tuples.map(([id, segmentId, length, ...termIndexes]) => {
      const termHits = new Array<number>(terms.length).fill(0)
      for (const n of termIndexes) termHits[n] = 1
      return { id, segmentId, length, termHits }
    }),
  }
}

/**
 * SQL for up to `limit` messages that match a tsquery. Relies on message_index_terms_idx, which has the scope tags beside the
 * lexemes: rows outside the scope are not read, so they cannot affect the frequency of a term. The innermost WHERE has the tsquery
 * alone, or the planner would read the whole thread by its id. LIMIT is outside, or it would read the table from its start. A
 * query in WITH runs only as far as its rows are requested.
 */
export function matchingRowsSql(
  { scope, upTo }: SearchBounds,
  query: string,
  limit: number,
  columns = Prisma.sql`i.message_id, i.segment_id, i.terms`,
): Prisma.Sql {
  return Prisma.sql`
    WITH matching AS MATERIALIZED (
      SELECT ${columns}, (${visibleTo(scope, 'i')} AND i.change_seq <= ${upTo}) AS seen
      FROM message_index i WHERE i.terms @@ ${`${quoteLexeme(toScopeTag(scope))} & (${query})`}::tsquery
    )
    SELECT * FROM matching WHERE seen LIMIT ${limit}`
}

/** SQL for up to `limit` messages of each clause. */
function matchingRowsPerClauseSql(bounds: SearchBounds, clauses: readonly PlanClause[], limit: number): Prisma.Sql {
  const perClause = clauses.map(({ query }) => Prisma.sql`(${matchingRowsSql(bounds, query, limit)})`)
  return Prisma.sql`SELECT DISTINCT ON (message_id) * FROM (${Prisma.join(perClause, ' UNION ALL ')}) each_of_them`
}

/** SQL for the newest messages in the bounds, with their lexemes. */
export function recentRowsSql({ scope, upTo, segments }: SearchBounds, limit: number): Prisma.Sql {
  // Relies on message_index_thread_id_change_seq_idx, or in shared places on message_index_shared_idx.
  if (!segments)
    return Prisma.sql`
      SELECT i.message_id, i.segment_id, i.terms FROM message_index i WHERE ${visibleTo(scope, 'i')} AND i.change_seq <= ${upTo}
      ORDER BY i.change_seq DESC LIMIT ${limit}`
  // The lateral query runs for one day after the other, newest first, until the outer limit is reached. Sorting would read all of
  // them. Relies on messages_segment_id_sent_at_platform_order_id_idx and the primary key.
  return Prisma.sql`
    SELECT i.message_id, i.segment_id, i.terms FROM (
      SELECT found.id FROM unnest(${[...segments]}::int[]) AS day(id)
      CROSS JOIN LATERAL (
        SELECT m.id FROM messages m WHERE m.segment_id = day.id AND ${searchableMessageSql({ scope, upTo, segments })}
        ORDER BY m.sent_at DESC, m.platform_order DESC, m.id DESC LIMIT ${limit}
      ) found LIMIT ${limit}
    ) newest JOIN message_index i ON i.message_id = newest.id`
}

/** Loads the lexemes of the newest messages. Reads one text, because drivers are slow with many rows. */
export async function loadNewestLexemes(
  db: Db,
  bounds: SearchBounds,
  { limit, excluded }: { limit: number; excluded: ReadonlySet<MessageId> },
): Promise<LexemesByMessage> {
  const [row] = await db.$queryRaw<{ list: string | null }[]>`
    SELECT string_agg(message_id || ' ' || ${rowLexemesSql}, E'\n') AS list FROM (${recentRowsSql(bounds, limit)}) recent
    WHERE message_id <> ALL(${[...excluded]}::int[])`
  const lines = row?.list?.split('\n') ?? []
  return new Map(
    lines.map((line) => {
      const end = line.indexOf(' ')
      return [Number(line.slice(0, end)) as MessageId, splitLexemes(line.slice(end + 1))]
    }),
  )
}
