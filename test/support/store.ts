import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { openStore, type StoreConfig } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'

let copies = 0

/** A migrated, empty database of this test's own, and where it is. The folder or database goes when the test has passed, and stays when it failed. */
export async function testDatabase(): Promise<StoreConfig> {
  const template = inject('template')
  if ('folder' in template) {
    const dataDir = await mkdtemp(join(tmpdir(), 'throughline-test-'))
    await cp(template.folder, dataDir, { recursive: true })
    onTestFinished(async ({ task }) => {
      if (task.result?.state !== 'fail') await rm(dataDir, { recursive: true, force: true })
    })
    return { dataDir }
  }
  const database = `throughline_test_${process.pid}_${++copies}`
  await onPostgres(
    template.url,
    `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`,
    `CREATE DATABASE ${database} TEMPLATE ${template.database}`,
  )
  onTestFinished(async ({ task }) => {
    if (task.result?.state !== 'fail') await onPostgres(template.url, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
  })
  const url = new URL(template.url)
  url.pathname = `/${database}`
  return { databaseUrl: url.href }
}

/** The same, opened, and closed when the test is over. */
export async function testStore(): Promise<Store> {
  const store = await openStore(await testDatabase())
  onTestFinished(() => store.close())
  return store
}

async function onPostgres(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}
