import type { MessageId, SegmentId } from '../../core/domain/ids.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import { rowLexemesSql, type SearchTerm, splitLexemes } from '../query/terms.ts'
import type { LexemesByMessage } from '../query/thesaurus.ts'
import { newestInIndexSql, newestOfDaysSql, newestTemplate, type SearchBounds } from './bounds.ts'

/** This many of the newest messages are read with all their words, once for all searches of a reply. */
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

/** Reads the newest messages within bounds that are not excluded. */
export type NewestLoader = (bounds: SearchBounds) => Promise<readonly NewestMessage[]>

interface NewestOptions {
  readonly limit?: number
  readonly excluded: ReadonlySet<MessageId>
}

/** Loads the newest messages. Reads a single string, because drivers are slow with many rows. */
export async function loadNewestMessages(
  db: Db,
  bounds: SearchBounds,
  { limit = maxNewestMessages, excluded }: NewestOptions,
): Promise<readonly NewestMessage[]> {
  const [row] = await db.$queryRaw<{ list: string | null }[]>(newestTemplate(bounds)`
    SELECT string_agg(message_id || ' ' || segment_id || ' ' || length(terms) || ' ' || ${rowLexemesSql}, E'\n') AS list
    FROM (${recentRowsSql(bounds, limit)}) recent WHERE message_id <> ALL(${[...excluded]}::int[])`)
  const lines = row?.list?.split('\n') ?? []
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

/** SQL for the newest messages within the bounds, with their lexemes and languages. */
export function recentRowsSql({ scope, upTo, segments }: SearchBounds, limit: number): Prisma.Sql {
  // Relies on message_index_thread_id_change_seq_idx, or in shared places on message_index_audience_idx.
  if (!segments)
    return Prisma.sql`
      SELECT i.message_id, i.segment_id, i.terms, i.language FROM message_index i WHERE ${newestInIndexSql({ scope, upTo })} LIMIT ${limit}`
  return Prisma.sql`
    SELECT i.message_id, i.segment_id, i.terms, i.language
    FROM (${newestOfDaysSql({ scope, upTo, segments }, segments, limit)}) newest JOIN message_index i ON i.message_id = newest.id`
}
