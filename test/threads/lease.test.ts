import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, inject, test } from 'vitest'
import { silentLog } from '../../src/core/ports/log.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import type { LeaseDeps } from '../../src/threads/deps.ts'
import {
  acquireLease,
  assertLease,
  expireAllLeases,
  leaseDurationMs,
  releaseLease,
  renewLease,
  withLease,
} from '../../src/threads/lease.ts'
import { TestClock } from '../support/clock.ts'
import { nodeArguments } from '../support/program.ts'
import { testDatabase, testStore } from '../support/store.ts'

const worker = (store: Store, clock: TestClock, workerName: string): LeaseDeps => ({ store, clock, log: silentLog, workerName })

test('a worker holds the lease until it releases it', async () => {
  const store = await testStore()
  const clock = new TestClock()
  const [a, b] = [worker(store, clock, 'a'), worker(store, clock, 'b')]
  const first = await acquireLease(a, 'thread:1')
  expect(first).toMatchObject({ epoch: 1 })
  expect(await acquireLease(b, 'thread:1')).toBeUndefined()
  await releaseLease(store.db, first!)
  expect(await acquireLease(b, 'thread:1')).toMatchObject({ epoch: 2 })
})

test('one of twenty concurrent workers acquires the lease', async () => {
  const store = await testStore()
  const clock = new TestClock()
  const got = await Promise.all(Array.from({ length: 20 }, (_, index) => acquireLease(worker(store, clock, `w${index}`), 'thread:1')))
  expect(got.filter(Boolean)).toHaveLength(1)
})

test('a holder that does not renew its lease loses it, and can neither renew nor write', async () => {
  const store = await testStore()
  const clock = new TestClock()
  const [a, b] = [worker(store, clock, 'a'), worker(store, clock, 'b')]
  const stale = (await acquireLease(a, 'thread:1'))!
  clock.advance(leaseDurationMs)
  const fresh = (await acquireLease(b, 'thread:1'))!
  expect(await renewLease(a, stale)).toBe(false)
  await expect(store.transaction((tx) => assertLease(tx, stale))).rejects.toThrow('was lost')
  await releaseLease(store.db, stale)
  await store.transaction((tx) => assertLease(tx, fresh))
})

test('a heartbeat renews the lease of running work, whose signal is aborted when the lease is lost', async () => {
  const store = await testStore()
  const clock = new TestClock()
  const a = worker(store, clock, 'a')
  let renewedUntil = 0
  const outcome = await withLease(a, 'thread:1', async (lease, signal) => {
    for (let beats = 0; beats < 3; beats++) {
      await expect.poll(() => clock.sleeping).toBe(1)
      clock.advance(leaseDurationMs / 4)
      await expect.poll(async () => Number((await store.db.lease.findFirstOrThrow()).until) - clock.now().getTime()).toBe(leaseDurationMs)
    }
    await expect.poll(() => clock.sleeping).toBe(1)
    renewedUntil = Number((await store.db.lease.findFirstOrThrow()).until)
    await store.db.lease.update({ where: { name: lease.name }, data: { epoch: lease.epoch + 1 } })
    clock.advance(leaseDurationMs / 4)
    await expect.poll(() => signal.aborted).toBe(true)
    return 'aborted'
  })
  expect(renewedUntil).toBe(new TestClock().now().getTime() + (leaseDurationMs * 3) / 4 + leaseDurationMs)
  expect(outcome).toBe('aborted')
})

test('the startup of the only process frees the leases of earlier processes', async () => {
  const store = await testStore()
  const clock = new TestClock()
  await acquireLease(worker(store, clock, 'gone'), 'thread:1')
  await expireAllLeases(store)
  expect(await acquireLease(worker(store, clock, 'next'), 'thread:1')).toMatchObject({ epoch: 2 })
})

test('two processes that count under one lease lose no count', async (context) => {
  if ('folder' in inject('databases')) return context.skip('two processes need PostgreSQL: set TEST_DATABASE_URL')
  const config = await testDatabase()
  if (!('databaseUrl' in config)) throw new Error('TEST_DATABASE_URL did not give a PostgreSQL.')
  const store = await openStore(config)
  await store.db.$executeRaw`CREATE TABLE counted (n INTEGER NOT NULL)`
  await store.db.$executeRaw`INSERT INTO counted VALUES (0)`
  const script = fileURLToPath(new URL('./lease-child.ts', import.meta.url))
  const children = [1, 2].map(() => spawn(process.execPath, [...nodeArguments, script, config.databaseUrl, '40'], { stdio: 'inherit' }))
  for (const [code] of await Promise.all(children.map((child) => once(child, 'exit')))) expect(code).toBe(0)
  const [row] = await store.db.$queryRaw<{ n: number }[]>`SELECT n FROM counted`
  expect(row?.n).toBe(80)
  await store.close()
})
