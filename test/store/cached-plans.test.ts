import { expect, test } from 'vitest'
import { cachedPlan, createStatementNamer } from '../../src/store/cached-plans.ts'
import { testStore } from '../support/store.ts'

test('a statement that is planned once has one name, and each has its own; others have none', () => {
  const nameOf = createStatementNamer()
  const [one, other] = [{ sql: `${cachedPlan.sql} SELECT 1` }, { sql: `${cachedPlan.sql} SELECT 2` }]
  expect(nameOf(one)).toBe(nameOf(one))
  expect(nameOf(one)).not.toBe(nameOf(other))
  expect(nameOf({ sql: 'SELECT 1' })).toBe('')
})

test('the server keeps such a statement, and no other', async (context) => {
  const { db, engine } = await testStore()
  context.skip(engine === 'pglite', 'the embedded database keeps no statements')
  const found = await db.$transaction(async (tx) => {
    for (const value of [1, 2]) {
      expect(await tx.$queryRaw`${cachedPlan} SELECT ${value}::int AS kept`).toEqual([{ kept: value }])
      expect(await tx.$queryRaw`SELECT ${value}::int AS forgotten`).toEqual([{ forgotten: value }])
    }
    return tx.$queryRaw<{ statement: string }[]>`SELECT statement FROM pg_prepared_statements WHERE statement ~ '::int AS (kept|forgotten)'`
  })
  expect(found.map(({ statement }) => statement)).toEqual([expect.stringContaining('AS kept')])
})
