import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { RecordedStatement } from '../support/record-statements.ts'
import { compareRows } from './compare-rows.ts'
import { findDeclaredStatements } from './declared-rows.ts'
import { type Describer, openDescriber } from './describe-statements.ts'

let describer: Describer
beforeAll(async () => {
  describer = await openDescriber()
})
afterAll(() => describer.close())

/** Returns what is wrong with the row type of a statement that a test has run. */
async function check(
  rowType: string,
  sql: string,
  { nullColumns = [], isCombined = false }: Partial<RecordedStatement> = {},
): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), 'throughline-rows-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const path = join(root, 'src/planted.ts')
  await ts.sys.createDirectory(join(root, 'src'))
  await writeFile(
    path,
    `declare const db: { $queryRaw<Rows>(strings: TemplateStringsArray): Promise<Rows> }
     export type MessageId = number & { readonly brand: 'message' }
     export const rows = db.$queryRaw<${rowType}[]>\`\``,
  )
  const program = ts.createProgram([path], { strict: true, target: ts.ScriptTarget.ES2022, types: [] })
  const [statement] = findDeclaredStatements(program, root, ['src'])
  if (!statement) throw new Error('The planted statement was not found.')
  const recorded = [{ at: 'src/planted.ts:3', sql, isCombined, nullColumns }]
  return compareRows(statement, { recorded, otherLines: [], described: new Map([[sql, await describer.describe(sql)]]) })
}

const columns = 'id, text, sent_at AS "sentAt", deleted_at AS "deletedAt", pending, platform_order AS "platformOrder"'

test('a row type that is right has no problems', async () => {
  const right = '{ id: MessageId; text: string; sentAt: Date; deletedAt: Date | null; pending: boolean; platformOrder: bigint }'
  expect(await check(right, `SELECT ${columns} FROM messages`, { nullColumns: ['deletedAt'] })).toEqual([])
  expect(await check("{ role: 'user' | 'tool' }", 'SELECT role FROM messages WHERE id = $1')).toEqual([])
  expect(await check('{ ids: readonly number[]; all: { a: number }[] }', `SELECT ARRAY[1] AS ids, '[]'::jsonb AS all`)).toEqual([])
})

test.each([
  ['{ messages: number }', 'SELECT count(*) AS messages FROM messages', '"messages" is declared as number, but the client returns bigint.'],
  ['{ sentAt: string }', 'SELECT sent_at AS "sentAt" FROM messages', '"sentAt" is declared as string, but the client returns Date.'],
  ['{ ids: number[] }', 'SELECT array_agg(text) AS ids FROM messages', '"ids" is declared as number[], but the client returns string[].'],
  ['{ id: number; sent_at: Date }', 'SELECT id FROM messages', '"sent_at" is declared as Date, but the statement returns no such column.'],
  ['{ id: number }', 'SELECT id, text FROM messages', 'the statement returns "text", which is not declared.'],
  ['{ id: number | string }', 'SELECT id FROM messages', '"id" is declared as string | number, but the client returns number.'],
])('a row type %s of %s is wrong', async (rowType, sql, problem) => {
  expect(await check(rowType, sql)).toEqual([expect.stringContaining(`src/planted.ts:3: ${problem}`)])
})

test('a column that is NULL has to be declared as nullable', async () => {
  const problems = await check('{ deletedAt: Date }', 'SELECT deleted_at AS "deletedAt" FROM messages', { nullColumns: ['deletedAt'] })
  expect(problems).toEqual(['src/planted.ts:3: "deletedAt" is declared as Date, but it was NULL.'])
})

test('a statement that may be combined with others returns neither dates nor bigints', async () => {
  const rowType = '{ id: MessageId; sentAt: Date; order: bigint }'
  const sql = 'SELECT id, sent_at AS "sentAt", platform_order AS order FROM messages'
  expect(await check(rowType, sql, { isCombined: true })).toEqual([
    'src/planted.ts:3: "sentAt" is a Date, which a statement that may be combined with others cannot return. Cast it, as to float8.',
    'src/planted.ts:3: "order" is a bigint, which a statement that may be combined with others cannot return. Cast it, as to float8.',
  ])
})

test('a statement that no test runs is a problem', () => {
  const statement = { file: 'src/planted.ts', firstLine: 3, lastLine: 3, columns: new Map() }
  expect(compareRows(statement, { recorded: [], otherLines: [7], described: new Map() })).toEqual([
    expect.stringMatching(/no test runs this statement.* Lines recorded in this file: 7\./),
  ])
})
