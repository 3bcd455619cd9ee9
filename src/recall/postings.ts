import type { MessageId, SegmentId } from '../core/ids.ts'
import { Prisma } from '../store/generated/client.ts'
import type { Db } from '../store/store.ts'
import { visibleTo } from '../threads/scope.ts'
import { onDays, type Reach, spoken } from './candidates.ts'
import { markOf } from './terms.ts'
import type { Term } from './word-forms.ts'

/** The messages that have a term: the newest where there are very many. */
export interface Posting {
  /** How many messages have it, on all days; an estimate for very common terms. */
  readonly frequency: number
  readonly ids: readonly MessageId[]
  /** By position of the id: distinct words of the message. */
  readonly lengths: readonly number[]
  /** By position of the id: the message's day. */
  readonly segments: readonly SegmentId[]
}

const longestPosting = 4_000

/** Rows that are read for all terms together, whatever the thread's length: rare terms need few of theirs. */
const mostRead = 60_000

/** Rows that are read for each of so many terms; one that has as many is a common one. */
const mostReadEach = (terms: number) => Math.floor(mostRead / Math.max(terms, 4))

/** What common terms are looked for in: the newest messages of the days searched. */
const recentMessages = 4_000

interface Row {
  readonly n: number
  /** How many of the rows read have the term, on all days. */
  readonly frequency: number
  readonly ids: string | null
  readonly lengths: string | null
  readonly segments: string | null
}

/** Of the newest messages. */
interface RecentRow extends Row {
  readonly read: number
}

export interface Asked {
  readonly terms: readonly Term[]
  /** How many messages the scope sees. */
  readonly messages: number
  /** Neither found nor counted. */
  readonly excluded: ReadonlySet<MessageId>
}

/**
 * For each term, in the order given, who has it. Rare terms, which tell most, are read in full; of common ones, which tell
 * little, only the newest messages count, and how common they are is told from those.
 */
export async function postingsOf(db: Db, reach: Reach, asked: Asked): Promise<Posting[]> {
  const { terms, messages } = asked
  if (terms.length === 0) return []
  const rows = await db.$queryRaw<Row[]>(postingsQuery(reach, asked))
  const isCommon = ({ frequency }: Row) => frequency >= mostReadEach(terms.length)
  const common = rows.filter(isCommon).flatMap(({ n }) => (terms[n] ? [terms[n]] : []))
  const recent = common.length === 0 ? [] : await db.$queryRaw<RecentRow[]>(recentPostingsQuery(reach, common))
  const newest = new Map(recent.map((row) => [common[row.n], row]))
  return rows.map((row) => {
    const found = newest.get(terms[row.n])
    return {
      frequency: found ? Math.max(row.frequency, Math.round((messages * found.frequency) / Math.max(found.read, 1))) : row.frequency,
      ids: numbers<MessageId>((found ?? row).ids),
      lengths: numbers((found ?? row).lengths),
      segments: numbers<SegmentId>((found ?? row).segments),
    }
  })
}

/**
 * Relies on message_index_terms_idx, which holds the marks beside the words: what the scope does not see is not even read,
 * so it cannot tell how common a word is either. Nothing but the words stands in the innermost `where`: the planner would
 * rather read the whole thread by its id. The limit stands outside, or it would rather read the table from its beginning; a
 * query in `with` is run only as far as its rows are asked for.
 */
export function postingsQuery(reach: Reach, { terms, excluded }: Omit<Asked, 'messages'>): Prisma.Sql {
  const seen = Prisma.sql`(${visibleTo(reach.scope, 'i')} AND i.change_seq <= ${reach.upTo} AND i.message_id <> ALL(${[...excluded]}::int[]))`
  // One query a term, each with its word in view of the planner, which otherwise guesses how rare it is.
  const each = terms.map(
    (term, n) => Prisma.sql`(
      WITH having_it AS MATERIALIZED (
        SELECT i.message_id, i.segment_id, length(i.terms) AS length, ${seen} AS seen
        FROM message_index i WHERE i.terms @@ ${`${quoted(markOf(reach.scope))} & ${anyOf(term)}`}::tsquery
      ), hits AS MATERIALIZED (SELECT * FROM having_it WHERE seen LIMIT ${mostReadEach(terms.length)})
      SELECT ${n}::int AS n, (SELECT count(*)::int FROM hits) AS frequency,
        string_agg(message_id::text, ',') AS ids, string_agg(length::text, ',') AS lengths, string_agg(segment_id::text, ',') AS segments
      FROM (
        SELECT message_id, length, segment_id FROM hits WHERE ${onDays(reach, Prisma.sql`segment_id`)}
        ORDER BY message_id DESC LIMIT ${longestPosting}
      ) newest)`,
  )
  return Prisma.sql`${Prisma.join(each, ' UNION ALL ')} ORDER BY n`
}

/** Which of the newest messages have a term. */
function recentPostingsQuery(reach: Reach, terms: readonly Term[]): Prisma.Sql {
  const each = terms.map(
    (term, n) => Prisma.sql`
      SELECT ${n}::int AS n, (SELECT count(*)::int FROM recent) AS read, count(*)::int AS frequency,
        string_agg(message_id::text, ',') AS ids, string_agg(length::text, ',') AS lengths, string_agg(segment_id::text, ',') AS segments
      FROM (SELECT message_id, segment_id, length(terms) AS length FROM recent WHERE terms @@ ${anyOf(term)}::tsquery ORDER BY message_id DESC) having_it`,
  )
  return Prisma.sql`WITH recent AS MATERIALIZED (${recentRows(reach)}) ${Prisma.join(each, ' UNION ALL ')} ORDER BY n`
}

/** The newest messages that are reached, with their words. */
export function recentRows({ scope, upTo, segments }: Reach): Prisma.Sql {
  // Relies on message_index_thread_id_change_seq_idx, in front of others on message_index_shared_idx.
  if (!segments)
    return Prisma.sql`
      SELECT i.message_id, i.segment_id, i.terms FROM message_index i WHERE ${visibleTo(scope, 'i')} AND i.change_seq <= ${upTo}
      ORDER BY i.change_seq DESC LIMIT ${recentMessages}`
  // A lateral query is run for one day after the other as they are listed, the newest first, and the limit beside it ends that:
  // sorting all of them would read them all. Relies on messages_segment_id_sent_at_platform_order_id_idx and the primary key.
  return Prisma.sql`
    SELECT i.message_id, i.segment_id, i.terms FROM (
      SELECT said.id FROM unnest(${[...segments]}::int[]) AS day(id)
      CROSS JOIN LATERAL (
        SELECT m.id FROM messages m WHERE m.segment_id = day.id AND ${spoken({ scope, upTo, segments })}
        ORDER BY m.sent_at DESC, m.platform_order DESC, m.id DESC LIMIT ${recentMessages}
      ) said LIMIT ${recentMessages}
    ) newest JOIN message_index i ON i.message_id = newest.id`
}

/** Thousands of numbers come as one text: the drivers take ten times as long for an array. */
function numbers<T extends number>(list: string | null): T[] {
  return list ? (list.split(',').map(Number) as T[]) : []
}

const anyOf = (term: Term): string => `(${term.map(quoted).join(' | ')})`

/** A lexeme as it is written inside a tsquery. */
function quoted(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
