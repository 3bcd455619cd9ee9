import { ColumnTypeEnum, type SqlDriverAdapter, type SqlDriverAdapterFactory, type SqlQuery } from '@prisma/driver-adapter-utils'
import { Prisma } from './generated/client.ts'

/** The query as it is written: a tagged template, or SQL that was put together. */
type RawQuery = TemplateStringsArray | Prisma.Sql

/** Makes an adapter share its connections: between the Prisma client, and what runs statements without it. */
export class SharedAdapter implements SqlDriverAdapterFactory {
  readonly provider: SqlDriverAdapterFactory['provider']
  readonly adapterName: string
  private connected: Promise<SqlDriverAdapter> | undefined

  constructor(private readonly adapter: SqlDriverAdapterFactory) {
    this.provider = adapter.provider
    this.adapterName = adapter.adapterName
  }

  connect(): Promise<SqlDriverAdapter> {
    this.connected ??= this.adapter.connect()
    return this.connected
  }
}

/**
 * Runs single raw statements by the adapter of the Prisma client, with the results that the client gives, in a third of its time: the client
 * plans and translates each of them, as if it were not SQL already.
 */
export class RawStatements {
  constructor(private readonly adapter: SharedAdapter) {}

  async $queryRaw<Rows>(query: RawQuery, ...values: readonly unknown[]): Promise<Rows> {
    const { columnNames, columnTypes, rows } = await this.run(query, values, (adapter, statement) => adapter.queryRaw(statement))
    const readers = columnTypes.map((type) => readersByType.get(type))
    return rows.map((row) => {
      const entries: Record<string, unknown> = {}
      for (const [index, name] of columnNames.entries()) {
        const value = row[index] ?? null
        entries[name] = value === null ? null : (readers[index]?.(value) ?? value)
      }
      return entries
    }) as Rows
  }

  /** Returns the number of rows that the statement has written. */
  $executeRaw(query: RawQuery, ...values: readonly unknown[]): Promise<number> {
    return this.run(query, values, (adapter, statement) => adapter.executeRaw(statement))
  }

  private async run<T>(
    query: RawQuery,
    values: readonly unknown[],
    work: (adapter: SqlDriverAdapter, statement: SqlQuery) => Promise<T>,
  ): Promise<T> {
    const { text: sql, values: args } = query instanceof Prisma.Sql ? query : Prisma.sql(query, ...values)
    const adapter = await this.adapter.connect()
    try {
      return await work(adapter, { sql, args, argTypes: args.map(toArgType) })
    } catch (error) {
      throw toStatementError(error)
    }
  }
}

const toArgType = (value: unknown): SqlQuery['argTypes'][number] =>
  Array.isArray(value)
    ? { ...toArgType(value[0]), arity: 'list' }
    : { scalarType: value instanceof Date ? 'datetime' : 'unknown', arity: 'scalar' }

type ReadValue = (value: unknown) => unknown

const readBigInt: ReadValue = (value) => BigInt(value as string)
const readDecimal: ReadValue = (value) => new Prisma.Decimal(value as string)
const readDate: ReadValue = (value) => new Date(value as string)
const readTime: ReadValue = (value) => new Date(`1970-01-01T${value as string}Z`)
const readJson: ReadValue = (value) => JSON.parse(value as string)
const readEach =
  (read: ReadValue): ReadValue =>
  (values) =>
    (values as unknown[]).map((value) => (value === null ? null : read(value)))

/** How the values of the types that the adapters return as text are read. */
const readersByType: ReadonlyMap<number, ReadValue> = new Map([
  [ColumnTypeEnum.Int64, readBigInt],
  [ColumnTypeEnum.Numeric, readDecimal],
  [ColumnTypeEnum.Date, readDate],
  [ColumnTypeEnum.DateTime, readDate],
  [ColumnTypeEnum.Time, readTime],
  [ColumnTypeEnum.Json, readJson],
  [ColumnTypeEnum.Int64Array, readEach(readBigInt)],
  [ColumnTypeEnum.NumericArray, readEach(readDecimal)],
  [ColumnTypeEnum.DateArray, readEach(readDate)],
  [ColumnTypeEnum.DateTimeArray, readEach(readDate)],
  [ColumnTypeEnum.TimeArray, readEach(readTime)],
  [ColumnTypeEnum.JsonArray, readEach(readJson)],
])

/** Says what the database said. The adapter keeps that apart, so that its own message is only a kind. */
function toStatementError(error: unknown): unknown {
  const cause =
    error instanceof Error ? (error.cause as { readonly originalCode?: string; readonly originalMessage?: string } | undefined) : undefined
  if (cause?.originalMessage === undefined) return error
  return new Error(`A statement failed: ${cause.originalMessage} (code ${cause.originalCode ?? 'unknown'}).`, { cause: error })
}
