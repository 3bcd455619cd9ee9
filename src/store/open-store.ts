import { messageOf, SetupError } from '../core/domain/errors.ts'
import { createStatementNamer } from './cached-plans.ts'
import { lockFolder } from './embedded/folder-lock.ts'
import { type DataFolderOptions, openDataFolder } from './embedded/open-data-folder.ts'
import { migrate, readMigrations } from './migrate.ts'
import type { Store } from './store.ts'

export type StoreConfig = { readonly databaseUrl: string } | { readonly dataDir: string }

/** Opens the database and applies pending migrations. Throws SetupError, in which case the data is unchanged. */
export function openStore(config: StoreConfig, options: DataFolderOptions = {}): Promise<Store> {
  return 'databaseUrl' in config ? openPostgres(config.databaseUrl) : openEmbedded(config.dataDir, options)
}

async function openEmbedded(dataDir: string, options: DataFolderOptions): Promise<Store> {
  const unlock = await lockFolder(dataDir)
  try {
    // The database client loads while the database opens. If that fails, nothing awaits it.
    const loading = Promise.all([import('./store.ts'), import('pglite-prisma-adapter')])
    loading.catch(() => undefined)
    const pglite = await openDataFolder(dataDir, options)
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
      const [{ createStore }, { PrismaPGlite }] = await loading
      return createStore({ adapter: new PrismaPGlite(pglite as never), engine: 'pglite', embedded: pglite, close })
    } catch (error) {
      await close()
      throw error
    }
  } catch (error) {
    await unlock()
    throw error
  }
}

/** The key of the advisory lock that lets only one process migrate at a time. An arbitrary number that no other program uses. */
const migrationLockKey = 7_480_311

/**
 * What the planner assumes of searches is wrong in two ways. It overestimates how much they read, so it would compile the queries, which takes
 * longer than running them. And it assumes a spinning disk, on which pages in random order take four times as long to read as pages in
 * sequence, so it would compare all messages with the words of a search. On a solid-state drive, and in memory, both take about as long.
 */
const plannerSettings = 'SET jit = off; SET random_page_cost = 1.1'

async function openPostgres(databaseUrl: string): Promise<Store> {
  // Loaded only if it is used.
  const [{ createStore }, { PrismaPg }, { default: pg }] = await Promise.all([
    import('./store.ts'),
    import('@prisma/adapter-pg'),
    import('pg'),
  ])
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
    adapter: new PrismaPg(
      { connectionString: databaseUrl, max: 10, onConnect: (client) => client.query(plannerSettings) },
      { statementNameGenerator: createStatementNamer() },
    ),
    engine: 'postgres',
    close: async () => {},
  })
}
