import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, inject, onTestFinished } from 'vitest'
import { openStore, type StoreConfig } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'

let copies = 0

/** What is to go when the file is done. */
const removals: (() => Promise<void>)[] = []

/**
 * A migrated, empty database of this test's own, and where it is. It goes when the test has passed and stays when it
 * failed; with `keep`, it goes when the file is done.
 */
export async function testDatabase({ keep = false } = {}): Promise<StoreConfig> {
  const template = inject('template')
  const removeLater = (remove: () => Promise<void>) => {
    if (keep) removals.push(remove)
    else
      onTestFinished(async ({ task }) => {
        if (task.result?.state !== 'fail') await remove()
      })
  }
  if ('folder' in template) {
    const dataDir = await mkdtemp(join(tmpdir(), 'throughline-test-'))
    await cp(template.folder, dataDir, { recursive: true })
    removeLater(() => rm(dataDir, { recursive: true, force: true }))
    return { dataDir }
  }
  const database = `throughline_test_${process.pid}_${++copies}`
  await onPostgres(
    template.url,
    `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`,
    `CREATE DATABASE ${database} TEMPLATE ${template.database}`,
  )
  removeLater(() => onPostgres(template.url, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`))
  const url = new URL(template.url)
  url.pathname = `/${database}`
  return { databaseUrl: url.href }
}

/** Stores of this test file that no test uses just now. Opening one takes a second, emptying it some milliseconds. */
const idle: Store[] = []

/** An empty, migrated store of this test's own. */
export async function testStore(): Promise<Store> {
  const store = idle.pop() ?? (await openStore(await testDatabase({ keep: true })))
  onTestFinished(async () => {
    await empty(store)
    idle.push(store)
  })
  return store
}

afterAll(async () => {
  for (const store of idle.splice(0)) await store.close()
  for (const remove of removals.splice(0)) await remove()
})

/** As it was before the test: no rows, ids from 1 on, no schema but ours. */
async function empty(store: Store): Promise<void> {
  const tables = await store.db.$queryRaw<{ name: string }[]>`
    SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`
  await store.db.$executeRawUnsafe(`TRUNCATE ${tables.map(({ name }) => name).join(', ')} RESTART IDENTITY CASCADE`)
  await store.db.$executeRawUnsafe('DROP SCHEMA IF EXISTS pgboss CASCADE')
}

async function onPostgres(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}
