// With 10,000 threads, no statement of a message with its reply reads a whole table, whatever values it gets.
import { expect, onTestFinished, test } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { keptPlan } from '../support/kept-plan.ts'
import { headOf, watchStatements } from '../support/watch-statements.ts'
import { openMessageSteps } from './message-steps.ts'
import { openPage } from './open-page.ts'

const threads = 10_000

/** A table of few rows, however many threads there are: pg-boss has one for each kind of job. */
const smallTable = 'queue'

/** Ids far from those that the sequences give. */
const firstId = 1_000_000

/** The tables of which every thread has rows, and a row in each for many threads that are not asked about. */
const rowsOfOthers = [
  `INSERT INTO users (id, name, created_at) SELECT n, 'person ' || n, now() FROM others`,
  `INSERT INTO accounts (id, user_id, platform, platform_user_id, name, created_at) SELECT n, n, 'test', 'other-' || n, 'person', now() FROM others`,
  `INSERT INTO places (id, platform, address, kind, user_id) SELECT n, 'test', 'direct:other-' || n, 'direct', n FROM others`,
  `INSERT INTO threads (id, kind, change_seq, created_at) SELECT n, 'continuous', 2, now() FROM others`,
  `INSERT INTO continuous_threads (user_id, thread_id) SELECT n, n FROM others`,
  `INSERT INTO day_segments (id, thread_id, day_label, timezone, opened_at) SELECT n, n, '2026-01-01', 'Europe/Paris', now() FROM others`,
  `INSERT INTO turns (id, thread_id, place_id, state, started_at, finished_at) SELECT n, n, n, 'done', now(), now() FROM others`,
  `INSERT INTO messages (id, thread_id, segment_id, place_id, audience, role, kind, text, sent_at, change_seq, platform_message_id, turn_id)
   SELECT 2 * n + i, n, n, n, 'private', role, 'chat', 'A message about the garden', now(), i, role || n, n
   FROM others, (VALUES (1, 'user'), (2, 'assistant')) said(i, role)`,
  `INSERT INTO deliveries (message_id, part, text, state, platform_message_id, updated_at) SELECT 2 * n + 2, 0, 'A message', 'sent', 'sent-' || n, now() FROM others`,
  `INSERT INTO leases (name, owner, until, epoch) SELECT kind || ':' || n, 'other', '-infinity', 1 FROM others, unnest('{thread,place,commands}'::text[]) kind`,
  `INSERT INTO message_index (message_id, thread_id, segment_id, audience, change_seq, language, is_assumed, terms)
   SELECT id, thread_id, segment_id, audience, change_seq, 'en', FALSE, to_tsvector('english', text || ' ' || thread_id) FROM messages WHERE id > ${firstId}`,
  `INSERT INTO thread_languages (thread_id, language) SELECT n, 'en' FROM others`,
  `INSERT INTO day_summaries (segment_id, markdown, mode, model, language, updated_at) SELECT n, 'A summary', 'nightly', 'test', 'en', now() FROM others`,
  `UPDATE summary_index SET language = 'en', terms = to_tsvector('english', 'summary ' || segment_id)`,
  `INSERT INTO sessions (id, thread_id, audience, started_at, ended_at, fingerprint, state) SELECT n, n, 'private', now(), now(), '', 'processed' FROM others`,
  `INSERT INTO session_members (message_id, session_id) SELECT 2 * n + 1, n FROM others`,
  `INSERT INTO key_moments (session_id, message_id, audience, text) SELECT n, 2 * n + 1, 'private', 'A moment' FROM others`,
  `INSERT INTO memory_themes (id, user_id, audience, slug, name, created_at) SELECT n, n, 'private', 'garden', 'Garden', now() FROM others`,
  `INSERT INTO memory_items (user_id, audience, theme_id, type, content, gist, language, terms, created_at)
   SELECT n, 'private', n, 'fact', 'A fact', 'fact', 'en', to_tsvector('english', 'fact'), now() FROM others`,
  `INSERT INTO open_loops (user_id, audience, owner, text, gist, state, origin, created_at) SELECT n, 'private', 'user', 'A task', 'task', 'open', 'request', now() FROM others`,
  `INSERT INTO message_references (message_id, position, place_id, audience, kind) SELECT 2 * n + 1, 0, n, 'private', 'reply' FROM others`,
  `INSERT INTO reactions (message_id, account_id, emoji, present, at) SELECT 2 * n + 2, n, '+', TRUE, now() FROM others`,
  `INSERT INTO session_names (session_id, message_id, audience, kind, name) SELECT n, 2 * n + 1, 'private', 'person', 'Ada' FROM others`,
  `INSERT INTO attachments (message_id, position, name, media_type, source, state) SELECT 2 * n + 1, 0, 'a.png', 'image/png', '', 'failed' FROM others`,
  `INSERT INTO summary_runs (segment_id, mode, state, from_revision, to_seq, started_at) SELECT n, 'nightly', 'done', 0, 2, now() FROM others`,
  `INSERT INTO forget_requests (user_id, place_id, kind, state, requested_at, expires_at) SELECT n, n, 'message', 'done', now(), now() FROM others`,
  `INSERT INTO calls (place_id, platform_call_id, started_at) SELECT n, 'call-' || n, now() FROM others`,
  `INSERT INTO web_sessions (id, hash, user_id, created_at, expires_at) SELECT n, 'hash-' || n, n, now(), now() FROM others`,
  `INSERT INTO push_subscriptions (session_id, endpoint, p256dh, auth, created_at, pushed_seq, checked_at, next_at)
   SELECT n, 'https://push.example.org/' || n, '', '', now(), 0, now(), now() FROM others`,
  `INSERT INTO drafts (user_id, text, updated_at) SELECT n, 'A draft', now() FROM others`,
  `INSERT INTO chunk_cursors (thread_id, change_seq) SELECT n, 2 FROM others ON CONFLICT DO NOTHING`,
]

