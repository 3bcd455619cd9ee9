import type { MessageId, SegmentId } from '../core/ids.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db } from '../store/store.ts'
import { visibleTo } from '../threads/scope.ts'
import { type Reach, type Size, spoken } from './candidates.ts'
import { matching, type Part } from './rarest-first.ts'
import { markOf } from './terms.ts'
import { anyOf, quoted, type Term } from './word-forms.ts'

/** A message that has any of some terms. */
export interface Match {
  readonly id: MessageId
  readonly segmentId: SegmentId
  /** Distinct words. */
  readonly length: number
  /** By term: 1 where the message has it. */
  readonly own: readonly number[]
}

export interface Postings {
  /** By term: how many messages have it, on all days; an estimate for very common terms. */
  readonly frequencies: readonly number[]
  /** On the days searched; where there are very many, some of them. */
  readonly matches: readonly Match[]
}

/** How often a message is held against a term: each takes its time. */
const mostComparisons = 100_000

/** In a thread of so many messages, every term is read in full. */
const longestInFull = (terms: number) => Math.min(5_000, Math.floor(mostComparisons / terms))
/** Of a longer one, the rarest terms that so many messages have together. */
const mostRare = 1_200
/** So many messages are read for that at most: how rare a term is, is an estimate. */
const mostRead = (terms: number) => Math.min(2_000, Math.floor(mostComparisons / terms))
/** Fewer where none of them is rare: which are read is chance. */
const mostOfCommon = 1_000
/** What common terms are looked for in, and rare ones told by: so many of the newest messages of the days searched. */
const mostRecent = (terms: number, messages: number) =>
  Math.floor(Math.min(Math.max(1_000, Math.min(messages / 200, 2_500)), mostComparisons / terms))

export interface Asked {
  readonly terms: readonly Term[]
  /** How many messages the scope sees. */
  readonly size: Pick<Size, 'messages' | 'isCounted'>
  /** Neither found nor counted. */
  readonly excluded: ReadonlySet<MessageId>
}

/**
 * Who has which of some terms. Rare terms, which tell most, are read in full. A common one is looked for among the newest
 * messages, which also tell how common it is, and where it stands beside another: reading all who have it would take longer
 * the longer the thread.
 */
export async function postingsOf(db: Db, reach: Reach, asked: Asked): Promise<Postings> {
  const { terms } = asked
  const { messages, isCounted } = asked.size
  if (terms.length === 0) return { frequencies: [], matches: [] }
  const queries = terms.map(anyOf)
  if (isCounted && messages <= longestInFull(terms.length)) {
    const all = await havingTerms(db, asked, indexedRows(reach, queries.join(' | '), messages))
    return { frequencies: frequenciesIn(all, terms), matches: onDaysSearched(all.matches, reach) }
  }
  const newest = await havingTerms(db, asked, recentRows(reach, mostRecent(terms.length, messages)))
  const estimates = frequenciesIn(newest, terms).map((having) => Math.round((messages * having) / Math.max(newest.read, 1)))
  const parts = matching(queries, { estimates, most: mostRare })
  const most = parts.some(({ inFull }) => inFull !== undefined) ? mostRead(terms.length) : mostOfCommon
  const found = await havingParts(db, reach, asked, { parts, most })
  // What others do not see is not counted, so in front of them there is no number that all who have a term could be held against.
  const isComparable = isCounted || reach.scope.audience === 'private'
  const counted = frequenciesIn(found, terms)
  const frequencies = terms.map(async (_, n) => {
    const [count = 0, estimate = 0] = [counted[n], estimates[n]]
    if (!isComparable) return estimate
    if (found.inFull.has(n)) return count
    const part = parts.find(({ inFull }) => inFull === n)
    return Math.max(part ? await countOf(db, reach, part) : count, estimate)
  })
  const both = new Map([...newest.matches, ...found.matches].map((match) => [match.id, match]))
  return { frequencies: await Promise.all(frequencies), matches: onDaysSearched([...both.values()], reach) }
}

interface Found extends Rows {
  /** The terms of which all messages were read. */
  readonly inFull: ReadonlySet<number>
}

/**
 * Whoever matches any part, up to so many. A word of long ago can be as common as it is missing among the newest messages:
 * then each part has its share of them, or one would leave no room for the others.
 */
async function havingParts(db: Db, reach: Reach, asked: Asked, { parts, most }: { parts: readonly Part[]; most: number }): Promise<Found> {
  if (parts.length === 0) return { read: 0, matches: [], inFull: new Set() }
  const numbers = parts.flatMap(({ inFull }) => inFull ?? [])
  const together = await havingTerms(db, asked, indexedRows(reach, parts.map(({ query }) => query).join(' | '), most))
  if (together.read < most) return { ...together, inFull: new Set(numbers) }
  const share = Math.ceil(most / parts.length)
  const found = parts.length === 1 ? together : await havingTerms(db, asked, eachIndexed(reach, parts, share))
  const frequencies = frequenciesIn(found, asked.terms)
  return { ...found, inFull: new Set(numbers.filter((n) => (frequencies[n] ?? 0) + asked.excluded.size < share)) }
}

