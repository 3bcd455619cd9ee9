import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { RateLimits } from '../../../src/core/ports/rate-limits.ts'
import { createRateLimits } from '../../../src/jobs/rate-limits.ts'
import { type FakeTelegram, startFakeTelegram } from '../../fakes/telegram/index.ts'
import { adapterOn, key } from './harness.ts'

let telegram: FakeTelegram

beforeEach(async () => {
  telegram = await startFakeTelegram()
  onTestFinished(() => telegram.close())
})

/** A call that is held back for a while, by our own limits. */
const deferred = { kind: 'deferred' }

const sent = () => telegram.calls.filter(({ method }) => method === 'sendMessage').length

test('a group gets 20 messages per minute, and the next one waits without a call', async () => {
  const rateLimits = createRateLimits()
  const { adapter } = adapterOn(telegram, { rateLimits })
  const group = telegram.group('Roses')
  const to = String(group.id) as never
  for (let count = 0; count < 20; count++) await adapter.sender.send(to, { text: `Message ${count}` }, key)
  await expect(adapter.sender.send(to, { text: 'One too many' }, key)).rejects.toMatchObject({ kind: 'deferred' })
  expect(sent()).toBe(20)
  // Edits have a budget of their own, and so has another process with the same limits for another chat.
  await adapter.sender.edit?.(to, '1' as never, { text: 'Edited' })
  const person = telegram.person({ name: 'Ada' })
  await adapterOn(telegram, { rateLimits }).adapter.sender.send(String(person.id) as never, { text: 'Hello' }, key)
  expect(sent()).toBe(21)
})

test('a wait that Telegram asks for delays the following calls to the chat, in every process', async () => {
  const rateLimits = createRateLimits()
  const [one, other] = [adapterOn(telegram, { rateLimits }).adapter, adapterOn(telegram, { rateLimits }).adapter]
  const to = String(telegram.person({ name: 'Ada' }).id) as never
  telegram.failNext('sendMessage', { status: 429, retryAfter: 30 })
  await expect(one.sender.send(to, { text: 'Hello' }, key)).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: 30_000 })
  const before = sent()
  await expect(other.sender.send(to, { text: 'Hello again' }, key)).rejects.toMatchObject({ kind: 'deferred' })
  expect(sent()).toBe(before)
})

test.each(['sendMessage', 'sendMessageDraft', 'sendChatAction'])(
  'a wait after %s delays everything in its chat, and nothing in others',
  async (method) => {
    const { sender } = adapterOn(telegram, { rateLimits: createRateLimits() }).adapter
    const [ada, ben] = ['Ada', 'Ben'].map((name) => String(telegram.person({ name }).id) as never)
    const failing = {
      sendMessage: () => sender.send(ada!, { text: 'Hello' }, key),
      sendMessageDraft: () => sender.preview!(ada!, 'So', key),
    }
    telegram.failNext(method, { status: 429, retryAfter: 30 })
    await expect(method in failing ? failing[method as keyof typeof failing]() : sender.showTyping!(ada!)).rejects.toMatchObject({
      kind: 'rate_limited',
    })
    const calls = telegram.calls.length
    await expect(sender.send(ada!, { text: 'Hello' }, key)).rejects.toMatchObject(deferred)
    await expect(sender.edit!(ada!, '1' as never, { text: 'Edited' })).rejects.toMatchObject(deferred)
    await expect(sender.preview!(ada!, 'So far', key)).rejects.toMatchObject(deferred)
    await expect(sender.showTyping!(ada!)).rejects.toMatchObject(deferred)
    expect(telegram.calls).toHaveLength(calls)
    await sender.send(ben!, { text: 'Hello' }, key)
    await sender.preview!(ben!, 'So far', key)
    await sender.showTyping!(ben!)
    expect(telegram.calls).toHaveLength(calls + 3)
  },
)

test('a wait for a file delays no message', async () => {
  const { sender } = adapterOn(telegram, { rateLimits: createRateLimits() }).adapter
  const to = String(telegram.person({ name: 'Ada' }).id) as never
  telegram.failNext('getFile', { status: 429, retryAfter: 30 })
  const fetchFile = () => sender.fetchAttachment!('file' as never, { maxBytes: 1_000, signal: new AbortController().signal })
  await expect(fetchFile()).rejects.toMatchObject({ kind: 'rate_limited' })
  await expect(fetchFile()).rejects.toMatchObject(deferred)
  await sender.send(to, { text: 'Hello' }, key)
})

test('a 429 that names no wait delays the chat for a second', async () => {
  const delays: number[] = []
  const rateLimits: RateLimits = { spend: async () => 0, refund: async () => {}, block: async (_budget, _key, ms) => void delays.push(ms) }
  const { sender } = adapterOn(telegram, { rateLimits }).adapter
  telegram.failNext('sendMessage', { status: 429 })
  const sending = sender.send(String(telegram.person({ name: 'Ada' }).id) as never, { text: 'Hello' }, key)
  await expect(sending).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: 1_000 })
  expect(delays).toEqual([1_000, 1_000, 1_000])
})

test('growing replies and drafts leave room for the edit that completes a reply, and for messages', async () => {
  const { sender } = adapterOn(telegram, { rateLimits: createRateLimits() }).adapter
  const group = String(telegram.group('Roses').id) as never
  const id = await sender.send(group, { text: 'So', unfinished: true }, key)
  for (let edits = 1; edits <= 15; edits++) await sender.edit!(group, id, { text: `So far ${edits}`, unfinished: true })
  await expect(sender.edit!(group, id, { text: 'So far and further', unfinished: true })).rejects.toMatchObject(deferred)
  await sender.edit!(group, id, { text: 'So far, so good.' })
  expect(telegram.calls.filter(({ method }) => method === 'editMessageText')).toHaveLength(16)
})

test('the drafts of a crowd delay no message', async () => {
  const { sender } = adapterOn(telegram, { rateLimits: createRateLimits() }).adapter
  const people = Array.from({ length: 40 }, (_, number) => String(telegram.person({ name: `Person ${number}` }).id) as never)
  const drafts = await Promise.allSettled(people.map((to) => sender.preview!(to, 'So far', key)))
  expect(drafts.some(({ status }) => status === 'rejected')).toBe(true)
  await sender.send(people[0]!, { text: 'The whole reply.' }, key)
})
