import type { RecordedStatement } from '../support/record-statements.ts'
import type { DeclaredColumn, DeclaredStatement, ValueKind } from './declared-rows.ts'

/** A column of a result, as the database describes it. */
export interface DescribedColumn {
  readonly name: string
  /** The object id of its type. */
  readonly type: number
}

/** What the client returns for the types of PostgreSQL, by their object ids in pg_type. */
const kindsOfTypes = new Map<number, ValueKind>([
  [16, 'boolean'],
  [17, 'bytes'],
  [20, 'bigint'],
  ...[21, 23, 26, 700, 701].map((type) => [type, 'number'] as const),
  ...[18, 19, 25, 1042, 1043, 2205].map((type) => [type, 'string'] as const),
  ...[1082, 1114, 1184].map((type) => [type, 'Date'] as const),
  ...[114, 3802].map((type) => [type, 'json'] as const),
  [1000, 'boolean[]'],
  [1016, 'bigint[]'],
  ...[1005, 1007, 1021, 1022].map((type) => [type, 'number[]'] as const),
  ...[1003, 1009, 1015].map((type) => [type, 'string[]'] as const),
  ...[1115, 1182, 1185].map((type) => [type, 'Date[]'] as const),
])

/** What the statements of a place do, as found when they ran. */
export interface ObservedStatement {
  readonly recorded: readonly RecordedStatement[]
  /** The lines of the same file at which other statements were recorded. Tells a wrong line from a missing test. */
  readonly otherLines: readonly number[]
  /** The columns of each text. */
  readonly described: ReadonlyMap<string, readonly DescribedColumn[]>
}

/** Returns what is wrong with the row type of a statement. Each problem says what was declared and what the database returns. */
export function compareRows(
  { file, firstLine, columns }: DeclaredStatement,
  { recorded, otherLines, described }: ObservedStatement,
): string[] {
  const at = `${file}:${firstLine}`
  if (!columns) return []
  if (recorded.length === 0)
    return [
      `${at}: no test runs this statement, so its row type is unchecked. Write a test that does. Lines recorded in this file: ${otherLines.join(', ') || 'none'}.`,
    ]
  const problems = recorded.flatMap(({ sql, isCombined, nullColumns }) => {
    const found = described.get(sql) ?? []
    const names = new Set(found.map(({ name }) => name))
    const absent = [...columns].filter(([name, { isOptional }]) => !isOptional && !names.has(name))
    return [
      ...absent.map(([name, { type }]) => `${at}: "${name}" is declared as ${type}, but the statement returns no such column.`),
      ...found.flatMap((column) => compareColumn(at, column, columns.get(column.name))),
      ...(isCombined ? found.flatMap((column) => refuseInJson(at, column)) : []),
      ...nullColumns
        .filter((name) => columns.get(name)?.isNullable === false)
        .map((name) => `${at}: "${name}" is declared as ${columns.get(name)?.type}, but it was NULL.`),
    ]
  })
  return [...new Set(problems)]
}

function compareColumn(at: string, { name, type }: DescribedColumn, declared: DeclaredColumn | undefined): string[] {
  if (!declared) return [`${at}: the statement returns "${name}", which is not declared. Declare it, or do not select it.`]
  const kind = kindsOfTypes.get(type)
  if (!kind) return [`${at}: "${name}" has the type ${type} of pg_type, which the client does not convert. Cast it in the statement.`]
  if (kind === declared.kind || declared.kind === 'unknown' || (kind === 'json' && declared.kind !== 'Date')) return []
  return [`${at}: "${name}" is declared as ${declared.type}, but the client returns ${kind}.`]
}

/** Dates and bigints arrive in JSON as something else. */
function refuseInJson(at: string, { name, type }: DescribedColumn): string[] {
  const kind = kindsOfTypes.get(type) ?? ''
  if (!/^(?:Date|bigint|bytes)/.test(kind)) return []
  return [`${at}: "${name}" is a ${kind}, which a statement that may be combined with others cannot return. Cast it, as to float8.`]
}
