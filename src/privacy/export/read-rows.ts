import type { UserId } from '../../core/domain/ids.ts'
import type { DaySpan } from '../../core/ports/personal-data.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import { type ExportColumn, toFieldName } from './column-types.ts'
import type { ExportSection } from './sections.ts'
import { bindRegistrationSql } from './sections.ts'

/** What an export contains: all data of a user, or the data of some days. */
export interface ExportScope {
  readonly userId: UserId
  readonly span: DaySpan
  readonly sections: readonly ExportSection[]
  /** For each table, the newest id when the export started. Later rows are not exported. */
  readonly lastIds: Readonly<Record<string, number>>
}

const rowPageSize = 500

/** Returns the newest id of each table that has ids. Uses one statement, so that related rows are either all included or all left out. */
export async function loadLastIds(db: Db, sections: readonly ExportSection[]): Promise<Readonly<Record<string, number>>> {
  const withIds = sections.filter(({ columns }) => columns.includes('id'))
  const subqueries = withIds.map(({ table }) => `'${table}', (SELECT coalesce(max(id), 0) FROM ${table})`)
  const [row] = await db.$queryRaw<
    { last: Record<string, number> }[]
  >`SELECT json_build_object(${Prisma.raw(subqueries.join(', '))}) AS last`
  return row?.last ?? {}
}

/** Yields the rows of a section as they appear in the file, in order. Holds a few hundred rows at a time. */
export async function* readRows(db: Db, exportScope: ExportScope, section: ExportSection): AsyncGenerator<object> {
  const rowJson = Prisma.sql`json_build_object(${Prisma.join(section.fields.map((field) => toJsonFieldSql(exportScope, section, field)))})::text`
  const pageSize = section.fields.some(({ isLarge }) => isLarge) ? 1 : rowPageSize
  for await (const filter of readFilters(db, exportScope, section))
    for await (const records of readPages<string>(db, exportScope, { section, selected: rowJson, filter, pageSize }))
      for (const row of records) yield JSON.parse(row) as object
}

/** Yields SQL filters to be read one after the other: a single filter for all rows, or one filter for each page of parent rows. */
async function* readFilters(db: Db, exportScope: ExportScope, { readBy, partOf }: ExportSection): AsyncGenerator<Prisma.Sql> {
  const parent = exportScope.sections.find(({ table }) => readBy && table === partOf?.[readBy])
  if (!readBy || !parent) {
    yield Prisma.sql`TRUE`
    return
  }
  const parentQuery = { section: parent, selected: Prisma.sql`t.id`, filter: Prisma.sql`TRUE`, pageSize: rowPageSize }
  for await (const ids of readPages<number>(db, exportScope, parentQuery))
    yield Prisma.sql`${Prisma.raw(`t.${readBy}`)} = ANY(${ids}::int[])`
}

interface PageQuery {
  readonly section: ExportSection
  /** SQL for what is selected from each row. */
  readonly selected: Prisma.Sql
  /** SQL that restricts the rows. */
  readonly filter: Prisma.Sql
  readonly pageSize: number
}

/**
 * Pages through the user's rows first, and then checks only the rows of the page for inclusion. If the inner query checked them, it would
 * test all remaining rows for every page.
 */
async function* readPages<What>(
  db: Db,
  exportScope: ExportScope,
  { section, selected, filter, pageSize }: PageQuery,
): AsyncGenerator<What[]> {
  const { orderedBy } = section
  const order = Prisma.join(orderedBy.map(toOrderSql))
  let afterCursor = Prisma.empty
  for (;;) {
    const rows = await db.$queryRaw<{ what: unknown; key: string[] }[]>`
      SELECT CASE WHEN ${toIncludedSql(exportScope, section, 't')} THEN ${selected} END AS what,
        ARRAY[${Prisma.raw(orderedBy.map(({ name }) => `t.${name}::text`).join(', '))}] AS key
      FROM (SELECT * FROM ${Prisma.raw(section.table)} t WHERE ${bindRegistrationSql(section.ofPerson, { alias: 't', userId: exportScope.userId })}
        AND ${filter} ${afterCursor} ORDER BY ${order} LIMIT ${pageSize}) t ORDER BY ${order}`
    yield rows.flatMap(({ what }) => (what === null ? [] : [what as What]))
    const key = rows.at(-1)?.key
    if (!key || rows.length < pageSize) return
    afterCursor = Prisma.sql`AND (${order}) > (${Prisma.join(orderedBy.map(({ type }, at) => Prisma.sql`${key[at]}::text::${Prisma.raw(type.recordType)}`))})`
  }
}

/** Sorts text by bytes, so that the order does not depend on the locale of the database. */
const toOrderSql = ({ name, type }: ExportColumn) => Prisma.raw(type.recordType === 'text' ? `t.${name} COLLATE "C"` : `t.${name}`)

/** SQL for the name and the value of a field in the file. */
function toJsonFieldSql(exportScope: ExportScope, { as, refersTo }: ExportSection, { name, type }: ExportColumn): Prisma.Sql {
  const value = bindRegistrationSql(as?.[name] ?? `t.${name}`, { alias: 't', userId: exportScope.userId })
  const [before, after] = type.toJsonSql ?? ['', '']
  const json = Prisma.sql`${Prisma.raw(before)}${value}${Prisma.raw(after)}`
  const referencedTable = refersTo?.[name]
  const fieldValue = referencedTable
    ? Prisma.sql`CASE WHEN ${toReferencedRowSql(exportScope, referencedTable, `t.${name}`)} THEN ${json} END`
    : json
  return Prisma.sql`${Prisma.raw(`'${toFieldName(name)}'`)}, ${fieldValue}`
}

/** SQL for whether a row is in the file. `alias` is the alias of the row's table. */
function toIncludedSql(exportScope: ExportScope, { table, ofPerson, where, day, partOf = {} }: ExportSection, alias: string): Prisma.Sql {
  const { userId, span, lastIds } = exportScope
  const label = day && bindRegistrationSql(day, { alias, userId })
  const lastId = lastIds[table]
  const conditions = [
    bindRegistrationSql(ofPerson, { alias, userId }),
    where && bindRegistrationSql(where, { alias, userId }),
    lastId !== undefined && Prisma.sql`${Prisma.raw(alias)}.id <= ${lastId}`,
    label && span.from && Prisma.sql`${label} >= ${span.from}`,
    label && span.to && Prisma.sql`${label} <= ${span.to}`,
    ...Object.entries(partOf).map(([column, referencedTable]) => toReferencedRowSql(exportScope, referencedTable, `${alias}.${column}`)),
  ]
  return Prisma.join(
    conditions.filter((condition) => condition instanceof Prisma.Sql),
    ' AND ',
  )
}

/**
 * SQL for whether the row of another table with this id is in the file. Uses a subquery per row, because a join would read the whole table
 * for every page.
 */
function toReferencedRowSql(exportScope: ExportScope, table: string, id: string): Prisma.Sql {
  const section = exportScope.sections.find((one) => one.table === table)
  if (!section) throw new Error(`Exported rows refer to the table ${table}, which is not exported.`)
  const alias = `${id.split('.')[0]}_`
  return Prisma.sql`(SELECT TRUE FROM ${Prisma.raw(table)} ${Prisma.raw(alias)} WHERE ${Prisma.raw(`${alias}.id = ${id}`)} AND ${toIncludedSql(exportScope, section, alias)})`
}
