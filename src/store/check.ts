import { existsSync, statSync } from 'node:fs'
import { mkdtemp, rmdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { messageOf, reasonOf, SetupError } from '../core/errors.ts'
import { type Finding, good, note, problem } from '../core/finding.ts'
import { checkChoice, checkVectors } from './check-vectors.ts'
import { checkWords } from './check-words.ts'
import { folderHolder, lockFolder } from './folder-lock.ts'
import { type MigrationConnection, pendingMigrations, readMigrations } from './migrate.ts'
import { openFiles, type StoreConfig } from './open.ts'

/** Looks whether the database can be used and what state its tables are in. Changes nothing in it, and leaves alone what is in use. */
export async function checkStore(config: StoreConfig): Promise<Finding[]> {
  try {
    return 'databaseUrl' in config ? await checkPostgres(config.databaseUrl) : await checkEmbedded(config.dataDir)
  } catch (error) {
    if (error instanceof SetupError) return error.problems.map(problem)
    throw error
  }
}

async function checkEmbedded(dataDir: string): Promise<Finding[]> {
  const holder = await folderHolder(dataDir)
  if (holder !== undefined) return [good(`The data folder ${dataDir} is in use by process ${holder}, which is running.`)]
  const obstacle = await obstacleTo(resolve(dataDir))
  if (obstacle) return [obstacle]
  const files = join(dataDir, 'postgres')
  if (!existsSync(files)) return [good(`There is no database in ${dataDir} yet: it is made at the first start.`)]
  return openAndCheck(dataDir)
}

/**
 * Why no data can be kept in a folder, if so. Tried, because permissions do not say all: on a full disk, or in /proc, they
 * allow what cannot be done. Leaves nothing behind.
 */
async function obstacleTo(dataDir: string): Promise<Finding | undefined> {
  const folder = nearestExisting(dataDir)
  if (!statSync(folder).isDirectory())
    return problem(`${folder} is a file, and the data would be in a folder of that name. Set DATA_DIR to another folder.`)
  try {
    await rmdir(await mkdtemp(join(folder, 'throughline-')))
    return undefined
  } catch (error) {
    return problem(
      `Nothing can be made in ${folder}, where the data would be: ${messageOf(error)}. Make it writable, or set DATA_DIR to another folder.`,
    )
  }
}

const nearestExisting = (path: string): string => (existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path)))

async function openAndCheck(dataDir: string): Promise<Finding[]> {
  const unlock = await lockFolder(dataDir)
  try {
    const pglite = await openFiles(dataDir)
    try {
      const query: MigrationConnection['query'] = async (sql, values) =>
        (await pglite.query<Record<string, unknown>>(sql, [...values])).rows
      return [
        good(`The embedded database in ${dataDir} opens.`),
        await checkMigrations({ query }),
        await checkVectors({ query }),
        ...(await checkChoice({ query })),
      ]
    } finally {
      await pglite.close()
    }
  } finally {
    await unlock()
  }
}

/** PostgreSQL as it counts its own versions: 15.0. */
const oldestVersion = 150_000
const patienceMs = 5_000

async function checkPostgres(databaseUrl: string): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: patienceMs, query_timeout: patienceMs })
  try {
    await client.connect()
    const query: MigrationConnection['query'] = async (sql, values) => (await client.query<Record<string, unknown>>(sql, [...values])).rows
    const [row] = await query(
      "SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number",
      [],
    )
    if (Number(row?.['number']) < oldestVersion)
      return [
        problem(`PostgreSQL is version ${row?.['version']}, and must be 15 or newer. Update it, or name another one in DATABASE_URL.`),
      ]
    return [
      good(`PostgreSQL ${row?.['version']} answers.`),
      await checkMigrations({ query }),
      await checkWords({ query }),
      await checkVectors({ query }),
      ...(await checkChoice({ query })),
    ]
  } catch (error) {
    if (error instanceof SetupError) throw error
    return [
      problem(
        `The database that DATABASE_URL names cannot be used: ${reasonOf(error)}. Check the address, the user and the password, and that PostgreSQL is running.`,
      ),
    ]
  } finally {
    await client.end()
  }
}

async function checkMigrations(connection: Pick<MigrationConnection, 'query'>): Promise<Finding> {
  const [table] = await connection.query("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS there", [])
  if (table?.['there'] !== true) return note('There are no tables yet: they are made at the first start.')
  const pending = await pendingMigrations(connection, await readMigrations())
  if (pending.length === 0) return good('Its tables are those of this version.')
  return note(`Its tables are of an older version. The next start brings them up to date: ${pending.map(({ name }) => name).join(', ')}.`)
}
