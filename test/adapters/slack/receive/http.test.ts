import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { SlackOptions } from '../../../../adapters/slack/index.ts'
import { SetupError } from '../../../../src/core/domain/errors.ts'
import { type Clock, systemClock } from '../../../../src/core/ports/clock.ts'
import type { InboundAction, InboundEvent, Inbox } from '../../../../src/core/ports/platform.ts'
import { type FakePerson, type FakeSlack, signature, startFakeSlack } from '../../../fakes/slack/index.ts'
import { adapterOn, http, hurriedClock, requestUrl, signingSecret } from '../harness.ts'

let slack: FakeSlack
let ada: FakePerson

beforeEach(async () => {
  slack = await startFakeSlack()
  ada = slack.person({ name: 'Ada' })
  return () => slack.close()
})

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** The adapter with an open port, and a way to post to it as anyone could. */
async function startAdapter(inbox: Inbox = async () => {}, options: Partial<SlackOptions> = {}) {
  const made = adapterOn(slack, { receiving: http, ...options })
  onTestFinished(() => made.adapter.receiver.stop())
  await made.adapter.receiver.start(inbox)
  const url = requestUrl(made.log)
  const post = async (
    body: string,
    { headers = signature(body, signingSecret, nowSeconds()), type = 'application/json', path = '' } = {},
  ) => {
    const response = await fetch(`${url}${path}`, { method: 'POST', body, headers: { 'content-type': type, ...headers } })
    return { status: response.status, text: await response.text() }
  }
  return { ...made, url, post }
}

const hello = () =>
  JSON.stringify({
    type: 'event_callback',
    team_id: slack.team.id,
    event: { type: 'message', channel: ada.directChannel, channel_type: 'im', user: ada.id, text: 'Hello', ts: '1700000000.000100' },
  })

