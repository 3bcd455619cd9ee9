import { App, type Receiver } from '@slack/bolt'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createOrderedInbox } from '../../../../adapters/kit/ordered-inbox.ts'
import { silentLogger } from '../../../../adapters/slack/client.ts'
import type { SlackListenerContext } from '../../../../adapters/slack/receive/app.ts'
import { createBoltReceiver, type PayloadHandler } from '../../../../adapters/slack/receive/bolt-receiver.ts'
import { systemClock } from '../../../../src/core/ports/clock.ts'
import type { InboundEvent, Inbox } from '../../../../src/core/ports/platform.ts'
import { type FakePerson, type FakeSlack, startFakeSlack } from '../../../fakes/slack/index.ts'
import { recordingLog } from '../../../support/recording-log.ts'
import { adapterOn } from '../harness.ts'

let slack: FakeSlack
let ada: FakePerson
let bob: FakePerson

beforeEach(async () => {
  slack = await startFakeSlack()
  ada = slack.person({ name: 'Ada' })
  bob = slack.person({ name: 'Bob' })
  return () => slack.close()
})

const patience = { timeout: 10_000, interval: 10 }

/** An event of Ada that is being stored, and three more tellings of it that came meanwhile. */
async function redeliverWhileStoring() {
  const stored: InboundEvent[] = []
  let settle: { readonly done: () => void; readonly failed: (error: Error) => void } | undefined
  const inbox: Inbox = (event) => {
    stored.push(event)
    if (stored.length > 1) return Promise.resolve()
    return new Promise((resolve, reject) => {
      settle = { done: resolve, failed: reject }
    })
  }
  const { adapter } = adapterOn(slack)
  onTestFinished(() => adapter.receiver.stop())
  await adapter.receiver.start(inbox)
  const { telling } = slack.message({ from: ada, text: 'Hello' })
  await vi.waitFor(() => expect(stored).toHaveLength(1), patience)
  const again = [1, 2, 3].map(() => slack.deliver(telling))
  // What came after them on the same connection is there, so they are too.
  slack.message({ from: bob, text: 'And I' })
  const texts = () => stored.map((event) => (event.type === 'message' ? event.text : event.type))
  await vi.waitFor(() => expect(texts()).toEqual(['Hello', 'And I']), patience)
  return { telling, again, texts, settle: settle! }
}

it('what is told again while it is stored is stored once, and each telling is acknowledged', async () => {
  const { telling, again, texts, settle } = await redeliverWhileStoring()
  expect(slack.acknowledged(telling)).toBe(false)
  settle.done()
  await Promise.all(again)
  expect(texts()).toEqual(['Hello', 'And I'])
  await slack.deliver(telling)
  expect(texts()).toEqual(['Hello', 'And I', 'Hello'])
})

it('where storing it failed, each telling comes again until it is stored', async () => {
  const { telling, again, texts, settle } = await redeliverWhileStoring()
  settle.failed(new Error('the database is away'))
  await Promise.all(again)
  expect(slack.acknowledged(telling)).toBe(true)
  expect(texts().length).toBeGreaterThan(2)
})

const messageBody = {
  type: 'event_callback',
  event_id: 'Ev1',
  event: { type: 'message', channel: 'D0ADA', user: 'U0ADA', text: 'Hello', ts: '1700000000.000100' },
}
const commandBody = { command: '/find', text: 'words', user_id: 'U0ADA', channel_id: 'D0ADA', trigger_id: '1.2' }

const createTestApp = (receiver: Receiver) =>
  new App<SlackListenerContext>({ receiver, authorize: async () => ({}), convoStore: false, logger: silentLogger })

