import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Routes } from 'discord.js'
import { expect, onTestFinished, test } from 'vitest'
import { createReceivingRest, createSendingRest } from '../../../adapters/discord/client.ts'
import { toPlatformError } from '../../../adapters/discord/errors.ts'
import { createCallLimiter } from '../../../adapters/kit/call-limiter.ts'
import type { Budget, RateLimits } from '../../../src/core/ports/rate-limits.ts'
import { createRateLimits } from '../../../src/jobs/rate-limits.ts'
import { TestClock } from '../../support/clock.ts'

interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

/** A server that answers every request as `answer` says, and counts them. */
async function startServer(answer: (path: string) => Answer) {
  const paths: string[] = []
  const server = createServer((request, response) => {
    const path = request.url?.replace(/^\/v10/, '') ?? ''
    paths.push(path)
    const { status, headers } = answer(path)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{"id":"1","message":"","code":0,"retry_after":9}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  return { apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, paths }
}

/** Clients of as many processes, which share their rate limits. */
function createProcesses(apiBase: string, count: number, rateLimits: RateLimits = createRateLimits()) {
  return Array.from({ length: count }, () => {
    const limiter = createCallLimiter({ token: 'a-token', rateLimits, clock: new TestClock() })
    const { call } = createSendingRest({ token: 'a-token', apiBase, limiter })
    return {
      post: (channelId: string) => call((rest) => rest.post(Routes.channelMessages(channelId), { body: {} })).catch(toPlatformError),
      respond: () => call((rest) => rest.post(Routes.interactionCallback('1', 'secret'), { body: {}, auth: false })).catch(toPlatformError),
    }
  })
}

const blocked = (scope: string): Answer => ({ status: 429, headers: { 'retry-after': '9', 'x-ratelimit-scope': scope } })

test('a wait that Discord asks for in one channel delays that channel in every process, and no other', async () => {
  const { apiBase, paths } = await startServer((path) => (path.includes('/111/') ? blocked('user') : { status: 200 }))
  const [one, other] = createProcesses(apiBase, 2)
  expect(await one!.post('111')).toMatchObject({ kind: 'rate_limited', retryAfterMs: 9_000 })
  expect(await other!.post('111')).toMatchObject({ kind: 'deferred' })
  expect(await other!.post('222')).toMatchObject({ id: '1' })
  expect(paths).toHaveLength(2)
})

test.each([
  ['0', 1_000],
  ['1e9', 86_400_000],
])('a wait of %s seconds counts as %s ms: at least one second, at most one day', async (seconds, retryAfterMs) => {
  const { apiBase } = await startServer(() => ({ status: 429, headers: { 'retry-after': seconds, 'x-ratelimit-scope': 'user' } }))
  const [process] = createProcesses(apiBase, 1)
  expect(await process!.post('111')).toMatchObject({ kind: 'rate_limited', retryAfterMs })
})

test('a wait for the whole bot delays every channel, but not the responses to interactions', async () => {
  const { apiBase } = await startServer((path) => (path.includes('/111/') ? blocked('global') : { status: 200 }))
  const [one, other] = createProcesses(apiBase, 2)
  expect(await one!.post('111')).toMatchObject({ kind: 'rate_limited' })
  expect(await other!.post('222')).toMatchObject({ kind: 'deferred' })
  expect(await other!.respond()).toMatchObject({ id: '1' })
})

test('a route that is used up waits in the other processes too', async () => {
  const usedUp = { 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '7.5' }
  const { apiBase, paths } = await startServer(() => ({ status: 200, headers: usedUp }))
  const [one, other] = createProcesses(apiBase, 2)
  expect(await one!.post('111')).toMatchObject({ id: '1' })
  expect(await other!.post('111')).toMatchObject({ kind: 'deferred' })
  expect(paths).toHaveLength(1)
})

test('no more than 50 requests per second are made with the token', async () => {
  const { apiBase, paths } = await startServer(() => ({ status: 200 }))
  const limits = createRateLimits()
  // A longer window, so that the requests fall into the same one on a slow machine too.
  const rateLimits: RateLimits = { ...limits, spend: (budget, key, points) => limits.spend({ ...budget, perMs: 600_000 }, key, points) }
  const processes = createProcesses(apiBase, 2, rateLimits)
  const results = await Promise.all(Array.from({ length: 60 }, (_, index) => processes[index % 2]!.post(String(index + 1))))
  expect(results.filter((result) => (result as { kind?: string }).kind === 'deferred')).toHaveLength(10)
  expect(paths).toHaveLength(50)
})

test('requests that Discord counts as invalid stop long before it blocks the address', async () => {
  const { apiBase, paths } = await startServer(() => ({ status: 403 }))
  const limits = createRateLimits()
  const spend = (budget: Budget, key: string, points?: number) =>
    budget.name === 'discord-invalid' ? limits.spend({ ...budget, points: 3 }, key, points) : limits.spend(budget, key, points)
  const [one, other] = createProcesses(apiBase, 2, { ...limits, spend })
  for (const process of [one, other, one, other]) await process!.post('111')
  expect(paths).toHaveLength(4)
  expect(await one!.post('222')).toMatchObject({ kind: 'deferred' })
  expect(await other!.respond()).toMatchObject({ kind: 'deferred' })
  expect(paths).toHaveLength(4)
})

test('a limit that is shared with other bots does not count as an invalid request', async () => {
  const { apiBase } = await startServer(() => blocked('shared'))
  const counted: string[] = []
  const limits = createRateLimits()
  const rateLimits: RateLimits = {
    ...limits,
    spend(budget, key, points) {
      if (budget.name === 'discord-invalid' && points !== 0) counted.push(key)
      return limits.spend(budget, key, points)
    },
  }
  const [one] = createProcesses(apiBase, 1, rateLimits)
  expect(await one!.post('111')).toMatchObject({ kind: 'rate_limited' })
  expect(counted).toEqual([])
})

test('reading the history waits for its turn', async () => {
  const { apiBase, paths } = await startServer(() => ({ status: 200 }))
  const rateLimits = createRateLimits()
  const limiter = createCallLimiter({ token: 'a-token', rateLimits, clock: new TestClock() })
  await limiter.delay([{ budget: { name: 'discord', points: 50, perMs: 1_000 }, key: '' }], 60_000)
  const { call } = createReceivingRest({ token: 'a-token', apiBase, limiter })
  await expect(call((rest) => rest.get(Routes.channelMessages('1')))).rejects.toMatchObject({ kind: 'deferred' })
  expect(paths).toEqual([])
})
