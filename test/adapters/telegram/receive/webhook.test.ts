import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { SetupError } from '../../../../src/core/domain/errors.ts'
import type { InboundEvent } from '../../../../src/core/ports/platform.ts'
import { type FakeTelegram, startFakeTelegram } from '../../../fakes/telegram/index.ts'
import { listeningPort } from '../../../support/recording-log.ts'
import { adapterOn, webhook, webhookSecret } from '../harness.ts'

let telegram: FakeTelegram

beforeEach(async () => {
  telegram = await startFakeTelegram()
  return () => telegram.close()
})

/** The adapter with an open webhook, and a way to post to it as anyone could. */
async function openTestWebhook(inbox: (event: InboundEvent) => Promise<void> = async () => {}) {
  const { adapter, log } = adapterOn(telegram, { webhook })
  onTestFinished(() => adapter.receiver.stop())
  await adapter.receiver.start(inbox)
  const post = async (body: string, { secret = webhookSecret, path = '/telegram', method = 'POST' } = {}) => {
    const headers = { 'content-type': 'application/json', ...(secret !== '' && { 'x-telegram-bot-api-secret-token': secret }) }
    const response = await fetch(`http://127.0.0.1:${listeningPort(log)}${path}`, { method, headers, ...(method === 'POST' && { body }) })
    await response.arrayBuffer()
    return response.status
  }
  return { adapter, log, post }
}

const hello = JSON.stringify({
  update_id: 1,
  message: { message_id: 1, date: 1, chat: { id: 7, type: 'private' }, from: { id: 7, is_bot: false, first_name: 'Ada' }, text: 'Hello' },
})

describe('the webhook', () => {
  it('registers itself with its secret', async () => {
    await openTestWebhook()
    expect(telegram.calls.find(({ method }) => method === 'setWebhook')?.params).toMatchObject({
      url: webhook.url,
      secret_token: webhookSecret,
    })
  })

  it('takes what carries the secret', async () => {
    const events: InboundEvent[] = []
    const { post } = await openTestWebhook(async (event) => void events.push(event))
    expect(await post(hello)).toBe(200)
    expect(events).toMatchObject([{ text: 'Hello' }])
  })

  it('refuses, before the inbox, what Telegram would not send', async () => {
    const events: InboundEvent[] = []
    const { post } = await openTestWebhook(async (event) => void events.push(event))
    const refused = {
      'without a secret': await post(hello, { secret: '' }),
      'with a wrong secret': await post(hello, { secret: 'wrong' }),
      'with the secret and more': await post(hello, { secret: `${webhookSecret}x` }),
      'on another path': await post(hello, { path: '/' }),
      'by another method': await post('', { method: 'GET' }),
      'that is no JSON': await post('{'),
      'that is no update': await post('[]'),
      'that is too long': await post(hello + ' '.repeat(2 * 1024 * 1024)),
    }
    expect(refused).toEqual({
      'without a secret': 401,
      'with a wrong secret': 401,
      'with the secret and more': 401,
      'on another path': 404,
      'by another method': 405,
      'that is no JSON': 400,
      'that is no update': 400,
      'that is too long': 413,
    })
    expect(events).toEqual([])
  })

  it('passes over an update that cannot be read, which would come again for a day', async () => {
    const { post, log } = await openTestWebhook()
    expect(await post('{"update_id": 5, "message": {"message_id": "x"}}')).toBe(200)
    expect(await post('{"message": {"message_id": 7}}')).toBe(200)
    expect(log.lines.filter(({ level }) => level === 'warn').map(({ fields }) => fields)).toEqual([
      { update: 5, shape: '{update_id: number, message: {message_id: string}}' },
      { update: undefined, shape: '{message: {message_id: number}}' },
    ])
  })

  it('answers that it failed when the inbox refused', async () => {
    const { post } = await openTestWebhook(async () => {
      throw new Error('the database is away')
    })
    expect(await post(hello)).toBe(503)
  })

  it('waits for what is being taken when it stops', async () => {
    let take: () => void = () => {}
    const taken = new Promise<void>((resolve) => {
      take = resolve
    })
    const reached: InboundEvent[] = []
    const { adapter, post } = await openTestWebhook((event) => {
      reached.push(event)
      return taken
    })
    const posted = post(hello)
    await telegram.waitFor(() => reached.length === 1)
    let stopped = false
    const stopping = adapter.receiver.stop().then(() => {
      stopped = true
    })
    await Promise.resolve()
    expect(stopped).toBe(false)
    take()
    expect(await posted).toBe(200)
    await stopping
  })

  it.each([
    ['a secret', { ...webhook, secret: '' }, 'TELEGRAM_WEBHOOK_SECRET'],
    ['a secret that Telegram can send', { ...webhook, secret: 'no blanks' }, 'TELEGRAM_WEBHOOK_SECRET'],
    ['an https address', { ...webhook, url: 'http://bot.example.org' }, 'TELEGRAM_WEBHOOK_URL'],
  ])('does not open without %s', async (_, options, variable) => {
    const { adapter } = adapterOn(telegram, { webhook: options })
    const refused = await adapter.receiver.start(async () => {}).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(SetupError)
    expect(String(refused)).toContain(variable)
    expect(telegram.calls).toEqual([])
  })

  it('says plainly when its port is in use, or its address is refused', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    const inUse = adapterOn(telegram, { webhook: { ...webhook, listen: { host: '127.0.0.1', port } } }).adapter.receiver
    await expect(inUse.start(async () => {})).rejects.toThrow(`Port ${port} on 127.0.0.1 cannot be used`)

    telegram.failNext('setWebhook', { status: 400, description: 'Bad Request: bad webhook: Failed to resolve host' })
    const refused = adapterOn(telegram, { webhook }).adapter.receiver
    await expect(refused.start(async () => {})).rejects.toThrow('Failed to resolve host')
  })

  it('makes room for polling when it is no longer wanted', async () => {
    const { adapter } = await openTestWebhook()
    await adapter.receiver.stop()
    const events: InboundEvent[] = []
    const polling = adapterOn(telegram).adapter
    onTestFinished(() => polling.receiver.stop())
    await polling.receiver.start(async (event) => void events.push(event))
    telegram.message({ from: telegram.person({ name: 'Ada' }), text: 'Hello' })
    await telegram.waitFor(() => events.length === 1)
  })
})
