import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { openStore, type StoreConfig } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'
import { databaseOf } from './global-setup.ts'

let copies = 0

/** A migrated, empty database that nobody else uses, and where it is. It goes with all others at the end of the run. */
export async function testDatabase(): Promise<StoreConfig> {
  const databases = inject('databases')
  const name = `${process.pid}_${++copies}`
  if ('folder' in databases) {
    const dataDir = join(databases.folder, name)
    await cp(join(databases.folder, 'template'), dataDir, { recursive: true })
    return { dataDir }
  }
  const { prefix, url } = databases
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`CREATE DATABASE ${prefix}${name} TEMPLATE ${prefix}template`)
  await client.end()
  return { databaseUrl: databaseOf(url, `${prefix}${name}`) }
}

/** Stores that no test uses just now, of all files that this process runs. Opening one takes seconds, emptying it milliseconds. */
const idle: Store[] = []

/** An empty, migrated store of this test's own. */
export async function testStore(): Promise<Store> {
  const store = idle.pop() ?? (await openStore(await testDatabase()))
  onTestFinished(async () => {
    await empty(store)
    idle.push(store)
  })
  return store
}

/** For a test that changes the tables themselves: a store that no other test uses after it. */
export async function ownStore(): Promise<Store> {
  const store = await openStore(await testDatabase())
  onTestFinished(() => store.close())
  return store
}

/** As it was before the test: no rows, ids from 1 on, no schema but ours. */
async function empty(store: Store): Promise<void> {
  const tables = await store.db.$queryRaw<{ name: string }[]>`
    SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`
  await store.db.$executeRawUnsafe(`TRUNCATE ${tables.map(({ name }) => name).join(', ')} RESTART IDENTITY CASCADE`)
  await store.db.$executeRawUnsafe('DROP SCHEMA IF EXISTS pgboss CASCADE')
}