async function addOthers({ db }: Store): Promise<void> {
  for (const statement of rowsOfOthers) await db.$executeRawUnsafe(withOthers(statement))
  await db.$executeRawUnsafe('VACUUM ANALYZE')
}

const withOthers = (statement: string) =>
  statement.includes('FROM others')
    ? statement.replace(/^INSERT/, `WITH others AS (SELECT generate_series(${firstId}, ${firstId + threads - 1}) AS n) INSERT`)
    : statement

test(`no statement of a message with its reply reads a whole table of ${threads} threads`, { timeout: 180_000 }, async () => {
  const { app, accept, answer, index } = await openMessageSteps()
  onTestFinished(() => app.close())
  const tables = await listWholeTables(app.store, async () => {
    for (const step of [accept, answer, index]) await step()
  })
  expect(tables, tables.join('\n')).toEqual([])
})

test(`nor does one of a message on the page, with an open tab`, { timeout: 180_000 }, async () => {
  const { app, write } = await openPage()
  const tables = await listWholeTables(app.store, () => write('What did we say about the garden?'))
  expect(tables, tables.join('\n')).toEqual([])
})

/** Returns the tables that work reads as a whole beside many other threads, with the beginning of the statement that does. */
async function listWholeTables(store: Store, work: () => Promise<void>): Promise<string[]> {
  await addOthers(store)
  const statements = watchStatements(store)
  await work()
  const seen = statements.take().filter((seen) => /^(?:\/\*.*?\*\/ )?\(?(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/.test(headOf(seen)))
  expect(seen.length).toBeGreaterThan(10)
  const tables: string[] = []
  for (const statement of seen) {
    const plan = await keptPlan(store, statement.sql, statement.values)
    tables.push(
      ...[...plan.matchAll(/Seq Scan on (\w+)/g)].flatMap(([, table]) => (table === smallTable ? [] : `${table}: ${headOf(statement)}`)),
    )
  }
  return tables
}
