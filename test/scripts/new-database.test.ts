import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeNewDatabase } from '../../scripts/new-database.mjs'
import { silentLog } from '../../src/core/ports/log.ts'
import { openJobs } from '../../src/jobs/open-jobs.ts'
import type { EmbeddedDatabase } from '../../src/store/embedded/embedded-database.ts'
import { openDataFolder } from '../../src/store/embedded/open-data-folder.ts'
import { migrate, readMigrations } from '../../src/store/migrate.ts'
import { projectRoot } from '../support/program.ts'

const dist = join(projectRoot, 'dist')
const newDatabase = join(dist, 'prisma/new-database.gz')

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-new-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function openIn(folder: string, options = {}): Promise<EmbeddedDatabase> {
  const database = await openDataFolder(folder, options)
  onTestFinished(() => database.close())
  return database
}

async function migrateAll(database: EmbeddedDatabase): Promise<string[]> {
  const connection = {
    exec: async (sql: string) => void (await database.exec(sql)),
    query: async (sql: string, values: readonly unknown[]) => (await database.query<Record<string, unknown>>(sql, [...values])).rows,
  }
  return migrate(connection, await readMigrations())
}

/** All columns, indexes, constraints, functions and settings that are not those of PostgreSQL itself. */
const shape = `
  SELECT format('%s.%s.%s %s %s %s', table_schema, table_name, column_name, data_type, is_nullable, column_default) AS line
    FROM information_schema.columns WHERE table_schema IN ('public', 'pgboss')
  UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname IN ('public', 'pgboss')
  UNION ALL SELECT format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
    WHERE connamespace::regnamespace::text IN ('public', 'pgboss')
  UNION ALL SELECT format('%s %s', proname, md5(prosrc)) FROM pg_proc WHERE pronamespace::regnamespace::text IN ('public', 'pgboss')
  UNION ALL SELECT format('%s %s', extname, extversion) FROM pg_extension
  UNION ALL SELECT format('%s %s', name, setting) FROM pg_settings WHERE source NOT IN ('override', 'command line')
    AND name NOT LIKE '%.%' AND name NOT IN ('data_directory', 'config_file', 'hba_file', 'ident_file')
  ORDER BY line`

async function readShape(database: EmbeddedDatabase): Promise<string[]> {
  return (await database.query<{ line: string }>(shape)).rows.map(({ line }) => line)
}

test('the database of the build is what the migrations of this version and the queue create, and has no rows', async () => {
  const built = await openIn(await emptyFolder(), { newDatabase })
  expect(await migrateAll(built)).toEqual([])
  const created = await openIn(await emptyFolder(), { newDatabase: '' })
  await migrateAll(created)
  const store = { embedded: created, engine: 'pglite' } as never
  await (await openJobs({ store, log: silentLog })).close()
  expect((await readShape(built)).length).toBeGreaterThan(500)
  expect(await readShape(built)).toEqual(await readShape(created))

  const { rows: tables } = await built.query<{ name: string }>(
    "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'pgboss')",
  )
  const filled: string[] = []
  for (const { name } of tables) if ((await built.query(`SELECT 1 FROM ${name} LIMIT 1`)).rows.length > 0) filled.push(name)
  expect(filled.sort()).toEqual(['pgboss.queue', 'pgboss.version', 'public._prisma_migrations'])
  const queues = "SELECT to_jsonb(q) - 'created_on' - 'updated_on' AS queue FROM pgboss.queue q ORDER BY name"
  expect((await built.query(queues)).rows).toEqual((await created.query(queues)).rows)
}, 120_000)

test('the packed database is small', async () => {
  expect((await stat(newDatabase)).size).toBeLessThan(3 * 2 ** 20)
})

test('a build keeps the database of the build before only if that was made of the same', async () => {
  const [earlier, out] = [await emptyFolder(), await emptyFolder()]
  for (const folder of [earlier, out]) await mkdir(join(folder, 'prisma'))
  const [packed, origin] = ['prisma/new-database.gz', 'prisma/new-database.sha256']
  const program = join(out, 'program.mjs')
  const build = async () => {
    await writeFile(program, "import { writeFileSync } from 'node:fs'\nwriteFileSync(process.argv[2], 'made')")
    makeNewDatabase(projectRoot, { out, earlier, program })
    return readFile(join(out, packed), 'utf8')
  }
  expect(await build()).toBe('made')
  await writeFile(join(earlier, packed), 'kept')
  await writeFile(join(earlier, origin), await readFile(join(out, origin)))
  expect(await build()).toBe('kept')
  await writeFile(join(earlier, origin), 'something else')
  expect(await build()).toBe('made')
})
