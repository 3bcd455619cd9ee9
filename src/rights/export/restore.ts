import { InputError, messageOf } from '../../core/errors.ts'
import type { ThreadId, UserId } from '../../core/ids.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Tx } from '../../store/store.ts'
import { type Column, columnsOf, inFile } from './columns.ts'
import type { ExportParts } from './json.ts'
import { type ReadRows, readExport } from './read-file.ts'
import { registered } from './registered.ts'
import { type Section, sectionsOf } from './sections.ts'

export interface Restored {
  readonly userId: UserId
  readonly threadId: ThreadId | undefined
  /** How many rows each section had. */
  readonly counts: ReadonlyMap<string, number>
}

/** A long conversation takes minutes. In ms. */
const longestMs = 6 * 3_600_000

/**
 * Reads the JSON of an export into an instance in which nobody has said anything: its person becomes the owner at this machine,
 * and all ids stay as they are, because texts cite them. All of it or nothing. Throws InputError. `onRead` is told how much of
 * the file was read, which is read twice.
 */
export async function restoreExport(
  { store, personalData }: ExportParts,
  file: string,
  onRead: (bytesRead: number) => void = () => {},
): Promise<Restored> {
  const sections = sectionsOf(personalData, await columnsOf(store.db))
  const restore = async (tx: Tx): Promise<Restored> => {
    await mustBeEmpty(tx)
    const counts = new Map<string, number>()
    let userId: UserId | undefined
    for await (const read of readExport(file, sections, onRead)) {
      userId ??= personIn(read, sections)
      await insert(tx, userId, read)
      counts.set(read.section.section, (counts.get(read.section.section) ?? 0) + read.rows.length)
    }
    if (userId === undefined) throw new InputError('The file has nobody in it: its first section has no row.')
    for await (const read of readExport(file, sections, onRead)) await referOn(tx, sections, read)
    await numberOn(tx, sections)
    for (const { settled } of sections) if (settled) await tx.$queryRaw(registered(settled, { alias: 't', userId }))
    const binding = await tx.continuousThread.findUnique({ where: { userId }, select: { threadId: true } })
    return { userId, threadId: binding?.threadId as ThreadId | undefined, counts }
  }
  return store.transaction(restore, { longestMs })
}

/** The owner at this machine, who has said nothing, gives way. */
async function mustBeEmpty(tx: Tx): Promise<void> {
  const [found] = await tx.$queryRaw<{ messages: boolean; people: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM messages) AS messages, EXISTS (SELECT 1 FROM users WHERE NOT is_local) AS people`
  if (found?.messages || found?.people)
    throw new InputError(
      `An export is read into an instance that is empty, and here ${found.messages ? 'something has been said' : 'there are people'} already. Nothing was changed. Set DATA_DIR to a new folder, or DATABASE_URL to a new database, and try again.`,
    )
  await tx.$executeRaw`DELETE FROM threads WHERE kind = 'continuous'`
  await tx.$executeRaw`DELETE FROM users`
  await tx.$executeRaw`DELETE FROM places`
}

function personIn({ section, rows, lines }: ReadRows, sections: readonly Section[]): UserId {
  const [person, second] = rows
  if (section !== sections[0] || !person || !('id' in person) || second)
    throw new InputError(`Line ${lines.first}: expected one person, and no more, in the section "${sections[0]?.section}".`)
  return Number(person.id) as UserId
}

async function insert(tx: Tx, userId: UserId, read: ReadRows): Promise<void> {
  const { table, fields, restored = {}, refersOn } = read.section
  const given = fields.filter(({ name }) => !refersOn.includes(name))
  const made = Object.entries(restored)
  const into = [...given.map(({ name }) => name), ...made.map(([name]) => name)]
  const values = [...given.map(({ name }) => Prisma.raw(`r.${name}`)), ...made.map(([, sql]) => registered(sql, { alias: 't', userId }))]
  await explained(
    read,
    tx.$executeRaw`
      INSERT INTO ${Prisma.raw(table)} (${Prisma.raw(into.join(', '))})
      SELECT ${Prisma.join(values)} FROM ${recordsOf(read, given)} r`,
  )
}

/** Fills in what refers to rows that come later in the file. A row that was deleted while the file was written is not there. */
async function referOn(tx: Tx, sections: readonly Section[], read: ReadRows): Promise<void> {
  const { table, fields, refersTo = {}, refersOn } = read.section
  const id = fields.filter(({ name }) => name === 'id')
  for (const field of fields.filter(({ name }) => refersOn.includes(name))) {
    const other = Prisma.raw(sections.find((section) => section.table === refersTo[field.name])?.table ?? table)
    await explained(
      read,
      tx.$executeRaw`
        UPDATE ${Prisma.raw(table)} t SET ${Prisma.raw(field.name)} = o.id
        FROM ${recordsOf(read, [...id, field])} r JOIN ${other} o ON o.id = r.${Prisma.raw(field.name)} WHERE t.id = r.id`,
    )
  }
}

/** SQL for rows of the file as a table, under the names of the columns. */
function recordsOf({ rows }: ReadRows, fields: readonly Column[]): Prisma.Sql {
  const read = fields.map(({ name, type }) => `"${inFile(name)}" ${type.readAs}`)
  const made = fields.map(({ name, type: { made = ['', ''] } }) => `${made[0]}g."${inFile(name)}"${made[1]} AS ${name}`)
  return Prisma.sql`(SELECT ${Prisma.raw(made.join(', '))}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS g(${Prisma.raw(read.join(', '))}))`
}

/** No new row gets the id of one that was read in. */
async function numberOn(tx: Tx, sections: readonly Section[]): Promise<void> {
  for (const { table, columns } of sections)
    if (columns.includes('id'))
      await tx.$queryRaw`
        SELECT setval(pg_get_serial_sequence(${table}, 'id'), max(id)) FROM ${Prisma.raw(table)} HAVING max(id) > 0`
}

/** What the database does not take is told by where it stands in the file. */
async function explained<T>({ section, lines }: ReadRows, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const code = /Code: `(2[23][0-9A-Z]{3})`/.exec(messageOf(error))
    if (!code) throw error
    const [, reason = 'a value is none that is taken'] = /Message: `(?:ERROR: )?([^`\n]*)/.exec(messageOf(error)) ?? []
    throw new InputError(
      `Lines ${lines.first} to ${lines.last}: a row of "${section.section}" cannot be taken, because ${reason}. Nothing was changed.`,
    )
  }
}
