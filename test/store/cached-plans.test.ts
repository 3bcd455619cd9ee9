import { expect, test } from 'vitest'
import { createStatementNamer } from '../../src/store/cached-plans.ts'
import { planOnce } from '../../src/store/store.ts'
import { ownStore } from '../support/store.ts'

test('a statement has one name from its second use on, and each has its own', () => {
  const nameOf = createStatementNamer()
  const [one, other] = [{ sql: 'SELECT 1' }, { sql: 'SELECT 2' }]
  expect([nameOf(one), nameOf(other)]).toEqual(['', ''])
  expect(nameOf(one)).toMatch(/^\S{40,}$/)
  expect(nameOf(one)).toBe(nameOf(one))
  expect(nameOf(one)).not.toBe(nameOf(other))
})

test('a statement on the search index has a name only if it has the same plan for all threads', () => {
  const nameOf = createStatementNamer()
  const [differing, same] = [{ sql: 'SELECT 1 FROM message_index' }, planOnce`SELECT 1 FROM message_index`]
  for (const statement of [differing, same]) nameOf(statement)
  expect(nameOf(differing)).toBe('')
  expect(nameOf(same)).not.toBe('')
})

test('the number of names is limited', () => {
  const nameOf = createStatementNamer()
  const named = Array.from({ length: 1_200 }, (_, n) => [nameOf({ sql: `SELECT ${n}` }), nameOf({ sql: `SELECT ${n}` })][1])
  expect(named.filter((name) => name !== '')).toHaveLength(1_000)
})

test('a statement that is planned once gives its plan no values to look at', async () => {
  const { db } = await ownStore()
  const [numbers, texts, none]: [number[], string[], string[]] = [[1, 2], ['a'], []]
  const statement = planOnce`
    SELECT ${3} + 1 AS sum, ${'b'} || 'c' AS text, ${'2026-11-10'}::date AS day, ${new Date(0)} AS at, ${true} AS is, 2 = ANY(${numbers}) AS among,
      ${texts}::text[] AS list, ${none} AS none, (SELECT count(*)::int FROM unnest(${numbers}::int[]) LIMIT ${1}) AS count`
  expect(statement.sql.match(/\?/g)).toEqual(statement.sql.match(/(?<=\(SELECT )\?/g))
  const expected = { sum: 4, text: 'bc', at: new Date(0), is: true, among: true, list: ['a'], none: [], count: 2 }
  expect(await db.$queryRaw(statement)).toEqual([expect.objectContaining(expected)])
})

test('a statement that is planned once may have a null if a cast gives its type', async () => {
  const { db } = await ownStore()
  expect(await db.$queryRaw(planOnce`SELECT ${null}::int AS number, ${null}::timestamptz IS NULL AS is`)).toEqual([
    { number: null, is: true },
  ])
  expect(() => planOnce`SELECT ${null} AS number`).toThrow('a null without a cast')
})

test('the server keeps a statement that is used again', async (context) => {
  const { db, engine } = await ownStore()
  context.skip(engine === 'pglite', 'the embedded database names its statements by itself')
  const found = await db.$transaction(async (tx) => {
    for (const value of [1, 2]) expect(await tx.$queryRaw`SELECT ${value}::int AS kept`).toEqual([{ kept: value }])
    expect(await tx.$queryRaw`SELECT 3::int AS once`).toEqual([{ once: 3 }])
    return tx.$queryRaw<{ statement: string }[]>`SELECT statement FROM pg_prepared_statements WHERE statement ~ '::int AS (kept|once)'`
  })
  expect(found.map(({ statement }) => statement)).toEqual([expect.stringContaining('AS kept')])
})