/** Bolt's App on the receiver, and what payloads are passed to the receiver by. */
async function startApp() {
  const log = recordingLog()
  const { signal } = new AbortController()
  const inbox = createOrderedInbox({ platform: 'Slack', inbox: async () => {}, clock: systemClock, log, signal })
  let handlePayload: PayloadHandler | undefined
  const receiver = createBoltReceiver(
    { clock: systemClock, log },
    { inbox, signal },
    {
      async start(handle) {
        handlePayload = handle
      },
      stop: async () => {},
    },
  )
  const app = createTestApp(receiver)
  await app.start()
  return { app, handlePayload: handlePayload!, log }
}

/** Something that a listener waits for. */
function createGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

describe("Bolt's App", () => {
  it('acknowledges an event before it calls the listener, and tells that the listener failed', async () => {
    const app = createTestApp({ init: () => undefined, start: async () => undefined, stop: async () => undefined })
    const steps: string[] = []
    app.event('message', async () => {
      steps.push('listener')
      throw new Error('the database is away')
    })
    const processed = app.processEvent({ body: messageBody, ack: async () => void steps.push('acknowledged') })
    await expect(processed).rejects.toThrow('the database is away')
    expect(steps).toEqual(['acknowledged', 'listener'])
  })

  it('gets an event acknowledged by the receiver only when the listener has stored it', async () => {
    const { app, handlePayload } = await startApp()
    const gate = createGate()
    app.event('message', () => gate.opened)
    let acknowledged = false
    const handled = handlePayload({ body: messageBody }).then(() => {
      acknowledged = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(acknowledged).toBe(false)
    gate.open()
    await handled
  })

  it.each([
    ['an event', messageBody],
    ['a command', commandBody],
  ])('gets %s refused that its listener could not store, and takes the next one', async (_, body) => {
    const { app, handlePayload } = await startApp()
    const failures = [new Error('the database is away')]
    const listener = async () => {
      const failure = failures.pop()
      if (failure) throw failure
    }
    app.event('message', listener)
    app.command('/find', listener)
    await expect(handlePayload({ body })).rejects.toThrow('the database is away')
    expect(await handlePayload({ body })).toBeUndefined()
  })

  it('gets acknowledged what no listener is for', async () => {
    const { handlePayload } = await startApp()
    expect(await handlePayload({ body: messageBody })).toBeUndefined()
    expect(await handlePayload({ body: commandBody })).toBeUndefined()
  })

  it('is given which repetition an event is, and gives the answer of a listener', async () => {
    const { app, handlePayload } = await startApp()
    const repetitions: unknown[] = []
    app.event('message', async ({ context }) => void repetitions.push([context.retryNum, context.retryReason]))
    app.command('/find', async ({ ack }) => ack({ text: 'found' }))
    await handlePayload({ body: messageBody })
    await handlePayload({ body: messageBody, retryNum: 2, retryReason: 'http_error' })
    expect(repetitions).toEqual([
      [undefined, undefined],
      [2, 'http_error'],
    ])
    expect(await handlePayload({ body: commandBody })).toEqual({ text: 'found' })
  })

  it('is passed what comes from one channel in order, of whatever kind it is', async () => {
    const { app, handlePayload } = await startApp()
    const gate = createGate()
    const steps: string[] = []
    app.event('message', async () => {
      steps.push('message')
      await gate.opened
      steps.push('message stored')
    })
    app.command('/find', async () => void steps.push('command'))
    const handled = [handlePayload({ body: messageBody }), handlePayload({ body: commandBody })]
    await new Promise((resolve) => setImmediate(resolve))
    expect(steps).toEqual(['message'])
    gate.open()
    await Promise.all(handled)
    expect(steps).toEqual(['message', 'message stored', 'command'])
  })

  it('never sees a payload that lacks what it needs', async () => {
    const { app, handlePayload, log } = await startApp()
    const seen = vi.spyOn(app, 'processEvent')
    const { ts, ...event } = messageBody.event
    expect(await handlePayload({ body: { ...messageBody, event } })).toBeUndefined()
    expect(seen).not.toHaveBeenCalled()
    expect(log.lines).toMatchObject([{ level: 'warn', message: 'A Slack payload could not be read; skipped it' }])
  })
})
