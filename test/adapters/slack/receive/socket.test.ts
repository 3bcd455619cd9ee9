import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { SlackOptions } from '../../../../adapters/slack/index.ts'
import { manifestScopes } from '../../../../adapters/slack/receive/receiver.ts'
import { SetupError } from '../../../../src/core/domain/errors.ts'
import type { PlaceAddress } from '../../../../src/core/domain/ids.ts'
import type { DeliveryKey, InboundEvent, Inbox } from '../../../../src/core/ports/platform.ts'
import { type FakePerson, type FakeSlack, startFakeSlack } from '../../../fakes/slack/index.ts'
import { TestClock } from '../../../support/clock.ts'
import { adapterOn, hurriedClock } from '../harness.ts'

let slack: FakeSlack
let ada: FakePerson

beforeEach(async () => {
  slack = await startFakeSlack()
  ada = slack.person({ name: 'Ada' })
  return () => slack.close()
})

const patience = { timeout: 10_000, interval: 10 }

async function startAdapter(inbox: Inbox = async () => {}, options: Partial<SlackOptions> = {}) {
  const made = adapterOn(slack, options)
  onTestFinished(() => made.adapter.receiver.stop())
  await made.adapter.receiver.start(inbox)
  return made
}

/** An inbox that keeps what it takes. */
function createRecordingInbox() {
  const events: InboundEvent[] = []
  const texts = () => events.map((event) => (event.type === 'message' ? event.text : event.type))
  return { events, texts, inbox: async (event: InboundEvent) => void events.push(event) }
}

describe('Socket Mode', () => {
  it('is connected when the start has resolved', async () => {
    const { adapter } = await startAdapter()
    expect(slack.sockets).toBe(1)
    expect(adapter.receiver.isConnected?.()).toBe(true)
  })

  it('is not connected between a cut and the next connection', async () => {
    const clock = new TestClock()
    const { adapter, log } = await startAdapter(undefined, { clock })
    slack.cutSockets()
    await vi.waitFor(() => expect(log.lines.at(-1)?.fields).toEqual({ waitMs: 1_000 }), patience)
    expect(adapter.receiver.isConnected?.()).toBe(false)
    clock.advance(1_000)
    await vi.waitFor(() => expect(adapter.receiver.isConnected?.()).toBe(true), patience)
  })

  it.each([1, 40])('is opened anew after a cut, and loses nothing of %d messages', async (count) => {
    const { inbox, texts } = createRecordingInbox()
    await startAdapter(inbox, { clock: hurriedClock })
    slack.message({ from: ada, text: 'before' })
    await vi.waitFor(() => expect(texts()).toEqual(['before']), patience)
    slack.cutSockets()
    const expected = Array.from({ length: count }, (_, index) => `meanwhile ${index}`)
    for (const text of expected) slack.message({ from: ada, text })
    await vi.waitFor(() => expect(new Set(texts())).toEqual(new Set(['before', ...expected])), patience)
    expect(slack.sockets).toBe(1)
  })

  it.each(['warning', 'refresh_requested'] as const)('is renewed when Slack asks for it: %s', async (reason) => {
    const { inbox, texts } = createRecordingInbox()
    await startAdapter(inbox, { clock: hurriedClock })
    slack.requestDisconnect(reason)
    await slack.waitFor(() => slack.calls.filter(({ method }) => method === 'apps.connections.open').length === 2)
    slack.message({ from: ada, text: 'after' })
    await vi.waitFor(() => expect(texts()).toContain('after'), patience)
  })

  it('is tried until Slack takes it, with waits that grow', async () => {
    const { inbox, texts } = createRecordingInbox()
    const { log } = await startAdapter(inbox, { clock: hurriedClock })
    for (const failure of [{ status: 503 }, 'cut-before', { status: 429, retryAfter: 1 }] as const)
      slack.failNext('apps.connections.open', failure)
    slack.cutSockets()
    slack.message({ from: ada, text: 'after all' })
    await vi.waitFor(() => expect(texts()).toContain('after all'), patience)
    const waits = log.lines.filter(({ level }) => level === 'warn').map(({ fields }) => Number(fields['waitMs']))
    expect(waits).toHaveLength(3)
    expect(waits).toEqual([...waits].sort((a, b) => a - b))
    expect(new Set(waits).size).toBe(3)
  })

  it('goes on when its token is refused meanwhile, and says what to do', async () => {
    const { inbox, texts } = createRecordingInbox()
    const { log } = await startAdapter(inbox, { clock: hurriedClock })
    slack.revokeAppToken()
    slack.cutSockets()
    await vi.waitFor(
      () => expect(log.lines.map(({ message }) => message)).toContainEqual(expect.stringContaining('SLACK_APP_TOKEN')),
      patience,
    )
    slack.restoreTokens()
    slack.message({ from: ada, text: 'after all' })
    await vi.waitFor(() => expect(texts()).toContain('after all'), patience)
  })

  it('starts while Slack is away, and receives when it is back', async () => {
    const { inbox, texts } = createRecordingInbox()
    slack.failNext('auth.test', { status: 503 })
    slack.failNext('apps.connections.open', 'cut-before')
    slack.refuseSockets(true)
    await startAdapter(inbox, { clock: hurriedClock })
    slack.refuseSockets(false)
    slack.message({ from: ada, text: 'Hello' })
    await vi.waitFor(() => expect(texts()).toContain('Hello'), patience)
  })

  it('starts while nobody listens at all, and stops', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    const { adapter } = await startAdapter(undefined, { clock: hurriedClock, apiUrl: `http://127.0.0.1:${port}/api/` })
    await adapter.receiver.stop()
  })
})

