import { InputError, messageOf } from '../../core/domain/errors.ts'
import type { ThreadId, UserId } from '../../core/domain/ids.ts'
import { deleteAllUsers } from '../../people/users.ts'
import { Prisma } from '../../store/generated/client.ts'
import type { Tx } from '../../store/store.ts'
import { deleteAllPlaces } from '../../threads/places.ts'
import { deleteContinuousThreads } from '../../threads/thread.ts'
import { type ExportColumn, loadColumns, toFieldName } from './column-types.ts'
import type { ExportSource } from './export-json.ts'
import { type ExportRowBatch, readExport } from './read-export.ts'
import { bindRegistrationSql, buildSections, type ExportSection } from './sections.ts'

export interface RestoredExport {
  readonly userId: UserId
  readonly threadId: ThreadId | undefined
  /** The number of rows of each section. */
  readonly counts: ReadonlyMap<string, number>
}

/** In ms. A long conversation takes minutes. */
const restoreTimeoutMs = 6 * 3_600_000

/**
 * Imports the JSON file of an export into an empty instance, all or nothing. The exported user becomes the local owner. Ids stay the same,
 * because texts cite them. Reads the file twice. `onProgress` receives the number of bytes read in the current pass. Throws InputError.
 */
export async function restoreExport(
  { store, personalData }: ExportSource,
  file: string,
  onProgress: (bytesRead: number) => void = () => {},
): Promise<RestoredExport> {
  const sections = buildSections(personalData, await loadColumns(store.db))
  const restore = async (tx: Tx): Promise<RestoredExport> => {
    await assertEmptyInstance(tx)
    const counts = new Map<string, number>()
    let userId: UserId | undefined
    for await (const batch of readExport(file, sections, onProgress)) {
      userId ??= parseUserId(batch, sections)
      await insertRows(tx, userId, sections, batch)
      counts.set(batch.section.section, (counts.get(batch.section.section) ?? 0) + batch.rows.length)
    }
    if (userId === undefined) throw new InputError('The file contains no user: its first section has no row.')
    for await (const batch of readExport(file, sections, onProgress)) await linkForwardReferences(tx, sections, batch)
    await advanceSequences(tx, sections)
    for (const { settled } of sections) if (settled) await tx.$queryRaw(bindRegistrationSql(settled, { alias: 't', userId }))
    const binding = await tx.continuousThread.findUnique({ where: { userId }, select: { threadId: true } })
    return { userId, threadId: binding?.threadId as ThreadId | undefined, counts }
  }
  return store.transaction(restore, { timeoutMs: restoreTimeoutMs })
}

