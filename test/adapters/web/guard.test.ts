import { request } from 'node:http'
import { hostname } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { createWebAdapter, type WebOptions } from '../../../adapters/web/index.ts'
import { buildServer } from '../../../adapters/web/server/server.ts'
import { SetupError } from '../../../src/core/domain/errors.ts'
import { type Page, preparePage, signIn, startPage, type Visitor } from './page-harness.ts'

const message = { id: 'message-from-a-test-1', text: 'Hello' }

test('a request that changes something is refused when another site sends it', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  const elsewhere: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: page.url.replace('127.0.0.1', 'localhost') },
    { origin: page.url.replace(/\d+$/, '1') },
    { origin: page.url, 'sec-fetch-site': 'cross-site' },
    { origin: page.url, 'sec-fetch-site': 'same-site' },
    { origin: 'not an address' },
  ]
  for (const headers of elsewhere) {
    const response = await visitor.post('/continuous/add-message/', message, headers)
    expect(response.status, JSON.stringify(headers)).toBe(403)
    expect((await response.json()).error).toContain('another site')
  }
  expect((await postWithoutOrigin(page, visitor)).status).toBe(403)
  expect(page.events).toEqual([])
  expect((await visitor.post('/continuous/add-message/', message, { 'sec-fetch-site': 'same-origin' })).status).toBe(202)
})

test('a page that listens on loopback answers to its own names only', async () => {
  const page = await startPage({ options: { publicUrl: new URL('http://chat.example.org') } })
  const at = (host: string) => getWithHost(page, host)
  const { port } = new URL(page.adapter.receiver.listening)
  for (const host of [`127.0.0.1:${port}`, `127.1.2.3:${port}`, `localhost:${port}`, `[::1]:${port}`, 'chat.example.org'])
    expect(await at(host), host).toBe(302)
  for (const host of ['evil.example', `evil.example:${port}`, 'localhost.evil.example', '127.evil.example', '192.168.1.20', 'a b'])
    expect(await at(host), host).toBeGreaterThanOrEqual(400)
})

/** The status with which a page that listens on this host answers a request to another name. */
async function statusesOf(options: Pick<WebOptions, 'host' | 'publicUrl'>, names: readonly string[]): Promise<Record<string, number>> {
  const { options: all } = await preparePage({ options })
  const server = await buildServer(all, async () => {})
  onTestFinished(() => server.close())
  const statuses: Record<string, number> = {}
  for (const name of names) statuses[name] = (await server.inject({ url: '/', headers: { host: name } })).statusCode
  return statuses
}

test('a page that others can reach answers to IP addresses and to the names of its machine', async () => {
  const name = hostname()
  const own = [
    '192.168.1.20:3000',
    '[fd00::1]:3000',
    'localhost:3000',
    `${name.toUpperCase()}:3000`,
    `${name.split('.')[0]}.local`,
    'box.lan',
  ]
  const foreign = ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', `${name}.evil.example`, 'box.lan.evil.example']
  for (const host of ['box.lan', '0.0.0.0']) {
    const statuses = await statusesOf({ host }, [...own, ...foreign])
    for (const one of own) expect(statuses[one], `${one} on ${host}`).toBe(one === 'box.lan' && host !== one ? 421 : 302)
    for (const one of foreign) expect(statuses[one], `${one} on ${host}`).toBe(421)
  }
})

test('a page with a public address that others can reach answers to that address only', async () => {
  const names = ['chat.example.org', 'chat.example.org:443', 'CHAT.example.org', 'evil.example', '192.168.1.20', 'localhost', hostname()]
  const statuses = await statusesOf({ host: '0.0.0.0', publicUrl: new URL('https://chat.example.org') }, names)
  expect(Object.values(statuses)).toEqual([302, 302, 302, 421, 421, 421, 421])
})

test('every answer forbids what the page does not need', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  for (const path of ['/continuous/', '/sign-in/x', '/nothing-here', '/settings/']) {
    const { headers } = await visitor.get(path)
    expect(headers.get('content-security-policy'), path).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('referrer-policy'), path).toMatch(/^(no-referrer|same-origin)$/)
    expect(headers.get('cache-control'), path).toBe('no-store')
  }
})

