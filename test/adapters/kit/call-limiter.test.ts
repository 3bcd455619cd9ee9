import { expect, test } from 'vitest'
import { createCallLimiter } from '../../../adapters/kit/call-limiter.ts'
import type { Budget, RateLimits } from '../../../src/core/ports/rate-limits.ts'
import { createRateLimits } from '../../../src/jobs/rate-limits.ts'
import { TestClock } from '../../support/clock.ts'

const budget: Budget = { name: 'chat', points: 2, perMs: 60_000 }
const limit = (key: string) => ({ budget, key })

/** Rate limits that answer as told, and write down what they were asked. */
function told(waits: number[]) {
  const asked: string[] = []
  const rateLimits: RateLimits = {
    async spend({ name }, key) {
      asked.push(`${name} ${key.split('/')[1]}`)
      return waits.shift() ?? 0
    },
    async refund() {},
    async block({ name }, key, ms) {
      asked.push(`block ${name} ${key.split('/')[1]} ${ms}`)
    },
  }
  return { rateLimits, asked }
}

class SleepingClock extends TestClock {
  readonly slept: number[] = []
  override async sleep(ms: number): Promise<void> {
    this.slept.push(ms)
  }
}

test('a short wait is waited for, and a long one is an error that says how long', async () => {
  const { rateLimits, asked } = told([0, 700, 0, 5_000])
  const clock = new SleepingClock()
  const limiter = createCallLimiter({ token: 'secret', rateLimits, clock })
  await limiter.acquire([limit('7'), { budget: { ...budget, name: 'overall' }, key: '' }])
  expect(clock.slept).toEqual([700])
  expect(asked).toEqual(['chat 7', 'overall ', 'overall '])
  await expect(limiter.acquire([limit('7')])).rejects.toMatchObject({ kind: 'deferred', retryAfterMs: 5_000 })
  await limiter.delay([limit('7')], 9_000)
  expect(asked.at(-1)).toBe('block chat 7 9000')
})

test('waits do not add up without an end', async () => {
  const { rateLimits } = told([900, 900, 900])
  const limiter = createCallLimiter({ token: 'secret', rateLimits, clock: new SleepingClock() })
  await expect(limiter.acquire([limit('7')])).rejects.toMatchObject({ kind: 'deferred' })
})

test('a caller that must not wait gets the error at once', async () => {
  const { rateLimits } = told([700])
  const clock = new SleepingClock()
  const limiter = createCallLimiter({ token: 'secret', rateLimits, clock })
  await expect(limiter.acquire([limit('7')], 0)).rejects.toMatchObject({ kind: 'deferred', retryAfterMs: 700 })
  expect(clock.slept).toEqual([])
})

test('each token has its own limits, which its name in the store does not reveal', async () => {
  const keys: string[] = []
  const rateLimits = createRateLimits()
  const watched: RateLimits = {
    ...rateLimits,
    spend(one, key) {
      keys.push(key)
      return rateLimits.spend(one, key)
    },
  }
  const [one, other] = ['token-one', 'token-two'].map((token) => createCallLimiter({ token, rateLimits: watched, clock: new TestClock() }))
  for (let calls = 0; calls < 2; calls++) await one!.acquire([limit('7')])
  await expect(one!.acquire([limit('7')])).rejects.toMatchObject({ kind: 'deferred' })
  await other!.acquire([limit('7')])
  expect(keys.join()).not.toMatch(/token/)
})
