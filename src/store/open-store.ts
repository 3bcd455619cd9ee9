import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { messages } from '@electric-sql/pglite'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import { messageOf, SetupError } from '../core/domain/errors.ts'
import { createStatementNamer } from './cached-plans.ts'
import { type EmbeddedDatabase, openEmbeddedDatabase } from './embedded/embedded-database.ts'
import { lockFolder } from './embedded/folder-lock.ts'
import { migrate, readMigrations } from './migrate.ts'
import { createStore, type Store } from './store.ts'

export type StoreConfig = { readonly databaseUrl: string } | { readonly dataDir: string }

/** Opens the database and applies pending migrations. Throws SetupError, in which case the data is unchanged. */
export function openStore(config: StoreConfig): Promise<Store> {
  return 'databaseUrl' in config ? openPostgres(config.databaseUrl) : openEmbedded(config.dataDir)
}

async function openEmbedded(dataDir: string): Promise<Store> {
  const unlock = await lockFolder(dataDir)
  try {
    const pglite = await openDataFolder(dataDir)
    const close = async () => {
      await pglite.close()
      await unlock()
    }
    try {
      await migrate(
        {
          exec: async (sql) => void (await pglite.exec(sql)),
          query: async (sql, values) => (await pglite.query<Record<string, unknown>>(sql, [...values])).rows,
        },
        await readMigrations(),
      )
    } catch (error) {
      await close()
      throw error
    }
    return createStore({ adapter: new PrismaPGlite(pglite as never), engine: 'pglite', embedded: pglite, close })
  } catch (error) {
    await unlock()
    throw error
  }
}

/** Opens the embedded database of a data folder that this process has locked. Throws SetupError if its files are damaged. */
export async function openDataFolder(dataDir: string): Promise<EmbeddedDatabase> {
  const databaseFolder = join(dataDir, 'postgres')
  const fileNames = existsSync(databaseFolder) ? await readdir(databaseFolder) : []
  // Without this file, PGlite would create a new database over the remaining files.
  if (fileNames.length > 0 && !fileNames.includes('PG_VERSION')) throw damagedFilesError(dataDir)
  try {
    // Creating a database takes 400 MB of memory, which is freed only when its thread ends.
    if (fileNames.length === 0) await (await openEmbeddedDatabase(databaseFolder)).close()
    return await openEmbeddedDatabase(databaseFolder)
  } catch (error) {
    // A failure of the thread itself, for example because it is out of memory, says nothing about the files.
    throw error instanceof messages.DatabaseError ? damagedFilesError(dataDir, error) : error
  }
}

function damagedFilesError(dataDir: string, cause?: unknown): SetupError {
  const problem = `The embedded database in ${dataDir} cannot be opened: its files are damaged or incomplete. They were not changed. Restore a backup of the folder, or set DATA_DIR to an empty one.`
  return new SetupError([problem], { cause })
}

/** The key of the advisory lock that lets only one process migrate at a time. An arbitrary number that no other program uses. */
const migrationLockKey = 7_480_311

async function openPostgres(databaseUrl: string): Promise<Store> {
  const connection = new pg.Client({ connectionString: databaseUrl })
  try {
    await connection.connect()
  } catch (error) {
    throw new SetupError(
      [
        `The database at DATABASE_URL cannot be reached: ${messageOf(error)}. Check the address, the user and the password, and that PostgreSQL is running.`,
      ],
      { cause: error },
    )
  }
  try {
    await connection.query('SELECT pg_advisory_lock($1)', [migrationLockKey])
    await migrate(
      {
        exec: async (sql) => void (await connection.query(sql)),
        query: async (sql, values) => (await connection.query<Record<string, unknown>>(sql, [...values])).rows,
      },
      await readMigrations(),
    )
  } finally {
    await connection.end()
  }
  return createStore({
    // The planner overestimates how much a search reads, so it would compile the queries, which takes longer than running them.
    adapter: new PrismaPg(
      { connectionString: databaseUrl, max: 10, onConnect: (client) => client.query('SET jit = off') },
      { statementNameGenerator: createStatementNamer() },
    ),
    engine: 'postgres',
    close: async () => {},
  })
}