test('pages hold nothing inline and nothing from elsewhere', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  const html = (await (await visitor.get('/continuous/')).text()) + (await (await visitor.get('/settings/')).text())
  expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/)
  const addresses = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address)
  expect(addresses.length).toBeGreaterThan(5)
  expect(addresses.filter((address) => !/^[/#]/.test(address ?? ''))).toEqual([])
})

test('assets may be kept, because their address changes with them, and nothing above their folder is served', async () => {
  const page = await startPage()
  const visitor = await signIn(page)
  const html = await (await visitor.get('/continuous/')).text()
  const [href = ''] = /\/assets\/page-[\w-]+\.css/.exec(html) ?? []
  const sheet = await visitor.get(href)
  expect(await sheet.text()).toContain('--paper')
  expect(sheet.headers.get('content-type')).toContain('text/css')
  expect(sheet.headers.get('cache-control')).toContain('immutable')
  for (const path of ['/assets/../index.ts', '/assets/..%2findex.ts', '/assets/%2e%2e/server.ts', '/assets/']) {
    const refused = await visitor.get(path)
    expect([refused.status, await refused.text()], path).toEqual([expect.toBeOneOf([403, 404]), expect.not.stringContaining('import')])
    expect(refused.headers.get('cache-control'), path).toBe('no-store')
  }
})

test('a port in use is said plainly', async () => {
  const page = await startPage()
  const { port } = new URL(page.url)
  const second = createWebAdapter({ ...page.options, port: Number(port) })
  const refused = second.receiver.start(async () => {})
  await expect(refused).rejects.toThrow(SetupError)
  await expect(refused).rejects.toThrow(`port ${port}: another program uses that port. Stop it, or set WEB_PORT to another number.`)
})

test('a fault of ours is logged without what was in the request, and told in one sentence', async () => {
  const logged: string[] = []
  const log = { debug() {}, info() {}, warn() {}, error: (fields: object, text: string) => void logged.push(JSON.stringify(fields) + text) }
  const inbox = async () => {
    throw new Error('the database is away')
  }
  const page = await startPage({ inbox, options: { log } })
  const visitor = await signIn(page)
  const response = await visitor.post('/continuous/add-message/', { id: message.id, text: 'a secret thing' })
  expect(response.status).toBe(500)
  expect(await response.json()).toEqual({ error: 'Something went wrong. Nothing was lost. Try again in a moment.' })
  expect(logged).toEqual([expect.stringContaining('the database is away')])
  expect(logged.join()).not.toContain('a secret thing')
})

/** fetch always says where it comes from, so this does not use it. */
function postWithoutOrigin(page: Page, visitor: Visitor): Promise<{ status: number }> {
  return new Promise((resolve, reject) => {
    const headers = { cookie: visitor.cookie, 'content-type': 'application/json' }
    const sent = request(`${page.url}/continuous/add-message/`, { method: 'POST', headers }, (response) => {
      response.resume()
      resolve({ status: response.statusCode ?? 0 })
    })
    sent.on('error', reject)
    sent.end(JSON.stringify(message))
  })
}

function getWithHost(page: Page, host: string): Promise<number> {
  const { hostname, port } = new URL(page.adapter.receiver.listening)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: '/', headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sent.on('error', reject)
    sent.end()
  })
}

test('the page can be installed as an app, by a browser that is not signed in', async () => {
  const page = await startPage()
  expect(await (await (await signIn(page)).get('/continuous/')).text()).toContain('<link rel="manifest" href="/manifest.webmanifest"')
  const answer = await fetch(`${page.url}/manifest.webmanifest`)
  expect(answer.headers.get('content-type')).toContain('application/manifest+json')
  const manifest = (await answer.json()) as { start_url: string; display: string; icons: { src: string }[] }
  expect(manifest).toMatchObject({ start_url: '/continuous/', display: 'standalone' })
  const icon = await fetch(page.url + manifest.icons[0]?.src)
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
})
