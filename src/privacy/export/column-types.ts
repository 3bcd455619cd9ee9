import { storable } from '../../core/domain/text.ts'
import type { Db } from '../../store/store.ts'

/** How values of a database type are written to an export file and read back. */
interface ColumnType {
  /** The name in docs/export.md and in error messages. */
  readonly label: string
  /** SQL placed before and after a value that is written to JSON. */
  readonly toJsonSql?: readonly [string, string]
  /** The type with which the database reads the JSON value. */
  readonly recordType: string
  /** SQL placed before and after the JSON value to convert it back. */
  readonly fromJsonSql?: readonly [string, string]
  readonly isValid: (value: unknown) => boolean
}

const isText = (value: unknown): value is string => typeof value === 'string' && storable(value) === value
const isInteger = (value: unknown) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31
const isTime = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) && !Number.isNaN(Date.parse(value))
const isArrayOf = (isValid: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(isValid)

/** The types by their names in PostgreSQL. */
const columnTypes: Readonly<Record<string, ColumnType>> = {
  int4: { label: 'whole number', recordType: 'int', isValid: isInteger },
  // JSON parsers commonly lose the last digits of larger numbers.
  int8: {
    label: 'whole number as text',
    toJsonSql: ['', '::text'],
    recordType: 'bigint',
    isValid: (value) => typeof value === 'string' && /^-?\d{1,18}$|^[1-8]\d{18}$/.test(value),
  },
  text: { label: 'text', recordType: 'text', isValid: isText },
  bool: { label: 'true or false', recordType: 'boolean', isValid: (value) => typeof value === 'boolean' },
  timestamptz: {
    label: 'time',
    toJsonSql: ['to_char(', ` AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`],
    recordType: 'timestamptz',
    isValid: isTime,
  },
  json: {
    label: 'JSON',
    // In one order of keys, whichever order was stored.
    toJsonSql: ['', '::jsonb'],
    recordType: 'jsonb',
    fromJsonSql: ['NULLIF(', ", 'null'::jsonb)::json"],
    isValid: isStorable,
  },
  jsonb: { label: 'JSON', recordType: 'jsonb', fromJsonSql: ['NULLIF(', ", 'null'::jsonb)"], isValid: isStorable },
  bytea: {
    label: 'bytes in Base64',
    toJsonSql: ['translate(encode(', ", 'base64'), E'\\n', '')"],
    recordType: 'text',
    fromJsonSql: ['decode(', ", 'base64')"],
    isValid: (value) => typeof value === 'string' && value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value),
  },
  _text: { label: 'list of texts', recordType: 'text[]', isValid: isArrayOf(isText) },
  _int4: { label: 'list of whole numbers', recordType: 'int[]', isValid: isArrayOf(isInteger) },
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isText(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => isText(key) && isStorable(inner))
}

export interface ExportColumn {
  readonly name: string
  readonly type: ColumnType
  readonly isNullable: boolean
  /** Whether values are so large that rows are read one at a time. */
  readonly isLarge: boolean
}

/** The columns of every table, as the database reports them. */
export type ExportColumns = ReadonlyMap<string, ReadonlyMap<string, ExportColumn>>

export async function loadColumns(db: Db): Promise<ExportColumns> {
  const rows = await db.$queryRaw<{ table: string; name: string; type: string; isNullable: boolean }[]>`
    SELECT c.relname::text AS "table", a.attname::text AS name, y.typname::text AS type, NOT a.attnotnull AS "isNullable"
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_type y ON y.oid = a.atttypid
    WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::text::regnamespace AND a.attnum > 0 AND NOT a.attisdropped`
  const tables = new Map<string, Map<string, ExportColumn>>()
  for (const { table, name, type: typeName, isNullable } of rows) {
    const type = columnTypes[typeName]
    if (type)
      tables.set(
        table,
        (tables.get(table) ?? new Map<string, ExportColumn>()).set(name, { name, type, isNullable, isLarge: typeName === 'bytea' }),
      )
  }
  return tables
}

/** Returns the field name in the file: `dayLabel` for `day_label`. */
export const toFieldName = (column: string): string => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
