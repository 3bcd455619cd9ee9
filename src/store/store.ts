import { AsyncLocalStorage } from 'node:async_hooks'
import { ColumnTypeEnum, type SqlDriverAdapter, type SqlDriverAdapterFactory, type SqlQuery } from '@prisma/driver-adapter-utils'
import { Prisma, PrismaClient } from './generated/client.ts'

/** The client inside a transaction. */
export type Tx = Prisma.TransactionClient

/** The client outside a transaction. */
export type Db = Omit<Tx, never>

export interface Store {
  /** For single statements. Throws if used inside a transaction, where it would deadlock on the embedded database. */
  readonly db: Db
  /**
   * The only way to open a transaction. `work` may use only its `tx`, and must not call a model, the network or the queue. Retries after a
   * deadlock. Rolls back after 30 seconds, or after `timeoutMs`.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: { readonly timeoutMs?: number }): Promise<T>
  /** Direct access for the job queue, which uses the same database. Absent with PostgreSQL. */
  readonly embedded?: EmbeddedSql
  readonly engine: 'pglite' | 'postgres'
  close(): Promise<void>
}

/** The part of the embedded database's interface that the job queue needs. */
export interface EmbeddedSql {
  exec(sql: string): Promise<{ rows: unknown[] }[]>
  query(sql: string, values: unknown[]): Promise<{ rows: unknown[] }>
}

const inTransaction = new AsyncLocalStorage<true>()

/** Throws if called inside a transaction. `action` names what must not happen there. */
export function assertOutsideTransaction(action: string): void {
  if (inTransaction.getStore()) throw new Error(`${action} inside a transaction. Do it after the commit.`)
}

export interface StoreComponents {
  readonly adapter: NonNullable<ConstructorParameters<typeof PrismaClient>[0]['adapter']>
  readonly engine: Store['engine']
  readonly embedded?: EmbeddedSql
  readonly close: () => Promise<void>
}

export function createStore({ adapter, engine, embedded, close }: StoreComponents): Store {
  const shared = new SharedAdapter(adapter)
  const client = new PrismaClient({ adapter: shared, transactionOptions: { maxWait: 30_000, timeout: 30_000 } })
  const raw = new RawStatements(shared)
  const db = new Proxy(client, {
    get(target, property) {
      assertOutsideTransaction('The store was used past its transaction,')
      if (property === '$queryRaw' || property === '$executeRaw') return raw[property].bind(raw)
      return Reflect.get(target, property)
    },
  })
  return {
    db,
    engine,
    ...(embedded && { embedded }),
    async transaction(work, { timeoutMs } = {}) {
      const options = timeoutMs ? { timeout: timeoutMs } : {}
      assertOutsideTransaction('A second transaction was started')
      return repeatAfterConflict(() => client.$transaction((tx) => inTransaction.run(true, () => work(tx)), options))
    },
    async close() {
      await client.$disconnect()
      await close()
    },
  }
}

/**
 * Runs a transaction or a single statement again if PostgreSQL ended it because of a deadlock, or with a failure for which `isOtherConflict`
 * returns true. Wrap each single statement that locks more than one row which others lock too.
 */
export async function repeatAfterConflict<T>(
  work: () => Promise<T>,
  isOtherConflict: (error: unknown) => boolean = () => false,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 5 || !(isConflict(error) || isOtherConflict(error))) throw error
    }
  }
}

/** Returns whether PostgreSQL ended a transaction because of a conflict with a concurrent one. Such a transaction can be run again. */
function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === 'P2034') || /40P01|40001|deadlock detected|could not serialize/.test(error.message)
}

/** The query as it is written: a tagged template, or SQL that was put together. */
export type RawQuery = TemplateStringsArray | Prisma.Sql

/** Makes an adapter share its connections: between the Prisma client, and what runs statements without it. */
class SharedAdapter implements SqlDriverAdapterFactory {
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

/** SQL for the rows of a query as one value, a list in JSON. A statement can return those of several queries. */
export const listInJson = (query: Prisma.Sql): Prisma.Sql => Prisma.sql`(SELECT coalesce(json_agg(one), '[]') FROM (${query}) one)`

/** SQL for an instant in ms since 1970, for rows that arrive in JSON. NULL for NULL. */
export const inMs = (instant: Prisma.Sql): Prisma.Sql => Prisma.sql`(extract(epoch FROM ${instant}) * 1000)::float8`

/** SQL for the named columns of a table as one value. PostgreSQL writes them in two thirds of the time that it takes for the same data as rows. */
export const columnsInJson = (names: readonly string[], table: Prisma.Sql): Prisma.Sql => {
  const columns = names.map((name) => Prisma.raw(`'${name}', json_agg("${name}")`))
  return Prisma.sql`(SELECT json_build_object(${Prisma.join(columns)}) FROM ${table})`
}

/** The values of each column, in the same order. Null without rows. */
export type ColumnsInJson<Row> = { readonly [Column in keyof Row]: readonly Row[Column][] | null }

/** Returns the rows of columns. */
export function fromColumns<Row extends object>(columns: ColumnsInJson<Row>): Row[] {
  const entries = Object.entries(columns) as [keyof Row, Row[keyof Row][] | null][]
  const [[, first] = []] = entries
  return (first ?? []).map((_, n) => {
    const row: Partial<Row> = {}
    for (const [name, values] of entries) row[name] = values?.[n] as Row[keyof Row]
    return row as Row
  })
}

/** A row as JSON has it: its dates are texts in ISO 8601. */
export type InJson<Row> = {
  readonly [Key in keyof Row]: Row[Key] extends Date ? string : Row[Key] extends Date | null ? string | null : Row[Key]
}

/** Tells a statement that is planned once. */
export const planMarker = '/* planned once */'

/**
 * A template for a statement that PostgreSQL plans once per connection. PostgreSQL keeps a plan for all values unless it expects plans for
 * single values to be cheaper. So the planner does not get to see the values: each is read by a subquery of its own. Use it only if the best
 * plan is the same for all values. That of many statements on the search index differs between a short thread and a long one.
 */
export function planOnce(template: TemplateStringsArray, ...inputs: readonly unknown[]): Prisma.Sql {
  const { strings, values } = Prisma.sql(template, ...inputs)
  const [start = '', ...others] = strings
  // With a cast after it, a subquery in ANY(…) is one array, not rows.
  const parts = others.map((part, index) => {
    const [cast] = /^::\w+(?:\[\])?/.exec(part) ?? []
    if (cast) return `${cast})${part}`
    const type = `::${findType(values[index])}`
    return `${type})${type}${part}`
  })
  const texts = [planMarker + start, ...parts]
  return new Prisma.Sql(
    texts.map((text, index) => (index < values.length ? `${text}(SELECT ` : text)),
    [...values],
  )
}

/** Returns the SQL type of a value that has no cast. Throws for null, whose type nothing tells. */
function findType(value: unknown): string {
  if (value === null) throw new Error('A statement that is planned once has a null without a cast, such as ::int. Add the cast.')
  if (Array.isArray(value)) return `${findType(value[0])}[]`
  if (value instanceof Date) return 'timestamptz'
  return { number: 'int', bigint: 'bigint', boolean: 'boolean' }[typeof value as string] ?? 'text'
}
