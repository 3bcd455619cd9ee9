import { expect, onTestFinished, test } from 'vitest'
import WebSocket from 'ws'
import { buildServer } from '../../../adapters/web/server/server.ts'
import { createSignInLink } from '../../../src/people/sign-in.ts'
import { addPerson, type Page, preparePage, signIn, startPage, type Visitor } from './page-harness.ts'

const search = (visitor: Visitor) => visitor.post('/continuous/search/', { query: 'oak', scope: 'all' })
const statuses = (responses: readonly Response[]) => responses.map(({ status }) => status)

/** Fails unless it says in one sentence when to try again. */
async function expectLimited(response: Response, sentence: RegExp): Promise<void> {
  expect(response.status).toBe(429)
  const seconds = Number(response.headers.get('retry-after'))
  expect(seconds).toBeGreaterThanOrEqual(1)
  expect(seconds).toBeLessThanOrEqual(60)
  const { error } = (await response.json()) as { error: string }
  expect(error).toMatch(sentence)
  expect(error).toContain(`${seconds} second`)
}

test('a user searches at most 30 times a minute, in all browsers together, and nobody else is affected', async () => {
  const page = await startPage()
  const [one, other] = [await signIn(page), await signIn(page)]
  const marta = await signIn(page, (await addPerson(page, 'Marta')).id)
  expect(statuses(await Promise.all(Array.from({ length: 30 }, () => search(one))))).toEqual(Array(30).fill(200))
  await expectLimited(await search(other), /^Too many searches: at most 30 a minute are allowed\. Try again in \d+ seconds?\.$/)
  expect((await search(marta)).status).toBe(200)
  expect((await one.get('/continuous/')).status).toBe(200)
})

test('an address tries at most 30 times a minute to sign in', async () => {
  const page = await startPage()
  const { token } = await createSignInLink(page.options, page.owner.id)
  const guess = (number: number) =>
    fetch(`${page.url}/sign-in/guess-${number}`, { method: number % 2 ? 'POST' : 'GET', headers: { origin: page.url } })
  const guesses = await Promise.all(Array.from({ length: 30 }, (_, number) => guess(number)))
  expect(statuses(guesses)).toEqual(Array(30).fill(410))
  const sentence = /^Too many attempts to sign in from your address: at most 30 a minute are allowed\. Try again in \d+ seconds?\.$/
  await expectLimited(await guess(1), sentence)
  const real = `${page.url}/sign-in/${token}`
  await expectLimited(await fetch(real, { method: 'POST', headers: { origin: page.url } }), sentence)
  const shown = await fetch(real, { headers: { accept: 'text/html' } })
  expect([shown.status, await shown.text()]).toEqual([429, expect.stringContaining('Too many attempts')])
  expect(await page.store.db.signInLink.count({ where: { usedAt: null } })).toBe(1)
})

/** How many of two clients behind one proxy are let in after one of them has tried too often. */
async function statusesBehindProxy(publicUrl: string): Promise<number[]> {
  const { options } = await preparePage({ options: { publicUrl: new URL(publicUrl) } })
  const server = await buildServer(options, async () => {})
  onTestFinished(() => server.close())
  const openLink = async (from: string) => {
    const headers = { host: '127.0.0.1', 'x-forwarded-for': from }
    return (await server.inject({ url: '/sign-in/guess', headers })).statusCode
  }
  for (let times = 0; times < 30; times++) await openLink('198.51.100.1')
  return [await openLink('198.51.100.1'), await openLink('198.51.100.2'), await openLink('198.51.100.2, 198.51.100.1')]
}

test('behind an HTTPS proxy, each client has its own limit, which what the client itself claims does not change', async () => {
  expect(await statusesBehindProxy('https://chat.example.org')).toEqual([429, 410, 429])
  // Without HTTPS there may be no proxy, so the header proves nothing.
  expect(await statusesBehindProxy('http://chat.example.org')).toEqual([429, 429, 429])
})

test('a client cannot have as many limits as it has addresses, or as it can invent', async () => {
  const { options } = await preparePage({ options: { publicUrl: new URL('https://chat.example.org') } })
  const keys = new Set<string>()
  const { rateLimits } = options
  const spend: typeof rateLimits.spend = (budget, key, points) => {
    keys.add(key)
    return rateLimits.spend(budget, key, points)
  }
  const server = await buildServer({ ...options, rateLimits: { ...rateLimits, spend } }, async () => {})
  onTestFinished(() => server.close())
  const openFrom = (remoteAddress: string, headers = {}) =>
    server.inject({ url: '/sign-in/guess', remoteAddress, headers: { host: '127.0.0.1', ...headers } })
  for (const address of ['2001:db8::1', '2001:db8::ffff:1', '2001:db8:0:0:5:6:7:8', '2001:db8::1%eth0']) await openFrom(address)
  expect([...keys]).toEqual(['2001:db8:0:0'])
  for (const invented of ['one', 'other', 'x'.repeat(5_000)]) await openFrom('10.0.0.1', { 'x-forwarded-for': invented })
  for (const address of ['2001:db8:0:1::1', '198.51.100.1', '::ffff:198.51.100.1']) await openFrom(address)
  expect([...keys]).toEqual(['2001:db8:0:0', 'unknown', '2001:db8:0:1', '198.51.100.1'])
})

const liveAddress = (page: Page) => `${page.url.replace('http', 'ws')}/continuous/live?since=0`

interface Refusal {
  readonly status: number | undefined
  readonly retryAfter: string | undefined
}

/** Resolves with the open connection, or with how it was refused. */
function connect(page: Page, { cookie }: Visitor): Promise<WebSocket | Refusal> {
  const socket = new WebSocket(liveAddress(page), { headers: { cookie, origin: page.url } })
  onTestFinished(() => socket.terminate())
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve(socket)).on('error', reject)
    socket.on('unexpected-response', (_, { statusCode, headers }) => resolve({ status: statusCode, retryAfter: headers['retry-after'] }))
  })
}

test('a session has at most 20 open connections, however fast they come, and one that closes makes room', async () => {
  const page = await startPage()
  const [visitor, other] = [await signIn(page), await signIn(page)]
  const connections = await Promise.all(Array.from({ length: 25 }, () => connect(page, visitor)))
  const open = connections.filter((connection) => connection instanceof WebSocket)
  expect(open).toHaveLength(20)
  expect(connections.filter((connection) => !(connection instanceof WebSocket))).toEqual(Array(5).fill({ status: 429, retryAfter: '30' }))
  expect(await connect(page, other)).toBeInstanceOf(WebSocket)
  open[0]?.close()
  await expect.poll(() => connect(page, visitor)).toBeInstanceOf(WebSocket)
  expect(await connect(page, visitor)).toMatchObject({ status: 429 })
})

test('requests that are no connection take none of them', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  for (let times = 0; times < 25; times++) expect((await visitor.get('/continuous/live?since=0', { origin: page.url })).status).toBe(404)
  expect(await connect(page, visitor)).toBeInstanceOf(WebSocket)
})

test('a client has little time to send its headers and its request, but enough for its files over a slow network', async () => {
  const { options } = await preparePage({ options: { attachmentMaxBytes: 20_000_000 } })
  const { server } = await buildServer(options, async () => {})
  expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 190_000])
})
