import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { openWebhookServer, type WebhookResponse } from '../../../adapters/kit/webhook-server.ts'
import { recordingLog } from '../../support/recording-log.ts'

/** A server on a free port, and a way to post to it. */
async function openServer(handleBody: (body: string) => Promise<WebhookResponse> = async () => ({ status: 200 })) {
  const log = recordingLog()
  const close = await openWebhookServer({
    platform: 'Test',
    log,
    path: '/events',
    listen: { host: '127.0.0.1', port: 0 },
    portVariable: 'TEST_PORT',
    checkHeaders: (headers) => (headers['x-secret'] === 'right' ? undefined : 401),
    handleBody,
  })
  onTestFinished(close)
  const port = Number(log.lines[0]?.fields['port'])
  const post = async (body: string, { secret = 'right', path = '/events', method = 'POST' } = {}) => {
    const request = { method, headers: { 'x-secret': secret }, ...(method === 'POST' && { body }) }
    const response = await fetch(`http://127.0.0.1:${port}${path}`, request)
    return { status: response.status, text: await response.text() }
  }
  return { log, close, port, post }
}

it('answers with the status and the JSON of the handler', async () => {
  const { post } = await openServer(async (body) => ({ status: 200, body: { received: body } }))
  expect(await post('hello')).toEqual({ status: 200, text: '{"received":"hello"}' })
})

it("rejects a request that is not the platform's without reading its body", async () => {
  const bodies: string[] = []
  const { post } = await openServer(async (body) => {
    bodies.push(body)
    return { status: 200 }
  })
  expect(await post('hello', { secret: 'wrong' })).toMatchObject({ status: 401 })
  expect(await post('hello', { path: '/other' })).toMatchObject({ status: 404 })
  expect(await post('', { method: 'GET' })).toMatchObject({ status: 405 })
  expect(await post('x'.repeat(2 * 1024 * 1024))).toMatchObject({ status: 413 })
  expect(bodies).toEqual([])
})

it('answers 503 if the handler fails, and logs the reason', async () => {
  const { post, log } = await openServer(async () => {
    throw new Error('the database is unavailable')
  })
  expect(await post('hello')).toMatchObject({ status: 503 })
  expect(log.lines.at(-1)).toMatchObject({ level: 'error', fields: { reason: 'the database is unavailable' } })
})

it('names the setting to change if the port is in use', async () => {
  const { port } = await openServer()
  const second = openWebhookServer({
    platform: 'Test',
    log: recordingLog(),
    path: '/events',
    listen: { host: '127.0.0.1', port },
    portVariable: 'TEST_PORT',
    checkHeaders: () => undefined,
    handleBody: async () => ({ status: 200 }),
  })
  await expect(second).rejects.toThrow(`Port ${port} on 127.0.0.1 cannot be used for Test requests`)
  await expect(second).rejects.toThrow('Set TEST_PORT to a free port.')
})

it('finishes running requests when it closes, and does not wait for idle connections', async () => {
  let release = () => {}
  let hasBegun = () => {}
  const begun = new Promise<void>((resolve) => {
    hasBegun = resolve
  })
  const { post, close, port } = await openServer(() => {
    hasBegun()
    return new Promise((resolve) => {
      release = () => resolve({ status: 200 })
    })
  })
  const idle = connect(port, '127.0.0.1')
  onTestFinished(() => void idle.destroy())
  const answer = post('hello')
  await begun
  const closed = close()
  release()
  expect(await answer).toMatchObject({ status: 200 })
  await closed
  await expect(post('hello')).rejects.toThrow('fetch failed')
})
