import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { silentLog } from '../../src/core/ports/log.ts'
import { openJobs } from '../../src/jobs/open-jobs.ts'
import { openStore } from '../../src/store/open-store.ts'
import { ensureBuilt } from './program.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated, empty database to copy, named `<prefix>template`; the copies' names begin with the prefix too, and all go at the end. */
    databases: { readonly folder: string } | { readonly prefix: string; readonly url: string }
  }
}

/** Migrates one database, which the tests then copy. TEST_DATABASE_URL names a PostgreSQL to use in place of PGlite. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  ensureBuilt()
  const url = process.env['TEST_DATABASE_URL']
  return url ? setupPostgres(project, url) : setupEmbedded(project)
}

async function setupEmbedded(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-test-'))
  const template = join(folder, 'template')
  await mkdir(template)
  await prepare(template)
  project.provide('databases', { folder })
  return () => rm(folder, { recursive: true, force: true })
}

async function setupPostgres(project: TestProject, url: string): Promise<() => Promise<void>> {
  const prefix = `throughline_test_${process.pid}_`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${prefix}template`)
  await (await openStore({ databaseUrl: databaseOf(url, `${prefix}template`) })).close()
  project.provide('databases', { prefix, url })
  return async () => {
    const { rows } = await admin.query<{ name: string }>('SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)', [prefix])
    for (const { name } of rows) await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await admin.end()
  }
}

/** Migrates a database and creates the tables of the embedded queue: creating them takes a second, which every bot would pay. */
async function prepare(dataDir: string): Promise<void> {
  // V8 must not spend seconds on optimizing WebAssembly that runs once.
  setFlagsFromString('--liftoff-only')
  const store = await openStore({ dataDir })
  await (await openJobs({ store, log: silentLog })).close()
  // Nothing is left in the log to replay: each copy opens faster.
  await store.db.$executeRawUnsafe('CHECKPOINT')
  await store.close()
}

/** The address of another database of the same server. */
export function databaseOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}
