import { once } from 'node:events'
import { request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { SetupError } from '../../src/core/domain/errors.ts'
import { type HealthServerOptions, openHealthServer } from '../../src/ops/health-server.ts'
import { createMetrics } from '../../src/ops/metrics.ts'
import { TestClock } from '../support/clock.ts'
import { recordingLog } from '../support/recording-log.ts'

async function open(options: Partial<HealthServerOptions> = {}) {
  const log = recordingLog()
  const defaults = { host: '127.0.0.1', port: 0, usesOtherPort: false, checks: {}, metrics: createMetrics(), clock: new TestClock(), log }
  const server = await openHealthServer({ ...defaults, ...options })
  onTestFinished(() => server.stop())
  const get = async (path: string, method = 'GET') => {
    const response = await fetch(server.url + path, { method })
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
  }
  return { ...server, log, get }
}

const portOf = (url: string) => Number(new URL(url).port)

test('it says that the process lives, whether it is ready, and its metrics', async () => {
  const metrics = createMetrics()
  metrics.count('turns', { outcome: 'done' })
  const { get } = await open({ checks: { database: async () => {}, telegram: async () => {} }, metrics })
  expect(await get('/healthz')).toEqual({ status: 200, type: 'application/json; charset=utf-8', text: '{"alive":true}' })
  expect((await get('/readyz?verbose')).text).toBe('{"ready":true,"parts":{"database":"ok","telegram":"ok"}}')
  const { status, type, text } = await get('/metrics')
  expect([status, type]).toEqual([200, metrics.contentType])
  expect(text).toContain('throughline_turns_total{outcome="done"} 1')
})

test('a process with a part that does not work lives, but is not ready', async () => {
  const { get } = await open({ checks: { database: () => Promise.reject(new Error('it is away')) } })
  expect((await get('/healthz')).status).toBe(200)
  expect(await get('/readyz')).toMatchObject({ status: 503, text: '{"ready":false,"parts":{"database":"it is away"}}' })
})

test('anything else is refused', async () => {
  const { get } = await open()
  expect(await get('/')).toMatchObject({ status: 404 })
  expect(await get('/continuous/')).toMatchObject({ status: 404 })
  expect(await get('/readyz', 'POST')).toMatchObject({ status: 405 })
  expect(await get('/readyz', 'HEAD')).toMatchObject({ status: 200, text: '' })
})

test('on loopback, a name that somebody pointed here is refused', async () => {
  const { url } = await open()
  const { hostname, port } = new URL(url)
  const statusFor = async (host: string) => {
    const sent = request({ hostname, port, path: '/readyz', headers: { host } }).end()
    const [response] = await once(sent, 'response')
    response.resume()
    return response.statusCode
  }
  for (const own of [`127.0.0.1:${port}`, `localhost:${port}`, '[::1]']) expect(await statusFor(own), own).toBe(200)
  for (const foreign of ['evil.example', `127.evil.example:${port}`]) expect(await statusFor(foreign), foreign).toBe(421)
})

test('metrics that cannot be read are an error in the log, and do not end the process', async () => {
  const metrics = { contentType: 'text/plain', text: () => Promise.reject(new Error('postgresql://bot:hunter2@db is away')) }
  const { get, log } = await open({ metrics })
  expect(await get('/metrics')).toMatchObject({ status: 500, text: expect.not.stringContaining('hunter2') })
  expect(log.lines.filter(({ level }) => level === 'error')).toHaveLength(1)
})

test('a port that is taken is a problem of the setup, unless another one may be used', async () => {
  const first = await open()
  const port = portOf(first.url)
  const refused = open({ port })
  await expect(refused).rejects.toThrow(SetupError)
  await expect(refused).rejects.toThrow(
    `/healthz, /readyz and /metrics cannot be served on 127.0.0.1, port ${port}: another program uses that port. Stop it, or set HEALTH_PORT to another number.`,
  )
  const second = await open({ port, usesOtherPort: true })
  expect(portOf(second.url)).not.toBe(port)
  expect((await second.get('/healthz')).status).toBe(200)
  expect(second.log.lines).toMatchObject([{ level: 'info', fields: { url: second.url } }])
})

test('a client that is slow, or stays, does not hold up the stop', async () => {
  const { url, stop } = await open()
  const { hostname, port } = new URL(url)
  const slow = request({ hostname, port, path: '/healthz', headers: { 'content-length': '10' }, method: 'POST' })
  slow.on('error', () => {})
  slow.flushHeaders()
  await (await fetch(`${url}/healthz`)).text()
  await stop()
  await expect(fetch(`${url}/healthz`)).rejects.toThrow()
})
