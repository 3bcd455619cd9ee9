import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStatementRunner } from '../../../src/store/embedded/prepared-statements.mjs'

let database: PGlite
let run: ReturnType<typeof createStatementRunner>

beforeAll(async () => {
  database = await PGlite.create()
  run = createStatementRunner(database, { most: 3 })
})
afterAll(() => database.close())

const query = async (sql: string, values: unknown[] = []) => (await run({ sql, values, rowMode: 'object' }))?.rows
const listPrepared = async () => (await database.query<{ statement: string }>('SELECT statement FROM pg_prepared_statements')).rows

test.each([
  ['$1::int', 7, 7],
  ['$1::int8', 9_007_199_254_740_993n, 9_007_199_254_740_993n],
  ['$1::float8', 0.5, 0.5],
  ['$1::boolean', false, false],
  ['$1::text', 'ünïcode 😀 \\ \' "', 'ünïcode 😀 \\ \' "'],
  ['$1::text', null, null],
  ['$1::timestamptz', new Date('2026-03-29T01:30:00.123Z'), new Date('2026-03-29T01:30:00.123Z')],
  ['$1::int[]', [1, 2, 3], [1, 2, 3]],
  ['$1::text[]', ['a,b', '"', ''], ['a,b', '"', '']],
  ['$1::jsonb', { a: [1, null, 'x'] }, { a: [1, null, 'x'] }],
  ['$1::bytea', new Uint8Array([0, 255, 10]), new Uint8Array([0, 255, 10])],
])('returns the value of %s as PGlite does', async (expression, value, expected) => {
  const sql = `SELECT ${expression} AS value`
  expect(await query(sql, [value])).toEqual([{ value: expected }])
  expect(await query(sql, [value])).toEqual((await database.query(sql, [value])).rows)
})

test('prepares a statement once, and drops those that were used least recently', async () => {
  for (const n of [1, 2, 3, 1, 4]) await query(`SELECT ${n} AS n`)
  expect((await listPrepared()).map(({ statement }) => statement)).toEqual(
    expect.arrayContaining(['SELECT 1 AS n', 'SELECT 3 AS n', 'SELECT 4 AS n']),
  )
  expect(await listPrepared()).toHaveLength(3)
  expect(await query('SELECT 2 AS n')).toEqual([{ n: 2 }])
})

test('goes on after a statement has failed, in a transaction too', async () => {
  await expect(query('SELEKT 1')).rejects.toThrow('syntax error')
  await expect(query('SELECT 1 / $1::int AS n', [0])).rejects.toThrow('division by zero')
  expect(await query('SELECT 1 / $1::int AS n', [1])).toEqual([{ n: 1 }])
  await database.exec('BEGIN')
  await expect(query('SELECT 1 / $1::int AS n', [0])).rejects.toThrow('division by zero')
  await expect(query('SELECT 1 AS n')).rejects.toThrow('aborted')
  await database.exec('ROLLBACK')
  expect(await query('SELECT 1 AS n')).toEqual([{ n: 1 }])
})

test('reads a table whose columns have changed from its next use on', async () => {
  await database.exec('CREATE TABLE changing (a INTEGER); INSERT INTO changing VALUES (1)')
  expect(await query('SELECT * FROM changing')).toEqual([{ a: 1 }])
  await database.exec("ALTER TABLE changing ADD COLUMN b TEXT DEFAULT 'x'")
  await expect(query('SELECT * FROM changing')).rejects.toThrow('cached plan must not change result type')
  expect(await query('SELECT * FROM changing')).toEqual([{ a: 1, b: 'x' }])
})

test('says how many rows were changed', async () => {
  await database.exec('CREATE TABLE counted (a INTEGER); INSERT INTO counted VALUES (1), (2), (3)')
  expect(await run({ sql: 'UPDATE counted SET a = a + $1', values: [1], rowMode: 'array' })).toMatchObject({ affectedRows: 3, rows: [] })
})
