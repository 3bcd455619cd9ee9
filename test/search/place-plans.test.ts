import { expect, test } from 'vitest'
import type { Message } from '../../src/core/domain/messages.ts'
import { getConversation } from '../../src/search/get.ts'
import { indexThread } from '../../src/search/index/update-index.ts'
import { searchConversation } from '../../src/search/search.ts'
import { Prisma } from '../../src/store/generated/client.ts'
import type { Store } from '../../src/store/store.ts'
import type { Scope } from '../../src/threads/scope.ts'
import { sharedPlace, type TestPerson, testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { privately, searchDeps } from './support.ts'

const members = 20
const days = 20
/** Of each member on each day: what they say alone, and in a place of which the search knows nothing. */
const elsewhere = 20
/** Of each member on each day, in the place. */
const there = 2

/** Fills a place with members who say far more elsewhere. Returns the first message there of each. */
async function fillPlace(store: Store): Promise<{ person: TestPerson; said: Message }[]> {
  const filled: { person: TestPerson; said: Message }[] = []
  for (let n = 0; n < members; n++) {
    const person = await testPerson(store)
    const said = await person.say('word0 first', '2026-10-01T08:00:00Z', { place: sharedPlace('garden') })
    const alone = await person.say('word0 first', '2026-10-01T08:00:00Z')
    const other = await person.say('word0 first', '2026-10-01T08:00:00Z', { place: sharedPlace('cellar') })
    await store.db.$executeRaw`
      INSERT INTO day_segments (thread_id, day_label, timezone, opened_at)
      SELECT ${person.threadId}, to_char(date '2026-10-01' + d, 'YYYY-MM-DD'), 'UTC', now() FROM generate_series(1, ${days}::int) d`
    await store.db.$executeRaw`
      INSERT INTO messages (thread_id, segment_id, place_id, audience, role, kind, text, sent_at, change_seq)
      SELECT m.thread_id, s.id, m.place_id, m.audience, CASE n % 2 WHEN 0 THEN 'user' ELSE 'assistant' END, 'chat', 'word' || n % 40 || ' of ' || n || ' and numbre',
        s.day_label::date + n * interval '10 minutes', 10 + row_number() OVER (ORDER BY s.day_label, n)
      FROM day_segments s CROSS JOIN generate_series(1, ${elsewhere + there}::int) n
      JOIN messages m ON m.id = CASE WHEN n <= ${there} THEN ${said.id}::int WHEN n % 3 = 0 THEN ${other.id}::int ELSE ${alone.id}::int END
      WHERE s.thread_id = ${person.threadId} AND s.day_label > '2026-10-01'`
    await indexThread(searchDeps(store), person.threadId)
    filled.push({ person, said })
  }
  return filled
}

/** What is asked of the tables of messages, as it is sent. */
async function statementsOf(store: Store, run: (db: Store['db']) => Promise<unknown>): Promise<Prisma.Sql[]> {
  const statements: Prisma.Sql[] = []
  const db = new Proxy(store.db, {
    get: (target, name) =>
      name === '$queryRaw'
        ? (first: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => {
            const sql = 'raw' in first ? Prisma.sql(first, ...values) : first
            if (/\b(messages|message_index|day_segments)\b/.test(sql.sql)) statements.push(sql)
            return target.$queryRaw(sql)
          }
        : Reflect.get(target, name),
  })
  await run(db)
  return statements
}

test.each(['with', 'without'])(
  'in a place of many members, only its own rows are read, %s statistics',
  async (statistics) => {
    const store = await testStore()
    const [first] = await fillPlace(store)
    const { person, said } = first as { person: TestPerson; said: Message }
    // The embedded database gathers none by itself.
    if (statistics === 'with') await store.db.$executeRawUnsafe('ANALYZE')
    const scope: Scope = { ...privately(person), audience: said.audience }
    const middle = await store.db.message.findFirstOrThrow({
      where: { audience: said.audience, sentAt: { gt: new Date('2026-10-15T00:00:00Z') } },
      orderBy: { sentAt: 'asc' },
    })
    const statements = await statementsOf(store, async (db) => {
      const deps = { ...searchDeps(store), store: { ...store, db } }
      const query = 'word1 of numbers'
      for (const input of [
        { query },
        { query, day: '2026-10-15' },
        { query: 'what happened on 15 October 2026?' },
        { query: '"and numbre"' },
      ])
        expect((await searchConversation(deps, scope, input)).results.length).toBeGreaterThan(0)
      for (const input of [
        { message_id: middle.id },
        { day_segment_id: middle.segmentId, from_message_id: middle.id },
        { before_message_id: middle.id },
        { after_message_id: middle.id },
      ])
        expect(await getConversation(deps, scope, input)).toMatchObject({ messages: expect.arrayContaining([expect.anything()]) })
    })
    expect(statements.length).toBeGreaterThan(40)
    // Twice as many as were said there, for phrases, or eight neighbors of 200 messages, and not ten times as many.
    const most = 2 * members * (days * there + 1)
    for (const statement of statements) {
      const rows = await store.transaction(async (tx) => {
        // The tables are so small that reading all of one would seem cheap.
        await tx.$executeRaw`SELECT set_config(name, 'off', TRUE) FROM unnest(ARRAY['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']) AS name`
        return tx.$queryRaw<{ 'QUERY PLAN': string }[]>`EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF, SUMMARY OFF, BUFFERS OFF) ${statement}`
      })
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan, statement.sql).not.toMatch(/Seq Scan on (messages|message_index|day_segments|embeddings|transcript_chunks)\b/)
      const steps = [...plan.matchAll(/actual rows=([\d.]+) loops=(\d+).*(?:\n(?! *->).*)*/g)]
      const read = steps.map(([step, rows, loops]) => {
        const removed = /Rows Removed by (?:Join )?Filter: (\d+)/.exec(step)?.[1] ?? 0
        return (Number(rows) + Number(removed)) * Number(loops)
      })
      expect(Math.max(...read), `${statement.sql}\n${plan}`).toBeLessThanOrEqual(most)
    }
  },
  120_000,
)
