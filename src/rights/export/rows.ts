import type { UserId } from '../../core/ids.ts'
import type { DaySpan } from '../../core/personal-data.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Db } from '../../store/store.ts'
import { type Column, inFile } from './columns.ts'
import { registered } from './registered.ts'
import type { Section } from './sections.ts'

/** What an export is made of: all of a person, or some days of theirs. */
export interface Exported {
  readonly userId: UserId
  readonly span: DaySpan
  readonly sections: readonly Section[]
  /** The newest id of each table when it was begun, by the table: what comes after it is no part of it. */
  readonly last: Readonly<Record<string, number>>
}

const rowsAtOnce = 500

/** The newest id of each table that has ids: in one statement, so that what belongs together is in or out together. */
export async function lastIds(db: Db, sections: readonly Section[]): Promise<Readonly<Record<string, number>>> {
  const withIds = sections.filter(({ columns }) => columns.includes('id'))
  const each = withIds.map(({ table }) => `'${table}', (SELECT coalesce(max(id), 0) FROM ${table})`)
  const [row] = await db.$queryRaw<{ last: Record<string, number> }[]>`SELECT json_build_object(${Prisma.raw(each.join(', '))}) AS last`
  return row?.last ?? {}
}

/** The rows of a section as they are in the file, in order. No more than some hundreds are held at a time. */
export async function* rowsOf(db: Db, exported: Exported, section: Section): AsyncGenerator<object> {
  const record = Prisma.sql`json_build_object(${Prisma.join(section.fields.map((field) => written(exported, section, field)))})::text`
  const atOnce = section.fields.some(({ isLarge }) => isLarge) ? 1 : rowsAtOnce
  for await (const among of partsOf(db, exported, section))
    for await (const records of pagesOf<string>(db, exported, { section, what: record, among, atOnce }))
      for (const row of records) yield JSON.parse(row) as object
}

/** SQL for which rows of a section are read one after the other: all, or those that are part of some hundred others. */
async function* partsOf(db: Db, exported: Exported, { readBy, partOf }: Section): AsyncGenerator<Prisma.Sql> {
  const parent = exported.sections.find(({ table }) => readBy && table === partOf?.[readBy])
  if (!readBy || !parent) {
    yield Prisma.sql`TRUE`
    return
  }
  const all = { section: parent, what: Prisma.sql`t.id`, among: Prisma.sql`TRUE`, atOnce: rowsAtOnce }
  for await (const ids of pagesOf<number>(db, exported, all)) yield Prisma.sql`${Prisma.raw(`t.${readBy}`)} = ANY(${ids}::int[])`
}

interface Pages {
  readonly section: Section
  /** SQL for what is read of each row. */
  readonly what: Prisma.Sql
  /** SQL for which of the rows. */
  readonly among: Prisma.Sql
  readonly atOnce: number
}

/** First so many rows of the person by their order, and only then whether each is in the file: else that would be asked of all that are left for every page. */
async function* pagesOf<What>(db: Db, exported: Exported, { section, what, among, atOnce }: Pages): AsyncGenerator<What[]> {
  const { orderedBy } = section
  const order = Prisma.join(orderedBy.map(inOrder))
  let past = Prisma.empty
  for (;;) {
    const rows = await db.$queryRaw<{ what: What | null; key: string[] }[]>`
      SELECT CASE WHEN ${isInFile(exported, section, 't')} THEN ${what} END AS what,
        ARRAY[${Prisma.raw(orderedBy.map(({ name }) => `t.${name}::text`).join(', '))}] AS key
      FROM (SELECT * FROM ${Prisma.raw(section.table)} t WHERE ${registered(section.ofPerson, { alias: 't', userId: exported.userId })}
        AND ${among} ${past} ORDER BY ${order} LIMIT ${atOnce}) t ORDER BY ${order}`
    yield rows.flatMap((row) => row.what ?? [])
    const key = rows.at(-1)?.key
    if (!key || rows.length < atOnce) return
    past = Prisma.sql`AND (${order}) > (${Prisma.join(orderedBy.map(({ type }, at) => Prisma.sql`${key[at]}::text::${Prisma.raw(type.readAs)}`))})`
  }
}

/** The same wherever it is read in again, whatever a language has for an order. */
const inOrder = ({ name, type }: Column) => Prisma.raw(type.readAs === 'text' ? `t.${name} COLLATE "C"` : `t.${name}`)

/** SQL for a name and what stands behind it in the file. */
function written(exported: Exported, { as, refersTo }: Section, { name, type }: Column): Prisma.Sql {
  const value = registered(as?.[name] ?? `t.${name}`, { alias: 't', userId: exported.userId })
  const [before, after] = type.written ?? ['', '']
  const json = Prisma.sql`${Prisma.raw(before)}${value}${Prisma.raw(after)}`
  const other = refersTo?.[name]
  const given = other ? Prisma.sql`CASE WHEN ${isThere(exported, other, `t.${name}`)} THEN ${json} END` : json
  return Prisma.sql`${Prisma.raw(`'${inFile(name)}'`)}, ${given}`
}

/** SQL for whether a row is in the file; `alias` is that of its table. */
function isInFile(exported: Exported, { table, ofPerson, where, day, partOf = {} }: Section, alias: string): Prisma.Sql {
  const { userId, span, last } = exported
  const label = day && registered(day, { alias, userId })
  const newest = last[table]
  const conditions = [
    registered(ofPerson, { alias, userId }),
    where && registered(where, { alias, userId }),
    newest !== undefined && Prisma.sql`${Prisma.raw(alias)}.id <= ${newest}`,
    label && span.from && Prisma.sql`${label} >= ${span.from}`,
    label && span.to && Prisma.sql`${label} <= ${span.to}`,
    ...Object.entries(partOf).map(([column, other]) => isThere(exported, other, `${alias}.${column}`)),
  ]
  return Prisma.join(
    conditions.filter((condition) => condition instanceof Prisma.Sql),
    ' AND ',
  )
}

/** SQL for whether the row of another table with this id is in the file. Asked of one row at a time: joined, all of them would be read for every page. */
function isThere(exported: Exported, table: string, id: string): Prisma.Sql {
  const section = exported.sections.find((one) => one.table === table)
  if (!section) throw new Error(`The table ${table} is referred to by what an export has, and is no part of it.`)
  const alias = `${id.split('.')[0]}_`
  return Prisma.sql`(SELECT TRUE FROM ${Prisma.raw(table)} ${Prisma.raw(alias)} WHERE ${Prisma.raw(`${alias}.id = ${id}`)} AND ${isInFile(exported, section, alias)})`
}
