import { existsSync, statSync } from 'node:fs'
import { mkdtemp, rmdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { messageOf, reasonOf, SetupError } from '../../core/domain/errors.ts'
import { type Finding, good, note, problem } from '../../core/domain/finding.ts'
import { findFolderHolder, lockFolder } from '../embedded/folder-lock.ts'
import { openDataFolder } from '../embedded/open-data-folder.ts'
import { findPendingMigrations, type MigrationConnection, readMigrations } from '../migrate.ts'
import type { StoreConfig } from '../open-store.ts'
import { checkModelChoices } from './check-choices.ts'
import { checkTrigrams } from './check-trigrams.ts'
import { checkVectors } from './check-vectors.ts'

/** Checks whether the database can be used, and the state of its tables. Changes nothing, and does not touch a database that is in use. */
export async function checkStore(config: StoreConfig): Promise<Finding[]> {
  try {
    return 'databaseUrl' in config ? await checkPostgres(config.databaseUrl) : await checkEmbedded(config.dataDir)
  } catch (error) {
    if (error instanceof SetupError) return error.problems.map(problem)
    throw error
  }
}

async function checkEmbedded(dataDir: string): Promise<Finding[]> {
  const holder = await findFolderHolder(dataDir)
  if (holder !== undefined) return [good(`The data folder ${dataDir} is in use by process ${holder}.`)]
  const folderProblem = await findFolderProblem(resolve(dataDir))
  if (folderProblem) return [folderProblem]
  const databaseFolder = join(dataDir, 'postgres')
  if (!existsSync(databaseFolder)) return [good(`There is no database in ${dataDir} yet. The first start creates it.`)]
  return checkExistingDatabase(dataDir)
}

/**
 * Returns why a folder cannot hold data, or undefined if it can. Tries to write, because permissions do not reveal everything, such as a
 * full disk or /proc. Leaves nothing behind.
 */
async function findFolderProblem(dataDir: string): Promise<Finding | undefined> {
  const folder = findNearestExisting(dataDir)
  if (!statSync(folder).isDirectory()) return problem(`${folder} is a file, but must be a folder. Set DATA_DIR to another path.`)
  try {
    await rmdir(await mkdtemp(join(folder, 'throughline-')))
    return undefined
  } catch (error) {
    return problem(
      `The folder ${folder} for the data is not writable: ${messageOf(error)}. Make it writable, or set DATA_DIR to another folder.`,
    )
  }
}

const findNearestExisting = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : findNearestExisting(dirname(path))

async function checkExistingDatabase(dataDir: string): Promise<Finding[]> {
  const unlock = await lockFolder(dataDir)
  try {
    const pglite = await openDataFolder(dataDir)
    try {
      const query: MigrationConnection['query'] = async (sql, values) =>
        (await pglite.query<Record<string, unknown>>(sql, [...values])).rows
      return [
        good(`The embedded database in ${dataDir} works.`),
        await checkMigrations({ query }),
        await checkVectors({ query }),
        ...(await checkModelChoices({ query })),
      ]
    } finally {
      await pglite.close()
    }
  } finally {
    await unlock()
  }
}

/** PostgreSQL 15.0 in the format of server_version_num. */
const minServerVersion = 150_000
const timeoutMs = 5_000

async function checkPostgres(databaseUrl: string): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs })
  try {
    await client.connect()
    const query: MigrationConnection['query'] = async (sql, values) => (await client.query<Record<string, unknown>>(sql, [...values])).rows
    const [row] = await query(
      "SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number",
      [],
    )
    if (Number(row?.['number']) < minServerVersion)
      return [
        problem(`PostgreSQL is version ${row?.['version']}, but must be 15 or newer. Update it, or set DATABASE_URL to another server.`),
      ]
    return [
      good(`PostgreSQL ${row?.['version']} answers.`),
      await checkMigrations({ query }),
      await checkTrigrams({ query }),
      await checkVectors({ query }),
      ...(await checkModelChoices({ query })),
    ]
  } catch (error) {
    if (error instanceof SetupError) throw error
    return [
      problem(
        `The database at DATABASE_URL cannot be used: ${reasonOf(error)}. Check the address, the user and the password, and that PostgreSQL is running.`,
      ),
    ]
  } finally {
    await client.end()
  }
}

async function checkMigrations(connection: Pick<MigrationConnection, 'query'>): Promise<Finding> {
  const [table] = await connection.query("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS there", [])
  if (table?.['there'] !== true) return note('There are no tables yet. The first start creates them.')
  const pending = await findPendingMigrations(connection, await readMigrations())
  if (pending.length === 0) return good('Its tables match this version.')
  return note(`Its tables are from an older version. The next start migrates them: ${pending.map(({ name }) => name).join(', ')}.`)
}