it('a frame of Slack that holds no event is passed over, and what follows is taken', async () => {
  const { inbox, texts } = createRecordingInbox()
  const { log } = await startAdapter(inbox)
  const limited = { type: 'events_api', payload: { type: 'app_rate_limited', token: 'a-secret' } }
  for (const frame of [limited, { type: 'events_api', envelope_id: 'unreadable' }, null]) slack.sendFrame(JSON.stringify(frame))
  slack.message({ from: ada, text: 'Hello' })
  await vi.waitFor(() => expect(texts()).toEqual(['Hello']), patience)
  const warned = log.lines.filter(({ level }) => level === 'warn')
  expect(warned.map(({ fields }) => fields)).toEqual([
    { frame: 'events_api', shape: '{type: string, payload: {type: string, token: string}}' },
    { frame: 'events_api', shape: '{type: string, envelope_id: string}' },
    { frame: 'unknown', shape: 'null' },
  ])
  // Slack would send it again.
  expect(slack.acknowledgedIds).toContain('unreadable')
})

describe('an event', () => {
  it('is told again until it is stored, and no longer', async () => {
    const taken: string[] = []
    await startAdapter(async (event) => {
      taken.push(event.type)
      if (taken.length < 3) throw new Error('the database is away')
    })
    const { telling } = slack.message({ from: ada, text: 'Hello' })
    await slack.waitFor(() => slack.acknowledged(telling))
    expect(taken).toHaveLength(3)
  })

  it('is not acknowledged when it is stored too late, and the next time it is', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const taken: InboundEvent[] = []
    const inbox: Inbox = (event) => {
      taken.push(event)
      return held
    }
    const { log } = await startAdapter(inbox, { clock: hurriedClock })
    const { telling } = slack.message({ from: ada, text: 'Hello' })
    await vi.waitFor(
      () => expect(log.lines).toContainEqual(expect.objectContaining({ level: 'error', fields: { reason: 'it was not stored in time' } })),
      patience,
    )
    expect(slack.acknowledged(telling)).toBe(false)
    release()
    await slack.waitFor(() => slack.acknowledged(telling))
    expect(new Set(taken.map((event) => 'id' in event && event.id)).size).toBe(1)
  })

  it('of one person does not wait for that of another', async () => {
    const bob = slack.person({ name: 'Bob' })
    const { texts, inbox } = createRecordingInbox()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await startAdapter(async (event) => {
      if (event.type === 'message' && event.author.name === 'Ada') await held
      await inbox(event)
    })
    slack.message({ from: ada, text: 'slow' })
    slack.message({ from: bob, text: 'quick' })
    await vi.waitFor(() => expect(texts()).toEqual(['quick']), patience)
    release()
    await vi.waitFor(() => expect(texts()).toContain('slow'), patience)
  })
})

