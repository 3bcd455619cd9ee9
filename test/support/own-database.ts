import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import pg from 'pg'
import type { StoreConfig } from '../../src/store/open-store.ts'

/** A place for the data of one bot that runs outside of vitest. */
export interface OwnDatabase {
  readonly engine: string
  readonly store: StoreConfig
  /** What the configuration of the bot needs to be on it. */
  readonly env: Readonly<Record<string, string>>
  remove(): Promise<void>
}

/**
 * A folder for the embedded database; with TEST_DATABASE_URL and TEST_REDIS_URL set, a database of its own there, and the
 * Redis database of this number.
 */
export async function ownDatabase(name: string, redisNumber = 1): Promise<OwnDatabase> {
  const { TEST_DATABASE_URL: server, TEST_REDIS_URL: redis } = process.env
  if (!server || !redis) {
    const dataDir = await mkdtemp(join(tmpdir(), `throughline-${name}-`))
    return {
      engine: 'PGlite and embedded jobs',
      store: { dataDir },
      env: { DATA_DIR: dataDir },
      remove: () => rm(dataDir, { recursive: true, force: true }),
    }
  }
  const database = `throughline_${name}_${process.pid}`
  await onPostgres(server, `CREATE DATABASE ${database}`)
  const databaseUrl = withPath(server, database)
  return {
    engine: 'PostgreSQL and BullMQ',
    store: { databaseUrl },
    env: { DATABASE_URL: databaseUrl, REDIS_URL: withPath(redis, String(redisNumber)) },
    remove: () => onPostgres(server, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`),
  }
}

async function onPostgres(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}

function withPath(address: string, path: string): string {
  const url = new URL(address)
  url.pathname = `/${path}`
  return url.href
}
