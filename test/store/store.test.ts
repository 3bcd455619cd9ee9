import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '../../src/store/open-store.ts'
import { testDatabase, testStore } from '../support/store.ts'

test('the outer client inside a transaction throws instead of deadlocking', async () => {
  const store = await testStore()
  await expect(store.transaction(() => store.db.user.count())).rejects.toThrow('inside a transaction')
})

test('a second process on one embedded folder gets a clear error', async (context) => {
  const config = await testDatabase()
  if ('databaseUrl' in config) return context.skip('only the embedded database has a folder')
  const store = await openStore(config)
  await expect(openStore(config)).rejects.toThrow(/in use by process \d+.*DATABASE_URL/s)
  await store.close()
  await (await openStore(config)).close()
})

test('a data folder that has lost files is refused, and not made again over what is left', async (context) => {
  const config = await testDatabase()
  if ('databaseUrl' in config) return context.skip('only the embedded database has a folder')
  await rm(join(config.dataDir, 'postgres', 'PG_VERSION'))
  await expect(openStore(config)).rejects.toThrow(/damaged or incomplete.*Restore a backup/s)
  expect(await readdir(join(config.dataDir, 'postgres'))).toContain('base')
})
