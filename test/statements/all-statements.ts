import { expect } from 'vitest'
import type { Store } from '../../src/store/store.ts'

/** Counts the statements that work runs on PostgreSQL, with those that PostgreSQL runs itself: for foreign keys, and inside functions. */
export async function countAllStatements(
  store: Store,
  work: () => Promise<void>,
): Promise<{ readonly count: number; readonly list: string }> {
  await store.db.$executeRaw`CREATE EXTENSION IF NOT EXISTS pg_stat_statements`
  const before = await countCalls(store)
  await work()
  const after = await countCalls(store)
  const ran = [...after].flatMap(([query, calls]) =>
    calls > (before.get(query) ?? 0) ? [`${calls - (before.get(query) ?? 0)} x ${query.slice(0, 160)}`] : [],
  )
  const list = ran.join('\n')
  // Without those that PostgreSQL runs itself, nothing would be proved.
  expect(list).toContain('FOR KEY SHARE OF x')
  return { count: ran.reduce((sum, line) => sum + Number.parseInt(line, 10), 0), list }
}

/** How often each statement was run in the database of a store, without those of this function. */
async function countCalls({ db }: Store): Promise<ReadonlyMap<string, number>> {
  const rows = await db.$queryRaw<{ query: string; calls: number }[]>`
    SELECT regexp_replace(query, '\\s+', ' ', 'g') AS query, sum(calls)::float8 AS calls FROM pg_stat_statements
    WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND query NOT LIKE '%pg_stat_statements%' GROUP BY 1`
  return new Map(rows.map(({ query, calls }) => [query, calls]))
}
