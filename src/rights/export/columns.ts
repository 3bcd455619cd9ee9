import { storable } from '../../core/text.ts'
import type { Db } from '../../store/store.ts'

/** How the values of a type are written to the file of an export, and read in again. */
interface ColumnType {
  /** What the documentation calls it, and what a wrong value is told to be. */
  readonly called: string
  /** What stands before and after a value in SQL that goes into JSON. */
  readonly written?: readonly [string, string]
  /** The type that the database reads the JSON as. */
  readonly readAs: string
  /** What stands before and after what was read, in SQL that makes a value of it. */
  readonly made?: readonly [string, string]
  readonly fits: (value: unknown) => boolean
}

const isText = (value: unknown): value is string => typeof value === 'string' && storable(value) === value
const isInteger = (value: unknown) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31
const isTime = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) && !Number.isNaN(Date.parse(value))
const areAll = (fits: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(fits)

/** By the name that PostgreSQL has for a type. */
const columnTypes: Readonly<Record<string, ColumnType>> = {
  int4: { called: 'whole number', readAs: 'int', fits: isInteger },
  // Longer than the numbers that JSON is commonly read with.
  int8: {
    called: 'whole number as text',
    written: ['', '::text'],
    readAs: 'bigint',
    fits: (value) => typeof value === 'string' && /^-?\d{1,18}$|^[1-8]\d{18}$/.test(value),
  },
  text: { called: 'text', readAs: 'text', fits: isText },
  bool: { called: 'true or false', readAs: 'boolean', fits: (value) => typeof value === 'boolean' },
  timestamptz: {
    called: 'time',
    written: ['to_char(', ` AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`],
    readAs: 'timestamptz',
    fits: isTime,
  },
  jsonb: {
    called: 'JSON',
    readAs: 'jsonb',
    made: ['NULLIF(', ", 'null'::jsonb)"],
    fits: isStorable,
  },
  bytea: {
    called: 'bytes in Base64',
    written: ['translate(encode(', ", 'base64'), E'\\n', '')"],
    readAs: 'text',
    made: ['decode(', ", 'base64')"],
    fits: (value) => typeof value === 'string' && value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value),
  },
  _text: { called: 'list of texts', readAs: 'text[]', fits: areAll(isText) },
  _int4: { called: 'list of whole numbers', readAs: 'int[]', fits: areAll(isInteger) },
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isText(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => isText(key) && isStorable(inner))
}

export interface Column {
  readonly name: string
  readonly type: ColumnType
  readonly canBeNull: boolean
  /** Its values are so large that a row is read by itself. */
  readonly isLarge: boolean
}

/** The columns of every table, as the database has them. */
export type Columns = ReadonlyMap<string, ReadonlyMap<string, Column>>

export async function columnsOf(db: Db): Promise<Columns> {
  const rows = await db.$queryRaw<{ table: string; name: string; type: string; canBeNull: boolean }[]>`
    SELECT c.relname::text AS "table", a.attname::text AS name, y.typname::text AS type, NOT a.attnotnull AS "canBeNull"
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_type y ON y.oid = a.atttypid
    WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::text::regnamespace AND a.attnum > 0 AND NOT a.attisdropped`
  const tables = new Map<string, Map<string, Column>>()
  for (const { table, name, type: typeName, canBeNull } of rows) {
    const type = columnTypes[typeName]
    if (type) tables.set(table, (tables.get(table) ?? new Map()).set(name, { name, type, canBeNull, isLarge: typeName === 'bytea' }))
  }
  return tables
}

/** "day_label" is dayLabel in the file. */
export const inFile = (column: string): string => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
