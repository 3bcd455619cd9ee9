import { Prisma } from '../../../src/store/generated/client.ts'
import type { Store } from '../../../src/store/store.ts'

/** A row of any of our tables. */
export interface StoredRow {
  readonly table: string
  readonly columns: Readonly<Record<string, unknown>>
  /** All of it, to be looked through and compared. */
  readonly text: string
}

/** Everything that is stored. Bytes are shown as the text that they are. */
export async function storedRows({ db }: Store): Promise<StoredRow[]> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' ORDER BY tablename`
  const each = tables.map(
    ({ name }) => Prisma.sql`SELECT ${name}::text AS "table", to_jsonb(t) AS columns FROM ${Prisma.raw(`"${name}"`)} t`,
  )
  const rows = await db.$queryRaw<Omit<StoredRow, 'text'>[]>(Prisma.join(each, ' UNION ALL '))
  return rows.map(({ table, columns }) => {
    const readable = Object.fromEntries(Object.entries(columns).map(([column, value]) => [column, fromHex(value)]))
    return { table, columns: readable, text: `${table} ${JSON.stringify(readable)}` }
  })
}

const fromHex = (value: unknown) =>
  typeof value === 'string' && value.startsWith('\\x') ? Buffer.from(value.slice(2), 'hex').toString() : value

/** Every column that can hold words, as "table.column". */
export async function columnsForWords({ db }: Store): Promise<string[]> {
  const columns = await db.$queryRaw<{ name: string }[]>`
    SELECT c.table_name || '.' || c.column_name AS name FROM information_schema.columns c
    JOIN pg_tables t ON t.schemaname = c.table_schema AND t.tablename = c.table_name
    WHERE c.table_schema = 'public' AND c.table_name <> '_prisma_migrations' AND c.data_type IN ('text', 'jsonb', 'bytea', 'tsvector', 'ARRAY')
      AND c.udt_name <> '_int4' ORDER BY 1`
  return columns.map(({ name }) => name)
}

/** A table has fewer rows than this in a test. */
const numbersOfTable = 10_000

/** Gives each table numbers of its own, so that no number names two rows. */
export async function numberApart({ db }: Store): Promise<void> {
  await db.$queryRaw`
    SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, ${numbersOfTable}::int * row_number() OVER (ORDER BY sequencename))
    FROM pg_sequences WHERE schemaname = 'public'`
}

/** Which table a number names a row of, as the how manieth; undefined for what names none. */
export function tableOfNumber(value: unknown): number | undefined {
  return typeof value === 'number' && value > numbersOfTable ? Math.floor(value / numbersOfTable) : undefined
}