describe("Slack's requests", () => {
  it('are taken with their signature', async () => {
    const events: InboundEvent[] = []
    const { post } = await startAdapter(async (event) => void events.push(event))
    expect(await post(hello())).toMatchObject({ status: 200 })
    expect(events).toMatchObject([{ text: 'Hello' }])
  })

  it('are refused, before anything else, when they cannot be from Slack, or not from now', async () => {
    const events: InboundEvent[] = []
    const { post, url } = await startAdapter(async (event) => void events.push(event))
    const body = hello()
    const at = (seconds: number, secret = signingSecret) =>
      post(body, { headers: signature(body, secret, seconds) }).then(({ status }) => status)
    const now = nowSeconds()
    const good = signature(body, signingSecret, now)
    const statusOf = async (headers: Record<string, string>) => (await post(body, { headers })).status
    expect({
      'just within five minutes': await at(now - 290),
      'six minutes old': await at(now - 360),
      'six minutes ahead': await at(now + 360),
      'signed by another': await at(now, 'another-secret'),
      'not signed': await statusOf({}),
      'without a time': await statusOf({ 'x-slack-signature': good['x-slack-signature']! }),
      'of no time': await statusOf({ ...good, 'x-slack-request-timestamp': 'soon' }),
      'of another version': await statusOf({ ...good, 'x-slack-signature': good['x-slack-signature']!.replace('v0', 'v1') }),
      'changed on the way': (await post(body.replace('Hello', 'Hullo'), { headers: good })).status,
      'on another path': (await post(body, { path: '/more' })).status,
      'by another method': (await fetch(url)).status,
      'that are no JSON': (await post('{"type":')).status,
      'that are a list': (await post('[]')).status,
      'that are too long': (await post(body + ' '.repeat(2 * 1024 * 1024))).status,
    }).toEqual({
      'just within five minutes': 200,
      'six minutes old': 401,
      'six minutes ahead': 401,
      'signed by another': 401,
      'not signed': 401,
      'without a time': 401,
      'of no time': 401,
      'of another version': 401,
      'changed on the way': 401,
      'on another path': 404,
      'by another method': 405,
      'that are no JSON': 400,
      'that are a list': 400,
      'that are too long': 413,
    })
    expect(events).toHaveLength(1)
  })

  it('to try out the address are answered', async () => {
    const { post } = await startAdapter()
    expect(await post(JSON.stringify({ type: 'url_verification', challenge: 'abc' }))).toEqual({ status: 200, text: '{"challenge":"abc"}' })
    expect(await post('ssl_check=1&token=x', { type: 'application/x-www-form-urlencoded' })).toMatchObject({ status: 200 })
  })

  it('are answered with an error until Slack has said who the bot is, and no event is lost', async () => {
    let retry = () => {}
    let firstWait: Promise<void> | undefined = new Promise((resolve) => {
      retry = resolve
    })
    const clock: Clock = { now: systemClock.now, sleep: (ms, signal) => firstWait ?? systemClock.sleep(ms, signal) }
    const events: InboundEvent[] = []
    slack.failNext('auth.test', { status: 503 })
    const { post, url } = await startAdapter(async (event) => void events.push(event), { clock })
    expect(await post(hello())).toMatchObject({ status: 503 })
    slack.postTo({ url, signingSecret })
    const { telling } = slack.message({ from: ada, text: 'Hello' })
    await slack.waitFor(() => slack.posts.length > 0)
    expect(events).toEqual([])
    firstWait = undefined
    retry()
    await slack.waitFor(() => slack.acknowledged(telling))
    expect(events).toMatchObject([{ text: 'Hello' }])
  })

  it('are answered with an error when the inbox refused, and come again under the same id', async () => {
    const ids: string[] = []
    const { url } = await startAdapter(async (event) => {
      if (event.type === 'message') ids.push(event.id)
      if (ids.length < 3) throw new Error('the database is away')
    })
    slack.postTo({ url, signingSecret })
    const { telling, ts } = slack.message({ from: ada, text: 'Hello' })
    await slack.waitFor(() => slack.acknowledged(telling))
    expect(ids).toEqual([ts, ts, ts])
    expect(slack.posts.map(({ status, retry }) => [status, retry])).toEqual([
      [503, undefined],
      [503, '1'],
      [200, '2'],
    ])
  })

  it('are answered with an error when they are stored too late', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const { post } = await startAdapter(() => held, { clock: hurriedClock })
    expect(await post(hello())).toMatchObject({ status: 503 })
    release()
    expect(await post(hello())).toMatchObject({ status: 200 })
  })

  it('for commands, buttons and menus come as forms', async () => {
    const events: InboundEvent[] = []
    const { url, adapter } = await startAdapter(async (event) => void events.push(event))
    slack.postTo({ url, signingSecret })
    await slack.slash({ from: ada, command: '/find', text: 'lunch & tea' })
    expect(events).toMatchObject([{ type: 'action', action: '/find lunch & tea', place: { address: `@${ada.id}` } }])
    const id = await adapter.sender.send(
      (events[0] as InboundAction).place.address,
      { text: '?', buttons: [{ label: 'Go', action: '/digest on' }] },
      'k' as never,
    )
    await slack.press({ from: ada, channel: ada.directChannel, ts: id, label: 'Go' })
    expect(events[1]).toMatchObject({ action: '/digest on' })
    expect(await slack.suggest(ada, 'suggest.open.day', 'last')).toMatchObject({ options: { length: 25 } })
    expect(await slack.suggest(ada, 'something.else', 'last')).toEqual({ options: [] })
  })

  it('wait for a stop that waits for them', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const taken: InboundEvent[] = []
    const { adapter, post } = await startAdapter((event) => {
      taken.push(event)
      return held
    })
    const posted = post(hello())
    await vi.waitFor(() => expect(taken).toHaveLength(1))
    let stopped = false
    const stopping = adapter.receiver.stop().then(() => {
      stopped = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(stopped).toBe(false)
    release()
    expect(await posted).toMatchObject({ status: 200 })
    await stopping
    await expect(post(hello())).rejects.toThrow('fetch failed')
  })
})

describe('the port', () => {
  it('does not open without a signing secret', async () => {
    const { adapter } = adapterOn(slack, { receiving: { ...http, signingSecret: '' } })
    const error = await adapter.receiver.start(async () => {}).catch((refused: unknown) => refused)
    expect(error).toBeInstanceOf(SetupError)
    expect(String(error)).toContain('SLACK_SIGNING_SECRET')
    expect(slack.calls).toEqual([])
  })

  it('says plainly when it is in use', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    const { adapter } = adapterOn(slack, { receiving: { signingSecret, listen: { host: '127.0.0.1', port } } })
    await expect(adapter.receiver.start(async () => {})).rejects.toThrow(`Port ${port} on 127.0.0.1 cannot be used`)
  })

  it('is closed again when Slack refuses the bot', async () => {
    slack.revokeBotToken()
    const { adapter, log } = adapterOn(slack, { receiving: http })
    await expect(adapter.receiver.start(async () => {})).rejects.toThrow('SLACK_BOT_TOKEN')
    await expect(fetch(requestUrl(log))).rejects.toThrow('fetch failed')
  })
})
