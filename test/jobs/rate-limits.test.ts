import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../../src/core/ports/log.ts'
import type { RateLimits } from '../../src/core/ports/rate-limits.ts'
import { createRateLimits } from '../../src/jobs/rate-limits.ts'
import { connectForCommands, disconnect, waitUntilReady } from '../../src/jobs/redis/connection.ts'
import { noRedisReason, skipTest } from './support/skip-test.ts'

const redisUrl = process.env['TEST_REDIS_URL']
const budget = { name: 'sends', points: 3, perMs: 60_000 }

/** What every implementation does. */
function describeRateLimits(open: () => Promise<RateLimits>): void {
  test('points can be spent up to the budget, by key', async () => {
    const limits = await open()
    for (let spent = 0; spent < 3; spent++) expect(await limits.spend(budget, 'ada')).toBe(0)
    const waitMs = await limits.spend(budget, 'ada')
    expect(waitMs).toBeGreaterThan(50_000)
    expect(waitMs).toBeLessThanOrEqual(60_000)
    expect(await limits.spend(budget, 'ben')).toBe(0)
    expect(await limits.spend({ ...budget, name: 'other' }, 'ada')).toBe(0)
    expect(await limits.spend(budget, 'carl', 4)).toBeGreaterThan(0)
  })

  test('a blocked key has to wait, however much of the budget is left', async () => {
    const limits = await open()
    await limits.block(budget, 'ada', 5_000)
    const waitMs = await limits.spend(budget, 'ada')
    expect(waitMs).toBeGreaterThan(3_000)
    expect(waitMs).toBeLessThanOrEqual(5_000)
    expect(await limits.spend(budget, 'ben')).toBe(0)
  })

  test.each([0, 300, -5, Number.NaN])('a block of %s ms lasts one second', async (ms) => {
    const limits = await open()
    await limits.block(budget, 'ada', ms)
    const waitMs = await limits.spend(budget, 'ada')
    expect(waitMs).toBeGreaterThan(1)
    expect(waitMs).toBeLessThanOrEqual(1_000)
  })

  test('a block lasts one day at most, and a shorter one does not end it', async () => {
    const limits = await open()
    await limits.block(budget, 'ada', Number.POSITIVE_INFINITY)
    await limits.block(budget, 'ada', 1_000)
    const waitMs = await limits.spend(budget, 'ada')
    expect(waitMs).toBeGreaterThan(86_000_000)
    expect(waitMs).toBeLessThanOrEqual(86_400_000)
  })

  test('points that are given back can be spent again, and those that were too many count until then', async () => {
    const limits = await open()
    expect(await limits.spend(budget, 'ada', 4)).toBeGreaterThan(0)
    expect(await limits.spend(budget, 'ada', 0)).toBeGreaterThan(0)
    await limits.refund(budget, 'ada', 4)
    expect(await limits.spend(budget, 'ada', 3)).toBe(0)
    expect(await limits.spend(budget, 'ada')).toBeGreaterThan(0)
  })

  test('concurrent calls spend no more than there is', async () => {
    const limits = await open()
    const waits = await Promise.all(Array.from({ length: 20 }, () => limits.spend(budget, 'ada')))
    expect(waits.filter((ms) => ms === 0)).toHaveLength(3)
  })
}

describe('rate limits of one process', () => describeRateLimits(async () => createRateLimits()))

if (redisUrl) {
  const onRedis = async (prefix: string) => {
    const redis = connectForCommands(redisUrl, silentLog)
    onTestFinished(() => disconnect(redis))
    await waitUntilReady(redis)
    return createRateLimits({ redis, prefix })
  }

  describe('rate limits on Redis', () => {
    describeRateLimits(() => onRedis(randomUUID()))

    test('are shared by processes', async () => {
      const prefix = randomUUID()
      const [one, other] = [await onRedis(prefix), await onRedis(prefix)]
      for (let spent = 0; spent < 3; spent++) expect(await one.spend(budget, 'ada')).toBe(0)
      expect(await other.spend(budget, 'ada')).toBeGreaterThan(0)
    })

    test('go on in the process while Redis is away', async () => {
      const redis = connectForCommands('redis://127.0.0.1:9', silentLog)
      onTestFinished(() => disconnect(redis))
      const limits = createRateLimits({ redis })
      for (let spent = 0; spent < 3; spent++) expect(await limits.spend(budget, 'ada')).toBe(0)
      expect(await limits.spend(budget, 'ada')).toBeGreaterThan(0)
    })
  })
} else skipTest('rate limits on Redis', noRedisReason)