/** Throws InputError unless the instance is empty. Removes the local owner, who has no messages, to make room for the imported user. */
async function assertEmptyInstance(tx: Tx): Promise<void> {
  const [existing] = await tx.$queryRaw<{ messages: boolean; people: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM messages) AS messages, EXISTS (SELECT 1 FROM users WHERE NOT is_local) AS people`
  if (existing?.messages || existing?.people)
    throw new InputError(
      `An export can only be imported into an empty instance, but this one already has ${existing.messages ? 'messages' : 'users'}. Nothing was changed. Set DATA_DIR to a new folder, or DATABASE_URL to a new database, and try again.`,
    )
  await deleteContinuousThreads(tx)
  await deleteAllUsers(tx)
  await deleteAllPlaces(tx)
}

function parseUserId({ section, rows, lines }: ExportRowBatch, sections: readonly ExportSection[]): UserId {
  const [userRow, extraRow] = rows
  if (section !== sections[0] || !userRow || !('id' in userRow) || extraRow)
    throw new InputError(`Line ${lines.first}: expected exactly one user in the section "${sections[0]?.section}".`)
  return Number(userRow.id) as UserId
}

async function insertRows(tx: Tx, userId: UserId, sections: readonly ExportSection[], batch: ExportRowBatch): Promise<void> {
  const { table, fields, restored = {}, forwardReferences, isOfOthers } = batch.section
  if (isOfOthers) return
  const fileColumns = fields.filter(({ name }) => !forwardReferences.includes(name))
  const computedColumns = Object.entries(restored)
  const copiedColumns = fileColumns.filter(({ name }) => !(name in restored))
  const columnNames = [...copiedColumns.map(({ name }) => name), ...computedColumns.map(([name]) => name)]
  const values = [
    ...copiedColumns.map(({ name }) => Prisma.raw(`r.${name}`)),
    ...computedColumns.map(([, sql]) => bindRegistrationSql(sql, { alias: 't', userId })),
  ]
  await withLineNumbers(
    batch,
    tx.$executeRaw`
      INSERT INTO ${Prisma.raw(table)} (${Prisma.raw(columnNames.join(', '))})
      SELECT ${Prisma.join(values)} FROM ${toRecordsSql(batch, fileColumns)} r`,
  )
  await assertReferences(tx, sections, batch)
}

/** Throws InputError if a row refers to one that does not precede it in the file. Not every reference has a foreign key. */
async function assertReferences(tx: Tx, sections: readonly ExportSection[], batch: ExportRowBatch): Promise<void> {
  const { section, fields, partOf = {}, refersTo = {}, restored = {}, forwardReferences } = batch.section
  const isIdentified = (table: string) => sections.some((one) => one.table === table && one.columns.includes('id'))
  for (const field of fields.filter(({ name }) => !(name in restored))) {
    const other = partOf[field.name] ?? (forwardReferences.includes(field.name) ? undefined : refersTo[field.name])
    if (other === undefined || !isIdentified(other)) continue
    const missing = await tx.$queryRaw<unknown[]>`
      SELECT 1 AS missing FROM ${toRecordsSql(batch, [field])} r
      WHERE NOT EXISTS (SELECT 1 FROM ${Prisma.raw(other)} o WHERE o.id = r.${Prisma.raw(field.name)}) AND r.${Prisma.raw(field.name)} IS NOT NULL LIMIT 1`
    if (missing.length > 0)
      throw new InputError(
        `Lines ${batch.lines.first} to ${batch.lines.last}: a row of "${section}" cannot be imported: its ${field.name} refers to no row of "${other}" before it. Nothing was changed.`,
      )
  }
}

/** Sets references to rows that come later in the file. If such a row was deleted while the file was written, the reference stays null. */
async function linkForwardReferences(tx: Tx, sections: readonly ExportSection[], batch: ExportRowBatch): Promise<void> {
  const { table, fields, refersTo = {}, forwardReferences } = batch.section
  const id = fields.filter(({ name }) => name === 'id')
  for (const field of fields.filter(({ name }) => forwardReferences.includes(name))) {
    const referencedTable = Prisma.raw(sections.find((section) => section.table === refersTo[field.name])?.table ?? table)
    await withLineNumbers(
      batch,
      tx.$executeRaw`
        UPDATE ${Prisma.raw(table)} t SET ${Prisma.raw(field.name)} = o.id
        FROM ${toRecordsSql(batch, [...id, field])} r JOIN ${referencedTable} o ON o.id = r.${Prisma.raw(field.name)} WHERE t.id = r.id`,
    )
  }
}

/** SQL that returns rows of the file as a table with the column names of the database. */
function toRecordsSql({ rows }: ExportRowBatch, fields: readonly ExportColumn[]): Prisma.Sql {
  const definitions = fields.map(({ name, type }) => `"${toFieldName(name)}" ${type.recordType}`)
  const expressions = fields.map(
    ({ name, type: { fromJsonSql: expressions = ['', ''] } }) => `${expressions[0]}g."${toFieldName(name)}"${expressions[1]} AS ${name}`,
  )
  return Prisma.sql`(SELECT ${Prisma.raw(expressions.join(', '))}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS g(${Prisma.raw(definitions.join(', '))}))`
}

/** Advances the id sequences past the imported ids. */
async function advanceSequences(tx: Tx, sections: readonly ExportSection[]): Promise<void> {
  for (const { table, columns } of sections)
    if (columns.includes('id'))
      await tx.$queryRaw`
        SELECT setval(pg_get_serial_sequence(${table}, 'id'), max(id)) FROM ${Prisma.raw(table)} HAVING max(id) > 0`
}

/** Converts a rejection by the database to an InputError with the line numbers. */
async function withLineNumbers<T>({ section, lines }: ExportRowBatch, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const code = /Code: `(2[23][0-9A-Z]{3})`/.exec(messageOf(error))
    if (!code) throw error
    const [, reason = 'a value is not allowed'] = /Message: `(?:ERROR: )?([^`\n]*)/.exec(messageOf(error)) ?? []
    throw new InputError(
      `Lines ${lines.first} to ${lines.last}: a row of "${section.section}" cannot be imported: ${reason}. Nothing was changed.`,
    )
  }
}
