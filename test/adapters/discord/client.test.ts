import { createServer, type RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { Routes } from 'discord.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createReceivingRest, createSendingRest } from '../../../adapters/discord/client.ts'
import { createDirectChannelCache, createDirectChannels } from '../../../adapters/discord/direct-channels.ts'
import { toPlatformError } from '../../../adapters/discord/errors.ts'

/** A server of the test's own on loopback. */
async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('a call to Discord', () => {
  it.each([
    ['is not answered', () => {}],
    ['has an answer that does not end', (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":')],
    ['has a refusal that does not end', (_, response) => response.writeHead(400, { 'content-type': 'application/json' }).write('{')],
  ] satisfies [string, RequestListener][])('that %s is given up after a while, and holds up nothing', async (_, listener) => {
    const { call } = createSendingRest({ token: 'a-token', apiBase: await startServer(listener), timeoutMs: 200 })
    for (const _time of [1, 2]) {
      const failed = await call((rest) => rest.post(Routes.channelMessages('1'), { body: {} })).catch(toPlatformError)
      expect(failed).toMatchObject({ kind: 'unknown', message: 'Discord: no answer in time' })
    }
  })
})

it('sends a file over the connections of a newer undici, which Slack loads', async () => {
  const { Agent, getGlobalDispatcher, setGlobalDispatcher } = createRequire(import.meta.resolve('@slack/bolt'))('undici')
  const previous = getGlobalDispatcher()
  setGlobalDispatcher(new Agent())
  onTestFinished(() => setGlobalDispatcher(previous))
  const received: { readonly contentType: string | undefined; readonly body: string }[] = []
  const apiBase = await startServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ contentType: request.headers['content-type'], body })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"1"}')
  })
  const { call } = createSendingRest({ token: 'a-token', apiBase })
  const files = [{ name: 'export.txt', data: Buffer.from('All of it') }]
  await call((rest) => rest.post(Routes.channelMessages('1'), { body: { content: 'Here' }, files }))
  expect(received[0]?.contentType).toMatch(/^multipart\/form-data; boundary=/)
  expect(received[0]?.body).toContain('filename="export.txt"')
  expect(received[0]?.body).toContain('All of it')
  expect(received[0]?.body).toContain('"content":"Here"')
})

describe('the channels of direct chats', () => {
  it('are remembered of those ten thousand people who were heard of last', () => {
    const memory = createDirectChannelCache()
    const channels = createDirectChannels(createReceivingRest({ token: 'a-token', apiBase: 'http://127.0.0.1:1' }), memory)
    const note = (number: number) => channels.remember(String(number), String(1_000_000 + number))
    for (let number = 1; number <= 10_000; number += 1) note(number)
    note(1)
    note(10_001)
    const all = Array.from({ length: 10_001 }, (_, index) => index + 1)
    expect(all.filter((number) => memory.channelIdByUser.get(String(number)) === undefined)).toEqual([2])
    expect(all.filter((number) => memory.userIdByChannel.get(String(1_000_000 + number)) === undefined)).toEqual([2])
    expect([1, 2, 3, 10_001].map((number) => channels.getKnownChannelId(String(number)))).toEqual([
      '1000001',
      undefined,
      '1000003',
      '1010001',
    ])
  })
})
