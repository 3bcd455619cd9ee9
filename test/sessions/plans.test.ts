// What an imported history costs: thousands of sessions are derived and due at once, and the bot still answers meanwhile.
import { expect, test } from 'vitest'
import { processSession } from '../../src/sessions/process/process-session.ts'
import { processSessions } from '../../src/sessions/process/process-sessions.ts'
import { findLastSession } from '../../src/sessions/read.ts'
import type { Store } from '../../src/store/store.ts'
import { insertMessages } from '../../src/threads/messages/insert-messages.ts'
import { testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { headOf, type SeenStatement, watchStatements } from '../support/watch-statements.ts'
import { sessionBench, unstopped } from './bench.ts'

const sessions = 1_000
const hourMs = 3_600_000

/** A node of a plan in JSON, with what it did. */
interface PlanNode {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

/** Returns how many rows a statement reads, joins and drops. */
async function countRowsRead({ db }: Store, { sql, values }: SeenStatement): Promise<number> {
  const [row] = await db.$queryRawUnsafe<{ 'QUERY PLAN': [{ Plan: PlanNode }] }[]>(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, ...values)
  const count = (node: PlanNode): number =>
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)) * node['Actual Loops'] +
    (node.Plans ?? []).reduce((rows, plan) => rows + count(plan), 0)
  return count(row!['QUERY PLAN'][0].Plan)
}

test('the sessions of a long history are derived and processed with work in proportion to them', async () => {
  const store = await testStore()
  const bench = sessionBench(store, { settings: { maxAgeMs: 2 * sessions * hourMs } })
  const ana = await testPerson(store)
  const first = await ana.say('hello', bench.clock.now())
  const past = Array.from({ length: sessions * 2 }, (_, n) => ({
    ...{ segmentId: first.segmentId, placeId: first.placeId, audience: first.audience, kind: 'chat' as const, text: `line ${n}` },
    role: n % 2 === 0 ? ('user' as const) : ('assistant' as const),
    sentAt: new Date(first.sentAt.getTime() - (sessions - Math.floor(n / 2)) * hourMs + (n % 2) * 1_000),
  }))
  await store.transaction((tx) => insertMessages(tx, ana.threadId, past))

  const statements = watchStatements(store)
  await processSessions(bench)
  bench.clock.advance(hourMs)
  await processSessions(bench)
  const [next] = bench.takeQueued()
  expect(await processSession(bench, next!, { signal: unstopped })).toBe('processed')
  expect(await store.db.session.count()).toBe(sessions + 1)

  const reads = statements.take().filter((statement) => /^(SELECT|WITH)\b/.test(headOf(statement)))
  const expectFewRows = async () => {
    for (const statement of reads) expect(await countRowsRead(store, statement), headOf(statement)).toBeLessThan(sessions * 12)
  }
  await expectFewRows()
  await store.db.$executeRawUnsafe('ANALYZE')
  await expectFewRows()

  // One of the first has a summary. A reply looks for the last one that has.
  statements.take()
  expect(
    await findLastSession(store.db, { userId: ana.userId, threadId: ana.threadId, audience: 'private' }, bench.clock.now()),
  ).toBeDefined()
  const [search] = statements.take()
  expect(await countRowsRead(store, search!)).toBeLessThan(30)
})
