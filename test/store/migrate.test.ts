import { expect, onTestFinished, test } from 'vitest'
import { openDataFolder } from '../../src/store/embedded/open-data-folder.ts'
import { migrate, readMigrations } from '../../src/store/migrate.ts'
import { testDatabase } from '../support/store.ts'

const migration = (name: string, sql: string) => ({ name, sql, checksum: name })
const works = migration('9001_works', 'CREATE TABLE kept (id INTEGER)')
const fails = migration('9002_fails', 'CREATE TABLE undone (id INTEGER); SELECT 1 / 0')

test('a migration that fails is undone, and what is said of it is so, whether others came before it or not', async (context) => {
  const config = await testDatabase()
  if ('databaseUrl' in config) return context.skip('the embedded database is opened by hand')
  const database = await openDataFolder(config.dataDir)
  onTestFinished(() => database.close())
  const connection = {
    exec: async (sql: string) => void (await database.exec(sql)),
    query: async (sql: string, values: readonly unknown[]) => (await database.query<Record<string, unknown>>(sql, [...values])).rows,
  }
  const tables = async () =>
    (await connection.query("SELECT tablename FROM pg_tables WHERE tablename IN ('kept', 'undone')", [])).map((row) => row['tablename'])
  const known = await readMigrations()

  await expect(migrate(connection, [...known, fails])).rejects.toThrow(
    /9002_fails could not be applied: division by zero\. Nothing was changed[;.] [Tt]he previous version still works/,
  )
  expect(await tables()).toEqual([])

  await expect(migrate(connection, [...known, works, fails])).rejects.toThrow(
    /9002_fails could not be applied: division by zero\. It was rolled back.*9001_works had already been applied and stays.*[Ss]tart this version again/,
  )
  expect(await tables()).toEqual(['kept'])
  // The version before does not open it, as was said; this one goes on from there.
  await expect(migrate(connection, known)).rejects.toThrow(/newer version/)
  expect(await migrate(connection, [...known, works, migration('9002_fails', 'CREATE TABLE undone (id INTEGER)')])).toEqual(['9002_fails'])
})

test('data of a version with other migrations is refused, with the way to bring it along', async (context) => {
  const config = await testDatabase()
  if ('databaseUrl' in config) return context.skip('the embedded database is opened by hand')
  const database = await openDataFolder(config.dataDir)
  onTestFinished(() => database.close())
  const connection = {
    exec: async (sql: string) => void (await database.exec(sql)),
    query: async (sql: string, values: readonly unknown[]) => (await database.query<Record<string, unknown>>(sql, [...values])).rows,
  }
  await connection.exec("UPDATE _prisma_migrations SET migration_name = '0001_init'")

  await expect(migrate(connection, await readMigrations())).rejects.toThrow(
    /earlier version.*Export it with that version.*npx throughline import export <file>.*Nothing was changed/,
  )
})
