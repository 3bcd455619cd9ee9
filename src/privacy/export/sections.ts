import type { UserId } from '../../core/domain/ids.ts'
import type { ExportedTable, PersonalData } from '../../core/ports/personal-data.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Tx } from '../../store/store.ts'
import type { ExportColumn, ExportColumns } from './column-types.ts'

/** A table that is part of the file. */
export interface ExportSection extends ExportedTable {
  readonly table: string
  readonly ofPerson: string
  /** In the order of the file. */
  readonly fields: readonly ExportColumn[]
  /** The sort order of the rows. */
  readonly orderedBy: readonly ExportColumn[]
  /** Columns that refer to rows of this section or a later one. */
  readonly forwardReferences: readonly string[]
  /** Whether the rows belong to other users and are not imported. */
  readonly isOfOthers: boolean
}

/** Returns the sections in file order. Where possible, a row comes after the rows it belongs to or refers to. */
export function buildSections(data: readonly PersonalData<Tx>[], columns: ExportColumns): readonly ExportSection[] {
  // The features registered last are the ones that all others refer to.
  const tables = new Map([...data].reverse().flatMap((feature) => Object.entries(feature.tables)))
  const visited = new Set<string>()
  const sections = new Map<string, ExportSection>()
  const resolve = (table: string, names: readonly string[]) => names.map((name) => resolveColumn(columns, table, name))
  const visit = (table: string): void => {
    const { ofPerson, exported, alsoExported } = tables.get(table) ?? {}
    if (visited.has(table) || !ofPerson || !exported) return
    visited.add(table)
    for (const other of [...Object.values(exported.partOf ?? {}), ...Object.values(exported.refersTo ?? {})]) visit(other)
    const forwardReferences = Object.entries(exported.refersTo ?? {}).flatMap(([column, other]) => (sections.has(other) ? [] : column))
    const toSection = (part: ExportedTable & { readonly ofPerson: string }, isOfOthers: boolean): ExportSection => ({
      ...part,
      table,
      forwardReferences: isOfOthers ? [] : forwardReferences,
      fields: resolve(table, part.columns).map((field) => (part.refersTo?.[field.name] ? { ...field, isNullable: true } : field)),
      orderedBy: resolve(table, part.key),
      isOfOthers,
    })
    sections.set(table, toSection({ ...exported, ofPerson }, false))
    if (alsoExported) sections.set(alsoExported.section, toSection(alsoExported, true))
  }
  for (const table of tables.keys()) visit(table)
  return [...sections.values()]
}

function resolveColumn(columns: ExportColumns, table: string, name: string): ExportColumn {
  const column = columns.get(table)?.get(name)
  if (!column) throw new Error(`An export cannot write the type of the column ${table}.${name}.`)
  return column
}

/** Fills in the placeholders of registered SQL, where `t` is the table and `$1` is the user. */
export function bindRegistrationSql(sql: string, { alias, userId }: { readonly alias: string; readonly userId: UserId }): Prisma.Sql {
  const [first = '', ...rest] = sql.replace(/\bt\./g, `${alias}.`).split('$1')
  return new Prisma.Sql(
    [first, ...rest.map((piece) => `::int${piece}`)],
    rest.map(() => userId),
  )
}
