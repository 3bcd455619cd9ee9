import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { InboundEvent, Inbox } from '../../../../src/core/ports/platform.ts'
import { type FakePerson, type FakeSlack, startFakeSlack } from '../../../fakes/slack/index.ts'
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
