import { expect, test } from 'vitest'
import { checkHealth, connectionChecks } from '../../src/ops/health.ts'
import { TestClock } from '../support/clock.ts'
import { testStore } from '../support/store.ts'

test('it is ready when every part works', async () => {
  const store = await testStore()
  const health = await checkHealth({ database: () => store.db.$queryRaw`SELECT 1`, jobs: async () => {} })
  expect(health).toEqual({ ready: true, parts: { database: 'ok', jobs: 'ok' } })
})

test('a part that fails is named, without its secrets', async () => {
  const health = await checkHealth({
    database: () => Promise.reject(new Error('postgresql://bot:hunter22@db refused')),
    jobs: () => {
      throw new Error('not even begun')
    },
  })
  expect(health).toEqual({ ready: false, parts: { database: 'postgresql://bot:[redacted]@db refused', jobs: 'not even begun' } })
})

test('a platform that can tell is ready while it is connected', async () => {
  let isConnected = false
  const started = { start: async () => {}, stop: async () => {} }
  const checks = connectionChecks([
    { name: 'telegram', receiver: { ...started, isConnected: () => isConnected } },
    { name: 'web', receiver: started },
  ])
  expect(await checkHealth(checks)).toEqual({ ready: false, parts: { telegram: 'not connected; the log says why' } })
  isConnected = true
  expect(await checkHealth(checks)).toEqual({ ready: true, parts: { telegram: 'ok' } })
})

test('a part that does not answer is not waited for', async () => {
  const clock = new TestClock()
  const health = checkHealth({ database: () => new Promise(() => {}), jobs: async () => {} }, clock)
  await new Promise(setImmediate)
  clock.advance(2_000)
  expect(await health).toEqual({ ready: false, parts: { database: 'no answer within 2000 ms', jobs: 'ok' } })
})