/** A word in more messages than this weighs as little as one in so many. */
const mostTold = 5_000

async function countOf(db: Db, reach: Reach, { query }: Part): Promise<number> {
  const rows = indexedRows(reach, query, mostTold, Prisma.sql`i.message_id`)
  const [row] = await db.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count FROM (${rows}) found`
  return row?.count ?? 0
}

interface Rows {
  /** How many rows were read. */
  readonly read: number
  /** Those that have any of the terms. */
  readonly matches: readonly Match[]
}

function frequenciesIn({ matches }: Rows, terms: readonly Term[]): number[] {
  const frequencies = terms.map(() => 0)
  for (const { own } of matches) for (const [n, has] of own.entries()) frequencies[n] = (frequencies[n] ?? 0) + has
  return frequencies
}

function onDaysSearched(matches: readonly Match[], { segments }: Reach): readonly Match[] {
  const allowed = segments && new Set(segments)
  return allowed ? matches.filter(({ segmentId }) => allowed.has(segmentId)) : matches
}

/** Which of some rows have which terms. As one text: the drivers take ten times as long for as many numbers. */
async function havingTerms(db: Db, { terms, excluded }: Asked, rows: Prisma.Sql): Promise<Rows> {
  const having = terms.map((term, n) => Prisma.sql`CASE WHEN terms @@ ${anyOf(term)}::tsquery THEN ${`,${n}`} END`)
  const [found] = await db.$queryRaw<{ read: number; list: string | null }[]>`
    SELECT count(*)::int AS read,
      string_agg('[' || message_id || ',' || segment_id || ',' || length(terms) || nullif(concat(${Prisma.join(having)}), '') || ']', ',')
        FILTER (WHERE message_id <> ALL(${[...excluded]}::int[])) AS list
    FROM (${rows}) r`
  const items: [MessageId, SegmentId, number, ...number[]][] = JSON.parse(`[${found?.list ?? ''}]`)
  return {
    read: found?.read ?? 0,
    matches: items.map(([id, segmentId, length, ...numbers]) => {
      const own = new Array<number>(terms.length).fill(0)
      for (const n of numbers) own[n] = 1
      return { id, segmentId, length, own }
    }),
  }
}

/**
 * The messages that match a query of the full-text index, up to so many. Relies on message_index_terms_idx, which holds the
 * marks beside the words: what the scope does not see is not even read, so it cannot tell how common a word is either.
 * Nothing but the words stands in the innermost `where`: the planner would rather read the whole thread by its id. The limit
 * stands outside, or it would rather read the table from its beginning; a query in `with` is run only as far as its rows are
 * asked for.
 */
export function indexedRows(
  { scope, upTo }: Reach,
  query: string,
  most: number,
  columns = Prisma.sql`i.message_id, i.segment_id, i.terms`,
): Prisma.Sql {
  return Prisma.sql`
    WITH matching AS MATERIALIZED (
      SELECT ${columns}, (${visibleTo(scope, 'i')} AND i.change_seq <= ${upTo}) AS seen
      FROM message_index i WHERE i.terms @@ ${`${quoted(markOf(scope))} & (${query})`}::tsquery
    )
    SELECT * FROM matching WHERE seen LIMIT ${most}`
}

/** The messages that match any of some parts, up to so many of each. */
function eachIndexed(reach: Reach, parts: readonly Part[], share: number): Prisma.Sql {
  const each = parts.map(({ query }) => Prisma.sql`(${indexedRows(reach, query, share)})`)
  return Prisma.sql`SELECT DISTINCT ON (message_id) * FROM (${Prisma.join(each, ' UNION ALL ')}) each_of_them`
}

/** The newest messages that are reached, up to so many, with their words. */
export function recentRows({ scope, upTo, segments }: Reach, most: number): Prisma.Sql {
  // Relies on message_index_thread_id_change_seq_idx, in front of others on message_index_shared_idx.
  if (!segments)
    return Prisma.sql`
      SELECT i.message_id, i.segment_id, i.terms FROM message_index i WHERE ${visibleTo(scope, 'i')} AND i.change_seq <= ${upTo}
      ORDER BY i.change_seq DESC LIMIT ${most}`
  // A lateral query is run for one day after the other as they are listed, the newest first, and the limit beside it ends that:
  // sorting all of them would read them all. Relies on messages_segment_id_sent_at_platform_order_id_idx and the primary key.
  return Prisma.sql`
    SELECT i.message_id, i.segment_id, i.terms FROM (
      SELECT said.id FROM unnest(${[...segments]}::int[]) AS day(id)
      CROSS JOIN LATERAL (
        SELECT m.id FROM messages m WHERE m.segment_id = day.id AND ${spoken({ scope, upTo, segments })}
        ORDER BY m.sent_at DESC, m.platform_order DESC, m.id DESC LIMIT ${most}
      ) said LIMIT ${most}
    ) newest JOIN message_index i ON i.message_id = newest.id`
}
