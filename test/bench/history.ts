import type { App } from '../../src/app.ts'
import type { ThreadId } from '../../src/core/domain/ids.ts'
import type { Message } from '../../src/core/domain/messages.ts'
import { scopeTagsSql, tsvectorSql } from '../../src/search/query/terms.ts'
import { Prisma } from '../../src/store/generated/client.ts'
import { writerOf } from './words.ts'

const batchSize = 5_000
/** Messages a day, as long as that fills no more than ten years. */
const usualDay = 50
const mostDays = 3_650
const summaryWords = 180
const dayMs = 86_400_000

/** A thread with a past: its first message, how many more there are, and what its words are drawn from. */
export interface History {
  readonly first: Message
  readonly messages: number
  readonly seed: number
}

/** On how many days so many messages are said. */
export const daysFor = (messages: number): number => Math.min(mostDays, Math.max(1, Math.ceil(messages / usualDay)))

/** Rows in large statements, over the days before today: what is measured is not how they came in. */
export async function writeHistory({ store: { db } }: App, { first, messages, seed }: History): Promise<void> {
  const { threadId, placeId, audience } = first
  const days = daysFor(messages)
  await db.$executeRaw`
    INSERT INTO day_segments (thread_id, day_label, timezone, opened_at, finalized_at, covered_seq)
    SELECT ${threadId}, to_char(now() - n * interval '1 day', 'YYYY-MM-DD'), 'Europe/Paris', now(), now(), 2000000000
    FROM generate_series(1, ${days}::int) n
    ON CONFLICT (thread_id, day_label) DO UPDATE SET finalized_at = excluded.finalized_at, covered_seq = excluded.covered_seq`
  const segments = await db.daySegment.findMany({
    where: { threadId, finalizedAt: { not: null } },
    orderBy: { dayLabel: 'asc' },
    select: { id: true, dayLabel: true },
  })
  const writer = writerOf(seed)
  const summaries = new Map<number, string>()
  const said = (n: number) => {
    const position = (n * segments.length) / messages
    const day = segments[Math.floor(position)]
    if (!day) throw new Error('There is no day for a message.')
    if (!summaries.has(day.id)) {
      writer.newDay()
      summaries.set(day.id, `## Summary\n${writer.text(summaryWords)}\n\n## Decisions\n- None`)
    }
    const at = Date.parse(`${day.dayLabel}T06:00:00Z`) + (position % 1) * 0.6 * dayMs
    return { segment: day.id, text: writer.text(n % 2 === 0 ? 10 : 35), at: new Date(at).toISOString() }
  }
  for (let start = 0; start < messages; start += batchSize) {
    const batch = Array.from({ length: Math.min(batchSize, messages - start) }, (_, index) => said(start + index))
    await db.$executeRaw`
      INSERT INTO messages (thread_id, segment_id, place_id, audience, role, kind, text, sent_at, change_seq)
      SELECT ${threadId}, g.segment, ${placeId}, ${audience}, CASE WHEN n % 2 = 1 THEN 'user' ELSE 'assistant' END, 'chat', g.text, g.at, ${start} + 1 + n
      FROM unnest(${batch.map(({ segment }) => segment)}::int[], ${batch.map(({ text }) => text)}::text[],
        ${batch.map(({ at }) => at)}::timestamptz[]) WITH ORDINALITY g(segment, text, at, n)`
  }
  // The days count as cut into chunks: making them takes the jobs minutes, and is in the way of what is measured.
  await db.$executeRaw`
    INSERT INTO chunked_segments (segment_id, change_seq)
    SELECT s.id, max(m.change_seq) FROM day_segments s JOIN messages m ON m.segment_id = s.id
    WHERE s.thread_id = ${threadId} GROUP BY s.id ON CONFLICT (segment_id) DO NOTHING`
  // The sessions, one a day, count as processed: processing one takes as long as a reply.
  await db.$executeRaw`
    WITH said AS (
      INSERT INTO sessions (thread_id, audience, started_at, ended_at, fingerprint, state, summary, processed_at)
      SELECT ${threadId}, ${audience}, min(m.sent_at), max(m.sent_at), m.segment_id::text, 'processed', 'What was said that day.', now()
      FROM messages m WHERE m.thread_id = ${threadId} GROUP BY m.segment_id RETURNING id, fingerprint)
    INSERT INTO session_members (message_id, session_id)
    SELECT m.id, said.id FROM said JOIN messages m ON m.segment_id = said.fingerprint::int`
  await db.$executeRaw`INSERT INTO session_cursors (thread_id, change_seq) VALUES (${threadId}, ${messages + 1})`
  await db.$executeRaw`UPDATE threads SET change_seq = ${messages + 1} WHERE id = ${threadId}`
  await db.$executeRaw`
    INSERT INTO day_summaries (segment_id, markdown, mode, model, language, updated_at, revision)
    SELECT s.id, g.markdown, 'nightly', 'bench', 'en', now(), s.revision
    FROM unnest(${[...summaries.keys()]}::int[], ${[...summaries.values()]}::text[]) g(segment, markdown)
      JOIN day_segments s ON s.id = g.segment`
}

/**
 * What indexThread writes for the messages of some threads, in English, in minutes less: the full-text index is away
 * meanwhile. The caller runs indexThread too, which has nothing left to write then.
 */
export async function indexHistories({ store: { db } }: App, threads: readonly ThreadId[]): Promise<void> {
  const [index] = await db.$queryRaw<{ definition: string }[]>`
    SELECT indexdef AS definition FROM pg_indexes WHERE indexname = 'message_index_terms_idx'`
  if (!index) throw new Error('message_index has no message_index_terms_idx any more: name here what its full-text index is called now.')
  await db.$executeRaw`DROP INDEX message_index_terms_idx`
  await db.$executeRaw`
    INSERT INTO message_index (message_id, thread_id, segment_id, audience, change_seq, language, is_assumed, terms)
    SELECT m.id, m.thread_id, m.segment_id, m.audience, m.change_seq, 'en', FALSE,
      ${tsvectorSql(Prisma.sql`m.text`, Prisma.sql`'english'`)} || ${scopeTagsSql}
    FROM messages m WHERE m.thread_id = ANY(${[...threads]}::int[])`
  await db.$executeRaw`
    INSERT INTO thread_languages (thread_id, language) SELECT id, 'en' FROM unnest(${[...threads]}::int[]) AS id ON CONFLICT DO NOTHING`
  await db.$executeRawUnsafe(index.definition)
}