describe('a stop', () => {
  it('waits for what is being stored, acknowledges it, and takes nothing more', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const taken: InboundEvent[] = []
    const { adapter } = await startAdapter(async (event) => {
      taken.push(event)
      await held
    })
    const { telling } = slack.message({ from: ada, text: 'Hello' })
    await vi.waitFor(() => expect(taken).toHaveLength(1), patience)
    let stopped = false
    const stopping = adapter.receiver.stop().then(() => {
      stopped = true
    })
    const late = slack.message({ from: ada, text: 'Too late' })
    await new Promise((resolve) => setImmediate(resolve))
    expect(stopped).toBe(false)
    release()
    await stopping
    expect(taken).toHaveLength(1)
    expect(slack.acknowledged(telling)).toBe(true)
    expect(slack.acknowledged(late.telling)).toBe(false)
    await slack.waitFor(() => slack.sockets === 0)
  })

  it('leaves no connection behind when it comes while one is being opened', async () => {
    const { adapter } = adapterOn(slack)
    const starting = adapter.receiver.start(async () => {})
    await slack.waitFor(() => slack.calls.some(({ method }) => method === 'apps.connections.open'))
    await adapter.receiver.stop()
    await starting
    await slack.waitFor(() => slack.sockets === 0)
    expect(slack.calls.filter(({ method }) => method === 'apps.connections.open')).toHaveLength(1)
  })

  it('can be followed by another start', async () => {
    const { inbox, texts } = createRecordingInbox()
    const { adapter } = await startAdapter(inbox)
    await adapter.receiver.stop()
    await adapter.receiver.start(inbox)
    slack.message({ from: ada, text: 'Hello again' })
    await vi.waitFor(() => expect(texts()).toEqual(['Hello again']), patience)
    await adapter.sender.send(`@${ada.id}` as PlaceAddress, { text: 'Hello' }, 'k' as DeliveryKey)
    expect(slack.botTexts(ada)).toEqual(['Hello'])
  })
})

describe('a configuration that Slack refuses', () => {
  const refused = (options: Partial<SlackOptions> = {}) =>
    adapterOn(slack, options)
      .adapter.receiver.start(async () => {})
      .catch((error: unknown) => error)

  it.each([
    ['a bot token that it does not know', { botToken: 'xoxb-wrong' }, 'SLACK_BOT_TOKEN'],
    ['an app token that it does not know', { receiving: { appToken: 'xapp-wrong' } }, 'SLACK_APP_TOKEN'],
  ])('%s', async (_, options, variable) => {
    const error = await refused(options)
    expect(error).toBeInstanceOf(SetupError)
    expect(String(error)).toContain(variable)
    expect(String(error)).not.toMatch(/wrong/)
  })

  it('an app token that may not connect', async () => {
    slack.failNext('apps.connections.open', { error: 'missing_scope' })
    expect(String(await refused())).toContain('connections:write')
  })

  it('a bot without the permissions it cannot do without; others it only warns of', async () => {
    slack.giveScopes(manifestScopes.filter((scope) => scope !== 'chat:write'))
    const error = await refused()
    expect(error).toBeInstanceOf(SetupError)
    expect(String(error)).toContain('chat:write')
    slack.giveScopes(manifestScopes.filter((scope) => scope !== 'files:read'))
    const { log } = await startAdapter()
    expect(log.lines).toContainEqual(expect.objectContaining({ level: 'warn', fields: { scopes: ['files:read'] } }))
  })
})

it('logs neither what people write nor a token', async () => {
  const { log } = await startAdapter(async () => {
    throw new Error('the database is away')
  })
  slack.message({ from: ada, text: 'My diary' })
  await vi.waitFor(() => expect(log.lines.some(({ level }) => level === 'error')).toBe(true), patience)
  slack.cutSockets()
  const told = JSON.stringify(log.lines)
  for (const secret of ['My diary', slack.botToken, slack.appToken]) expect(told).not.toContain(secret)
})
